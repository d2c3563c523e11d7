//! Position analysis: the numbers behind all analysis formats.
//!
//! A tree search runs the playouts, whose final positions give leads and owners; `Outlook` adds the network's
//! expectation. All values are for the player to move at the root.
//!
//! # References
//! - E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
//!   Statistical Association 22(158), 1927 (the lower confidence bound, which stays in [0, 1]).
//! - L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a binomial proportion", Statistical Science
//!   16(2), 2001 (why that bound also suits few playouts).

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::outlook::{Correction, Outlook};
use super::search::{IMAGES, Look, Restriction, look, prior_shares, restricted_search, search};
use super::session::GoSession;
use super::status::Status;
use crate::engine::Settings;
use crate::engine::build::TimeUse;
use crate::engine::host::Hosted;
use crate::engine::session::{GameSession, SessionError};
use crate::engine::spec::PlayerSpec;
use crate::framework::{
    Candidate, Color, Control, Decision, Detail, Ends, Game, Limits, Move, MoveStat, Observer, Report,
    Search, Thinking,
};
use crate::go::board::Map;
use crate::go::tactics::secure::secure;
use crate::go::{Point, Position, score};
use crate::net::{Calibration, Estimate, Scale};
use crate::players::SearchMode;
use crate::util::{Z95, wilson};

/// The values of the root or of a move, for the player to move at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Values {
    /// The number of playouts.
    pub visits: u64,
    /// The mean value of the playouts, in [0, 1].
    pub winrate: f64,
    /// The expected lead in points.
    pub lead: f64,
    /// The standard deviation of the lead's error, in points.
    pub stdev: f64,
}

impl Values {
    /// The win rate as a utility, from -1 (certain loss) to 1 (certain win).
    pub fn utility(&self) -> f64 {
        2.0 * self.winrate - 1.0
    }
}

/// Ownership of each point, from 1 (the player to move at the root) to -1 (the opponent).
pub type Ownership = Map<f32>;

/// A move of an analysis.
#[derive(Clone)]
pub struct AnalyzedMove {
    /// The move.
    pub mv: Move,
    /// The values.
    pub values: Values,
    /// A lower bound of the win rate at 97.5 % confidence, in [0, 1]; 0 without playouts.
    pub lcb: f64,
    /// The move's share of the total prior.
    pub prior: f64,
    /// The principal variation from the move, each move with its playouts.
    pub line: Vec<(Move, u64)>,
    /// The owners after the move, if the search gathered them.
    pub ownership: Option<Ownership>,
}

/// The analysis of a position.
#[derive(Clone)]
pub struct Analysis {
    /// The player to move.
    pub to_play: Color,
    /// The position's values. The moves' playouts sum to at most its playouts.
    pub root: Values,
    /// The moves in order of preference; those without playouts come last.
    pub moves: Vec<AnalyzedMove>,
    /// The owners, if the search gathered them.
    pub ownership: Option<Ownership>,
}

impl Analysis {
    /// Black's win rate and lead.
    pub fn for_black(&self) -> (f64, f64) {
        let Values { winrate, lead, .. } = self.root;
        match self.to_play {
            Color::Black => (winrate, lead),
            Color::White => (1.0 - winrate, -lead),
        }
    }
}

/// Analyzes reports of one position's searches.
pub struct Analyst {
    to_play: Color,
    points: Vec<Point>,
    /// The maximum lead in points.
    greatest: f64,
    /// The win probability scale, for leads as shares of the maximum lead.
    scale: Scale,
    outlook: Outlook,
    /// The owner of each unconditionally safe point: 1 for Black, -1 for White, and 0 elsewhere.
    safe: Map<f32>,
    /// The moves' priors, if those of the search are not theirs.
    raw: Option<HashMap<Move, f64>>,
}

impl Analyst {
    /// Creates the analyst for a searched position.
    pub fn new(position: &Position, spec: &PlayerSpec) -> Self {
        let board = position.board();
        let mut safe = Map::new(0.0);
        for color in Color::ALL {
            for p in secure(board, color, position.rules().suicide).points(board) {
                safe[p] = f32::from(color.sign());
            }
        }
        Self {
            to_play: position.to_play(),
            points: board.points().collect(),
            greatest: f64::from(position.greatest_score()) / 2.0,
            scale: scale(position, spec),
            outlook: Outlook::new(position, spec),
            safe,
            raw: None,
        }
    }

