//! The chapter on analyses: search results during the search.
//!
//! The commands follow Leela Zero, KataGo and CGOS. Plain `analyze` and `genmove_analyze` are omitted: Sabaki would
//! prefer them and read their win rates as whole numbers.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use super::dispatch::{Gtp, command, done, empty};
use super::go::{point_of, rows};
use crate::engine::GoSession;
use crate::engine::go::analysis::{Analysis, Inquiry, Viewer, models};
use crate::engine::go::search::{IMAGES, Look, Restriction, look};
use crate::framework::{Args, Color, Command, Decision, Detail, Failure, Game, Limits, Move, Reply};
use crate::go::{Point, Position, vertex};
use crate::gtp::formats::{self, MOVE_OWNERS, MoveRange, OWNERS, Parts};
use crate::gtp::live::Client;

pub(super) static COMMANDS: &[Command<Gtp>] = &[
    command(
        "lz-analyze [COLOR] [INTERVAL] [KEY VALUE...]",
        "Analyze until the next line of input, printing every INTERVAL hundredths of a second; keys: interval N, minmoves N, maxmoves N, \
         avoid or allow COLOR VERTEX,... DEPTH.",
        analyze,
    ),
    command(
        "lz-genmove_analyze [COLOR] [INTERVAL] [KEY VALUE...]",
        "Find a move and play it, with the arguments and output of lz-analyze.",
        genmove_analyze,
    ),
    command(
        "kata-analyze [COLOR] [INTERVAL] [KEY VALUE...]",
        "Analyze like lz-analyze; more keys, with true or false: rootInfo, ownership, ownershipStdev, movesOwnership, \
         movesOwnershipStdev, pvVisits, pvEdgeVisits, noResultValue.",
        analyze,
    ),
    command(
        "kata-genmove_analyze [COLOR] [INTERVAL] [KEY VALUE...]",
        "Find a move and play it, with the arguments and output of kata-analyze.",
        genmove_analyze,
    ),
    command(
        "kata-search_analyze [COLOR] [INTERVAL] [KEY VALUE...]",
        "Find a move without playing it, with the arguments and output of kata-analyze.",
        genmove_analyze,
    ),
    command(
        "kata-search_analyze_cancellable [COLOR] [INTERVAL] [KEY VALUE...]",
        "Same as kata-search_analyze, but the next line of input cancels it.",
        genmove_analyze,
    ),
    command("kata-search [COLOR]", "Find a move without playing it.", search),
    command(
        "kata-search_cancellable [COLOR]",
        "Same as kata-search, but the next line of input cancels it.",
        search,
    ),
    command(
        "kata-raw-nn [COLOR] [SYMMETRY] [OPTIMISM]",
        "Print the network's evaluation of the position, without a search: of one image of the board, 0 to 7, or of all; \
         OPTIMISM has no effect.",
        raw_nn,
    ),
    command(
        "heatmap [SYMMETRY]",
        "Print the network's probability of each move, in thousandths: of one image of the board, 0 to 7, or the average.",
        heatmap,
    ),
    command("kata-get-models", "Print the network as a JSON list.", |gtp, _| {
        let settings = gtp.session.context().settings();
        Ok(models(settings).to_string())
    }),
    command(
        "cgos-genmove_analyze COLOR",
        "Find a move and play it; print the analysis as JSON, then the move.",
        cgos_genmove_analyze,
    ),
    command("clear_cache", "Forget the results of earlier searches.", |gtp, _| {
        gtp.session.forget();
        done()
    }),
];

#[derive(Clone, Copy)]
enum Format {
    Lz,
    Kata(Parts),
}

struct Request {
    color: Color,
    /// The interval between lines; `None` for no lines during the search.
    interval: Option<Duration>,
    range: MoveRange,
    format: Format,
    restrictions: Vec<Restriction>,
    size: u8,
}

