//! The game at the terminal: a person and the engine in turn.

use std::sync::Arc;

use crate::engine::go::analysis::{Inquiry, analyze, final_score};
use crate::engine::{AnySession, BoardSize, GameSession, GoSession, SessionError};
use crate::framework::{Color, Control, Decision, Detail, Limits, Move};
use crate::go::{score, vertex};

/// A game and the person's color.
pub(super) struct Table {
    pub(super) session: AnySession,
    pub(super) game: &'static str,
    person: Color,
    control: Arc<Control>,
    /// The player who resigned.
    resigned: Option<Color>,
    /// The moves and result when the game was last saved.
    saved: Option<Present>,
    /// Whether the player took back a move or asked for a hint.
    pub(super) is_helped: bool,
}

/// The moves of a game and its result.
type Present = (Vec<(Color, Move)>, Option<String>);

/// A score as people say it: 0 is a draw.
pub(super) fn shown(score: String) -> String {
    match score.strip_prefix('0') {
        Some(rest) if rest.is_empty() || rest.starts_with([',', ';']) => format!("draw{rest}"),
        _ => score,
    }
}

impl Table {
    pub(super) fn new(session: AnySession, game: &'static str, person: Color, control: Arc<Control>) -> Self {
        Self { session, game, person, control, resigned: None, saved: None, is_helped: false }
    }

    fn present(&self) -> Present {
        (self.session.moves().to_vec(), self.resignation())
    }

    /// Records that the game has been saved.
    pub(super) fn note_saved(&mut self) {
        self.saved = Some(self.present());
    }

    /// Whether quitting would lose moves that are in no file.
    pub(super) fn is_unsaved(&self) -> bool {
        !self.session.moves().is_empty() && self.saved.as_ref() != Some(&self.present())
    }

    fn is_over(&self) -> bool {
        self.resigned.is_some() || self.session.outcome().is_some()
    }

    pub(super) fn is_engine_to_move(&self) -> bool {
        !self.is_over() && self.session.to_play() != self.person
    }

    pub(super) fn prompt(&self) -> String {
        if self.is_over() { "> ".to_owned() } else { format!("{} to play> ", self.session.to_play()) }
    }

    /// Lets the engine move; returns a line about its move.
    pub(super) fn engine_moves(&mut self) -> Result<String, SessionError> {
        self.control.reset();
        let color = self.session.to_play();
        Ok(match self.session.genmove(color)? {
            Decision::Play(mv) => format!("{color} plays {}", self.session.move_text(mv)),
            Decision::Resign => {
                self.resigned = Some(color);
                format!("{color} resigns")
            }
        })
    }

    pub(super) fn play(&mut self, text: &str) -> Result<(), String> {
        if self.is_over() {
            return Err("the game is over".to_owned());
        }
        let color = self.session.to_play();
        self.session.play_text(color, text).map_err(|error| self.session.explain(&error))
    }

    pub(super) fn resign(&mut self) -> Result<(), String> {
        if self.is_over() {
            return Err("the game is over".to_owned());
        }
        self.resigned = Some(self.session.to_play());
        Ok(())
    }

    /// Takes back a resignation, or the person's last move and the reply to it.
    pub(super) fn undo(&mut self) -> Result<(), String> {
        if self.resigned.take() == Some(self.person) {
            return Ok(());
        }
        let count = if self.session.to_play() == self.person { 2 } else { 1 };
        self.session.undo(count).map_err(|error| error.to_string())?;
        self.is_helped = true;
        Ok(())
    }

    /// Finds a move for the person without playing it; returns lines about it.
    pub(super) fn hint(&mut self) -> Result<String, String> {
        self.control.reset();
        if let Some(hint) = self.session.go().map(|go| self.go_hint(go)) {
            self.is_helped = true;
            return Ok(hint);
        }
        let color = self.session.to_play();
        let decision = self.session.reg_genmove(color).map_err(|error| error.to_string())?;
        let Decision::Play(mv) = decision else { return Ok("resign".to_owned()) };
        let mut text = self.session.move_text(mv);
        if let Ok(last) = self.session.last_search() {
            let line: Vec<_> =
                last.report.sequence.iter().take(8).map(|&mv| self.session.move_text(mv)).collect();
            text += &format!(", win rate {:.0} %, line {}", 100.0 * last.win_rate(), line.join(" "));
        }
        Ok(text)
    }

    /// The line expected by a search at full strength, whatever the opponent's rank.
    fn go_hint(&self, go: &GoSession) -> String {
        /// Evaluations by the network, unless playouts or a time are set.
        const ESTIMATES: u64 = 500;
        let position = go.position();
        let mut settings = go.context().settings().clone();
        settings.set_level(None);
        let spec = settings.spec(BoardSize::square(position.board().size()), go.context().seed());
        let limits = settings.analysis_limits(ESTIMATES);
        // Ctrl-C ends the search; the hint is what it found so far.
        let inquiry = Inquiry { limits: Limits { detail: Detail::Leads, ..limits }, ..Inquiry::default() };
        let analysis = analyze(&spec, position, &inquiry, &self.control, None);
        let line = analysis.moves.first().map_or(&[][..], |best| &best.line);
        let line: Vec<_> = line.iter().take(8).map(|&(mv, _)| vertex::text(mv)).collect();
        let Some(best) = line.first() else { return "PASS".to_owned() };
        format!("{best}, win rate {:.0} %, line {}", 100.0 * analysis.root.winrate, line.join(" "))
    }

    /// The score; in Go, without dead stones.
    pub(super) fn score(&self) -> Result<String, String> {
        if let Some(text) = self.resignation() {
            return Ok(text);
        }
        if let Some(go) = self.session.go() {
            let (mut text, dead) = count(go);
            if !self.is_over() {
                text += ", an estimate: the game is not over";
            }
            if !dead.is_empty() {
                text += &format!("; these stones count as dead: {}", dead.join(" "));
            }
            return Ok(text);
        }
        match self.session.outcome() {
            Some(outcome) => Ok(match outcome.winner {
                Some(winner) => format!("{winner} wins"),
                None => "draw".to_owned(),
            }),
            None => Err("the game is not over".to_owned()),
        }
    }

    fn resignation(&self) -> Option<String> {
        self.resigned.map(|loser| format!("{} wins, because {loser} resigned", !loser))
    }

    /// The winner; `None` until the game ends, and for a draw.
    pub(super) fn winner(&self) -> Option<Color> {
        self.result()?.split_once('+')?.0.parse().ok()
    }

    /// The result; `None` until the game ends.
    pub(super) fn result(&self) -> Option<String> {
        if let Some(loser) = self.resigned {
            return Some(format!("{}+R", (!loser).letter()));
        }
        self.session.outcome()?;
        self.session.go().map_or_else(|| self.score().ok(), |go| Some(count(go).0))
    }

    /// A line about the end of the game.
    pub(super) fn end(&self) -> Option<String> {
        let result = self.score().ok().filter(|_| self.is_over())?;
        Some(format!("The game is over: {}. `undo`, `save FILE` or `quit`.", shown(result)))
    }
}

/// The score without dead stones, and these stones.
fn count(go: &GoSession) -> (String, Vec<String>) {
    let status = go.status();
    let dead = status.dead_stones(go.position().board()).map(|p| p.to_string()).collect();
    (score::text(final_score(&go.spec(), go.position(), &status, &Control::default())), dead)
}
