//! The course's rule-based policy: a sequence of rules, each with a filter, and random moves.
//!
//! A rule suggests moves, and the policy plays a random one that passes the filter. If no rule has such a move, the
//! policy plays a random move among all others that pass. By default only MoGo's rule is on: play where a 3x3 pattern
//! matches around the opponent's last move; `patterns` can select Michi's patterns instead. The other rules can be
//! switched on individually to see their effect on playouts. Rules are tried in the order of [`RULES`].
//!
//! The filter always rejects filling an own eye. It rejects self-atari among pattern moves, as MoGo did, and among
//! random moves if `movefilter` is on. The filter is *lazy*: the policy picks a move first and then tests it. The last
//! move of the list replaces a rejected move, the list shrinks by one, and the policy picks again.
//!
//! # References
//! - J. Wright, "Search, Knowledge, and Simulations", CMPUT 455, University of Alberta, 2021, lecture 13.
//! - S. Gelly, Y. Wang, R. Munos and O. Teytaud, "Modification of UCT with patterns in Monte-Carlo Go", INRIA
//!   RR-6062, 2006.

use super::params::CourseParams;
use super::random::{all, draw};
use super::{BoardPolicy, Moves, Rule, Turn, suggest};
use crate::framework::Color;
use crate::go::board::{Board, Point, Tactical, Tracking, each_empty_around};
use crate::go::pattern::Mogo;
use crate::go::tactics::atari::is_blunder;
use crate::go::tactics::eyes::is_eye_shape;
use crate::util::Rng;

/// The optional rules, in the order in which they are tried.
pub const RULES: [Rule; 5] =
    [Rule::AtariCapture, Rule::AtariDefense, Rule::LowLiberty, Rule::Pattern, Rule::Capture];

/// See the module documentation.
pub struct RuleBasedPolicy {
    rules: Rules,
    moves: Moves,
}

/// The rules and the filter.
struct Rules {
    params: CourseParams,
    mogo: &'static Mogo,
}

impl RuleBasedPolicy {
    /// Creates the policy.
    pub fn new(params: CourseParams) -> Self {
        let mogo = Mogo::of(params.patterns);
        Self { rules: Rules { params, mogo }, moves: Moves::default() }
    }
}

impl Rules {
    /// Sets `moves` to a rule's suggestions; a disabled rule suggests nothing.
    #[inline]
    fn suggest<F: Tracking>(&self, rule: Rule, board: &Board<F>, turn: &Turn, moves: &mut Moves) {
        let (params, last) = (&self.params, turn.last[0]);
        moves.clear();
        // Most rules answer the last move, which may have been a pass or suicide.
        let answers = last != Point::NULL && board.cell(last) == !turn.color as u8;
        match rule {
            Rule::AtariCapture if params.rule_capture_last && answers => {
                suggest::atari_capture(board, turn, moves);
            }
            Rule::AtariDefense if params.rule_defend && answers => suggest::atari_defense(board, turn, moves),
            Rule::LowLiberty if params.rule_extend && answers => suggest::low_liberty(board, turn, moves),
            Rule::Pattern if params.rule_patterns && answers => {
                each_empty_around(board.neighborhood3x3(last), last, |p| {
                    if self.mogo.matches(board.neighborhood3x3(p), turn.color) {
                        moves.push(p);
                    }
                });
            }
            Rule::Capture if params.rule_capture_any => suggest::captures(board, turn, moves),
            _ => {}
        }
    }

    /// Calls `accept` with each rule's suggestions, in order, until it returns a result.
    #[inline]
    fn first<F: Tracking, T>(
        &self,
        board: &Board<F>,
        turn: &Turn,
        moves: &mut Moves,
        mut accept: impl FnMut(Rule, &mut Moves) -> Option<T>,
    ) -> Option<T> {
        RULES.into_iter().find_map(|rule| {
            self.suggest(rule, board, turn, moves);
            accept(rule, moves)
        })
    }