impl Request {
    fn parse(args: &Args<'_>, go: &GoSession) -> Result<Self, Failure> {
        let is_kata = args.command.starts_with("kata-");
        let mut request = Self {
            color: go.position().to_play(),
            interval: None,
            range: MoveRange { least: 0, most: usize::MAX },
            format: if is_kata { Format::Kata(Parts::default()) } else { Format::Lz },
            restrictions: Vec::new(),
            size: go.size(),
        };
        let mut i = 0;
        if let Some(color) = args.optional(0).and_then(|text| text.parse().ok()) {
            request.color = color;
            i += 1;
        }
        if args.optional(i).is_some_and(|text| text.starts_with(|c: char| c.is_ascii_digit() || c == '.')) {
            request.interval = interval(args, i)?;
            i += 1;
        }
        while let Some(key) = args.optional(i) {
            i += 1 + request.read(key, args, i + 1)?;
        }
        Ok(request)
    }

    /// Parses a key's values and returns their number.
    fn read(&mut self, key: &str, args: &Args<'_>, i: usize) -> Result<usize, Failure> {
        match key {
            "interval" => self.interval = interval(args, i)?,
            "minmoves" => self.range.least = args.number(i, 0..=1_000_000_000)?,
            "maxmoves" => self.range.most = args.number(i, 0..=1_000_000_000)?,
            "avoid" | "allow" => {
                self.restrict(key == "allow", args, i)?;
                return Ok(3);
            }
            _ => {
                let is_true = args.optional(i).map(str::to_ascii_lowercase);
                let part = match &mut self.format {
                    Format::Kata(parts) => parts.part(key),
                    Format::Lz => None,
                };
                let Some(part) = part else { return Err(self.unknown(key)) };
                *part = match is_true.as_deref() {
                    Some("true") => true,
                    Some("false") => false,
                    _ => return Err(Failure::Syntax(format!("{key}: expected true or false"))),
                };
            }
        }
        Ok(1)
    }

    fn unknown(&self, key: &str) -> Failure {
        let mut keys = vec!["interval", "minmoves", "maxmoves", "avoid", "allow"];
        if matches!(self.format, Format::Kata(_)) {
            keys.extend(Parts::KEYS);
        }
        Failure::Syntax(format!("unknown key '{key}': expected one of {}", keys.join(", ")))
    }

    /// Parses a restriction: a color, comma-separated vertices and rectangles, and a depth.
    fn restrict(&mut self, is_allowed: bool, args: &Args<'_>, i: usize) -> Result<(), Failure> {
        /// Maximum number of restrictions; each is tested for each candidate of each node.
        const MAX: usize = 100;
        let color = args.color(i)?;
        let mut moves = Vec::new();
        for part in args.text(i + 1)?.split(',') {
            match part.split_once(':') {
                None => moves.push(vertex::parse(part, self.size)?),
                Some((from, to)) => moves.extend(rectangle(from, to, self.size)?),
            }
        }
        let depth = args.number(i + 2, 1..=usize::MAX)?;
        if self.restrictions.len() >= MAX {
            return Err(Failure::Syntax(format!("more than {MAX} restrictions")));
        }
        if self.restrictions.iter().any(|other| other.is_allowed != is_allowed) {
            return Err(Failure::Syntax("allow and avoid exclude each other".to_owned()));
        }
        if is_allowed && self.restrictions.iter().any(|other| other.color == color) {
            return Err(Failure::Syntax(format!("allow is given twice for {color}")));
        }
        moves.sort_unstable();
        moves.dedup();
        self.restrictions.push(Restriction { color, is_allowed, moves, depth });
        Ok(())
    }

    fn inquiry(&self) -> Inquiry {
        let detail = match self.format {
            Format::Kata(parts) if parts.has(&MOVE_OWNERS) => Detail::MoveOwners,
            Format::Kata(parts) if parts.has(&OWNERS) => Detail::Owners,
            _ => Detail::Leads,
        };
        let limits = Limits { detail, ..Limits::default() };
        Inquiry { limits, restrictions: self.restrictions.clone() }
    }

    fn writer(&self) -> impl Fn(&Analysis) -> String + Send + Sync + use<> {
        let (format, range, size) = (self.format, self.range, self.size);
        move |analysis| match format {
            Format::Lz => formats::lz(analysis, range),
            Format::Kata(parts) => formats::kata(analysis, range, parts, size),
        }
    }
}