    /// The analysis in a report.
    pub fn analysis(&self, report: &Report) -> Analysis {
        let sign = f64::from(self.to_play.sign());
        let whole = Ends { margin: sign * report.margin, ..Ends::default() };
        let ends = report.detail.as_ref().map_or(&whole, |detail| &detail.root);
        let correction = self.outlook.correction(ends);
        let visited: u64 = report.moves.iter().map(|stat| stat.count).sum();
        // While threads are running, the moves may be ahead of the root.
        let root = self.values(report.count.max(visited), report.value, ends.margin, ends, correction);
        let priors: Vec<Candidate> = report.moves.iter().map(MoveStat::prior).collect();
        let priors = prior_shares(&priors);
        let owners = |of: &Ends| self.ownership(&of.owners, &ends.owners, correction);
        let mut moves: Vec<_> = report
            .moves
            .iter()
            .enumerate()
            .map(|(i, stat)| {
                let detail = report.detail.as_ref().and_then(|detail| detail.moves.get(i));
                let of = detail.map_or(ends, |detail| &detail.ends);
                let margin = drawn(stat.count, of.margin, ends.margin);
                let stat = &MoveStat { value: drawn_value(stat, report.value), ..*stat };
                let values = self.values(stat.count, stat.value, margin, of, correction);
                AnalyzedMove {
                    mv: stat.mv,
                    values,
                    lcb: self.probability(lower_bound(stat), margin).min(values.winrate),
                    prior: self
                        .raw
                        .as_ref()
                        .map_or(priors[i], |raw| raw.get(&stat.mv).copied().unwrap_or(0.0)),
                    line: detail.map_or(vec![(stat.mv, stat.count)], |detail| detail.line.clone()),
                    ownership: detail.and_then(|detail| owners(&detail.ends)),
                }
            })
            .collect();
        // The move to play comes first, certain losses last. The sort is stable, so the others stay in order of
        // playouts.
        let is_lost = |mv: Move| report.moves.iter().any(|stat| stat.mv == mv && stat.proven == Some(false));
        moves.sort_by_key(|of| (Some(of.mv) != report.best, of.values.visits == 0, is_lost(of.mv)));
        Analysis { to_play: self.to_play, root, moves, ownership: owners(ends) }
    }

    /// The values for a mean result and Black's mean margin, a share of the maximum lead.
    fn values(&self, visits: u64, mean: f64, margin: f64, ends: &Ends, correction: Correction) -> Values {
        Values {
            visits,
            winrate: self.probability(mean, margin),
            lead: f64::from(self.to_play.sign()) * (margin * self.greatest + correction.lead),
            stdev: correction.spread(ends),
        }
    }

    fn probability(&self, mean: f64, margin: f64) -> f64 {
        self.scale.probability(mean, f64::from(self.to_play.sign()) * margin)
    }

    /// Ownership at the ends of playouts, with the network's correction of the root applied, overridden at safe points.
    fn ownership(&self, ends: &[f32], root: &[f32], correction: Correction) -> Option<Ownership> {
        if ends.is_empty() {
            return None;
        }
        let mut ownership = Map::new(0.0);
        for &p in &self.points {
            let i = p.index();
            let shift = self.outlook.owner(p).map_or(0.0, |owner| correction.share * (owner - root[i]));
            let owner = if self.safe[p] == 0.0 { ends[i] + shift } else { self.safe[p] };
            ownership[p] = f32::from(self.to_play.sign()) * owner.clamp(-1.0, 1.0);
        }
        Some(ownership)
    }
}

/// The win probability scale of a specification's search, for leads as shares of the maximum lead. Flat Monte Carlo
/// shows its means unscaled: the course is about them.
pub(super) fn scale(position: &Position, spec: &PlayerSpec) -> Scale {
    /// The calibration for a network whose file has none.
    const NET: Calibration = Calibration([2.0, 0.0, 0.3, 0.0]);
    /// The calibration without a network.
    const PLAYOUTS: Calibration = Calibration([1.6, 0.1, 0.45, 0.1]);

    if spec.params.player.search_mode != SearchMode::Uct {
        return Scale::NONE;
    }
    let calibration = spec.net.as_ref().map_or(PLAYOUTS, |net| net.calibration().unwrap_or(NET));
    calibration.at(position.filled()).per(widths(position))
}