    /// The moves rejected by the filter, which are excluded from the random moves too; only patterns have such moves.
    fn refused<'a, F: Tracking>(&self, board: &Board<F>, turn: &Turn, moves: &'a mut Moves) -> &'a [Point] {
        self.suggest(Rule::Pattern, board, turn, moves);
        moves.as_slice()
    }

    /// Whether a move that a rule suggests passes the filter.
    #[inline(always)]
    fn passes<F: Tracking>(&self, rule: Rule, board: &Board<F>, p: Point, color: Color) -> bool {
        let filters_self_atari = match rule {
            Rule::Pattern => self.params.filter_patterns,
            Rule::Random => self.params.movefilter,
            _ => false,
        };
        board.is_legal_empty(p, color)
            && !is_eye_shape(board.neighborhood3x3(p), color)
            && !(filters_self_atari && is_blunder(board, p, color))
    }
}

impl BoardPolicy for RuleBasedPolicy {
    type Tracking = Tactical;

    #[inline]
    fn pick(&mut self, board: &mut Board<Tactical>, turn: &Turn, rng: &mut Rng) -> (Point, Rule) {
        let (rules, color) = (&self.rules, turn.color);
        let found = rules.first(board, turn, &mut self.moves, |rule, moves| {
            let p = moves.draw(rng, |p| rules.passes(rule, board, p, color));
            (p != Point::NULL).then_some((p, rule))
        });
        found.unwrap_or_else(|| {
            let refused = rules.refused(board, turn, &mut self.moves);
            draw(board, rng, |board, p| rules.passes(Rule::Random, board, p, color) && !refused.contains(&p))
        })
    }

    fn candidates(&mut self, board: &Board<Tactical>, turn: &Turn, moves: &mut Moves) -> Rule {
        let (rules, color) = (&self.rules, turn.color);
        let found = rules.first(board, turn, moves, |rule, moves| {
            moves.retain(|p| rules.passes(rule, board, p, color));
            (!moves.is_empty()).then_some(rule)
        });
        found.unwrap_or_else(|| {
            let refused = rules.refused(board, turn, &mut self.moves);
            all(board, moves, |p| rules.passes(Rule::Random, board, p, color) && !refused.contains(&p))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Game;
    use crate::go::playout::RandomPolicy;
    use crate::go::{diagram, vertex};
    use crate::util::params::Params;

    /// The board of a diagram after a move of White.
    fn after(rows: &[&str], last: &str) -> (Board<Tactical>, Turn) {
        let mut position = diagram::parse(&rows.join("\n")).unwrap();
        position.set_to_play(Color::White);
        position.play(vertex::parse(last, rows.len() as u8).unwrap()).unwrap();
        let mut board = Board::new(rows.len() as u8);
        board.copy_from(position.board());
        (board, Turn { color: Color::Black, last: position.last() })
    }

    /// Parameters with all rules off and no filter except that for eyes.
    fn nothing() -> CourseParams {
        CourseParams { rule_patterns: false, filter_patterns: false, ..CourseParams::for_size(9) }
    }

    /// Finds the first rule with moves, and the moves; checks that the policy plays them.
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
        // An edge pattern suggests D1, which would leave two stones with the only liberty D3.
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
        // A single stone left with one liberty, unless it captures.
        let alone = ["..O..", ".O...", ".....", "OX...", ".O..."];
        assert_eq!(["B5", "A1", "C1"].map(|p| is(&alone, p)), [true, true, false]);
        let capture = ["..O..", ".OX..", ".X...", ".....", "....."];
        assert_eq!(["B5"].map(|p| is(&capture, p)), [true]);
        let capture = [".OX..", "OX...", ".....", ".....", "....."];
        assert!(!is(&capture, "A5"));
        // A chain already in atari loses nothing.
        let atari = ["XO...", ".O...", "O....", ".....", "....."];
        assert!(!is(&atari, "A4"));
    }
}
