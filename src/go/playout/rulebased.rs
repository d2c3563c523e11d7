//! The course's rule-based policy: rules first, then the filter, then the rest.
//!
//! A rule suggests moves; one of them that passes the filter is played, and the other moves are not looked at.
//! Where no rule has such a move, all other moves are drawn from, filtered too. Out of the box there is one rule, that of
//! MoGo: play where a 3x3 pattern matches around the opponent's last move. Each of the others can be switched on
//! alone, to see what it does to the playouts; they are asked in the order of [`RULES`].
//!
//! The filter always keeps eyes from being filled. It keeps pattern moves from being self-atari, as MoGo did, and all
//! the rest too if `movefilter` says so. It is *lazy*: a move is drawn first and looked at then; one that fails is
//! replaced by the last of the list, the list gets shorter by one, and the next is drawn.
//!
//! # References
//! - J. Wright, "Search, Knowledge, and Simulations", CMPUT 455, University of Alberta, 2021, lecture 13.
//! - S. Gelly, Y. Wang, R. Munos and O. Teytaud, "Modification of UCT with patterns in Monte-Carlo Go", INRIA
//!   RR-6062, 2006.

use super::params::CourseParams;
use super::random::draw;
use super::{BoardPolicy, Moves, Rule, Turn, suggest};
use crate::framework::Color;
use crate::go::board::{Board, Features, Point, Tactical, each_empty_around};
use crate::go::pattern::Mogo;
use crate::go::tactics::atari::is_blunder;
use crate::go::tactics::eyes::is_eye_shape;
use crate::util::Rng;

/// The rules that may be switched on, in the order in which they are asked.
pub const RULES: [Rule; 5] =
    [Rule::AtariCapture, Rule::AtariDefense, Rule::LowLiberty, Rule::Pattern, Rule::Capture];

/// The policy; see the introduction of this file.
pub struct RuleBasedPolicy {
    rules: Rules,
    moves: Moves,
}

/// What the rules and the filter depend on.
struct Rules {
    params: CourseParams,
    mogo: &'static Mogo,
}

impl RuleBasedPolicy {
    /// Creates the policy.
    #[must_use]
    pub fn new(params: CourseParams) -> Self {
        Self { rules: Rules { params, mogo: Mogo::table() }, moves: Moves::default() }
    }
}

impl Rules {
    /// Replaces `moves` by what a rule suggests; nothing where it is switched off.
    #[inline]
    fn suggest<F: Features>(&self, rule: Rule, board: &Board<F>, turn: &Turn, moves: &mut Moves) {
        let (params, last) = (&self.params, turn.last[0]);
        moves.clear();
        // Most rules answer the last move, which may have been a pass.
        let answers = last != Point::NULL && board.cell(last) == !turn.color as u8;
        match rule {
            Rule::AtariCapture if params.rule_capture_last && answers => {
                suggest::atari_capture(board, turn, moves);
            }
            Rule::AtariDefense if params.rule_defend && answers => suggest::atari_defense(board, turn, moves),
            Rule::LowLiberty if params.rule_extend && answers => suggest::low_liberty(board, turn, moves),
            Rule::Pattern if params.rule_patterns && answers => {
                each_empty_around(board.code(last), last, |p| {
                    if self.mogo.matches(board.code(p), turn.color) {
                        moves.push(p);
                    }
                });
            }
            Rule::Capture if params.rule_capture_any => suggest::captures(board, turn, moves),
            _ => {}
        }
    }

    /// Returns whether the filter lets a move of a rule pass.
    #[inline(always)]
    fn passes<F: Features>(&self, rule: Rule, board: &Board<F>, p: Point, color: Color) -> bool {
        let filters_self_atari = match rule {
            Rule::Pattern => self.params.filter_patterns,
            Rule::Random => self.params.movefilter,
            _ => false,
        };
        board.is_legal_empty(p, color)
            && !is_eye_shape(board.code(p), color)
            && !(filters_self_atari && is_blunder(board, p, color))
    }
}

impl BoardPolicy for RuleBasedPolicy {
    type Features = Tactical;