/// The maximum lead in points, divided by the board width.
fn widths(position: &Position) -> f64 {
    f64::from(position.greatest_score()) / 2.0 / f64::from(position.board().size())
}

/// Searches a position for its player to move; returns the estimate for fitting a calibration.
pub fn estimate(spec: &PlayerSpec, position: &Position, playouts: u64) -> Estimate {
    let game = position.search_position(position.to_play());
    let limits = Limits { playouts: Some(playouts), ..Limits::default() };
    let report = search(spec).search(&game, limits, &Control::default());
    Estimate { mean: report.value, lead: report.margin * widths(&game), stones: game.filled() }
}

/// Black's expected lead in points from a short search, and the standard deviation of its error; deterministic for a
/// position and specification.
fn expected_lead(spec: &PlayerSpec, position: &Position, control: &Control) -> (f64, f64) {
    /// Evaluations by the network.
    const ESTIMATES: u64 = 200;
    let mut spec = PlayerSpec { seed: 1, ..spec.clone() };
    spec.params.search.number_threads = 1;
    let playouts = Some(spec.playouts_for(ESTIMATES));
    let limits = Limits { playouts, detail: Detail::Leads, ..Limits::default() };
    let analysis = analyze(&spec, position, &Inquiry { limits, ..Inquiry::default() }, control, None);
    (analysis.for_black().1, analysis.root.stdev)
}

/// Black's final score in half points: the score of the stones if borders are closed or the game is over, else the lead
/// expected by a short search, rounded to a possible score.
pub fn final_score(spec: &PlayerSpec, position: &Position, status: &Status, control: &Control) -> i32 {
    estimate_score(spec, position, status, control).0
}

/// The [`final_score`], and the standard deviation of its error in points.
fn estimate_score(spec: &PlayerSpec, position: &Position, status: &Status, control: &Control) -> (i32, f64) {
    /// While borders are closed, at most one in this many points is open, since neutral points are left to the end.
    const MAX_OPEN: usize = 20;
    let board = position.board();
    let points = usize::from(board.size()).pow(2);
    let owners = score::owners(board, &status.dead);
    let is_open = |p: &&Point| owners[**p].is_none();
    let open = status.unsettled.iter().filter(is_open).count();
    let is_closed =
        open * MAX_OPEN <= points && status.unsettled.len() * super::status::MAX_UNSETTLED <= points;
    if is_closed || position.outcome().is_some() {
        return (status.score, 0.0);
    }
    let compensation = position.compensation();
    let (lead, stdev) = expected_lead(spec, position, control);
    let points = lead + f64::from(compensation) / 2.0;
    (2 * points.round() as i32 - compensation, stdev)
}

/// A move's mean after `PRIOR` more playouts with the root's mean: shrinks means of few playouts.
fn drawn(count: u64, mean: f64, root: f64) -> f64 {
    const PRIOR: f64 = 8.0;
    let count = count as f64;
    (count * mean + PRIOR * root) / (count + PRIOR)
}

/// The same for a move's mean result, except that proven results are certain.
fn drawn_value(stat: &MoveStat, root: f64) -> f64 {
    if stat.proven.is_some() { stat.value } else { drawn(stat.count, stat.value, root) }
}

/// The lower bound of the 95 % Wilson interval of a move's win rate.
fn lower_bound(stat: &MoveStat) -> f64 {
    match stat.proven {
        Some(wins) => f64::from(u8::from(wins)),
        None => {
            let trials = stat.count as f64;
            wilson(stat.value.clamp(0.0, 1.0) * trials, trials, Z95).0
        }
    }
}

/// An analysis request.
#[derive(Clone, Debug, Default)]
pub struct Inquiry {
    /// The limits, with the requested detail. Without a playout or time limit, the analysis runs until stopped, even
    /// after the search has ended.
    pub limits: Limits,
    /// Move restrictions.
    pub restrictions: Vec<Restriction>,
}

impl Inquiry {
    fn is_endless(&self) -> bool {
        self.limits.playouts.is_none() && self.limits.time.is_none()
    }
}

/// A viewer of a running analysis.
#[derive(Clone)]
pub struct Viewer {
    /// The time between two analyses.
    pub interval: Duration,
    /// Receives the analysis so far, in a separate thread.
    pub see: Arc<dyn Fn(&Analysis) + Send + Sync>,
}

