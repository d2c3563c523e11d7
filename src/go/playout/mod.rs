//! Go playouts: one loop on the fast board for all policies, and one file per policy.

mod database;
mod fuego;
mod naive;
mod params;
mod random;
mod rulebased;
mod suggest;

pub use database::DatabasePolicy;
pub use fuego::FuegoPolicy;
pub use naive::NaivePolicy;
pub use params::{CourseParams, PolicyName, PolicyParams};
pub use random::RandomPolicy;
pub use rulebased::{RULES, RuleBasedPolicy};
pub use suggest::{Moves, Turn};

use super::Position;
use super::board::{Board, Point, Tracking, color_bits, empty_bits, is_surrounded};
use super::score::{area, owners as owners_of_areas};
use super::tactics::{atari, nakade};
use crate::framework::{Color, Game, Move, Outcome, PlayoutLimit, PlayoutPolicy, Sequence};
use crate::util::Rng;

crate::choices! {
    /// The policy rule that made a move, in the manual's order.
    pub enum Rule {
        /// Plays a point whose eight neighbors are empty.
        Fillboard = "fillboard",
        /// Plays the vital point of a small region beside the last move.
        Nakade = "nakade",
        /// Captures the chain of the last move.
        AtariCapture = "atari_capture",
        /// Saves a chain that the last move put in atari.
        AtariDefense = "atari_defense",
        /// Extends an own two-liberty chain, or takes liberties from an opponent's two-liberty chain.
        LowLiberty = "lowlib",
        /// Plays where a 3x3 pattern matches near the last moves.
        Pattern = "pattern",
        /// Captures any chain in atari.
        Capture = "capture",
        /// Samples a move near the last move by its value in a pattern database.
        Near = "near",
        /// Samples a move elsewhere by its value in a pattern database.
        Far = "far",
        /// Plays any move that is not obviously bad.
        Random = "random",
        /// Passes, because no move is left.
        Pass = "pass",
    }
}

/// A playout policy that picks moves on the board. The [`GoPlayout`] loop is monomorphized per policy.
pub trait BoardPolicy: Send {
    /// The board data that the policy needs.
    type Tracking: Tracking;

    /// Starts a playout on a new board; from then on only moves of [`Self::pick`] change the board.
    fn begin(&mut self, _board: &mut Board<Self::Tracking>) {}

    /// The number of moves after which a playout is stopped and scored as it stands; `None` to use the search's limit.
    fn length_limit(&self, _size: u8) -> Option<usize> {
        None
    }

    /// A move and the rule that chose it; the null point is a pass.
    ///
    /// May reorder the board's empty points.
    fn pick(&mut self, board: &mut Board<Self::Tracking>, turn: &Turn, rng: &mut Rng) -> (Point, Rule);

    /// The corrected move in place of a rule's move, or the move itself.
    fn corrected(&self, _board: &Board<Self::Tracking>, p: Point, _rule: Rule, _color: Color) -> Point {
        p
    }

    /// Sets `moves` to the moves of the first rule that finds any, and returns the rule.
    fn candidates(&mut self, board: &Board<Self::Tracking>, turn: &Turn, moves: &mut Moves) -> Rule;
}

/// Plays Go to the end with a [`BoardPolicy`].
///
/// A playout ends after two passes and is scored by [`playout_score`].
pub struct GoPlayout<P: BoardPolicy> {
    policy: P,
    board: Box<Board<P::Tracking>>,
    counts: [u64; Rule::NAMES.len()],
    /// Whether the last playout ended by passes, so its empty regions have owners.
    has_areas: bool,
}

impl<P: BoardPolicy> GoPlayout<P> {
    /// Creates the playouts of a policy.
    pub fn new(policy: P) -> Self {
        let board = Box::new(Board::new(super::board::MAX_SIZE));
        Self { policy, board, counts: [0; Rule::NAMES.len()], has_areas: false }
    }
}

/// The leads in stones at which a playout counts as won, for Black and for White: 3/10 of the board's points, or more
/// than the points that the player concedes, whichever is larger.
///
/// # References
/// - Fuego's mercy rule; first described for Hex and Go by B. Bouzy, ICGA Journal 2007.
fn mercy_leads(game: &Position) -> [usize; 2] {
    let threshold = 3 * usize::from(game.board().size()).pow(2) / 10;
    [1, -1].map(|sign| threshold.max((sign * game.handed_over()).max(0) as usize / 2 + 1))
}

impl<P: BoardPolicy> PlayoutPolicy<Position> for GoPlayout<P> {
    fn pick(&mut self, game: &Position, rng: &mut Rng) -> Move {
        self.board.copy_from(game.board());
        self.policy.begin(&mut self.board);
        let turn = Turn { color: game.to_play(), last: game.last() };
        self.policy.pick(&mut self.board, &turn, rng).0.to_move()
    }