/// Parses an interval in hundredths of a second; 0 for none.
fn interval(args: &Args<'_>, i: usize) -> Result<Option<Duration>, Failure> {
    /// Minimum interval, in hundredths of a second.
    const MIN: f64 = 1.0;
    /// Maximum interval; LizzieYzy asks for more.
    const MAX: f64 = 1e9;
    let hundredths: f64 = args.number(i, 0.0..=1e25)?;
    Ok((hundredths > 0.0).then(|| Duration::from_secs_f64(hundredths.clamp(MIN, MAX) / 100.0)))
}

fn rectangle(from: &str, to: &str, size: u8) -> Result<Vec<Move>, Failure> {
    let (a, b) = (point_of(vertex::parse(from, size)?)?, point_of(vertex::parse(to, size)?)?);
    let cols = a.col().min(b.col())..=a.col().max(b.col());
    let rows = a.row().min(b.row())..=a.row().max(b.row());
    Ok(rows.flat_map(|row| cols.clone().map(move |col| Point::at(col, row).to_move())).collect())
}

/// The Go session; only Go has this chapter.
fn session(gtp: &mut Gtp) -> Result<&mut GoSession, Failure> {
    gtp.session.go_mut().ok_or_else(|| Failure::Other("unknown command".to_owned()))
}

fn analyze(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let go = session(gtp)?;
    let request = Request::parse(args, go)?;
    go.check_thinkable(request.color)?;
    let mut inquiry = request.inquiry();
    let viewer = match &mut gtp.live {
        Some(live) => {
            let viewer = viewer(&request, live.begin());
            live.client.input.yield_to_next();
            viewer
        }
        // No line would end the analysis.
        None => {
            inquiry.limits.playouts = Some(1);
            None
        }
    };
    empty(session(gtp)?.analyze(request.color, &inquiry, viewer.as_ref()))
}

/// A viewer that writes a line at each interval; `None` without an interval.
fn viewer(request: &Request, client: Client) -> Option<Viewer> {
    let write = request.writer();
    let see = move |analysis: &Analysis| {
        let line = write(analysis);
        // An empty line would end the reply.
        if !line.is_empty() {
            client.line(&line);
        }
    };
    request.interval.map(|interval| Viewer { interval, see: Arc::new(see) })
}

fn genmove_analyze(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let go = session(gtp)?;
    let request = Request::parse(args, go)?;
    go.check_thinkable(request.color)?;
    let viewer = gtp.live.as_mut().and_then(|live| viewer(&request, live.begin()));
    let is_cancelled = cancellable(gtp, args);
    let (go, inquiry) = (session(gtp)?, request.inquiry());
    let (decision, analysis) = match args.command {
        "kata-search_analyze" | "kata-search_analyze_cancellable" => {
            go.search_analyze(request.color, &inquiry, viewer.as_ref())?
        }
        _ => go.genmove_analyze(request.color, &inquiry, viewer.as_ref())?,
    };
    // An empty line would end the reply.
    let range = MoveRange { least: request.range.least.max(1), most: request.range.most.max(1) };
    let line = Request { range, ..request }.writer()(&analysis);
    if is_cancelled(gtp) {
        return Ok(format!("{line}\nplay cancelled"));
    }
    Ok(played(gtp, &line, decision))
}

fn search(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let go = session(gtp)?;
    let color = args.optional(0).map_or(Ok(go.position().to_play()), |_| args.color(0))?;
    go.check_thinkable(color)?;
    let is_cancelled = cancellable(gtp, args);
    let (decision, _) = session(gtp)?.search_analyze(color, &Inquiry::default(), None)?;
    Ok(if is_cancelled(gtp) { "cancelled".to_owned() } else { gtp.session.decision_text(decision) })
}

/// Makes the next line of input end a cancellable command; returns whether it did.
fn cancellable(gtp: &Gtp, args: &Args<'_>) -> impl Fn(&Gtp) -> bool + use<> {
    let is_cancellable = args.command.ends_with("_cancellable");
    if let Some(live) = gtp.live.as_ref().filter(|_| is_cancellable) {
        live.client.input.yield_to_next();
    }
    move |gtp| is_cancellable && gtp.live.as_ref().is_some_and(|live| live.client.input.has_yielded())
}

