//! Tests of the board's private data; the integration tests compare the rest with a slow referee.

use super::*;
use crate::util::Rng;

fn play_at_random<F: Tracking>(board: &mut Board<F>, moves: usize, rng: &mut Rng) {
    let mut color = Color::Black;
    for _ in 0..moves {
        let p = board.empty_at(rng.below(board.empty_count()));
        if board.check(p, color, true).is_ok() {
            board.play_legal(p, color);
        } else {
            board.clear_ko();
        }
        color = !color;
    }
}

#[test]
fn every_empty_point_knows_its_place() {
    for size in [2, 9, 19] {
        let (mut board, mut rng) = (Board::<Bare>::new(size), Rng::new(size.into()));
        for _ in 0..1000 {
            play_at_random(&mut board, 1, &mut rng);
            let n = board.empty_count();
            board.swap_empty(rng.below(n), rng.below(n));
            for (i, &p) in board.empty_points().iter().enumerate() {
                assert_eq!(usize::from(board.empty_place[p]), i, "{p}");
            }
        }
    }
}

#[test]
fn a_copy_of_a_smaller_board_has_no_point_beyond_it() {
    let mut rng = Rng::new(1);
    let mut copy = Board::<Incremental>::new(19);
    play_at_random(&mut copy, 300, &mut rng);
    for size in [9, 2, 13, 19, 5] {
        let mut board = Board::<Incremental>::new(size);
        play_at_random(&mut board, 20, &mut rng);
        copy.copy_from(&board);
        for n in 0..400 {
            let p = Point::from_number(n);
            assert_eq!(copy.cell(p), board.cell(p), "point {n} after a copy of size {size}");
        }
        assert_eq!(
            copy.check(Point::at(18, 18), Color::Black, true).is_ok(),
            size == 19 && board.cell(Point::at(18, 18)) == cell::EMPTY
        );
    }
}