impl Viewer {
    /// An observer that shows a position's analyses to the viewer.
    fn observer(&self, analyst: &Arc<Analyst>) -> Observer {
        let (see, analyst) = (self.see.clone(), analyst.clone());
        Observer { interval: self.interval, see: Box::new(move |report| see(&analyst.analysis(report))) }
    }
}

/// The network in use, as KataGo lists its models; empty without one.
pub fn models(settings: &Settings) -> Value {
    /// The model version that KataGo clients expect.
    const VERSION: u32 = 14;
    let name = env!("CARGO_PKG_NAME");
    let model = json!({"name": name, "internalName": name, "maxBatchSize": 1, "usesHumanSLProfile": true,
        "version": VERSION, "usingFP16": "false"});
    Value::Array(settings.network().is_some().then_some(model).into_iter().collect())
}

/// Analyzes a position for its player to move, with a separate search. A finished game is analyzed as if it continued.
pub fn analyze(
    spec: &PlayerSpec,
    position: &Position,
    inquiry: &Inquiry,
    control: &Control,
    viewer: Option<&Viewer>,
) -> Analysis {
    searched(spec, position, inquiry, None, control, viewer).0
}

/// Same as [`analyze`], with the report of the search. `seen` is an earlier look at all [`IMAGES`] of the position.
pub fn searched(
    spec: &PlayerSpec,
    position: &Position,
    inquiry: &Inquiry,
    seen: Option<&Look>,
    control: &Control,
    viewer: Option<&Viewer>,
) -> (Analysis, Report) {
    let game = position.search_position(position.to_play());
    // A restricted search knows no probabilities but those among its moves.
    let raw = if inquiry.restrictions.is_empty() {
        None
    } else {
        seen.map(|seen| seen.moves.clone()).or_else(|| Some(look(spec, &game, IMAGES)?.moves))
    };
    let analyst = Arc::new(Analyst { raw, ..Analyst::new(&game, spec) });
    let report = observed(inquiry, control, viewer, &analyst, |control| {
        restricted_search(spec, &game, &inquiry.restrictions).search(&game, inquiry.limits, control)
    });
    (analyst.analysis(&report), report)
}

/// Runs a search with a viewer. If the search ends although no limit was set, its last result is shown until the
/// control stops it.
fn observed(
    inquiry: &Inquiry,
    control: &Control,
    viewer: Option<&Viewer>,
    analyst: &Arc<Analyst>,
    search: impl FnOnce(&Control) -> Report,
) -> Report {
    /// The polling interval of the control.
    const NAP: Duration = Duration::from_millis(5);
    let observers = viewer.iter().map(|viewer| viewer.observer(analyst)).collect();
    let report = search(&control.observed(observers));
    let mut shown = Instant::now();
    while inquiry.is_endless() && !control.stopped() {
        std::thread::sleep(NAP);
        if let Some(viewer) = viewer
            && shown.elapsed() >= viewer.interval
        {
            (viewer.see)(&analyst.analysis(&report));
            shown = Instant::now();
        }
    }
    report
}

impl GoSession {
    /// Black's expected lead in points from a short search.
    pub fn expected_lead(&self) -> f64 {
        expected_lead(&self.judge_spec(), self.position(), &self.context().control()).0
    }

    /// Black's final score in half points, as found by [`final_score`].
    pub fn final_score(&self) -> i32 {
        self.estimate_score().0
    }

    /// The same, and the standard deviation of its error in points.
    pub fn estimate_score(&self) -> (i32, f64) {
        estimate_score(&self.judge_spec(), self.position(), &self.status(), &self.context().control())
    }

    /// Analyzes the current position for a player at full strength until its limits or the session's control stop it.
    /// Uses the player's own search, which keeps its tree for the next move, unless it has a level or moves are
    /// restricted.
    ///
    /// # Errors
    /// When the game is too long for another move.
    pub fn analyze(
        &mut self,
        color: Color,
        inquiry: &Inquiry,
        viewer: Option<&Viewer>,
    ) -> Result<Analysis, SessionError> {
        self.check_thinkable(color)?;
        let player = &self.settings().params.player;
        let noise = self.settings().go.analysis_root_noise;
        let is_shared = inquiry.restrictions.is_empty()
            && noise == 0.0
            && self.settings().level().is_none()
            && player.search_mode == SearchMode::Uct
            && player.reuse_subtree
            && self.time_use(color) == TimeUse::Full;
        let control = self.context().control();
        if !is_shared {
            return Ok(self.analyze_apart(self.judge_spec(), color, inquiry, viewer, noise).0);
        }
        let analyst = Arc::new(Analyst::new(&self.position().search_position(color), &self.spec()));
        let mut report = None;
        let last = observed(inquiry, &control, viewer, &analyst, |control| {
            report = self.study(color, inquiry.limits, control);
            report.clone().unwrap_or_default()
        });
        Ok(analyst.analysis(&last))
    }

