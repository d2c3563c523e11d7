//! The interface of a hosted game: the rules, and everything else that a session needs.

use std::time::Duration;

use super::build::PlayerEntry;
use super::clock::Progress;
use super::playouts::for_black;
use super::settings::Settings;
use super::spec::{BoardSize, PlayerSpec};
use crate::framework::{Color, Control, Game, Grid, IllegalMove, Limits, Move, PlayoutPolicy, Search, Stop};
use crate::net::Scale;
use crate::search::dfpn::DfPnParams;
use crate::search::uct::{ThreadParts, UctSearch};
use crate::search::{DfPn, Random};
use crate::util::params::Params;

/// The error for an unsupported board size; the text names the valid sizes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unacceptable size: {0}")]
pub struct UnacceptableSize(pub String);

/// A game hosted by the engine; its board is a grid of points.
pub trait Hosted: Game + Grid + 'static {
    /// Whether GTP clients know the rules; otherwise they query them with the `gogui-rules_` commands.
    const KNOWN_TO_CLIENTS: bool = false;

    /// The default player of both sides.
    const DEFAULT_PLAYER: &'static str = "search";

    /// The initial position, with Black to move.
    ///
    /// # Errors
    /// When the game has no board of the size.
    fn start(size: BoardSize, settings: &Settings) -> Result<Self, UnacceptableSize>;

    /// The initial position of the next game; anything that persists between games, such as the rules of Go, stays.
    ///
    /// # Errors
    /// When the game has no board of the size.
    fn restart(&self, size: BoardSize, settings: &Settings) -> Result<Self, UnacceptableSize> {
        Self::start(size, settings)
    }

    /// The diagram and a line on the game's state.
    fn show(&self, moves: &[(Color, Move)]) -> String {
        let state = match self.outcome().map(|outcome| outcome.winner) {
            None => format!("{} to play, move {}", self.to_play(), moves.len() + 1),
            Some(Some(winner)) => format!("{winner} has won after {} moves", moves.len()),
            Some(None) => format!("a draw after {} moves", moves.len()),
        };
        let last = match moves.last() {
            Some(&(color, mv)) => format!(", last {} {}", color.letter(), self.move_text(mv)),
            None => String::new(),
        };
        format!("{}\n{state}{last}", self.diagram())
    }

    /// Plays an externally made move, perhaps made under other rules, and returns a remark on it, if any.
    ///
    /// # Errors
    /// When the move is not accepted; the error says why, and the game does not change.
    fn follow(&mut self, mv: Move, _settings: &Settings) -> Result<Option<String>, IllegalMove> {
        self.play(mv).map(|()| None)
    }

    /// Replays a move of the game's record, accepted when first played.
    fn replay(&mut self, mv: Move) {
        self.play_legal(mv);
    }

    /// The position for searching a move of `color`.
    fn search_position(&self, color: Color) -> Self {
        let mut game = self.clone();
        game.set_to_play(color);
        game
    }

    /// The progress of the game, for time allocation.
    fn progress(&self) -> Progress {
        let moves = self.length_limit();
        Progress { points: moves, empty: moves }
    }

    /// The scale that converts search results to win probabilities.
    fn scale(&self, _spec: &PlayerSpec) -> Scale {
        Scale::NONE
    }

    /// The playout policy; uniformly random by default.
    fn policy(_spec: &PlayerSpec) -> Box<dyn PlayoutPolicy<Self>> {
        Box::new(Random::new(0))
    }

    /// The tree search; without prior knowledge by default.
    fn uct(spec: &PlayerSpec) -> Box<dyn Search<Self>> {
        let (search, global, seed) = (spec.params.search.clone(), spec.params.global.clone(), spec.seed);
        let spec = spec.clone();
        let parts = move || ThreadParts {
            policy: Self::policy(&spec),
            knowledge: Vec::new(),
            root_filters: Vec::new(),
        };
        Box::new(UctSearch::new(search, global, Box::new(parts), seed))
    }

    /// The position's minimax value for Black: 1 for a win, 0 for a loss, ½ for a draw; `None` if `time` is too short
    /// to find it.
    fn minimax(&self, time: Duration) -> Option<f64> {
        value_under_best_play(self, time)
    }

    /// The players specific to this game.
    fn own_players() -> Vec<PlayerEntry<Self>> {
        Vec::new()
    }
}

/// Limit of the positions searched.
const MAX_NODES: u64 = 5_000_000;

/// The value of a position for Black under best play by both: 1 for a win, 0 for a loss, ½ for a draw; `None`
/// if `time` or five million positions are not enough to find it.
pub(super) fn value_under_best_play<G: Game>(game: &G, time: Duration) -> Option<f64> {
    if let Some(outcome) = game.outcome() {
        return Some(for_black(outcome));
    }
    let limits = Limits { playouts: Some(MAX_NODES), time: Some(time), ..Limits::default() };
    let report = DfPn::new(DfPnParams::for_size(0)).search(game, limits, &Control::default());
    let value = if game.to_play() == Color::Black { report.value } else { 1.0 - report.value };
    (report.stop == Stop::Proven).then_some(value)
}
