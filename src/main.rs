use brasa::{framework::Color, go::board::*, util::Rng};
fn eye(b: &Board<Bare>, p: Point, c: Color) -> bool {
    let code = b.code(p);
    if !is_surrounded(code, c) {
        return false;
    }
    let d = (code >> 8) & 0xff;
    let (lo, hi) = (d & 0x55, (d >> 1) & 0x55);
    let border = lo & hi;
    let opp = match c {
        Color::Black => hi & !lo,
        Color::White => lo & !hi,
    };
    opp.count_ones() + u32::from(border != 0) < 2
}
fn main() {
    let size: u8 = std::env::args().nth(1).map_or(9, |s| s.parse().unwrap());
    let n: u32 = std::env::args().nth(2).map_or(100000, |s| s.parse().unwrap());
    let root = Board::<Tactical>::new(size);
    let mut b = Board::<Bare>::new(size);
    let mut rng = Rng::new(1);
    let t = std::time::Instant::now();
    let mut moves = 0u64;
    let mut wins = 0;
    let limit = 3 * size as usize * size as usize;
    for _ in 0..n {
        b.copy_from(&root);
        let mut c = Color::Black;
        let mut passes = 0;
        let mut len = 0;
        while len < limit {
            let mut k = b.empty_count();
            let mut mv = Point::NULL;
            while k > 0 {
                let i = rng.below(k);
                let p = b.empty_at(i);
                let code = b.code(p);
                if (brasa::go::board::empty_bits(code) != 0 || (!eye(&b, p, c) && !b.is_suicide(p, c)))
                    && b.ko_for(c) != p
                {
                    mv = p;
                    break;
                }
                k -= 1;
                b.swap_empty(i, k);
            }
            if mv == Point::NULL {
                passes += 1;
                b.clear_ko();
                if passes == 2 {
                    break;
                }
            } else {
                passes = 0;
                b.play_legal(mv, c);
            }
            len += 1;
            c = !c;
        }
        moves += len as u64;
        let mut s = b.stones(Color::Black) as i32 - b.stones(Color::White) as i32;
        for &p in b.empty_points() {
            let code = b.code(p);
            s += is_surrounded(code, Color::Black) as i32 - is_surrounded(code, Color::White) as i32;
        }
        wins += (s > 7) as u32;
    }
    let e = t.elapsed().as_secs_f64();
    println!(
        "{:.0} games/s, {:.1} moves/game, {:.1}M moves/s wins {}",
        n as f64 / e,
        moves as f64 / n as f64,
        moves as f64 / e / 1e6,
        wins as f64 / n as f64
    );
}
