//! Counts of move sequences, compared with those of other programs.

use brasa::go::perft::counts;
use brasa::go::{KoRule, Rules};

/// The largest count tested, to limit the time.
const MAX: u64 = 1 << 40;

#[test]
fn sequences_are_as_many_as_others_found() {
    for line in include_str!("data/perft.txt").lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [size, suicide, ko, pass, expected @ ..] = &words[..] else { panic!("{line}") };
        let rules = Rules {
            suicide: *suicide == "suicide",
            ko: match *ko {
                "simple" => KoRule::Simple,
                "situational" => KoRule::Situational,
                _ => KoRule::Positional,
            },
            two_passes_end_game: *pass == "pass",
            ..Rules::default()
        };
        let expected: Vec<u64> =
            expected.iter().map(|n| n.parse().unwrap()).take_while(|&n| n <= MAX).collect();
        let found: Vec<u64> = counts(size.parse().unwrap(), rules).take(expected.len()).collect();
        assert_eq!(found, expected, "{line}");
    }
}
