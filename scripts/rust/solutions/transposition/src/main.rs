//! Exercise: a transposition table. 45 minutes; lesson 3.
//!
//! `moves` maps a position to the positions after each move; `values` maps a position where the game is over to its
//! value for the player to move: 1, 0 or -1. The game begins at "start". The opponent's value is the negative.
//!
//! - pass: the value of the start for the player to move
//! - good: no position is searched twice: the number of searched positions is at most the number of positions
//! - excellent: the same in a game with 4 to the 60th lines

#[path = "../../../skeletons/transposition/src/answer.rs"]
mod answer;

use std::collections::HashMap;

/// The value, and the number of searched positions.
fn solve(moves: &HashMap<String, Vec<String>>, values: &HashMap<String, i64>) -> (i64, usize) {
    fn search<'a>(
        name: &'a str,
        moves: &'a HashMap<String, Vec<String>>,
        values: &HashMap<String, i64>,
        table: &mut HashMap<&'a str, i64>,
    ) -> i64 {
        if let Some(&value) = table.get(name) {
            return value;
        }
        let value = match values.get(name) {
            Some(&value) => value,
            None => moves[name].iter().map(|child| -search(child, moves, values, table)).max().unwrap(),
        };
        table.insert(name, value);
        value
    }
    let mut table = HashMap::new();
    (search("start", moves, values, &mut table), table.len())
}

fn main() {
    type Args = (HashMap<String, Vec<String>>, HashMap<String, i64>);
    answer::serve(&[("solve", &|args| answer::call(args, |(moves, values): Args| solve(&moves, &values)))]);
}
