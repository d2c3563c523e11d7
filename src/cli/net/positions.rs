//! `brasa net positions`: draws positions for a teacher to label.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use rand::RngExt as _;
use rand::seq::{IndexedRandom as _, index};

use crate::cli::fault::Fault;
use crate::cli::learn::{bar, count, lines};
use crate::cli::numbers::{board_size, number};
use crate::framework::{Candidate, Game, Knowledge as _, Move};
use crate::go::knowledge::{NetKnowledge, built_in_network};
use crate::go::letters;
use crate::go::pattern::learned::games;
use crate::go::{Komi, Point, Position, Rules};
use crate::net::Network;
use crate::util::{FileFault, FileKind, LineLog, Rng, counted, threads};

/// Draw positions for a teacher to label.
///
/// Positions of games, and of lines that the network's policy and chance play from a random point of each game on: a
/// search meets positions that good players avoid. Writes one SGF game per line; before the move of each drawn position
/// stands VV[0.5], or VV[0.25] if the move is not worth learning. The same command resumes a stopped run.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    brasa net positions --size 19 --games games.sgfl --lines 8 --out positions.sgfl\n  \
    brasa net positions --size 13 --count 1000 --moves 180 --wild 0.05 --out positions.sgfl\n  \
    brasa net label --engine 'katago analysis -model M -config C' --games positions.sgfl --out labels.sgfl")]
pub(super) struct Options {
    /// Game records: .sgf files, or .sgfl files, one game per line (default: --count lines from the empty board).
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "count", required_unless_present = "count")]
    games: Vec<PathBuf>,
    /// Games that start on the empty board.
    #[arg(long, value_name = "N")]
    count: Option<u32>,
    /// Board size.
    #[arg(long, value_name = "N", default_value = "19", value_parser = board_size())]
    size: u8,
    /// Output file.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Network that plays the lines (default: the built-in one).
    #[arg(long, value_name = "NET")]
    net: Option<PathBuf>,
    /// Maximum number of positions of each game.
    #[arg(long, value_name = "N", default_value = "20")]
    marks: u16,
    /// Lines from each game.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    lines: u16,
    /// Moves in each line.
    #[arg(long, value_name = "N", default_value = "12")]
    moves: u16,
    /// Share of wild moves in the lines: three quarters from a flat policy, the others at random. Other moves follow
    /// the policy.
    #[arg(long, value_name = "X", default_value = "0.4",
        value_parser = |text: &str| number(text, "from 0 to 1", |share| (0.0..=1.0).contains(&share)))]
    wild: f64,
    /// Komi values, one drawn for each game and line. A network learns about komi only from games that differ in it.
    #[arg(long, value_name = "K", num_args = 1.., allow_negative_numbers = true, default_value = "7.5")]
    komi: Vec<Komi>,
    /// Seed; the positions of a game depend only on the seed and its number.
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
}

impl Options {
    /// The lines of output for each game, usable or not, so that a resumed run finds its place.
    fn per_game(&self) -> usize {
        usize::from(self.lines) + usize::from(self.count.is_none())
    }

    /// The start of each record. It tells runs apart of which one must not continue the other.
    fn start(&self) -> String {
        format!("{START} {} per game, seed {}]", self.per_game(), self.seed)
    }
}

static POSITIONS: FileKind =
    FileKind { name: "the output of `brasa net positions`", is: |text| text.starts_with(START) };

/// The start of each record; tells the output from the games.
const START: &str = "(;AP[brasa:positions";

/// Refuses a drawn position: only labels make it worth learning.
pub(in crate::cli) fn refuse_drawn(path: &Path, number: usize, line: &[u8]) -> Result<(), Fault> {
    match line.starts_with(START.as_bytes()) {
        true => Err(Fault::new(format!(
            "{}:{number}: a position without labels; expected the output of `brasa net label`",
            path.display()
        ))),
        false => Ok(()),
    }
}

/// The values of the property VV before the move of a drawn position: a move of the game, and one that is made up and
/// not worth learning.
const PLAYED: &str = "0.5";
pub(super) const MADE_UP: &str = "0.25";

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    /// Games at a time, spread over the threads.
    const AT_ONCE: usize = 64;
    let network = match &options.net {
        Some(path) => Network::read(path)?,
        None => built_in_network(options.size)
            .ok_or_else(|| Fault::new("there is no built-in network for this board size: give a --net"))?,
    };
    let total = match options.count {
        Some(games) => Some(games as usize),
        None => count(&options.games)?,
    };
    let files: Vec<_> = options.games.iter().map(|path| lines(path)).collect::<Result<_, _>>()?;
    let (mut file, done, text) =
        LineLog::resume(&options.out, &POSITIONS, &options.games, options.per_game())?;
    if !text.is_empty() && !text.starts_with(options.start().as_bytes()) {
        let error = format!(
            "written with other --games, --lines or --seed: expected records that begin '{}'; choose another --out",
            options.start()
        );
        return Err(FileFault::new(&options.out, error).into());
    }
    let done = done as usize;
    let bar = bar("games", total);
    let moves = |line: Vec<u8>| games::read(&line, options.size).map_or(Vec::new(), |(_, moves)| moves);
    let empty = (0..options.count.unwrap_or(0)).map(|_| Ok(Vec::new()));
    let games = files.into_iter().flatten().map(|line| line.map(moves)).chain(empty);
    let mut unread = (0..).zip(games).skip(done);
    let mut positions = 0;
    let mut first = done;
    loop {
        bar.set_position(first as u64);
        let next = unread.by_ref().take(AT_ONCE).map(|(number, moves)| Ok((number, moves?)));
        let next: Vec<_> = next.collect::<Result<_, Fault>>()?;
        if next.is_empty() {
            break;
        }
        let shares = next.chunks(next.len().div_ceil(crate::util::cores())).collect();
        let texts = threads::map(shares, |games: &[(u64, Vec<Move>)]| {
            let mut drawer = Drawer::new(options, &network);
            games.iter().map(|(number, moves)| drawer.game(*number, moves)).collect::<String>()
        });
        first += next.len();
        positions += texts.iter().map(|text| text.matches("VV[").count()).sum::<usize>();
        file.append(&texts.concat())?;
    }
    bar.finish_and_clear();
    let games = counted(first - done, "game");
    Ok(writeln!(io::stdout(), "{} of {games}", counted(positions, "position"))?)
}

