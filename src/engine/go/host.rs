//! Go as a hosted game.
//!
//! A game of Go goes on until both players pass, long after it is decided. The search for the exact winner of a small
//! position ends each variation as soon as the unconditionally safe points of one player are enough to win. The result
//! stays exact, and larger positions can be solved. The search obeys superko.

use std::time::Duration;

use super::analysis::scale;
use super::player::full_player;
use super::policies::policy;
use super::search::search;
use crate::engine::build::{NoParams, PlayerEntry, PlayerParts, TimeUse};
use crate::engine::clock::Progress;
use crate::engine::host::{Hosted, UnacceptableSize, value_under_best_play};
use crate::engine::settings::Settings;
use crate::engine::spec::{BoardSize, PlayerSpec};
use crate::framework::{Color, Game, Grid, IllegalMove, Move, Player, PlayoutPolicy, Search};
use crate::go::board::{MAX_SIZE, MIN_SIZE};
use crate::go::simple::{self, SimplePlayer};
use crate::go::{KoRule, Position, Rules, Scoring};
use crate::net::Scale;
use crate::players::Chain;
use crate::search::PolicySearch;

impl Hosted for Position {
    const KNOWN_TO_CLIENTS: bool = true;
    const DEFAULT_PLAYER: &'static str = "full";

    fn start(size: BoardSize, settings: &Settings) -> Result<Self, UnacceptableSize> {
        let (cols, rows) = size.or((MAX_SIZE, MAX_SIZE));
        let size = check_size(cols, rows, settings)?;
        Ok(Self::new(size, settings.rules.rules))
    }

    /// Keeps the rules and the komi.
    fn restart(&self, size: BoardSize, settings: &Settings) -> Result<Self, UnacceptableSize> {
        let (cols, rows) = size.or((self.board().size(), self.board().size()));
        Ok(Self::new(check_size(cols, rows, settings)?, *self.rules()))
    }

    fn scale(&self, spec: &PlayerSpec) -> Scale {
        scale(self, spec)
    }

    fn show(&self, moves: &[(Color, Move)]) -> String {
        let last = match moves.last() {
            Some(&(color, mv)) => format!(" after {} {}", color.letter(), self.move_text(mv)),
            None => String::new(),
        };
        format!(
            "{}\n{} to play, move {}{last}\nprisoners: black has {}, white has {}\nrules: {}, komi {}{}",
            self.diagram(),
            self.to_play(),
            moves.len() + 1,
            self.board().captured(Color::White),
            self.board().captured(Color::Black),
            rules_name(self.rules()).unwrap_or("mixed"),
            self.rules().komi,
            match self.handicap() {
                0 => String::new(),
                stones => format!(", handicap {stones}"),
            }
        )
    }

    /// Accepts a move forbidden only by superko, because the rules of the actual game may allow it.
    fn follow(&mut self, mv: Move, settings: &Settings) -> Result<Option<String>, IllegalMove> {
        match self.check(mv) {
            Err(IllegalMove::Superko) if !self.is_lone_suicide(mv) => {
                let note =
                    format!("{} {} repeats a position; played anyway", self.to_play(), self.move_text(mv));
                self.play_unchecked(mv).map(|()| Some(note))
            }
            Err(_) if settings.go.accept_illegal => self.play_unchecked(mv).map(|()| None),
            _ => self.play(mv).map(|()| None),
        }
    }

    /// Does not check the rules, which may have changed since the move was played.
    fn replay(&mut self, mv: Move) {
        let replayed = self.play_unchecked(mv);
        check!(replayed.is_ok(), "{replayed:?}");
    }

    /// A finished game continues, so that a search can find a move. Where dead stones are removed by agreement, the
    /// opponent's pass is forgotten: a second pass would end the game with all stones alive, so the search must be able
    /// to answer its own pass. Under territory scoring, the search's encore handles that.
    fn search_position(&self, color: Color) -> Self {
        let mut game = self.clone();
        let is_agreed = !game.rules().capture_dead && game.rules().scoring == Scoring::Area;
        if color != game.to_play() || game.outcome().is_some() || is_agreed {
            game.forget_passes();
        }
        game.add_encore();
        game.set_to_play(color);
        game
    }

