//! Pass decisions, based on the final status estimate.

use super::search::{brief_search, look};
use super::status::{self, Status};
use crate::engine::spec::PlayerSpec;
use crate::framework::{Color, Game, Move, Until};
use crate::go::board::{Board, Map, cell};
use crate::go::tactics::atari;
use crate::go::{HandicapBonus, Komi, Point, Position, Rules, Scoring, score};
use crate::players::{Endgame, OutOfTime};

/// A game is not near its end if a quick estimate finds more than one in this many points unsettled.
const MAX_UNSETTLED: usize = 8;

/// Playouts of a search that checks the estimate.
const SEARCH: u64 = 2000;

/// Go's endgame, judged by the estimate.
pub struct GoEndgame(PlayerSpec);

impl GoEndgame {
    /// Creates the endgame; the specification chooses the playouts.
    pub fn new(spec: PlayerSpec) -> Self {
        Self(spec)
    }

    fn estimate(&self, game: &Position, playouts: u32, until: Until<'_>) -> Result<Status, OutOfTime> {
        Status::by_playouts(&self.0, game, playouts, until).ok_or(OutOfTime)
    }

    /// Estimates the status after the player to move passes.
    fn after_pass(&self, game: &Position, playouts: u32, until: Until<'_>) -> Result<Status, OutOfTime> {
        let mut passed = game.clone();
        passed.set_to_play(!game.to_play());
        self.estimate(&passed, playouts, until)
    }

    /// The points that the network gives to the same color whoever moves next. Playouts invade large territories; the
    /// network knows that the invasions fail. No point is known without a network, nor under area scoring, where a
    /// wasted move costs nothing.
    fn known(&self, game: &Position) -> Map<bool> {
        let looks: Vec<_> = Color::ALL
            .into_iter()
            .filter(|_| game.rules().scoring == Scoring::Territory)
            .filter_map(|color| {
                let mut game = game.clone();
                game.set_to_play(color);
                Some((f32::from(color.sign()), look(&self.0, &game, 0..1)?.ownership))
            })
            .collect();
        let mut known = Map::new(false);
        for p in game.board().points() {
            known[p] =
                !looks.is_empty() && is_clear(looks.iter().map(|(sign, ownership)| sign * ownership[p]));
        }
        known
    }

    /// The estimate after the player to move passes; `None` while the board is far from settled.
    fn near_end(&self, game: &Position, until: Until<'_>) -> Result<Option<Status>, OutOfTime> {
        let board = game.board();
        let points = usize::from(board.size()).pow(2);
        if board.empty_count() * 3 > points * 2 {
            return Ok(None);
        }
        let (known, quick) = (self.known(game), self.after_pass(game, status::MIN_PLAYOUTS, until)?);
        if quick.unsettled.iter().filter(|&&p| !known[p]).count() * MAX_UNSETTLED > points {
            return Ok(None);
        }
        self.after_pass(game, status::PLAYOUTS, until).map(Some)
    }

