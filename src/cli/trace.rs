//! `brasa trace`: a search or a playout, step by step.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;
use serde_json::{Value, json};

use super::fault::Fault;
use super::game::BoardOptions;
use super::options::{EngineOptions, assignment};
use super::position::StartOptions;
use crate::engine::{GameSession, SteppedPlayout, searches};
use crate::framework::{Control, Decision, Ending, Grid, Move, MoveStat, Outcome, Step, ValueSource};
use crate::go::Position;
use crate::util::params::ParamError;

/// The word for a playout instead of a search.
const PLAYOUT: &str = "playout";
/// The word for the search of the preset's player.
const PLAYER: &str = "player";

/// Print a search or a playout step by step.
///
/// `playout` prints each move of one playout, with the playout policy's rule that made it, and the result.
/// `player` prints the search of the player that --preset and its options describe, such as go3.
///
/// A search prints its steps in order. Alpha-beta prints the moves it enters, indented by depth; the window, outside
/// which a value does not matter; each move's value for the player who makes it, from -1 for a loss to 1 for a win, or
/// a bound on it (`<=`); and its cut-offs. For each playout, Monte-Carlo searches print the moves to choose from with
/// their tries, win rates and bounds (`*` marks the choice), then the moves of the playout: those the search chose, a
/// bar, and those of the playout policy. Greedy and safety print the moves they look at.
///
/// The search makes 20 playouts, looks two moves ahead, or expands a million positions for a proof, unless --playouts,
/// --time or --param sets another limit. It runs in one thread.
#[derive(Args)]
#[command(after_help = "Examples:\n  brasa trace playout --size 7 --boards\n  \
                        brasa trace alphabeta -g tictactoe --moves \"B2 A1 B1 B3\" --param depth=3\n  \
                        brasa trace ucb -g tictactoe --playouts 30 --param bound=ucb1\n  \
                        brasa trace uct --size 5 --playouts 50 --width 3\n  \
                        brasa trace player --preset go3 --sim 5 --moveselect ucb --simrule rulebased --size 5\n  \
                        brasa trace ucb -g clobber --playouts 200 --steps 1000 --json")]
pub(super) struct Options {
    /// `playout`, `player`, or the name of a search.
    #[arg(value_name = "WHAT", default_value = PLAYOUT, value_parser = names())]
    what: String,
    /// Set a parameter of the search WHAT, such as depth; repeatable. `brasa help searches` lists them as black_NAME;
    /// --set sets all others.
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    param: Vec<(String, String)>,
    /// Search steps to print.
    #[arg(long, value_name = "N", default_value = "300")]
    steps: usize,
    /// Moves to print at each choice: the chosen one, then the others by descending bound.
    #[arg(long, value_name = "N", default_value = "5")]
    width: usize,
    /// Print the board after each move of a playout.
    #[arg(long)]
    boards: bool,
    /// Print a JSON object per step, one per line, instead.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    start: StartOptions,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    board: BoardOptions,
}

/// Everything that can be traced. All games have the same searches.
fn names() -> Vec<&'static str> {
    [PLAYOUT, PLAYER]
        .into_iter()
        .chain(searches::<Position>().into_iter().map(|entry| entry.choice.name))
        .collect()
}

/// The steps of a search: the first ones, and the total number.
#[derive(Default)]
struct Steps {
    first: Vec<Step>,
    count: usize,
    /// The number of moves in the first ones.
    moves: usize,
}

