//! `brasa net export`: training positions as a NumPy array.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use indicatif::ProgressBar;

use super::records::{Drawn, Records};
use crate::cli::fault::Fault;
use crate::cli::learn::bar;
use crate::go::network::{NetRecords, Planes};
use crate::net::{Example, INPUTS};
use crate::util::{FileKind, Output, counted};

/// Write training positions as a NumPy array, for a trainer such as scripts/train.py.
///
/// The array has one record per position, for the player to move. Points are numbered row by row from A1, a pass is the
/// number of points. Fields: planes, the inputs but the last as bits, lowest first; compensation, the last input;
/// moves and shares, the target policy, padded with shares of 0; value, 0 to 1; lead, in points per point of the
/// board; owners, 100 to -100. An unknown value or lead is NaN, unknown owners are -128.
#[derive(Args)]
#[command(after_help = "Example:\n  \
    brasa net export --games games.sgfl --size 19 --out training.npy\n  \
    brasa net export --games games.sgfl --size 19 --tests --out tests.npy\n  \
    scripts/train.py training.npy --tests tests.npy --blocks 6 --channels 64 --out my.net")]
pub(super) struct Options {
    #[command(flatten)]
    records: Records,
    /// Output file.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write the held-out test games instead of the training games.
    #[arg(long)]
    tests: bool,
}

static ARRAY: FileKind = FileKind {
    name: "a NumPy array made by brasa",
    is: |text| text.starts_with("\u{fffd}NUMPY") && text.contains("{'descr': [('planes', "),
};

/// Input planes of zeros and ones; the last input is a number.
const PLANES: usize = INPUTS - 1;
/// Maximum number of moves in a policy; the others of a longer one are dropped.
const MOVES: usize = 64;
const UNKNOWN: i8 = -128;

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let [training, tests] = options.records.read(Drawn::Read)?;
    let [records] = &(if options.tests { tests } else { training })[..] else {
        return Err(Fault::new("an array holds positions of one board size: give a single --size"));
    };
    let mut out = Output::claim(&options.out, &ARRAY, options.records.files())?;
    let bar = bar("positions", records.positions());
    out.replace(|file| write(file, records, &bar))?;
    bar.finish_and_clear();
    let (positions, games) = (counted(records.positions(), "position"), counted(records.len(), "game"));
    Ok(writeln!(io::stdout(), "{positions} of {games}")?)
}

/// Writes the array in the format of NumPy, version 1.0.
fn write(file: &mut dyn Write, records: &NetRecords, bar: &ProgressBar) -> io::Result<()> {
    let (mut planes, mut example) = (Planes::default(), Example::default());
    for number in 0..records.positions() {
        records.example(&mut planes, number, 0, &mut example);
        let points = example.planes.len() / INPUTS;
        if number == 0 {
            file.write_all(&head(points, records.positions()))?;
        }
        file.write_all(&record(&mut example, points))?;
        bar.inc(1);
    }
    Ok(())
}

fn head(points: usize, count: usize) -> Vec<u8> {
    /// The length of the head is a multiple of it.
    const ALIGNMENT: usize = 64;
    let bytes = points.div_ceil(8);
    let mut text = format!(
        "{{'descr': [('planes', '|u1', ({PLANES}, {bytes})), ('compensation', '<f4'), ('moves', '<u2', ({MOVES},)), \
         ('shares', '<f4', ({MOVES},)), ('value', '<f4'), ('lead', '<f4'), ('owners', '|i1', ({points},))], \
         'fortran_order': False, 'shape': ({count},)}}"
    );
    let start = b"\x93NUMPY\x01\x00";
    let used = start.len() + 2 + text.len() + 1;
    text.extend(std::iter::repeat_n(' ', used.next_multiple_of(ALIGNMENT) - used));
    text.push('\n');
    [&start[..], &(text.len() as u16).to_le_bytes(), text.as_bytes()].concat()
}

fn record(example: &mut Example, points: usize) -> Vec<u8> {
    let mut bytes = vec![0; PLANES * points.div_ceil(8)];
    for (plane, bits) in bytes.chunks_exact_mut(points.div_ceil(8)).enumerate() {
        for (p, inputs) in example.planes.chunks_exact(INPUTS).enumerate() {
            bits[p / 8] |= u8::from(inputs[plane] != 0.0) << (p % 8);
        }
    }
    bytes.extend(example.planes.get(PLANES).unwrap_or(&0.0).to_le_bytes());
    example.policy.sort_by(|a, b| b.1.total_cmp(&a.1));
    example.policy.resize(MOVES, (0, 0.0));
    bytes.extend(example.policy.iter().flat_map(|(mv, _)| mv.to_le_bytes()));
    bytes.extend(example.policy.iter().flat_map(|(_, share)| share.to_le_bytes()));
    for number in [example.value, example.lead] {
        bytes.extend(number.unwrap_or(f32::NAN).to_le_bytes());
    }
    example.owners.resize(points, f32::from(UNKNOWN) / 100.0);
    bytes.extend(example.owners.iter().flat_map(|owner| ((100.0 * owner).round() as i8).to_le_bytes()));
    bytes
}
