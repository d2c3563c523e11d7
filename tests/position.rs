//! Positions with their history: superko, passes and setups.

use brasa::framework::{Color, Game, IllegalMove, Move};
use brasa::go::{KoRule, NoLiberty, Point, Position, Rules};
use brasa::util::Rng;

use crate::diagram::Diagram;
use crate::referee::{self, Grid};

const KO_RULES: [KoRule; 3] = [KoRule::Simple, KoRule::Positional, KoRule::Situational];

fn rules(ko: KoRule, suicide: bool) -> Rules {
    Rules { ko, suicide, two_passes_end_game: false, ..Rules::default() }
}

/// Plays random games on small boards, where positions often repeat, and compares each verdict.
#[test]
fn legality_agrees_with_the_plain_rules_in_random_games() {
    let mut rng = Rng::new(1);
    let games = 60;
    for rules in KO_RULES.into_iter().flat_map(|ko| [false, true].map(|suicide| rules(ko, suicide))) {
        let (ko, suicide) = (rules.ko, rules.suicide);
        for game in 0..3 * games {
            let size = 2 + game % 3;
            let mut position = Position::new(size, rules);
            let mut referee = referee::Game::new(size.into(), ko, suicide);
            for _ in 0..20 * usize::from(size) {
                let mut legal = vec![None];
                for i in 0..referee.grid.cells.len() {
                    let p = Point::at(i as u8 % size, i as u8 / size);
                    assert_eq!(position.board().color_at(p), referee.grid.cells[i]);
                    let verdict = position.check(p.to_move());
                    assert_eq!(verdict.is_ok(), referee.is_legal(i), "{ko:?} {suicide} {p}: {verdict:?}");
                    if verdict.is_ok() {
                        legal.push(Some((i, p)));
                    }
                }
                let choice = legal[rng.below(legal.len())];
                position.play(choice.map_or(Move::PASS, |(_, p)| p.to_move())).unwrap();
                referee.play(choice.map(|(i, _)| i));
            }
        }
    }
}

/// Plays moves at the labels, Black first, and returns the verdict on the last one.
fn last_verdict(diagram: &Diagram, ko: KoRule, labels: &str) -> Result<(), IllegalMove> {
    let mut position = diagram.position(rules(ko, false)).unwrap();
    let (last, rest) = labels.as_bytes().split_last().unwrap();
    let move_of = |label: u8| match label {
        b'-' => Move::PASS,
        label => diagram.at(label as char).to_move(),
    };
    for &label in rest {
        position.play(move_of(label)).unwrap();
    }
    position.play(move_of(*last))
}

#[test]
fn a_ko_may_be_retaken_after_another_move() {
    let diagram = Diagram::new(
        ". X O . .
         X o a O .
         . X O . .
         . . . . .
         . b . c .",
    );
    for ko in KO_RULES {
        assert_eq!(last_verdict(&diagram, ko, "ao"), Err(IllegalMove::Ko), "{ko:?}");
        assert_eq!(last_verdict(&diagram, ko, "abco"), Ok(()), "{ko:?}");
    }
    assert_eq!(last_verdict(&diagram, KoRule::Simple, "a--o"), Ok(()), "passes lift simple ko");
    for ko in [KoRule::Positional, KoRule::Situational] {
        assert_eq!(last_verdict(&diagram, ko, "a--o"), Err(IllegalMove::Superko), "but not superko");
    }
}

#[test]
fn sending_two_returning_one_repeats_the_stones_but_not_the_player() {
    // Black adds a second stone, White captures both at b, and Black recaptures one stone at x.
    let diagram = Diagram::new(
        ". . . . .
         . . . . .
         . . . . .
         O O X . .
         a x b X .",
    );
    assert_eq!(last_verdict(&diagram, KoRule::Simple, "abx"), Ok(()));
    assert_eq!(last_verdict(&diagram, KoRule::Situational, "abx"), Ok(()));
    assert_eq!(last_verdict(&diagram, KoRule::Positional, "abx"), Err(IllegalMove::Superko));
    // The same stones were on the board with White to move after Black's pass.
    assert_eq!(last_verdict(&diagram, KoRule::Situational, "--abx"), Err(IllegalMove::Superko));
    // A second round repeats the situations of the first.
    assert_eq!(last_verdict(&diagram, KoRule::Situational, "abx-a"), Err(IllegalMove::Superko));
    assert_eq!(last_verdict(&diagram, KoRule::Simple, "abx-abx-abx"), Ok(()));
}

#[test]
fn the_sixth_move_of_a_triple_ko_repeats() {
    let diagram = Diagram::new(
        "X . X O . . . . .
         . X O . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . X O . . . X O .
         X O . O . X O . O",
    );
    for ko in KO_RULES {
        let mut position = diagram.position(rules(ko, false)).unwrap();
        for (vertex, captured) in [("C1", 1), ("B9", 1), ("H1", 2), ("B1", 2), ("C9", 3)] {
            let mv = position.parse_move(vertex).unwrap();
            let opponent = !position.to_play();
            position.play(mv).unwrap();
            assert_eq!(position.board().captured(opponent), captured, "{vertex}");
        }
        let last = position.parse_move("G1").unwrap();
        let expected = if ko == KoRule::Simple { Ok(()) } else { Err(IllegalMove::Superko) };
        assert_eq!(position.play(last), expected, "{ko:?}");
    }
}