    #[inline]
    fn pick(&mut self, board: &mut Board<Tactical>, turn: &Turn, rng: &mut Rng) -> (Point, Rule) {
        let (rules, color) = (&self.rules, turn.color);
        for rule in RULES {
            rules.suggest(rule, board, turn, &mut self.moves);
            let p = self.moves.draw(rng, |p| rules.passes(rule, board, p, color));
            if p != Point::NULL {
                return (p, rule);
            }
        }
        // What a rule suggested and the filter refused is not among the rest; only patterns have such moves.
        rules.suggest(Rule::Pattern, board, turn, &mut self.moves);
        let refused = self.moves.as_slice();
        let accept =
            |board: &Board<Tactical>, p| rules.passes(Rule::Random, board, p, color) && !refused.contains(&p);
        match draw(board, rng, accept) {
            Point::NULL => (Point::NULL, Rule::Pass),
            p => (p, Rule::Random),
        }
    }

    fn candidates(&mut self, board: &Board<Tactical>, turn: &Turn, moves: &mut Moves) -> Rule {
        let (rules, color) = (&self.rules, turn.color);
        for rule in RULES {
            rules.suggest(rule, board, turn, moves);
            moves.retain(|p| rules.passes(rule, board, p, color));
            if !moves.is_empty() {
                return rule;
            }
        }
        rules.suggest(Rule::Pattern, board, turn, &mut self.moves);
        let refused = self.moves.as_slice();
        let rest = board.empty_points().iter();
        rest.filter(|&&p| rules.passes(Rule::Random, board, p, color) && !refused.contains(&p))
            .for_each(|&p| moves.push(p));
        if moves.is_empty() { Rule::Pass } else { Rule::Random }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Game;
    use crate::go::playout::RandomPolicy;
    use crate::go::vertex;
    use crate::go::{Position, Rules as GoRules};
    use crate::util::params::Params;

    /// Returns a board drawn from the top, after a move of White.
    fn after(rows: &[&str], last: &str) -> (Board<Tactical>, Turn) {
        let stones = rows.iter().rev().zip(0..).flat_map(|(row, y)| {
            row.bytes().zip(0..).map(move |(mark, x)| {
                let color = match mark {
                    b'X' => Some(Color::Black),
                    b'O' => Some(Color::White),
                    _ => None,
                };
                (Point::at(x, y), color)
            })
        });
        let mut position = Position::from_stones(rows.len() as u8, GoRules::default(), stones).unwrap();
        position.set_to_play(Color::White);
        position.play(vertex::parse(last, rows.len() as u8).unwrap()).unwrap();
        let mut board = Board::new(rows.len() as u8);
        board.copy_from(position.board());
        (board, Turn { color: Color::Black, last: position.last() })
    }

    /// No rule and no filter but that of eyes.
    fn nothing() -> CourseParams {
        CourseParams { rule_patterns: false, filter_patterns: false, ..CourseParams::for_size(9) }
    }

    /// Returns the rule that finds moves and the moves, and checks that it is these that are played.
    fn moves(params: CourseParams, (board, turn): &(Board<Tactical>, Turn)) -> (Rule, Vec<String>) {
        let mut policy = RuleBasedPolicy::new(params);
        let mut found = Moves::default();
        let rule = policy.candidates(board, turn, &mut found);
        let (mut copy, mut rng) = (*board, Rng::new(1));
        for _ in 0..100 {
            let (p, by) = policy.pick(&mut copy, turn, &mut rng);
            assert_eq!(by, rule);
            assert!(found.as_slice().contains(&p), "{p}");
        }
        let mut names: Vec<_> = found.as_slice().iter().map(Point::to_string).collect();
        names.sort();
        (rule, names)
    }

    const QUIET: [&str; 7] = [".......", ".......", "..X....", ".......", "....O..", ".......", "......."];

    #[test]
    fn patterns_answer_the_last_move_and_nothing_else() {
        let params = CourseParams::for_size(7);
        // White pushes between two stones.
        let pushed =
            after(&[".......", ".......", ".XOX...", ".......", ".......", ".......", "......."], "C4");
        assert_eq!(moves(params.clone(), &pushed), (Rule::Pattern, vec!["B4".to_owned(), "D4".to_owned()]));
        assert_eq!(moves(params, &after(&QUIET, "G7")).0, Rule::Random, "no pattern: the rest");
        assert_eq!(moves(nothing(), &pushed).0, Rule::Random, "switched off");
    }

    #[test]
    fn without_rules_all_acceptable_moves_are_left() {
        let (board, turn) = after(&QUIET, "D4");
        let (_, names) = moves(nothing(), &(board, turn));
        let mut bare = Board::new(7);
        bare.copy_from(&board);
        let mut random = Moves::default();
        RandomPolicy.candidates(&bare, &turn, &mut random);
        assert_eq!(names.len(), random.as_slice().len());
    }

    #[test]
    fn a_pattern_move_that_is_self_atari_is_not_even_among_the_rest() {
        // A pattern at the edge asks for D1, which would leave two stones with the liberty D3.
        let cut = after(&["......", "......", "......", "......", "..OXO.", "..O..."], "E1");
        let has_d1 = |params: CourseParams| {
            let (rule, names) = moves(params, &cut);
            (rule, names.contains(&"D1".to_owned()))
        };
        assert_eq!(has_d1(CourseParams::for_size(6)), (Rule::Random, false));
        let unfiltered = CourseParams { filter_patterns: false, ..CourseParams::for_size(6) };
        assert_eq!(has_d1(unfiltered), (Rule::Pattern, true));
        assert_eq!(has_d1(nothing()), (Rule::Random, true), "what no rule suggests may be self-atari");
        assert_eq!(has_d1(CourseParams { movefilter: true, ..nothing() }), (Rule::Random, false));
    }

    #[test]
    fn each_rule_can_be_tried_alone() {
        let check = |set: fn(&mut CourseParams), rows: &[&str], last: &str, expected: (Rule, &[&str])| {
            let board = after(rows, last);
            let mut params = nothing();
            assert_eq!(moves(params.clone(), &board).0, Rule::Random);
            set(&mut params);
            let (rule, names) = moves(params, &board);
            assert_eq!((rule, names.iter().map(String::as_str).collect::<Vec<_>>().as_slice()), expected);
        };
        let corner = [".....", ".....", ".....", "X....", "....."];
        check(|params| params.rule_capture_last = true, &corner, "A1", (Rule::AtariCapture, &["B1"]));
        let atari = [".....", ".....", ".OX..", "..O..", "....."];
        check(|params| params.rule_defend = true, &atari, "D3", (Rule::AtariDefense, &["C4"]));
        let low = [".....", ".....", ".OX..", ".....", "....."];
        check(|params| params.rule_extend = true, &low, "C2", (Rule::LowLiberty, &["C4", "D3"]));
        let elsewhere = [".....", ".....", ".....", "X....", "O...."];
        check(|params| params.rule_capture_any = true, &elsewhere, "E5", (Rule::Capture, &["B1"]));
    }

    #[test]
    fn blunders_are_those_of_the_course() {
        let is = |rows: &[&str], p: &str| {
            let (board, turn) = after(rows, "pass");
            is_blunder(&board, Point::of_move(vertex::parse(p, rows.len() as u8).unwrap()), turn.color)
        };
        // A chain of two liberties: E5 leaves one, B5 connects.
        let chain = ["..XX.", ".XOOO", ".....", ".....", "....."];
        assert_eq!(["E5", "B5", "A5", "E3"].map(|p| is(&chain, p)), [true, false, false, false]);
        // A single stone with one liberty; one that captures is none.
        let alone = ["..O..", ".O...", ".....", "OX...", ".O..."];
        assert_eq!(["B5", "A1", "C1"].map(|p| is(&alone, p)), [true, true, false]);
        let capture = ["..O..", ".OX..", ".X...", ".....", "....."];
        assert_eq!(["B5"].map(|p| is(&capture, p)), [true]);
        let capture = [".OX..", "OX...", ".....", ".....", "....."];
        assert!(!is(&capture, "A5"));
        // A chain that is in atari already loses nothing.
        let atari = ["XO...", ".O...", "O....", ".....", "....."];
        assert!(!is(&atari, "A4"));
    }
}