    fn take_rule_counts(&mut self) -> Vec<(&'static str, u64)> {
        let counts = std::mem::take(&mut self.counts);
        Rule::NAMES.iter().copied().zip(counts).collect()
    }

    fn owners(&self, owners: &mut [i8]) {
        let board = &self.board;
        let is_open = self.has_areas && board.empty_points().iter().any(|&p| board.empty_neighbors(p) > 0);
        let areas = is_open.then(|| owners_of_areas(board, &[]));
        for p in board.points() {
            let surrounds = |&color: &Color| is_surrounded(board.neighborhood3x3(p), color);
            let owner = match &areas {
                Some(areas) => areas[p],
                None => board.color_at(p).or_else(|| Color::ALL.into_iter().find(surrounds)),
            };
            owners[p.index()] = owner.map_or(0, Color::sign);
        }
    }

    fn playout(
        &mut self,
        game: &mut Position,
        limit: PlayoutLimit,
        rng: &mut Rng,
        line: &mut Sequence,
    ) -> Outcome {
        self.play_to_end(game, limit, rng, line, |_, _| {})
    }

    fn playout_seen(
        &mut self,
        game: &mut Position,
        limit: PlayoutLimit,
        rng: &mut Rng,
        line: &mut Sequence,
        see: &mut dyn FnMut(&Position, Move, &'static str),
    ) -> Outcome {
        let mut seen = game.clone();
        self.play_to_end(game, limit, rng, line, |p, rule| {
            seen.play_legal(p.to_move());
            see(&seen, p.to_move(), rule.name());
        })
    }
}

/// A policy of Go whose type the caller does not know: its playouts, and its choice of a move step by step.
pub trait GoPolicy: PlayoutPolicy<Position> {
    /// The first rule that finds moves in a position, and its moves.
    fn candidates(&mut self, game: &Position) -> (Rule, Vec<Point>);

    /// The policy's corrected moves in place of a rule's moves in a position.
    fn corrected(&mut self, game: &Position, rule: Rule, moves: &[Point]) -> Vec<Point>;
}

impl<P: BoardPolicy> GoPolicy for GoPlayout<P> {
    fn candidates(&mut self, game: &Position) -> (Rule, Vec<Point>) {
        self.board.copy_from(game.board());
        let mut moves = Moves::default();
        let turn = Turn { color: game.to_play(), last: game.last() };
        let rule = self.policy.candidates(&self.board, &turn, &mut moves);
        (rule, moves.as_slice().to_vec())
    }