#[test]
fn a_lone_stone_that_kills_itself_repeats_the_stones_but_not_the_player() {
    let diagram = Diagram::new(
        ". O .
         O a O
         . O .",
    );
    let verdict = |ko, suicide| {
        let position = diagram.position(rules(ko, suicide)).unwrap();
        position.check(diagram.at('a').to_move())
    };
    assert_eq!(verdict(KoRule::Positional, true), Err(IllegalMove::Superko));
    assert_eq!(verdict(KoRule::Situational, true), Ok(()));
    assert_eq!(verdict(KoRule::Simple, true), Ok(()));
    assert_eq!(verdict(KoRule::Positional, false), Err(IllegalMove::Suicide));
}

#[test]
fn any_coloring_is_set_up_or_refused_for_want_of_a_liberty() {
    let mut rng = Rng::new(1);
    for round in 0..20_000 {
        let size = 2 + rng.below(18) as u8;
        let empty = 1 + rng.below(20);
        let mut grid = Grid::new(size.into());
        for cell in &mut grid.cells {
            *cell = match rng.below(20 + empty) {
                0..10 => Some(Color::Black),
                10..20 => Some(Color::White),
                _ => None,
            };
        }
        let at = |i: usize| Point::at((i % grid.size) as u8, (i / grid.size) as u8);
        let stones = grid.cells.iter().enumerate().map(|(i, &color)| (at(i), color));
        let (chains, _) = grid.chains();
        match Position::from_stones(size, Rules::default(), stones) {
            Ok(position) => {
                assert!(chains.iter().all(|c| !c.liberties.is_empty()), "round {round}");
                assert!((0..grid.cells.len()).all(|i| position.board().color_at(at(i)) == grid.cells[i]));
                assert_eq!(position.board().captured(Color::Black), 0);
                assert_eq!(position.board().captured(Color::White), 0);
                assert_eq!(position.board().ko_for(position.to_play()), Point::NULL);
            }
            Err(NoLiberty(p)) => {
                let chain = chains.iter().find(|c| c.stones.iter().any(|&i| at(i) == p)).unwrap();
                assert!(chain.liberties.is_empty(), "round {round}: {p}");
            }
        }
    }
}

#[test]
fn a_setup_is_refused_only_for_a_chain_without_liberty() {
    let rules = Rules::default();
    // Played one by one, from either corner, some of the stones would capture or be suicide.
    let alive = Diagram::new(
        "X O . O
         X O O O
         X X X X
         X . X a",
    );
    assert_eq!(alive.position(rules).unwrap().check(alive.at('a').to_move()), Ok(()));
    let dead = Diagram::new(
        "x O . .
         O . . .
         . . . .
         . . . .",
    );
    assert_eq!(dead.position(rules).err(), Some(NoLiberty(dead.at('x'))));
    let full = Diagram::new(
        "X O
         O X",
    );
    assert!(full.position(rules).is_err());
}

#[test]
fn later_stones_of_a_setup_replace_earlier_ones() {
    let (p, q) = (Point::at(0, 0), Point::at(1, 1));
    let stones = [(p, Some(Color::Black)), (q, Some(Color::Black)), (p, Some(Color::White)), (q, None)];
    let position = Position::from_stones(9, Rules::default(), stones).unwrap();
    assert_eq!(position.board().color_at(p), Some(Color::White));
    assert_eq!(position.board().color_at(q), None);
}

#[test]
fn moves_off_the_board_are_no_moves() {
    let position = Position::new(9, Rules::default());
    for n in (1..=u16::MAX).filter(|n| !(21..=199).contains(n)) {
        assert_eq!(position.check(Move(n)), Err(IllegalMove::NoSuchMove), "{n}");
    }
}

#[test]
fn positions_are_the_same_where_the_same_can_happen() {
    let place = |text: &str| Position::new(5, Rules::default()).parse_move(text).unwrap();
    let after = |moves: &str| {
        let mut position = Position::new(5, Rules::default());
        moves.split(' ').for_each(|text| position.play(place(text)).unwrap());
        position
    };
    let position = after("A1 B2 C3 PASS");
    assert!(position.is_same(&after("A1 B2 C3 PASS")));
    let differs = |change: &dyn Fn(&mut Position)| {
        let mut other = position.clone();
        change(&mut other);
        assert!(!position.is_same(&other) && !other.is_same(&position));
    };
    differs(&|other| other.forget_passes());
    differs(&|other| other.set_handicap(2));
    differs(&|other| other.set_rules(Rules { capture_dead: true, ..*other.rules() }));
    differs(&|other| other.set_to_play(Color::White));
    // The same stones, but a different history.
    differs(&|other| *other = after("C3 B2 A1 PASS"));
    assert_eq!(position.key(), after("C3 B2 A1 PASS").key());
}