impl Steps {
    /// Counts a step, and keeps it while there are fewer than `most`.
    fn add(&mut self, step: Step, most: usize) {
        /// Maximum number of moves kept, at about 100 bytes each.
        const MAX_MOVES: usize = 2_000_000;
        self.count += 1;
        // The kept steps are consecutive.
        if self.first.len() + 1 == self.count && self.first.len() < most && self.moves < MAX_MOVES {
            self.moves += match &step {
                Step::Choose { moves, .. } => moves.len(),
                Step::Playout { line, .. } | Step::Estimate { line, .. } => line.len(),
                _ => 1,
            };
            self.first.push(step);
        }
    }
}

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let steps = Arc::new(Mutex::new(Steps::default()));
    let (most, seen) = (options.steps, steps.clone());
    let control = Control::traced(Box::new(move |step| {
        seen.lock().unwrap_or_else(PoisonError::into_inner).add(step, most);
    }));
    let mut context = options.engine.context(Arc::new(control))?;
    options.start.fix_size(options.engine.size, &mut context)?;
    context.configure(|settings| settings.set("number_threads", "1"))?;
    let mut session = options.board.open(options.engine.board_size(), context)?;
    options.start.apply(&mut session, options.board.entry().name)?;
    if options.what != PLAYER && options.engine.course.shape_search() {
        return Err(Fault::new(
            "--sim, --moveselect and --movefilter apply to the preset's player: use `brasa trace player`",
        ));
    }
    if options.what != PLAYOUT && options.boards {
        return Err(Fault::new("--boards shows the moves of a playout: use `brasa trace playout`"));
    }
    if options.what == PLAYOUT {
        let settings = session.context().settings();
        if ["max_games", "timelimit"].iter().any(|name| settings.is_set(name)) {
            return Err(Fault::new(
                "--playouts and --time limit a search; `brasa trace playout` plays one playout",
            ));
        }
        return match options.param.first() {
            Some((name, value)) => {
                let error = ParamError::Unknown { name: name.clone(), nearest: Vec::new() };
                Err(wrong_param(name, value, &error))
            }
            None => playout(options, &*session),
        };
    }
    let shown = session.show();
    let decision = search(options, &mut *session)?;
    let steps = std::mem::take(&mut *steps.lock().unwrap_or_else(PoisonError::into_inner));
    let mut printer = Printer { session: &*session, width: options.width, playouts: 0, plies: Vec::new() };
    let mut out = io::stdout().lock();
    if options.json {
        for step in &steps.first {
            writeln!(out, "{}", printer.json(step))?;
        }
        writeln!(out, "{}", printer.json_result(decision, &steps))?;
        return Ok(());
    }
    writeln!(out, "{shown}\n")?;
    for i in 0..steps.first.len() {
        let text = printer.text(&steps.first[i], steps.first.get(i + 1));
        if !text.is_empty() {
            writeln!(out, "{text}")?;
        }
    }
    writeln!(out, "{}", printer.text_result(decision, &steps))?;
    Ok(())
}

fn wrong_param(name: &str, value: &str, error: &ParamError) -> Fault {
    Fault::new(format!(
        "--param {name}={value}: {error}; `brasa help searches` lists the parameters for --param, and `brasa help \
         parameters` those for --set"
    ))
}

fn search(options: &Options, session: &mut dyn GameSession) -> Result<Decision, Fault> {
    /// The limit of a search meant to be read.
    const PLAYOUTS: &str = "20";
    /// The positions of a proof, of which only the results are steps.
    const POSITIONS: &str = "1000000";
    const DEPTH: &str = "2";
    let color = session.to_play();
    let players = session.players_mut();
    if options.what != PLAYER {
        players.choose(color, "search", Some(&options.what))?;
    }
    for (name, value) in &options.param {
        players.set(color, name, value).map_err(|error| wrong_param(name, value, &error))?;
    }
    let looks_ahead = players.rows(color).iter().any(|row| row.name == "depth");
    let is_set = |wanted: &str| options.param.iter().any(|(name, _)| name == wanted);
    let settings = session.context().settings();
    // The preset may limit its player to a number of simulations.
    let is_counted = options.what == PLAYER && settings.limits().time.is_none();
    let is_limited = is_counted || settings.is_set("max_games") || settings.is_set("timelimit");
    if looks_ahead && !is_limited && !is_set("depth") {
        session.players_mut().set(color, "depth", DEPTH)?;
    } else if !looks_ahead && !is_limited && !is_set("simulations") {
        let most = if options.what == "dfpn" { POSITIONS } else { PLAYOUTS };
        session.context_mut().configure(|settings| settings.set("max_games", most))?;
    }
    Ok(session.reg_genmove(color)?)
}

