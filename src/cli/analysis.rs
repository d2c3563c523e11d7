//! `brasa analysis`: the analysis engine, which speaks KataGo's JSON lines.

use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::fault::Fault;
use super::katago::KataGoOptions;
use super::options::EngineOptions;
use crate::analysis::json::{Engine, Options as Analyses, Perspective, serve};
use crate::framework::Control;
use crate::gtp::remark;
use crate::util::cores;

/// Analyze positions for KaTrain and other programs that speak KataGo's JSON protocol.
///
/// Each line of standard input is a query: a game, and which of its positions to analyze. Each position is answered by
/// a line of standard output, in the order the analyses finish. At the end of input, the program answers all open
/// queries and exits. src/guide/analysis.md explains the fields.
///
/// A position gets 500 visits, unless the query sets maxVisits, or overrideSettings sets maxVisits, maxPlayouts or
/// maxTime. --playouts N and --time SEC change this default. A visit is an evaluation by the network; below 8x8, and
/// with presets that play out every descent, it is a playout, and the default is 5000. With one thread per position,
/// --srand N and a number of visits, results are reproducible. All analyses share the memory of --set
/// uct_max_memory=BYTES. Up to 64 MB of queries may wait; a line holds at most 1 MiB.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// Positions to analyze at once, with --threads threads each (default 1). By default, enough to use all cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    analysis_threads: Option<u16>,
    /// Perspective of win rates, leads and ownership unless a query sets it: black, white or sidetomove.
    #[arg(long, value_name = "WHOSE", default_value = "black")]
    report_winrates_as: Perspective,
    /// Serve over WebSocket instead, one message per query and answer; reachable only from this machine unless an
    /// address is given.
    #[arg(long, value_name = "[ADDRESS:]PORT", value_parser = address, conflicts_with = "quit_without_waiting")]
    listen: Option<SocketAddr>,
    /// At end of input, drop waiting queries and answer running ones with what they have found.
    #[arg(long)]
    quit_without_waiting: bool,
    /// KataGo's configuration file: accepted but ignored; the options here replace it.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    katago: KataGoOptions,
    #[command(flatten)]
    engine: EngineOptions,
}

const EXAMPLES: &str = "Example:\n  \
    $ brasa analysis\n  \
    {\"id\":\"a\",\"moves\":[[\"B\",\"E5\"],[\"W\",\"C3\"]],\"rules\":\"chinese\",\"komi\":7,\"boardXSize\":9,\"boardYSize\":9}\n  \
    {\"id\":\"a\",\"isDuringSearch\":false,\"moveInfos\":[{\"move\":\"D3\",\"winrate\":...},...],\"rootInfo\":{...},\"turnNumber\":2}\n\n\
    KaTrain: General & Engine Settings, Custom command: brasa analysis\n\
    On another machine: brasa analysis --listen 0.0.0.0:8362, and ws://MACHINE:8362/ as KaTrain's remote URL\n\
    A single dash works too, as in KataGo: -config FILE.";

fn address(text: &str) -> Result<SocketAddr, String> {
    let port = text.parse().map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    port.or_else(|_| text.parse())
        .map_err(|_| "expected PORT or ADDRESS:PORT, such as 8362 or 0.0.0.0:8362".to_owned())
}

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    if options.engine.size.is_some() {
        return Err(Fault::new("--size: each query gives the size of its board"));
    }
    let mut context = options.engine.context(Arc::new(Control::default()))?;
    if !context.settings().is_set("number_threads") {
        context.configure(|settings| settings.set("number_threads", "1"))?;
    }
    let settings = context.settings().clone();
    let threads = settings.params.search.number_threads as usize;
    let analyses = options.analysis_threads.map_or((cores() / threads).max(1), usize::from);
    options.katago.report(options.config.is_some());
    let analyses = Analyses {
        settings,
        seed: context.seed(),
        analyses,
        perspective: options.report_winrates_as,
        scale_visits: options.katago.scale_visits.unwrap_or(1.0),
        quits_at_once: options.quit_without_waiting,
    };
    if let Some(address) = options.listen {
        let listener =
            TcpListener::bind(address).map_err(Fault::of(format!("cannot listen on {address}")))?;
        let mut out = io::stdout();
        writeln!(out, "ws://{}/", listener.local_addr()?)?;
        out.flush()?;
        return Ok(serve(&listener, analyses)?);
    }
    let engine = Engine::new(analyses)?;
    // KataGo clients wait for this line.
    remark("Started, ready to begin handling requests");
    Ok(engine.run(io::stdin(), io::stdout())?)
}