    /// Whether the player to move can gain under territory scoring by playing at one of the points.
    fn gains_territory(
        &self,
        game: &Position,
        status: &Status,
        points: &[Point],
        until: Until<'_>,
    ) -> Result<bool, OutOfTime> {
        for p in points {
            let mut after = game.clone();
            if after.play(p.to_move()).is_ok() {
                let later = self.estimate(&after, status::PLAYOUTS, until)?;
                if lead(&later, game.to_play()) > lead(status, game.to_play()) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The open points of a position under territory scoring; `status` is the estimate after a pass.
    fn open_points(
        &self,
        game: &Position,
        status: &Status,
        until: Until<'_>,
    ) -> Result<Vec<Point>, OutOfTime> {
        let moving = self.estimate(game, status::PLAYOUTS, until)?;
        Ok(open_points(game.board(), status, &moving, &self.known(game)))
    }

    /// The final moves under territory scoring: a move that gains a point, else the first of `moves` at an open point
    /// that costs nothing, else a pass; `None` while stones are contested. Players fill dame before passing, because
    /// stones beside dame have no territory (Nihon Kiin, "The Japanese Rules of Go", 1989, article 8).
    fn last_territory_move(
        &self,
        game: &Position,
        status: &Status,
        moves: &[Move],
        until: Until<'_>,
    ) -> Result<Option<Move>, OutOfTime> {
        /// The possible error of a quick estimate, in half points.
        const ERROR: i32 = 2;
        let (board, color) = (game.board(), game.to_play());
        let known = self.known(game);
        let is_fight = status.unsettled.iter().any(|&p| board.color_at(p).is_some() && !known[p]);
        if is_fight && moves.first() != Some(&Move::PASS) {
            return Ok(None);
        }
        if let Some(mv) = self.gain(game, status, until)? {
            return Ok(Some(mv));
        }
        let open = self.open_points(game, status, until)?;
        for &mv in moves.iter().filter(|&&mv| open.iter().any(|p| p.to_move() == mv)) {
            let mut after = game.clone();
            if !atari::is_self_atari(board, Point::of_move(mv), color) && after.play(mv).is_ok() {
                let later = self.estimate(&after, status::MIN_PLAYOUTS, until)?;
                if lead(&later, color) + ERROR >= lead(status, color) {
                    return Ok(Some(mv));
                }
            }
        }
        Ok(Some(Move::PASS))
    }

    /// A move that gains at least a point, not at a point whose owner is known; `status` is the estimate after a pass.
    /// The search's komi makes the player to move lose by half a point with a pass.
    fn gain(&self, game: &Position, status: &Status, until: Until<'_>) -> Result<Option<Move>, OutOfTime> {
        /// The minimum value difference between the move and the pass.
        const MARGIN: f64 = 0.3;
        /// A lead, in half points, that a wasted move could lose.
        const NARROW: i32 = 2;

        let color = game.to_play();
        if (1..=NARROW).contains(&lead(status, color)) {
            return Ok(None);
        }
        let report = brief_search(&self.0, &at_the_edge(game, status, 1), SEARCH, until).ok_or(OutOfTime)?;
        let value = |mv: Move| report.moves.iter().find(|stat| stat.mv == mv).map_or(0.0, |stat| stat.value);
        let gains = |mv: &Move| *mv != Move::PASS && value(*mv) - value(Move::PASS) > MARGIN;
        let known = self.known(game);
        Ok(report.best.filter(gains).filter(|&mv| !known[Point::of_move(mv)]))
    }

    /// Whether the opponent may win if the player to move passes now. Playouts alone overlook killing moves.
    fn loses_after_pass(&self, game: &Position, until: Until<'_>) -> Result<bool, OutOfTime> {
        /// The opponent's search value must not exceed this.
        const UNLIKELY: f64 = 0.2;

        let mut passed = game.clone();
        passed.set_to_play(!game.to_play());
        passed.forget_passes();
        let report = brief_search(&self.0, &passed, SEARCH, until).ok_or(OutOfTime)?;
        Ok(report.value > UNLIKELY)
    }

    /// Whether a player who moves first gains several points over `status`, the estimate after a pass. Playouts alone
    /// overlook killing and saving moves.
    fn can_be_upset(&self, game: &Position, status: &Status, until: Until<'_>) -> Result<bool, OutOfTime> {
        /// A gain, in half points, that is too large: four points.
        const GAIN: i32 = 8;
        /// The minimum value of such a search.
        const LIKELY: f64 = 0.4;

        for color in Color::ALL {
            let mut game = game.clone();
            game.set_to_play(color);
            game.forget_passes();
            let game = at_the_edge(&game, status, GAIN);
            let report = brief_search(&self.0, &game, SEARCH, until).ok_or(OutOfTime)?;
            if report.value > LIKELY {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Endgame<Position> for GoEndgame {
    fn is_after_pass(&self, game: &Position) -> bool {
        game.passes() > 0 && game.rules().two_passes_end_game
    }

    fn waste_costs(&self, game: &Position) -> bool {
        game.rules().scoring == Scoring::Territory
    }

    fn passing_wins(&self, game: &Position, until: Until<'_>) -> Result<bool, OutOfTime> {
        let color = game.to_play();
        let is_counted = game.rules().capture_dead;
        // Points that the opponent's next move could still take do not count as ours.
        let status = self.after_pass(game, status::PLAYOUTS, until)?;
        let doubt = if is_counted { 0 } else { status.unsettled.len() };
        if game.rules().scoring == Scoring::Territory
            && (!self.open_points(game, &status, until)?.is_empty()
                || self.gain(game, &status, until)?.is_some())
        {
            return Ok(false);
        }
        Ok(lead(&status, color) > swing(doubt) && (is_counted || !is_disputed(game, &status)))
    }

    fn is_open(&self, game: &Position, until: Until<'_>) -> Result<bool, OutOfTime> {
        Ok(self.near_end(game, until)?.is_none())
    }

    /// If dead stones must be captured, the player plays on. Neutral points count only under area scoring, and only if
    /// they can change the winner.
    fn is_settled(&self, game: &Position, until: Until<'_>) -> Result<bool, OutOfTime> {
        let (board, color, rules) = (game.board(), game.to_play(), game.rules());
        if rules.capture_dead {
            return Ok(false);
        }
        let Some(status) = self.near_end(game, until)? else { return Ok(false) };
        if is_disputed(game, &status) || !is_neutral(board, &status) || has_open_border(board, &status) {
            return Ok(false);
        }
        if rules.scoring == Scoring::Territory {
            let open = self.open_points(game, &status, until)?;
            return Ok(!self.gains_territory(game, &status, &open, until)?
                && !self.can_be_upset(game, &status, until)?);
        }
        let is_decided =
            status.unsettled.is_empty() || lead(&status, color).abs() > swing(status.unsettled.len());
        Ok(is_decided && !self.can_be_upset(game, &status, until)?)
    }

    fn last_move(
        &self,
        game: &Position,
        moves: &[Move],
        until: Until<'_>,
    ) -> Result<Option<Move>, OutOfTime> {
        let (board, color, rules) = (game.board(), game.to_play(), game.rules());
        let Some(status) = self.near_end(game, until)? else { return Ok(None) };
        if rules.scoring == Scoring::Territory {
            return self.last_territory_move(game, &status, moves, until);
        }
        if is_disputed(game, &status)
            || !is_neutral(board, &status)
            || lead(&status, color) <= swing(status.unsettled.len())
            || self.loses_after_pass(game, until)?
        {
            return Ok(None);
        }
        for &mv in moves.iter().filter(|&&mv| status.unsettled.iter().any(|p| p.to_move() == mv)) {
            let mut after = game.clone();
            // A self-atari could be answered by a capture.
            if !atari::is_self_atari(board, Point::of_move(mv), color) && after.play(mv).is_ok() {
                let status = self.estimate(&after, status::MIN_PLAYOUTS, until)?;
                if lead(&status, color) > swing(status.unsettled.len()) {
                    return Ok(Some(mv));
                }
            }
        }
        Ok(Some(Move::PASS))
    }
}

/// The position with a komi by which the player to move must gain `needed` half points over `status` for a draw.
fn at_the_edge(game: &Position, status: &Status, needed: i32) -> Position {
    let color = game.to_play();
    let change = lead(status, color) + needed;
    let compensation = game.compensation() + if color == Color::Black { change } else { -change };
    let mut game = game.clone();
    game.set_rules(Rules {
        komi: Komi::from_half_points(compensation),
        handicap_bonus: HandicapBonus::None,
        ..*game.rules()
    });
    game
}

/// The empty points worth a move before the players pass: those whose owner is unclear or depends on who moves first,
/// those where a chain escapes from atari, which playouts often overlook, and those between living stones of both
/// colors, which are nobody's territory. Excludes points beside a seki. The two estimates are for either player to
/// move; the owners of `known` points are clear, even where a chain may escape.
fn open_points(board: &Board, status: &Status, other: &Status, known: &Map<bool>) -> Vec<Point> {
    let is_one_of = |q: Point, heads: &[Point]| heads.iter().any(|&head| board.head(head) == board.head(q));
    let is_clear = |p: Point| is_clear([status.ownership[p], other.ownership[p]].into_iter());
    let in_atari = Color::ALL
        .into_iter()
        .flat_map(|color| board.chains_in_atari(color).iter().map(move |&q| (q, color)));
    let escapes: Vec<Point> = in_atari
        .filter_map(|(head, color)| {
            let liberty = board.liberties(head).only();
            (!atari::is_self_atari(board, liberty, color)).then_some(liberty)
        })
        .collect();
    let is_open = |&p: &Point| {
        let stones = || p.neighbors().into_iter().filter(|&q| board.color_at(q).is_some());
        let touches =
            |color| stones().any(|q| board.color_at(q) == Some(color) && !is_one_of(q, &status.dead));
        !known[p]
            && !stones().any(|q| is_one_of(q, &status.seki))
            && (!is_clear(p) || escapes.contains(&p) || Color::ALL.into_iter().all(touches))
    };
    board.empty_points().iter().copied().filter(is_open).collect()
}

/// Returns whether all shares, one per estimate, give a point clearly to the same color.
fn is_clear(ownership: impl Iterator<Item = f32> + Clone) -> bool {
    /// The minimum difference between the colors' shares of a clearly owned point.
    const CLEAR: f32 = 0.8;
    ownership.clone().all(|share| share > CLEAR) || ownership.clone().all(|share| share < -CLEAR)
}

/// Whether all unsettled points are empty and border on living stones of both colors.
fn is_neutral(board: &Board, status: &Status) -> bool {
    let owners = score::owners(board, &status.dead);
    status.unsettled.iter().all(|&p| board.color_at(p).is_none() && owners[p].is_none())
}

/// Whether an unsettled point is adjacent to an owned empty point, so that a move there gains points.
fn has_open_border(board: &Board, status: &Status) -> bool {
    let is_owned = |q: &Point| board.cell(*q) == cell::EMPTY && !status.unsettled.contains(q);
    status.unsettled.iter().flat_map(|p| p.neighbors()).any(|q| is_owned(&q))
}

/// Whether the estimate is doubtful: the player to move has chains in atari that it counts as alive.
fn is_disputed(game: &Position, status: &Status) -> bool {
    game.board().chains_in_atari(game.to_play()).iter().any(|head| !status.dead.contains(head))
}

/// The lead of a player in half points.
fn lead(status: &Status, color: Color) -> i32 {
    i32::from(color.sign()) * status.score
}

/// The change of the lead, in half points, when `points` points change their owner.
fn swing(points: usize) -> i32 {
    4 * points as i32
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::engine::settings::Settings;
    use crate::engine::spec::BoardSize;
    use crate::framework::Control;
    use crate::go::diagram;

    /// The endgame of a game on a square board, and the game from a diagram.
    fn endgame(diagram: &str, color: Color) -> (GoEndgame, Position) {
        let mut game = diagram::parse(diagram).unwrap();
        game.set_to_play(color);
        let size = game.board().size();
        (GoEndgame::new(Settings::new(size).spec(BoardSize::square(size), 1)), game)
    }

    /// The last move of a color under Japanese rules; `moves` are the candidates.
    fn last_move(diagram: &str, color: Color, komi: i32, moves: &[Move]) -> Option<Move> {
        let (endgame, mut game) = endgame(diagram, color);
        let komi = Komi::from_half_points(komi);
        game.set_rules(Rules { komi, ..Rules::named("japanese").unwrap() });
        let mut all = game.moves();
        all.sort_by_key(|&mv| mv == Move::PASS);
        let moves = if moves.is_empty() { &all } else { moves };
        endgame.last_move(&game, moves, Until { deadline: None, control: &Control::default() }).unwrap()
    }

    #[test]
    fn a_deadline_and_a_stop_end_every_question() {
        let position = Position::new(7, crate::go::Rules::default());
        let spec = Settings::new(7).spec(BoardSize::square(7), 1);
        let [going, stopped] = [Control::default(), Control::default()];
        stopped.stop();
        let endless = Until { deadline: None, control: &going };
        let status = Status::by_playouts(&spec, &position, status::MIN_PLAYOUTS, endless).unwrap();
        let endgame = GoEndgame::new(spec);
        assert_eq!(endgame.passing_wins(&position, endless), Ok(false));
        for until in [
            Until { deadline: Some(Instant::now()), control: &going },
            Until { deadline: None, control: &stopped },
        ] {
            assert_eq!(endgame.passing_wins(&position, until), Err(OutOfTime));
            // The searches that check the estimate.
            assert_eq!(endgame.gain(&position, &status, until), Err(OutOfTime));
            assert_eq!(endgame.loses_after_pass(&position, until), Err(OutOfTime));
            assert_eq!(endgame.can_be_upset(&position, &status, until), Err(OutOfTime));
        }
    }

    /// Two copies of the engine stopped here, although White gains three stones with E8.
    #[test]
    fn under_territory_rules_nobody_passes_while_a_move_gains_points() {
        const BOARD: &str = "
            . . . . X O O O .
            . . . . . X O X .
            . . . X . X O X .
            . . . X O X O . .
            . . X X X O . . .
            . . . O X O O . .
            X X X X O . O . .
            X O O O O O . . .
            X O . . . . . . .";
        for komi in [-41, 41] {
            let found = last_move(BOARD, Color::White, komi, &[Move::PASS]);
            assert_eq!(found, Some(Point::at(4, 7).to_move()), "{komi}");
        }
    }

    /// White captured a dead stone with H3, then Black filled its own territory with A6.
    #[test]
    fn under_territory_rules_a_settled_game_ends_without_lost_points() {
        const BOARD: &str = "
            . . . . . X O .
            . . . . X X O .
            . . . . X O O .
            . . . . X O . O
            . . X X X X O .
            . X O O O O ? ?
            . X O . . . O .
            . X X O . . . .";
        for (color, stones) in [(Color::White, "X ."), (Color::Black, ". O")] {
            let found = last_move(&BOARD.replace("? ?", stones), color, -5, &[]);
            assert_eq!(found, Some(Move::PASS), "{color:?}");
        }
    }

    /// An engine passed here and lost: Black must play D5 before White kills the bottom left group.
    #[test]
    fn nothing_is_settled_while_a_move_kills_or_saves() {
        const BOARD: &str = "
            . . . . . . . . .
            . . . . . . . X X
            . . . . . X X X O
            . X X . X . X O O
            . . X . X X O O .
            X X O X O O . . .
            X O O X X O O O .
            O O . O X O . O .
            . . O . O . O . .";
        let (endgame, game) = endgame(BOARD, Color::Black);
        let until = Until { deadline: None, control: &Control::default() };
        assert_eq!(endgame.is_settled(&game, until), Ok(false));
    }
}