/// Writes the steps of a search.
struct Printer<'a> {
    session: &'a dyn GameSession,
    width: usize,
    /// The number of playouts so far.
    playouts: u64,
    /// For each ply of alpha-beta, the last window and value there.
    plies: Vec<((f32, f32), f32)>,
}

impl Printer<'_> {
    fn name(&self, mv: Move) -> String {
        self.session.move_text(mv)
    }

    fn list(&self, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|&mv| self.name(mv)).collect()
    }

    fn names(&self, moves: &[Move]) -> String {
        self.list(moves).join(" ")
    }

    /// The choice and the moves of the highest bounds, at most as many as asked for.
    fn choices(&self, moves: &[MoveStat], mv: Move) -> Vec<MoveStat> {
        let mut moves = moves.to_vec();
        // Stable: of equal bounds, the first is chosen.
        moves.sort_by(|a, b| (b.mv == mv).cmp(&(a.mv == mv)).then(b.bound.total_cmp(&a.bound)));
        moves.truncate(self.width.max(1));
        moves
    }

    /// The lines of a step; `next` is the step after it.
    fn text(&mut self, step: &Step, next: Option<&Step>) -> String {
        let indent = |ply: usize| " ".repeat(2 * ply + 2);
        match step {
            Step::Deepen(depth) => format!("depth {depth}"),
            Step::Enter { ply, mv, window } => {
                self.plies.resize(self.plies.len().max(ply + 1), ((0.0, 0.0), 0.0));
                self.plies[*ply].0 = *window;
                // A move with none below it takes one line.
                if matches!(next, Some(Step::Leave { .. })) {
                    return String::new();
                }
                let (alpha, beta) = *window;
                // Adding 0 turns -0 into 0.
                format!("{}{}  window {:.3} to {:.3}", indent(*ply), self.name(*mv), alpha + 0.0, beta + 0.0)
            }
            Step::Leave { ply, mv, value, origin } => {
                let ((alpha, beta), last) = &mut self.plies[*ply];
                *last = *value;
                let relation = match origin {
                    ValueSource::Searched if value <= alpha => "<=",
                    ValueSource::Searched if value >= beta => ">=",
                    _ => "=",
                };
                format!("{}{} {relation} {:.3}  {}", indent(*ply), self.name(*mv), value + 0.0, origin.text())
            }
            Step::Cut { ply, left } => {
                let reason = match self.plies[*ply] {
                    (_, value) if value >= 1.0 => "no move is better than a win",
                    _ => "the opponent has a better choice earlier in the line",
                };
                let moves = if *left == 1 { "1 move is" } else { &format!("{left} moves are") };
                format!("{}cut-off: {moves} not searched, because {reason}", indent(*ply))
            }
            Step::Look { mv, found } => format!("{} {found}", self.name(*mv)),
            Step::Choose { ply, moves, mv } => {
                let head = if *ply == 0 { format!("playout {}\n", self.playouts + 1) } else { String::new() };
                // A search that tries all moves equally often has no bounds.
                let has_bounds = moves.iter().any(|stat| stat.bound != stat.value);
                let rows: Vec<String> = self
                    .choices(moves, *mv)
                    .iter()
                    .map(|stat| format!("{}{}", indent(*ply), self.row(stat, stat.mv == *mv, has_bounds)))
                    .collect();
                let more = match moves.len().saturating_sub(rows.len()) {
                    0 => String::new(),
                    more => format!("\n{}  and {more} more", indent(*ply)),
                };
                format!("{head}{}{more}", rows.join("\n"))
            }
            Step::Expand { ply, moves } => format!("{}new position in the tree: {moves} moves", indent(*ply)),
            Step::Playout { line, chosen, outcome, value } => {
                self.playouts += 1;
                let (chosen, rest) = line.split_at((*chosen).min(line.len()));
                let result = result(*outcome, line.len());
                format!("  {} | {}\n  {result}: value {value:.3}", self.names(chosen), self.names(rest))
            }
            Step::Estimate { line, value } => {
                self.playouts += 1;
                format!("  {}\n  the network's value: {value:.3}", self.names(line))
            }
        }
    }

    /// A row of the moves to choose from.
    fn row(&self, stat: &MoveStat, is_choice: bool, has_bounds: bool) -> String {
        let mut text =
            format!("{} {:<6}{:>6} tries", if is_choice { '*' } else { ' ' }, self.name(stat.mv), stat.count);
        if stat.count > 0 {
            text += &format!("  value {:.3}", stat.value);
        }
        if let Some(rave) = stat.rave.filter(|rave| rave.count > stat.prior_weight) {
            text += &format!("  rave {:.3} ({:.1})", rave.value, rave.count);
        }
        if stat.prior().is_known() {
            text += &format!("  prior {}", stat.prior().text());
        }
        match stat.proven {
            Some(true) => text += "  wins",
            Some(false) => text += "  loses",
            None => {}
        }
        // A mix of both values that is not the bound itself.
        if stat.rave.is_some() && ![stat.value, stat.bound].contains(&stat.estimate) {
            text += &format!("  estimate {:.3}", stat.estimate);
        }
        if has_bounds {
            text += &format!("  bound {:.3}", stat.bound);
        }
        text
    }

    fn text_result(&self, decision: Decision, steps: &Steps) -> String {
        let hidden = steps.count - steps.first.len();
        let more = match hidden {
            0 => String::new(),
            _ => format!("... and {hidden} more steps; --steps N prints N of them\n"),
        };
        let Decision::Play(mv) = decision else { return more + "\nresigns" };
        let Ok(last) = self.session.last_search() else { return format!("{more}\nmove  {}", self.name(mv)) };
        let report = &last.report;
        let value = match &report.open {
            Some(open) => format!("unknown after {} positions: still open: {open}", report.nodes),
            None => format!("{:.3} (0: loss, 1: win)", report.value),
        };
        let mut text =
            format!("{more}\nmove  {}\nvalue {value}\nline  {}", self.name(mv), self.names(&report.sequence));
        if self.playouts == 0 && report.nodes > 0 {
            text += &format!("\nnodes {}", report.nodes);
        }
        text
    }

    fn json(&mut self, step: &Step) -> Value {
        let playout = self.playouts + 1;
        match step {
            Step::Deepen(depth) => json!({ "step": "deepen", "depth": depth }),
            Step::Enter { ply, mv, window: (alpha, beta) } => {
                json!({ "step": "enter", "ply": ply, "move": self.name(*mv), "alpha": alpha, "beta": beta })
            }
            Step::Leave { ply, mv, value, origin } => {
                let (mv, origin) = (self.name(*mv), origin.text());
                json!({ "step": "leave", "ply": ply, "move": mv, "value": value, "origin": origin })
            }
            Step::Cut { ply, left } => json!({ "step": "cut", "ply": ply, "left": left }),
            Step::Look { mv, found } => json!({ "step": "look", "move": self.name(*mv), "found": found }),
            Step::Choose { ply, moves, mv } => {
                let stat = |stat: &MoveStat| {
                    json!({
                        "move": self.name(stat.mv),
                        "tries": stat.count,
                        "value": stat.known_value(),
                        "bound": stat.bound,
                        "rave_count": stat.rave.map_or(0.0, |rave| rave.count),
                        "rave_value": stat.rave.map(|rave| rave.value),
                        "estimate": stat.estimate,
                        "prior_weight": stat.prior_weight,
                        "prior_value": (stat.prior_weight > 0.0).then_some(stat.prior_value),
                        "probability": stat.probability,
                        "wins": stat.proven,
                    })
                };
                let moves: Vec<_> = self.choices(moves, *mv).iter().map(stat).collect();
                json!({
                    "step": "choose", "playout": playout, "ply": ply, "choice": self.name(*mv), "moves": moves,
                })
            }
            Step::Expand { ply, moves } => {
                json!({ "step": "expand", "playout": playout, "ply": ply, "count": moves })
            }
            Step::Playout { line, chosen, outcome, value } => {
                self.playouts += 1;
                json!({
                    "step": "playout",
                    "playout": playout,
                    "line": self.list(line),
                    "chosen": chosen,
                    "winner": outcome.winner.map(|winner| winner.to_string()),
                    "ending": ending(*outcome),
                    "value": value,
                })
            }
            Step::Estimate { line, value } => {
                self.playouts += 1;
                json!({ "step": "estimate", "playout": playout, "line": self.list(line), "value": value })
            }
        }
    }

    fn json_result(&self, decision: Decision, steps: &Steps) -> Value {
        let report = self.session.last_search().ok().map(|last| &last.report);
        let mut result = json!({
            "step": "result",
            "move": self.session.decision_text(decision),
            "value": report.filter(|report| report.open.is_none()).map(|report| report.value),
            "sequence": report.map(|report| self.list(&report.sequence)),
            "nodes": report.map(|report| report.nodes),
            "steps": steps.count,
        });
        if let Some(open) = report.and_then(|report| report.open.as_ref()) {
            result["open"] = open.as_str().into();
        }
        result
    }
}