    fn corrected(&mut self, game: &Position, rule: Rule, moves: &[Point]) -> Vec<Point> {
        self.board.copy_from(game.board());
        moves.iter().map(|&p| self.policy.corrected(&self.board, p, rule, game.to_play())).collect()
    }
}

impl<P: BoardPolicy> GoPlayout<P> {
    /// The playout loop; compiled without `see` for unobserved playouts.
    #[inline]
    fn play_to_end(
        &mut self,
        game: &Position,
        limit: PlayoutLimit,
        rng: &mut Rng,
        line: &mut Sequence,
        mut see: impl FnMut(Point, Rule),
    ) -> Outcome {
        let (board, policy) = (&mut *self.board, &mut self.policy);
        board.copy_from(game.board());
        policy.begin(board);
        self.has_areas = false;
        let own_limit = policy.length_limit(board.size());
        let length = own_limit.unwrap_or(limit.length);
        let mercy = if limit.mercy { mercy_leads(game) } else { [super::board::POINTS; 2] };
        let mut turn = Turn { color: game.to_play(), last: game.last() };
        let mut passes = 0;
        while line.len() < length {
            let (p, rule) = policy.pick(board, &turn, rng);
            self.counts[rule as usize] += 1;
            line.push(p.to_move());
            see(p, rule);
            if p == Point::NULL {
                passes += 1;
                if passes == 2 {
                    self.has_areas = true;
                    return outcome(board, game);
                }
                board.clear_ko();
            } else {
                passes = 0;
                board.play_legal(p, turn.color);
                // Only the player who moved can have gained a lead.
                if board.stones(turn.color) >= board.stones(!turn.color) + mercy[turn.color.index()] {
                    let lead = 2 * closed_score(board).0 - game.handed_over();
                    return Outcome::mercy(turn.color, lead, game.greatest_score());
                }
            }
            turn = Turn { color: !turn.color, last: [p, turn.last[0]] };
        }
        self.has_areas = own_limit.is_some();
        if self.has_areas { outcome(board, game) } else { Outcome::BROKEN_OFF }
    }
}

fn outcome<F: Tracking>(board: &Board<F>, game: &Position) -> Outcome {
    Outcome::from_score(2 * playout_score(board) - game.handed_over(), game.greatest_score())
}

/// Black's area minus White's in points, by Tromp-Taylor rules. Fast at the usual end of a playout, when no two empty
/// points are adjacent; a pattern database may stop earlier.
#[inline]
pub fn playout_score<F: Tracking>(board: &Board<F>) -> i32 {
    let (score, is_closed) = closed_score(board);
    if is_closed { score } else { area(board, &[]) }
}

/// Black's stones and one-point areas minus White's, and whether no two empty points are adjacent.
#[inline]
fn closed_score<F: Tracking>(board: &Board<F>) -> (i32, bool) {
    let mut score = board.stones(Color::Black) as i32 - board.stones(Color::White) as i32;
    let mut open = 0;
    for &p in board.empty_points() {
        let code = board.neighborhood3x3(p);
        open |= empty_bits(code);
        score += i32::from(is_surrounded(code, Color::Black)) - i32::from(is_surrounded(code, Color::White));
    }
    (score, open == 0)
}

/// Whether a rule-based playout may play at the empty point `p`: the move is legal, does not break a seki, and is not
/// surrounded by stones of one color unless one of them is in atari.
#[inline]
pub(super) fn is_playable<F: Tracking>(board: &Board<F>, p: Point, color: Color) -> bool {
    let code = board.neighborhood3x3(p);
    if board.empty_neighbors(p) > 1 {
        return board.ko_for(color) != p;
    }
    if (is_surrounded(code, color) || is_surrounded(code, !color)) && board.atari_bits(p) == 0 {
        return false;
    }
    board.is_legal_empty(p, color) && !is_mutual_atari(board, p, color)
}

/// Whether `p` is a shared liberty of a seki: a move there is self-atari for either side, and puts more than two stones
/// of `color` in atari that form no nakade shape.
#[inline]
fn is_mutual_atari<F: Tracking>(board: &Board<F>, p: Point, color: Color) -> bool {
    if color_bits(board.neighborhood3x3(p), color) == 0 {
        return false;
    }
    let size = atari::size_after(board, p, color);
    size > 2
        && atari::is_self_atari(board, p, color)
        && (size > nakade::LARGEST || !nakade::is_shape_after(board, p, color))
        && atari::is_self_atari(board, p, !color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Rules;
    use crate::go::board::Bare;

    /// Plays the point that a function chooses.
    struct Scripted(fn(&Board<Bare>, Color) -> Point);

    impl BoardPolicy for Scripted {
        type Tracking = Bare;

        fn pick(&mut self, board: &mut Board<Bare>, turn: &Turn, _: &mut Rng) -> (Point, Rule) {
            ((self.0)(board, turn.color), Rule::Random)
        }

        fn candidates(&mut self, _: &Board<Bare>, _: &Turn, _: &mut Moves) -> Rule {
            Rule::Pass
        }
    }

    #[test]
    fn a_playout_tells_how_it_ended() {
        let position = Position::new(5, Rules::default());
        // Black fills the board from the first empty point on; White passes.
        let alone = |board: &Board<Bare>, color| match color {
            Color::Black => board.points().find(|&p| board.color_at(p).is_none()).unwrap(),
            Color::White => Point::NULL,
        };
        let outcome = |length| {
            let mut line = Sequence::new();
            let limit = PlayoutLimit { length, mercy: true };
            GoPlayout::new(Scripted(alone)).playout(&mut position.clone(), limit, &mut Rng::new(1), &mut line)
        };
        // Seven stones are 3/10 of the board, and eight exceed the komi of 7.5; the maximum lead is 25 + 7.5.
        assert_eq!(outcome(75), Outcome::mercy(Color::Black, 2 * 8 - 15, 50 + 15));
        assert_eq!(outcome(10), Outcome::BROKEN_OFF);
    }

    #[test]
    fn a_playout_that_ends_early_counts_whole_areas() {
        for (rows, area, corners) in [
            ("..XO.\n..XO.\n..XO.\n..XO.\n..XO.", 5, [1, -1]),
            (".....\n.....\n..X..\n.....\n.....", 25, [1, 1]),
            (".....\n.....\n..X.O\n.....\n.....", 0, [0, 0]),
            ("XXXXX\nXXXXX\nX.X.X\nXXXXX\nXXXXX", 25, [1, 1]),
        ] {
            let position = crate::go::diagram::parse(rows).unwrap();
            let limit = PlayoutLimit { length: 75, mercy: true };
            // Passes at once, like a pattern database with all values 0.
            let mut playout = GoPlayout::new(Scripted(|_, _| Point::NULL));
            let outcome =
                playout.playout(&mut position.clone(), limit, &mut Rng::new(1), &mut Sequence::new());
            let score = 2 * area - position.handed_over();
            assert_eq!(outcome, Outcome::from_score(score, position.greatest_score()), "{rows}");
            let mut owners = [0; crate::go::board::POINTS];
            playout.owners(&mut owners);
            let found = [(0, 4), (4, 4)].map(|(col, row)| owners[Point::at(col, row).index()]);
            assert_eq!(found, corners, "{rows}");
        }
    }
}