    fn progress(&self) -> Progress {
        Progress { points: usize::from(self.board().size()).pow(2), empty: self.board().empty_count() }
    }

    fn policy(spec: &PlayerSpec) -> Box<dyn PlayoutPolicy<Self>> {
        policy(spec)
    }

    fn uct(spec: &PlayerSpec) -> Box<dyn Search<Self>> {
        Box::new(search(spec))
    }

    /// All stones are alive at the end, as in playouts, which do not count a pass before the position either.
    fn minimax(&self, time: Duration) -> Option<f64> {
        let mut position = self.clone();
        position.forget_passes();
        value_under_best_play(&position, time)
    }

    /// The full player, and the Simple Go players as `sp-NAME`.
    fn own_players() -> Vec<PlayerEntry<Self>> {
        let full = PlayerEntry::new(
            "full",
            "the player of the preset: opening, search, passing, resigning and pondering",
            |_: &NoParams, parts: PlayerParts<Self>| full_player(&parts.spec),
        );
        let simple = |entry: &simple::SimplePlayerEntry| {
            let pick = entry.pick;
            let build = move |_: &NoParams, parts: PlayerParts<Self>| {
                Box::new(SimplePlayer::new(pick, parts.spec.seed)) as Box<dyn Player<Self>>
            };
            PlayerEntry::new(entry.name, entry.doc, build)
        };
        let no_search = PlayerEntry::new(
            "sp-no-search",
            "the move of the playout policy",
            |_: &NoParams, parts: PlayerParts<Self>| {
                let search = PolicySearch::new(Self::policy(&parts.spec), parts.spec.seed);
                Box::new(Chain::new(vec![Box::new(search)]))
            },
        );
        [full.with_time(TimeUse::Full)]
            .into_iter()
            .chain(simple::PLAYERS.iter().map(simple))
            .chain([no_search])
            .collect()
    }
}

/// The size of a square board.
fn check_size(cols: u8, rows: u8, settings: &Settings) -> Result<u8, UnacceptableSize> {
    let error = |text: String| Err(UnacceptableSize(text));
    if !(MIN_SIZE..=MAX_SIZE).contains(&cols) {
        return error(format!("expected {MIN_SIZE} to {MAX_SIZE}"));
    }
    if cols != rows {
        return error("expected as many columns as rows".to_owned());
    }
    match settings.rules.fixed_size.filter(|&fixed| fixed != cols) {
        Some(fixed) => error(format!("it is fixed at {fixed}")),
        None => Ok(cols),
    }
}

/// The name of a rule set, ignoring komi; `None` if no name stands for exactly these rules. `chinese` with simple ko
/// keeps its name, because KataGo and its clients mean that by it.
pub fn rules_name(rules: &Rules) -> Option<&'static str> {
    let is_named = |ko: Option<KoRule>, name: &str| {
        let named =
            Rules::named(name).map(|named| Rules { komi: rules.komi, ko: ko.unwrap_or(named.ko), ..named });
        named.is_ok_and(|named| named == *rules)
    };
    let name = Rules::NAMES.into_iter().find(|name| is_named(None, name));
    name.or(Some("chinese").filter(|name| is_named(Some(KoRule::Simple), name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Game;
    use crate::go::Rules;

    #[test]
    fn a_pass_before_the_position_does_not_count() {
        let value = |komi: &str, moves: &[Move]| {
            let mut position = Position::new(2, Rules { komi: komi.parse().unwrap(), ..Rules::default() });
            moves.iter().for_each(|&mv| position.play(mv).unwrap());
            position.minimax(Duration::from_secs(60)).unwrap()
        };
        assert_eq!(value("-0.5", &[Move::PASS]), 1.0 - value("0.5", &[]));
    }

    #[test]
    fn what_is_too_large_is_not_solved() {
        let position = Position::new(9, Rules::default());
        assert_eq!(position.minimax(Duration::from_millis(50)), None);
    }
}
