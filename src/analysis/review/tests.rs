//! Losses, turning points, and the review in SGF.

use super::*;
use crate::engine::go::status::Status;
use crate::engine::{BoardSize, Settings};
use crate::go::{Point, Rules};
use crate::sgf;

fn at(col: u8, row: u8) -> Move {
    Point::at(col, row).to_move()
}

/// A game of four moves: Black's third one loses the game.
fn game() -> (ReviewedGame, Vec<Turn>) {
    let moves = vec![
        (Color::Black, at(2, 2)),
        (Color::White, at(1, 1)),
        (Color::Black, at(0, 0)),
        (Color::White, Move::PASS),
    ];
    let turn = |winrate, lead, line: &[Move]| Turn { winrate, lead, visits: 100, line: line.to_vec() };
    let turns = vec![
        turn(0.5, 1.0, &[at(2, 2)]),
        turn(0.45, 0.5, &[at(3, 3)]),
        turn(0.6, 3.0, &[at(1, 2), at(2, 1)]),
        turn(0.1, -8.0, &[at(1, 2)]),
        turn(0.15, -7.0, &[]),
    ];
    (ReviewedGame { start: Position::new(5, Rules::default()), moves }, turns)
}

#[test]
fn losses_are_those_of_the_player_who_moved() {
    let (game, turns) = game();
    let found = losses(&game, &turns);
    assert_eq!(found.len(), 4);
    // The first move was the expected one; White's second move lost what Black gained.
    assert_eq!((found[0].winrate, found[0].points), (0.0, 0.0));
    assert!((found[1].winrate - 0.15).abs() < 1e-9 && (found[1].points - 2.5).abs() < 1e-9);
    assert!((found[2].winrate - 0.5).abs() < 1e-9 && (found[2].points - 11.0).abs() < 1e-9);
    assert_eq!(turning_points(&found).iter().map(|loss| loss.number).collect::<Vec<_>>(), [2, 3]);
    // The pass ends the game.
    assert_eq!((found[3].winrate, found[3].points), (0.0, 0.0));
    let (black, _) = mean_loss(&found, Color::Black);
    assert!((black - 0.25).abs() < 1e-9);
    // A stopped review knows the losses so far.
    assert_eq!(losses(&game, &turns[..2]).len(), 1);
    assert!(losses(&game, &[]).is_empty());
}