/// Plays a playout and prints it.
fn playout(options: &Options, session: &dyn GameSession) -> Result<(), Fault> {
    let mut out = io::stdout().lock();
    let SteppedPlayout { steps, outcome } = session.playout(session.context().seed());
    if !options.json {
        writeln!(out, "{}\n", session.show())?;
    }
    for (number, step) in (1..).zip(&steps) {
        let board = options.boards.then(|| step.board.diagram());
        if options.json {
            let mut object = json!({
                "step": "move", "number": number, "color": step.color.to_string(), "move": step.text, "rule": step.rule,
            });
            if let Some(board) = board {
                object["board"] = board.into();
            }
            writeln!(out, "{object}")?;
        } else {
            writeln!(out, "{number:>4} {:<6}{:<7}{}", step.color.to_string(), step.text, step.rule)?;
            if let Some(board) = board {
                writeln!(out, "\n{board}\n")?;
            }
        }
    }
    if options.json {
        let winner = outcome.winner.map(|winner| winner.to_string());
        let (ending, margin) = (ending(outcome), outcome.margin);
        let object = json!({ "step": "result", "winner": winner, "ending": ending, "margin": margin, "moves": steps.len() });
        writeln!(out, "{object}")?;
    } else {
        writeln!(out, "\n{}", result(outcome, steps.len()))?;
    }
    Ok(())
}

