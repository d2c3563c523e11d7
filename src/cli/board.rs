//! `brasa board`: a board in the browser.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;

use super::fault::Fault;
use super::game::GameOptions;
use super::options::EngineOptions;
use crate::engine::BoardSize;
use crate::framework::Control;
use crate::gtp::remark;
use crate::util::{FileFault, MAX_FILE, read_file};
use crate::web::{Board, Opening, Shelf, listen, serve};

/// Play and analyze on a board in the browser.
///
/// Without a file, size, level or other game, it opens a start screen, which also lists earlier games. The first line
/// of output is the address of the board, which only this machine can open. The page is part of the program and sends
/// no request off the machine. Games are saved move by move in your system's data directory, such as
/// ~/.local/share/brasa. Ctrl-C ends the program.
#[derive(Args)]
#[command(after_help = "Examples:\n  brasa board\n  brasa board game.sgf\n  \
                        brasa board --size 9 --level 3\n  brasa board -g clobber --cols 5 --rows 4")]
pub(super) struct Options {
    /// Game record to load: SGF, or for another game the GTP commands saved by the board.
    #[arg(value_name = "FILE", conflicts_with_all = ["size", "game", "cols", "rows", "first"])]
    file: Option<PathBuf>,
    /// Server port; 0 picks a free one. By default 8361, or a free one if that is taken.
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Do not open a browser.
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    game: GameOptions,
}

/// The default port: the points of a board, after 8000.
const PORT: u16 = 8361;
/// Default seconds per move: a person is waiting.
const SECONDS: &str = "3";

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let mut context = options.engine.seated_context(Arc::new(Control::default()))?;
    let is_bounded = context.settings().is_set("timelimit") || context.settings().limits().playouts.is_some();
    if !is_bounded {
        context.configure(|settings| settings.set("timelimit", SECONDS))?;
    }
    let is_start = options.file.is_none()
        && context.settings().level().is_none()
        && options.engine.board_size() == BoardSize::default()
        && options.game.is_default();
    let session = options.game.open(&options.engine, context)?;
    let record = options.file.as_deref().map(|path| read_file(path, MAX_FILE)).transpose()?;
    let listener = match options.port {
        Some(port) => listen(port),
        None => listen(PORT).or_else(|_| listen(0)),
    };
    let listener =
        listener.map_err(Fault::of(format!("cannot listen on port {}", options.port.unwrap_or(PORT))))?;
    let port = listener.local_addr()?.port();
    // Programs start at different seconds.
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let record_number = since_1970.as_secs() as u32;
    let opening = Opening { record: record.as_deref(), shelf: Shelf::of_user(), is_start, record_number };
    let file = options.file.as_deref().unwrap_or(Path::new("board"));
    let board = Board::start(session, options.game.entry(), opening, port)
        .map_err(|error| FileFault::new(file, error))?;
    let address = format!("http://127.0.0.1:{port}/");
    let mut out = io::stdout();
    writeln!(out, "{address}")?;
    out.flush()?;
    if !options.no_open && open::that_detached(&address).is_err() {
        remark("cannot open a browser: open the address yourself");
    }
    serve(&listener, &Arc::new(board));
    Ok(())
}
