//! Mutated inputs for everything that reads foreign bytes; no case may panic, hang or fill the memory.
//!
//! A case depends only on its target, a seed and its number. The tests below run a few cases per target;
//! `scripts/fuzz.sh` runs one target for as long as wanted and writes each finding to a file.

mod mutate;
mod targets;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use brasa::util::Rng;
use cpu_time::ProcessTime;

use mutate::Seeds;
pub(crate) use targets::harmless;
use targets::{TARGETS, Target};

/// CPU time after which a case is a finding.
const MAX_WORK: Duration = Duration::from_secs(10);
/// Time after which a case is a finding even if it uses no CPU. A busy machine may keep a process waiting for a minute.
const MAX_TIME: Duration = Duration::from_secs(300);
/// Process memory at which a case is a finding, in bytes.
const MAX_MEMORY: u64 = 2 << 30;

/// The running case.
struct Running {
    name: String,
    bytes: Vec<u8>,
    start: (Instant, ProcessTime),
}

/// The bytes of a case.
fn case(target: &Target, seeds: &Seeds, seed: u64, number: u64) -> Vec<u8> {
    let mut rng = Rng::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number);
    let mut bytes = seeds.mutated(&mut rng);
    (target.mend)(&mut bytes, &mut rng);
    bytes
}

/// Saves the bytes of a case to a file and returns its path.
fn keep(name: &str, bytes: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}"));
    fs::write(&path, bytes).unwrap();
    path
}

/// The memory of the process in bytes; 0 if the system does not report it.
fn memory() -> u64 {
    let pages = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    pages.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0) * 4096
}

/// Exits the process if a case takes too much time or memory.
fn watch(running: &Mutex<Option<Running>>) {
    loop {
        thread::sleep(Duration::from_millis(20));
        let running = running.lock().unwrap();
        let Some(Running { name, bytes, start: (time, work) }) = &*running else { continue };
        let (time, work, memory) = (time.elapsed(), work.elapsed(), memory());
        if work > MAX_WORK || time > MAX_TIME || memory > MAX_MEMORY {
            let path = keep(name, bytes);
            eprintln!("{}: {work:?} of work, {time:?}, {} MB", path.display(), memory >> 20);
            exit(1);
        }
    }
}

/// Runs cases of a target, starting at one, for some CPU time or up to a number; returns how many panicked.
fn run(target: &Target, seed: u64, cases: std::ops::Range<u64>, work: Duration, is_watched: bool) -> u64 {
    let seeds = Seeds::new((target.seeds)(), target.words);
    let mut check = (target.start)();
    let (begin, mut findings) = (ProcessTime::now(), 0);
    let running = Arc::new(Mutex::new(None));
    if is_watched {
        let running = running.clone();
        thread::spawn(move || watch(&running));
    }
    let mut last = cases.start;
    for number in cases {
        if begin.elapsed() >= work {
            break;
        }
        last = number;
        let bytes = case(target, &seeds, seed, number);
        let name = format!("{}-{seed}-{number}", target.name);
        let start = (Instant::now(), ProcessTime::now());
        *running.lock().unwrap() = Some(Running { name: name.clone(), bytes: bytes.clone(), start });
        if catch_unwind(AssertUnwindSafe(|| check(&bytes))).is_err() {
            findings += 1;
            eprintln!("{}: a panic", keep(&name, &bytes).display());
            check = (target.start)();
        }
        *running.lock().unwrap() = None;
    }
    let work = begin.elapsed().as_secs();
    eprintln!(
        "{}, seed {seed}: cases to number {last} in {work} s of work, {findings} findings",
        target.name
    );
    findings
}

#[test]
fn no_case_breaks_a_reader() {
    for target in TARGETS {
        assert_eq!(run(target, 1, 0..target.few, Duration::MAX, false), 0, "{}", target.name);
    }
}

/// `scripts/fuzz.sh`.
#[test]
#[ignore = "runs for as long as scripts/fuzz.sh says"]
fn long() {
    let var = |name: &str| std::env::var(name).unwrap();
    let target = TARGETS.iter().find(|target| target.name == var("FUZZ_TARGET"));
    let target = target.unwrap_or_else(|| {
        let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
        panic!("no target '{}'; the targets are {}", var("FUZZ_TARGET"), names.join(" "))
    });
    let [seconds, seed, first] =
        ["FUZZ_SECONDS", "FUZZ_SEED", "FUZZ_FIRST"].map(|name| var(name).parse().unwrap());
    assert_eq!(run(target, seed, first..u64::MAX, Duration::from_secs(seconds), true), 0, "findings");
}