fn ending(outcome: Outcome) -> &'static str {
    match outcome.ending {
        Ending::Over => "over",
        Ending::Mercy => "mercy",
        Ending::BrokenOff => "broken off",
    }
}

/// In words, the result of a playout with a number of moves.
fn result(outcome: Outcome, moves: usize) -> String {
    let how = match outcome.ending {
        Ending::Over => "",
        Ending::Mercy => " by a decisive lead",
        Ending::BrokenOff => return format!("broken off after {moves} moves: too long"),
    };
    match outcome.winner {
        Some(winner) => format!("{} wins{how} after {moves} moves", winner.title()),
        None => format!("a draw after {moves} moves"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_the_steps_is_bounded() {
        let mut steps = Steps::default();
        let step = || Step::Playout {
            line: vec![Move::PASS; 300_000],
            chosen: 1,
            outcome: Outcome::DRAW,
            value: 0.5,
        };
        (0..10).for_each(|_| steps.add(step(), usize::MAX));
        steps.add(Step::Deepen(1), usize::MAX);
        assert_eq!((steps.first.len(), steps.count), (7, 11));
        let mut few = Steps::default();
        (0..10).for_each(|depth| few.add(Step::Deepen(depth), 3));
        assert_eq!((few.first.len(), few.count), (3, 10));
    }
}
