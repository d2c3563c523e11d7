//! The Simple Go players: diagrams in `data/simple.txt`, whole games, and results against the random player.

use brasa::framework::{Color, Control, Decision, Game, Limits, Move, Player};
use brasa::go::simple::{PLAYERS, SimplePlayer, SimplePlayerEntry};
use brasa::go::{Komi, Point, Position, Rules, score};

use crate::diagram::{Diagram, cases};

/// How often a player moves in a position, each time with a different seed.
const SEEDS: u64 = 10;

/// Returns the name without `sp-`.
fn bare(entry: &SimplePlayerEntry) -> &'static str {
    entry.name.strip_prefix("sp-").unwrap()
}

fn entry(name: &str) -> &'static SimplePlayerEntry {
    PLAYERS.iter().find(|entry| bare(entry) == name).unwrap_or_else(|| panic!("no player {name}"))
}

fn decide(player: &mut SimplePlayer, position: &Position) -> Move {
    match player.decide(position, Limits::default(), &Control::default()).decision {
        Decision::Play(mv) => mv,
        Decision::Resign => panic!("simple players do not resign"),
    }
}

/// Returns a message if a player's moves differ from a diagram's answer.
fn fault(entry: &SimplePlayerEntry, answer: &str, diagram: &Diagram, to_play: Color) -> Option<String> {
    let mut position = diagram.position(Rules::default()).unwrap();
    position.set_to_play(to_play);
    let played =
        (0..SEEDS).map(|seed| Point::of_move(decide(&mut SimplePlayer::new(entry.pick, seed), &position)));
    let mut played: Vec<Point> = played.collect();
    played.sort_unstable();
    played.dedup();
    let labelled = |labels: &str| {
        let mut points = diagram.labelled(&labels.chars().collect::<Vec<_>>());
        points.sort_unstable();
        points
    };
    let right = match answer.strip_prefix('!') {
        Some(labels) => labelled(labels).iter().all(|p| !played.contains(p)),
        None if answer == "pass" => played == [Point::NULL],
        None => played == labelled(answer),
    };
    (!right).then(|| format!("{} plays {played:?}", entry.name))
}

#[test]
fn players_play_what_the_diagrams_say() {
    let cases = cases(include_str!("data/simple.txt"));
    let mut wrong = String::new();
    for case in &cases {
        let (name, answer) = case.answer.split_once(' ').unwrap();
        for entry in PLAYERS.iter().filter(|entry| name == "all" || bare(entry) == name) {
            for symmetry in 0..16 {
                let to_play = if symmetry < 8 { Color::Black } else { Color::White };
                let diagram = case.diagram.transformed(symmetry);
                if let Some(fault) = fault(entry, answer, &diagram, to_play) {
                    wrong += &format!("{}: {fault}, not {answer}, {symmetry}\n", case.name);
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    let is_drawn = |entry: &&SimplePlayerEntry| cases.iter().any(|case| case.answer.starts_with(bare(entry)));
    assert!(PLAYERS.iter().all(|entry| is_drawn(&entry)), "each player has a diagram");
}

/// Plays a game to its end, checks that each move is legal, and returns the last position and the moves.
fn game(size: u8, rules: Rules, picks: [&SimplePlayerEntry; 2], seed: u64) -> (Position, Vec<Move>) {
    let mut players = [0, 1].map(|i| SimplePlayer::new(picks[i].pick, 2 * seed + i as u64));
    let mut position = Position::new(size, rules);
    let mut moves = Vec::new();
    while position.outcome().is_none() {
        let mv = decide(&mut players[position.to_play().index()], &position);
        position.play(mv).unwrap_or_else(|error| panic!("{}: {error}", position.move_text(mv)));
        moves.push(mv);
        assert!(moves.len() < 20 * usize::from(size).pow(2), "the game does not end");
    }
    (position, moves)
}

#[test]
fn players_play_legal_games_to_an_end() {
    let random = entry("random");
    for (entry, seed) in PLAYERS.iter().zip(1..) {
        for name in ["chinese", "tromp-taylor"] {
            let rules = Rules::named(name).unwrap();
            for picks in [[entry, entry], [entry, random], [random, entry]] {
                let (position, moves) = game(9, rules, picks, seed);
                assert!(moves.len() > 40, "{}: {moves:?}", entry.name);
                assert!(position.board().empty_count() < 40, "{} leaves the board empty", entry.name);
            }
        }
        let again = || game(7, Rules::default(), [entry, entry], seed).1;
        assert_eq!(again(), again(), "the same seed, the same game");
    }
}

/// Returns how many games a player wins against the random player on 7x7 with a komi of half a point, with alternating
/// colors.
fn wins(entry: &SimplePlayerEntry, games: u64) -> u32 {
    let rules = Rules { komi: Komi::from_half_points(1), ..Rules::default() };
    let random = self::entry("random");
    (0..games)
        .map(|seed| {
            let color = if seed % 2 == 0 { Color::Black } else { Color::White };
            let picks = if color == Color::Black { [entry, random] } else { [random, entry] };
            let score = score::final_score(&game(7, rules, picks, seed).0, &[]);
            u32::from((score > 0) == (color == Color::Black))
        })
        .sum()
}

/// The minimum number of wins in 100 games against the random player: the mean over many games, minus about three
/// standard deviations.
const MIN_WINS: &[(&str, u32)] = &[
    ("capture", 64),
    ("average", 95),
    ("liberty", 88),
    ("minlib", 93),
    ("greedy", 87),
    ("influence", 89),
    ("ladder", 72),
    ("safe", 54),
    ("dumbtactic", 88),
];

#[test]
fn knowledge_beats_chance() {
    let won = MIN_WINS.iter().map(|&(name, least)| (name, least, wins(entry(name), 100)));
    let faults: Vec<_> = won.filter(|&(_, least, won)| won < least).collect();
    assert!(faults.is_empty(), "name, least, won: {faults:?}");
}