    /// Finds and plays a move for a player; returns it with its analysis. Except for the detail, the limits of
    /// `inquiry` are replaced by those of clock and settings. A move under restrictions is never a resignation.
    ///
    /// # Errors
    /// When the game is over or too long for another move, or the player's move is illegal.
    pub fn genmove_analyze(
        &mut self,
        color: Color,
        inquiry: &Inquiry,
        viewer: Option<&Viewer>,
    ) -> Result<(Decision, Analysis), SessionError> {
        let start = Instant::now();
        let found = self.search_analyze(color, inquiry, viewer)?;
        self.conclude_genmove(color, found.0, start)?;
        Ok(found)
    }

    /// Same as [`Self::genmove_analyze`], but does not play the move.
    ///
    /// # Errors
    /// When the game is over or too long for another move.
    pub fn search_analyze(
        &mut self,
        color: Color,
        inquiry: &Inquiry,
        viewer: Option<&Viewer>,
    ) -> Result<(Decision, Analysis), SessionError> {
        let start = Instant::now();
        self.check_thinkable(color)?;
        let analyst = Arc::new(Analyst::new(&self.position().search_position(color), &self.spec()));
        let limits = Limits { detail: inquiry.limits.detail, ..self.limits(color) };
        if !inquiry.restrictions.is_empty() {
            let mut limits = limits.after(start.elapsed());
            if limits.playouts.is_none() && limits.time.is_none() {
                // A flat search ends without limits; the tree search makes as many playouts.
                let moves = self.position().moves().len() as u64;
                limits.playouts = Some(self.settings().params.flat.sim.saturating_mul(moves));
            }
            let inquiry = Inquiry { limits, ..inquiry.clone() };
            let (analysis, report) = self.analyze_apart(self.spec(), color, &inquiry, viewer, 0.0);
            let decision = Decision::Play(analysis.moves.first().map_or(Move::PASS, |best| best.mv));
            let game = self.position().search_position(color);
            self.keep_thinking(color, game, Thinking { decision, report: Some(report) });
            return Ok((decision, analysis));
        }
        let observers = viewer.iter().map(|viewer| viewer.observer(&analyst)).collect();
        let (decision, has_searched) = self.think_observed(color, limits, start, observers)?;
        let analysis = match self.report() {
            Ok(report) if has_searched && !report.moves.is_empty() => analyst.analysis(report),
            _ => self.glance(color, decision, limits.after(start.elapsed())),
        };
        Ok((decision, analysis))
    }

    /// The analysis, by few playouts within the limits, of a move found without move statistics.
    fn glance(&self, color: Color, decision: Decision, limits: Limits) -> Analysis {
        /// The number of playouts.
        const PLAYOUTS: u64 = 200;
        let mv = match decision {
            Decision::Play(mv) => mv,
            Decision::Resign => Move::PASS,
        };
        let limits = Limits { playouts: Some(PLAYOUTS), ..limits };
        let only = Restriction { color, is_allowed: true, moves: vec![mv], depth: 1 };
        let inquiry = Inquiry { limits, restrictions: vec![only] };
        self.analyze_apart(self.spec(), color, &inquiry, None, 0.0).0
    }

    /// Analyzes the current position for a player with a separate search, with noise at its root.
    fn analyze_apart(
        &self,
        mut spec: PlayerSpec,
        color: Color,
        inquiry: &Inquiry,
        viewer: Option<&Viewer>,
        noise: f64,
    ) -> (Analysis, Report) {
        let mut position = self.position().clone();
        position.set_to_play(color);
        // The player's tree stays allocated meanwhile.
        spec.params.search.uct_max_memory /= 4;
        spec.params.search.root_noise = spec.params.search.root_noise.max(noise);
        searched(&spec, &position, inquiry, None, &self.context().control(), viewer)
    }
}

#[cfg(test)]
mod tests;