struct Drawer<'a> {
    options: &'a Options,
    policy: NetKnowledge,
    flat_policy: NetKnowledge,
    rng: Rng,
}

impl<'a> Drawer<'a> {
    fn new(options: &'a Options, network: &Network) -> Self {
        let policy = |temperature| NetKnowledge::new(network.clone(), temperature);
        Self { options, policy: policy(1.0), flat_policy: policy(2.0), rng: Rng::new(0) }
    }

    /// The game and its lines as text.
    fn game(&mut self, number: u64, moves: &[Move]) -> String {
        self.rng = Rng::new(self.options.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        // Two passes end the game.
        let end = moves.windows(2).position(|pair| pair == [Move::PASS; 2]);
        let moves = &moves[..end.map_or(moves.len(), |end| end + 1)];
        let mut text = String::new();
        if self.options.count.is_none() {
            let count = moves.len();
            if count == 0 {
                return format!("{})\n", self.options.start()).repeat(self.options.per_game());
            }
            let marks = index::sample(&mut self.rng, count, count.min(self.options.marks.into()));
            let marks: Vec<_> = marks.into_iter().collect();
            let komi = self.komi();
            self.write(&mut text, komi, moves, |number| marks.contains(&number).then_some(PLAYED));
        }
        for _ in 0..self.options.lines {
            let komi = self.komi();
            let mut position = Position::new(self.options.size, Rules { komi, ..Rules::default() });
            let start = self.rng.below(moves.len().max(1));
            let mut line = moves[..start].to_vec();
            line.iter().for_each(|&mv| position.play_legal(mv));
            for _ in 0..self.options.moves {
                let mv = self.stray(&position);
                if mv == Move::PASS && position.passes() > 0 || position.play(mv).is_err() {
                    break;
                }
                line.push(mv);
            }
            self.write(&mut text, komi, &line, |number| (number >= start).then_some(MADE_UP));
        }
        text
    }

    fn komi(&mut self) -> Komi {
        self.options.komi.choose(&mut self.rng).copied().unwrap_or(Rules::default().komi)
    }

    /// Draws a move, possibly an illegal one: from the policy, from its square root, or near the last move or anywhere.
    fn stray(&mut self, position: &Position) -> Move {
        /// The farthest columns and rows of a random move near the last one.
        const NEAR: u8 = 2;
        let is_wild = self.rng.random_bool(self.options.wild);
        if is_wild && self.rng.below(4) == 0 {
            let board = position.board();
            let empty: Vec<_> = board.points().filter(|&p| board.color_at(p).is_none()).collect();
            let [last, _] = position.last();
            let is_near = |p: &&Point| {
                last != Point::NULL && p.col().abs_diff(last.col()).max(p.row().abs_diff(last.row())) <= NEAR
            };
            let near: Vec<_> = empty.iter().filter(is_near).copied().collect();
            let from = if near.is_empty() || self.rng.random_bool(0.5) { &empty } else { &near };
            return from.choose(&mut self.rng).map_or(Move::PASS, |p| p.to_move());
        }
        let moves = position.moves();
        let mut moves: Vec<_> = moves.into_iter().map(Candidate::new).collect();
        let policy = if is_wild { &mut self.flat_policy } else { &mut self.policy };
        policy.edit(position, &mut moves, &mut self.rng);
        let drawn = moves.choose_weighted(&mut self.rng, |candidate| candidate.probability);
        drawn.map_or(Move::PASS, |candidate| candidate.mv)
    }

    /// Writes a record with the marks of its positions.
    fn write(
        &self,
        text: &mut String,
        komi: Komi,
        moves: &[Move],
        mark: impl Fn(usize) -> Option<&'static str>,
    ) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{}SZ[{}]KM[{komi}]", self.options.start(), self.options.size);
        for ((number, &mv), color) in moves.iter().enumerate().zip(["B", "W"].into_iter().cycle()) {
            let _ = write!(text, ";{color}[{}]", letters::text(mv, self.options.size));
            if let Some(mark) = mark(number) {
                let _ = write!(text, "VV[{mark}]VL[0]");
            }
        }
        text.push_str(")\n");
    }
}
