//! Exercise: a lazy filter. 30 minutes; lesson 2.
//!
//! A simulation plays a random move, but never a bad one. Testing all moves first is slow: draw a move, then test it.
//!
//! - pass: a move that is not bad; `None` if there is none
//! - good: the filter tests moves until one passes, and no move twice
//! - excellent: each move that is not bad is equally likely

#[path = "../../../skeletons/lazy_filter/src/answer.rs"]
mod answer;

/// Random numbers; the same seed gives the same numbers.
struct Random(u64);

impl Random {
    /// The next number, from 0 to n - 1.
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) >> 33) as usize % n
    }
}

/// A random move of the list for which `is_bad` is false. The list may be changed.
fn choose(moves: &mut Vec<u64>, is_bad: &mut dyn FnMut(u64) -> bool, random: &mut Random) -> Option<u64> {
    while !moves.is_empty() {
        let mv = moves.swap_remove(random.below(moves.len()));
        if !is_bad(mv) {
            return Some(mv);
        }
    }
    None
}

fn main() {
    // The choice and the tested moves, in order.
    answer::serve(&[("asked", &|args| {
        answer::call(args, |(mut moves, bad, seed): (Vec<u64>, Vec<u64>, u64)| {
            let mut questions = Vec::new();
            let mut is_bad = |mv| {
                questions.push(mv);
                bad.contains(&mv)
            };
            let choice = choose(&mut moves, &mut is_bad, &mut Random(seed));
            (choice, questions)
        })
    })]);
}