#[test]
fn a_mistake_loses_win_rate_and_points_and_each_player_has_six_or_one_in_sixteen_moves() {
    let loss = |number, winrate, points| {
        let color = if number % 2 == 1 { Color::Black } else { Color::White };
        Loss { number, color, winrate, points, change: winrate }
    };
    let numbers =
        |losses: &[Loss]| -> Vec<_> { turning_points(losses).iter().map(|loss| loss.number).collect() };
    let losses = [loss(1, 0.2, 0.1), loss(2, 0.05, 3.0), loss(3, 0.2, 1.0), loss(4, 0.3, 0.0)];
    assert_eq!(numbers(&losses), [1, 3]);
    // Other changes are searched longer too, the largest first.
    let mut is_deep = [false; 5];
    let asked = std::iter::from_fn(|| {
        let next = doubtful(&losses, &is_deep)?;
        is_deep[next] = true;
        Some(next)
    });
    assert_eq!(asked.collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    // However many moves change more, what is shown is searched longer.
    let mut losses: Vec<Loss> =
        (1..=60).map(|number| Loss { change: 0.5, ..loss(number, 0.0, 0.0) }).collect();
    losses.push(loss(61, 0.1, 1.0));
    assert_eq!(doubtful(&losses, &[false; 62]), Some(60));
    // Black's moves lose more than White's, and earlier ones more than later ones.
    for (moves, most) in [(20, 12), (160, 20)] {
        let size = |number| if number % 2 == 1 { 0.5 } else { 0.3 } - f64::from(number) / 1000.0;
        let losses: Vec<Loss> = (1..=moves).map(|number| loss(number as usize, size(number), 2.0)).collect();
        assert_eq!(numbers(&losses), (1..=most).collect::<Vec<_>>());
    }
}

#[test]
fn a_mistake_is_one_when_longer_searches_agree() {
    let (game, mut turns) = game();
    let mut is_deep = [false; 5];
    let mut asked = Vec::new();
    while let Some(i) = doubtful(&losses(&game, &turns), &is_deep) {
        is_deep[i] = true;
        asked.push(i);
        // The longer search finds that White's first move was good, and that Black's first one, which was expected,
        // gained.
        if i == 1 {
            turns[1] = Turn { winrate: 0.58, lead: 2.8, ..turns[1].clone() };
        }
    }
    assert_eq!(asked, [1, 2, 3, 0]);
    let numbers: Vec<_> = turning_points(&losses(&game, &turns)).iter().map(|loss| loss.number).collect();
    assert_eq!(numbers, [3]);
}

#[test]
fn a_finished_game_has_its_score() {
    let mut position = Position::new(3, Rules::default());
    for mv in [at(1, 1), Move::PASS, Move::PASS] {
        position.play(mv).unwrap();
    }
    let limits = Limits { playouts: Some(50), ..Limits::default() };
    let inquiry = Inquiry { limits, ..Inquiry::default() };
    let turn = turn(&Settings::new(3).spec(BoardSize::square(3), 1), &position, inquiry, &Control::default())
        .unwrap();
    // Nine points, less the komi of 7.5.
    assert_eq!((turn.winrate, turn.lead, turn.visits), (1.0, 1.5, 50));
    assert!(turn.line.is_empty());
}

#[test]
fn a_review_is_continued_from_its_record() {
    let (game, turns) = game();
    let text = "(;GM[1]SZ[5]C[a game];B[cc];W[bd]C[hm](;B[ae];W[])(;B[aa]))";
    let original = sgf::parse(text.as_bytes()).unwrap().games.remove(0);
    for count in 0..=turns.len() {
        let review = annotated(&original, &game, &turns[..count]);
        let again = sgf::parse(format!("{review}").as_bytes()).unwrap().games.remove(0);
        assert_eq!(super::turns(&again, &game).unwrap(), turns[..count]);
    }
    let text = annotated(&original, &game, &turns).to_string();
    for part in [
        "SBKV[60.00]",
        "C[hm\n\nBlack wins 60 %, lead B+3.0 (100 playouts).",
        "the expected move was B3",
        "C[a game",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The better line of the third move is a variation, behind the ones that were there.
    assert!(text.contains(";B[bc]C[Better: Black wins 60 %, lead B+3.0.];W[cd]"), "{text}");
    // Another review replaces it, and keeps what others wrote.
    let review = sgf::parse(text.as_bytes()).unwrap().games.remove(0);
    assert_eq!(annotated(&review, &game, &turns).to_string(), text);
    let bare = annotated(&review, &game, &[]).to_string();
    let mut signed = original.clone();
    let root = signed.root();
    signed[root].sign();
    assert_eq!(bare, signed.to_string());
    // What a person wrote in the same words stays.
    let own = "(;GM[1]SZ[5];B[cc];W[bd]C[Black wins the ko here.\n\nkeep](;B[ae];W[])(;B[aa]C[Better: my line, by Ann];W[ab])\
               (;B[bc]C[Better: Black wins 60 %, lead B+3.0.];W[cd](;B[dd])(;B[dc])))";
    let own = sgf::parse(own.as_bytes()).unwrap().games.remove(0);
    let review = annotated(&own, &game, &turns);
    assert_eq!(annotated(&review, &game, &turns).to_string(), review.to_string());
    for review in [annotated(&review, &game, &[]), review] {
        let text = review.to_string().replace('\n', "");
        for part in
            ["Black wins the ko here.keep", "C[Better: my line, by Ann];W[ab]", "W[cd](;B[dd])(;B[dc])"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
    let other = sgf::parse(b"(;GM[1]SZ[5];B[dd];W[bd];B[ae];W[])").unwrap().games.remove(0);
    assert_eq!(super::turns(&other, &game), None);
    let broken = text.replace("BRASA[0.6000 3.00 100", "BRASA[1.5 x");
    let broken = sgf::parse(broken.as_bytes()).unwrap().games.remove(0);
    assert_eq!(super::turns(&broken, &game).unwrap().len(), 2, "what follows is analyzed again");
}

#[test]
fn a_first_move_in_the_root_has_its_numbers_there_and_no_better_line() {
    let moves = vec![(Color::Black, at(0, 0)), (Color::White, at(1, 1)), (Color::Black, at(2, 2))];
    let game = ReviewedGame { start: Position::new(5, Rules::default()), moves };
    let turn = |winrate, lead, line: &[Move]| Turn { winrate, lead, visits: 100, line: line.to_vec() };
    let turns = [
        turn(0.5, 1.0, &[at(2, 2), at(3, 3)]),
        turn(0.2, -8.0, &[at(1, 1)]),
        turn(0.2, -8.0, &[at(2, 2)]),
        turn(0.2, -8.0, &[]),
    ];
    let original = sgf::parse(b"(;GM[1]SZ[5]B[ae];W[bd];B[cc])").unwrap().games.remove(0);
    for count in 0..=turns.len() {
        let review = annotated(&original, &game, &turns[..count]);
        assert_eq!(super::turns(&review, &game).unwrap(), turns[..count]);
        assert!(review.main_line().count() == 3 && review.size() == 3, "{review}");
    }
}

#[test]
fn the_page_shows_the_turning_points_and_stands_alone() {
    let (game, turns) = game();
    let end = game.positions().pop().unwrap();
    let status = Status::of(&Settings::new(5).spec(BoardSize::square(5), 1), &end, &Control::default());
    let page = page("a < b", &[("Komi", "<7>".to_owned())], &game, &turns, &status);
    for part in ["a &lt; b", "id=\"move-3\"", "Better: B3 C2", "lost 50 % and 11.0 points", "polyline"] {
        assert!(page.contains(part), "{part}");
    }
    let quiet = super::page("a", &[], &game, &turns[..2], &status);
    assert!(quiet.contains("No move lost 8 % or more."), "{quiet}");
    for foreign in ["src=", "href=\"/", "http://", "https://"] {
        let found = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!found.contains(foreign), "{foreign}");
    }
}
