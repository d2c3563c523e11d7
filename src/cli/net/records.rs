//! The training games and the test positions.

use std::path::PathBuf;

use clap::Args;

use super::positions::refuse_drawn;
use crate::cli::fault::Fault;
use crate::cli::learn::lines;
use crate::cli::numbers::board_size;
use crate::go::network::{NetRecord, NetRecords, Planes};
use crate::go::pattern::learned::games;
use crate::gtp::remark;
use crate::net::{Example, Losses, Network, Tester};
use crate::sgf;
use crate::util::{counted, percent};

#[derive(Args)]
pub(super) struct Records {
    /// Game records: .sgf files, or .sgfl files (one game per line).
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// More game records, of which only the moves are targets. With labels of a teacher alone, a
    /// network forgets people's moves.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    moves: Vec<PathBuf>,
    /// Board sizes; with several, each contributes batches in proportion to its positions.
    #[arg(long, value_name = "N", default_value = "19", num_args = 1.., value_parser = board_size())]
    size: Vec<u8>,
    /// Hold out every Nth game for testing.
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u32).range(2..))]
    test_every: u32,
}

/// What to do with the output of `brasa net positions`, which has no labels yet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Drawn {
    Refused,
    Read,
}

impl Records {
    pub(super) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.games.iter().chain(&self.moves)
    }

    /// The options that divide the games into those for training and those for testing.
    pub(super) fn split(&self) -> String {
        let sizes: Vec<_> = self.size.iter().map(u8::to_string).collect();
        format!("--size {} --test-every {}", sizes.join(" "), self.test_every)
    }

    /// Reads the games for training and testing, by board size.
    pub(super) fn read(&self, drawn: Drawn) -> Result<[Vec<NetRecords>; 2], Fault> {
        let mut sets = [(); 2].map(|()| vec![NetRecords::default(); self.size.len()]);
        let sizes: Vec<_> = self.size.iter().map(|size| format!("{size}x{size}")).collect();
        let sizes = sizes.join(", ");
        let mut count = 0;
        for (file, path) in self.files().enumerate() {
            let moves_only = file >= self.games.len();
            let mut odd: Vec<usize> = Vec::new();
            for (number, line) in (1..).zip(lines(path)?) {
                let line = line?;
                if drawn == Drawn::Refused {
                    refuse_drawn(path, number, &line)?;
                }
                let read = |(i, &size)| NetRecord::read(&line, size).map(|record| (i, size, record));
                let record = self.size.iter().enumerate().find_map(read);
                if record.as_ref().is_none_or(|&(_, size, _)| !is_whole(&line, size)) {
                    odd.push(number);
                }
                if let Some((i, _, record)) = record {
                    let record = if moves_only { record.moves_only() } else { record };
                    sets[usize::from(count % self.test_every == 0)][i].push(record);
                    count += 1;
                }
            }
            if !odd.is_empty() {
                let named: Vec<_> = odd.iter().take(MAX_NAMED).map(usize::to_string).collect();
                let (named, more) = (named.join(", "), if odd.len() > MAX_NAMED { ", …" } else { "" });
                let (path, lines) = (path.display(), counted(odd.len(), "line"));
                remark(&format!(
                    "{path}: {lines} without a complete game on {sizes} with a winner: {named}{more}"
                ));
            }
        }
        if sets.iter().any(|set| set.iter().all(NetRecords::is_empty)) {
            let files: Vec<_> = self.files().map(|path| path.display().to_string()).collect();
            return Err(Fault::new(format!(
                "{}: {} on {sizes} with a winner: expected .sgf files, or others with one game per line, without \
                handicap, and at least two games",
                files.join(", "),
                counted(count as usize, "game")
            )));
        }
        Ok(sets)
    }
}

/// Maximum number of lines to name.
const MAX_NAMED: usize = 20;

/// Whether all moves of a game are legal. A truncated line, or two joined in one, mostly has illegal ones.
fn is_whole(line: &[u8], size: u8) -> bool {
    let Ok(collection) = sgf::parse(line) else { return false };
    let Some(tree) = collection.games.first() else { return false };
    if tree.main_line().skip(1).any(|node| node.get("SZ").is_some()) {
        return false;
    }
    let moves = tree.main_line().filter(|node| node.played().is_some()).count();
    games::read(line, size).is_some_and(|(_, legal)| legal.len() == moves)
}

/// First move number of each group of test positions.
const STARTS: [usize; 8] = [0, 10, 20, 40, 80, 120, 160, 200];

/// Test positions by move number.
pub(super) struct Tests {
    groups: [Vec<Example>; STARTS.len()],
}

/// Losses on the test positions of a group.
pub(super) struct GroupLosses {
    /// Its first move number.
    pub(super) from: usize,
    /// Its last move number; `None` for the last group.
    pub(super) to: Option<usize>,
    pub(super) losses: Losses,
}

impl Tests {
    /// Evenly spread positions of the games.
    pub(super) fn sample(records: &[NetRecords], count: usize) -> Self {
        let mut planes = Planes::default();
        let mut groups = [const { Vec::new() }; STARTS.len()];
        let all: usize = records.iter().map(NetRecords::positions).sum();
        for records in records {
            for number in (0..records.positions()).step_by(all.div_ceil(count.max(1)).max(1)) {
                let mut example = Example::default();
                let played = records.example(&mut planes, number, 0, &mut example);
                groups[STARTS.partition_point(|&start| start <= played) - 1].push(example);
            }
        }
        Self { groups }
    }

    /// A network's losses for each group that has positions.
    pub(super) fn evaluate(&self, network: Network, threads: usize) -> Vec<GroupLosses> {
        let mut tester = Tester::new(network, threads);
        let groups = self.groups.iter().enumerate().filter(|(_, examples)| !examples.is_empty());
        groups
            .map(|(i, examples)| GroupLosses {
                from: STARTS[i],
                to: STARTS.get(i + 1).map(|next| next - 1),
                losses: tester.evaluate(examples),
            })
            .collect()
    }
}

impl GroupLosses {
    /// The range of move numbers as text.
    pub(super) fn moves(&self) -> String {
        self.to.map_or_else(|| format!("{}-", self.from), |to| format!("{}-{to}", self.from))
    }
}

/// A share as text; `-` for one of no positions.
pub(super) fn share(share: f64) -> String {
    if share.is_nan() { "-".to_owned() } else { percent(share) }
}

/// A mean loss as text; `-` for one over no positions.
pub(super) fn number(mean: f64) -> String {
    if mean.is_nan() { "-".to_owned() } else { format!("{mean:.3}") }
}

/// The losses over all groups.
pub(super) fn sum(groups: &[GroupLosses]) -> Losses {
    let mut sum = Losses::default();
    groups.iter().for_each(|group| sum.add(&group.losses));
    sum
}