fn cgos_genmove_analyze(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let color = args.color(0)?;
    let go = session(gtp)?;
    let inquiry =
        Inquiry { limits: Limits { detail: Detail::Owners, ..Limits::default() }, ..Inquiry::default() };
    let (decision, analysis) = go.genmove_analyze(color, &inquiry, None)?;
    let line = formats::cgos(&analysis, go.size());
    if let Some(live) = &mut gtp.live {
        live.begin();
    }
    Ok(played(gtp, &line, decision))
}

/// The end of the reply for an analyzed move: the last line, and the move.
fn played(gtp: &Gtp, line: &str, decision: Decision) -> String {
    let mv = gtp.session.decision_text(decision);
    let start = if gtp.live.as_ref().is_some_and(|live| live.has_begun) { "" } else { "\n" };
    format!("{start}{line}\nplay {mv}")
}

/// The network's evaluation of images of a position.
fn looked(go: &GoSession, position: &Position, images: Range<u8>) -> Result<Look, Failure> {
    look(&go.spec(), position, images).ok_or_else(|| Failure::Other("no network is in use".to_owned()))
}

/// The images of the board that an argument names: a number, or a word for all of them.
fn images(text: &str, all: &str) -> Result<Range<u8>, Failure> {
    let one = text.parse().ok().filter(|image| IMAGES.contains(image)).map(|image| image..image + 1);
    let expected = || Failure::Syntax(format!("expected a symmetry from 0 to 7, or {all}"));
    one.or_else(|| (text == all).then_some(IMAGES)).ok_or_else(expected)
}

fn raw_nn(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let go = session(gtp)?;
    let mut position = go.position().clone();
    let color = args.optional(0).and_then(|text| text.parse().ok());
    position.set_to_play(color.unwrap_or(position.to_play()));
    let symmetry = args.optional(usize::from(color.is_some())).unwrap_or("all");
    let texts: Result<Vec<_>, _> =
        images(symmetry, "all")?.map(|image| raw_image(go, &position, image)).collect();
    Ok(texts?.join("\n"))
}

/// The evaluation of one image as KataGo prints it, with its -1 for what a network does not tell.
fn raw_image(go: &GoSession, position: &Position, image: u8) -> Reply {
    let Look { winrate, lead, ownership, moves } = looked(go, position, image..image + 1)?;
    let is_white = position.to_play() == Color::White;
    let sign = if is_white { 1.0 } else { -1.0 };
    let (white, lead) = (if is_white { winrate } else { 1.0 - winrate }, sign * lead);
    let cell = |p: Point| moves.get(&p.to_move()).map_or("NAN".to_owned(), |share| format!("{share:.6}"));
    let pass = moves.get(&Move::PASS).copied().unwrap_or_default();
    Ok(format!(
        "symmetry {image}\nwhiteWin {white:.6}\nwhiteLoss {:.6}\nnoResult 0.000000\nwhiteLead {lead:.3}\n\
         whiteScoreSelfplay {lead:.3}\nvarTimeLeft -1.000\nshorttermWinlossError -1.000\n\
         shorttermScoreError -1.000\npolicy{}\npolicyPass {pass:.6}\nwhiteOwnership{}",
        1.0 - white,
        rows(go, |p| Some(cell(p))),
        rows(go, |p| Some(format!("{:.6}", sign as f32 * ownership[p])))
    ))
}

fn heatmap(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let go = session(gtp)?;
    let images = images(args.optional(0).unwrap_or("0"), "average")?;
    let Look { winrate, moves, .. } = looked(go, go.position(), images)?;
    let share = |mv: Move| (1000.0 * moves.get(&mv).copied().unwrap_or_default()).round();
    let cells = rows(go, |p| Some(format!("{:>3}", share(p.to_move()))));
    Ok(format!("{cells}\npass: {}\nwinrate: {winrate:.6}", share(Move::PASS)))
}
