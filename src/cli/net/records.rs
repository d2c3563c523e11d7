//! The training games and the test positions.

use std::path::PathBuf;

use clap::Args;

use crate::cli::learn::lines;
use crate::cli::learn_error::LearnError;
use crate::go::board::{MAX_SIZE, MIN_SIZE};
use crate::go::network::{NetRecord, NetRecords, NetSource};
use crate::net::{Example, Losses, Network, Tester};

#[derive(Args)]
pub(super) struct Records {
    /// Game records, one SGF game a line.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Board size.
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = clap::value_parser!(u8).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    pub(super) size: u8,
    /// Keep every Nth game for tests; the training does not see it.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..))]
    test_every: u32,
}

impl Records {
    /// Reads the games for training and those for tests.
    pub(super) fn read(&self) -> Result<[NetRecords; 2], LearnError> {
        let mut sets = [NetRecords::default(), NetRecords::default()];
        let mut count = 0;
        for path in &self.games {
            for line in lines(path)? {
                if let Some(record) = NetRecord::read(&line?, self.size) {
                    sets[usize::from(count % self.test_every == 0)].push(record);
                    count += 1;
                }
            }
        }
        if sets.iter().any(NetRecords::is_empty) {
            let files: Vec<_> = self.games.iter().map(|path| path.display().to_string()).collect();
            return Err(LearnError::FewGames { files: files.join(", "), size: self.size, count });
        }
        Ok(sets)
    }
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
    pub(super) fn sample(records: &NetRecords, count: usize) -> Self {
        let mut source = NetSource::default();
        let mut groups = [const { Vec::new() }; STARTS.len()];
        let step = records.moves().div_ceil(count.max(1)).max(1);
        for number in (0..records.moves()).step_by(step) {
            let mut example = Example::default();
            let played = records.example(&mut source, number, 0, &mut example);
            groups[STARTS.partition_point(|&start| start <= played) - 1].push(example);
        }
        Self { groups }
    }

    /// A network's losses, for each group that has positions.
    pub(super) fn evaluate(&self, network: Network, size: u8, threads: usize) -> Vec<GroupLosses> {
        let mut tester = Tester::new(network, usize::from(size), threads);
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

/// The losses over all groups.
pub(super) fn sum(groups: &[GroupLosses]) -> Losses {
    let mut sum = Losses::default();
    groups.iter().for_each(|group| sum.add(&group.losses));
    sum
}
