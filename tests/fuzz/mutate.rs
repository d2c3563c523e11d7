//! Mutations of bytes, of words, and of numbers.

use std::ops::Range;

use brasa::util::Rng;

/// Longest case, in bytes.
const LONGEST: usize = 64 << 10;

/// Numbers at the limits of types and ranges.
const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1",
    "2",
    "19",
    "20",
    "25",
    "26",
    "127",
    "128",
    "255",
    "256",
    "361",
    "-0",
    "0.5",
    "1e-320",
    "1e308",
    "1e999",
    "nan",
    "inf",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999999",
];

/// The inputs that mutations start from, and the words of their language.
pub(super) struct Seeds {
    seeds: Vec<Vec<u8>>,
    words: &'static [&'static str],
}

fn pick<'a, T: ?Sized>(rng: &mut Rng, of: &[&'a T]) -> &'a T {
    of[rng.below(of.len())]
}

/// The ranges of words, numbers, quoted texts, and single other bytes.
fn tokens(bytes: &[u8]) -> Vec<Range<usize>> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-+".contains(&byte) || byte >= 0x80;
    let (mut tokens, mut start) = (Vec::new(), 0);
    while start < bytes.len() {
        let rest = &bytes[start..];
        let length = match rest[0] {
            b'"' => rest[1..].iter().position(|&byte| byte == b'"').map_or(1, |end| end + 2),
            byte if is_word(byte) => rest.iter().position(|&byte| !is_word(byte)).unwrap_or(rest.len()),
            _ => 1,
        };
        tokens.push(start..start + length);
        start += length;
    }
    tokens
}

/// A random range of at most `most` bytes.
fn part(rng: &mut Rng, length: usize, most: usize) -> Range<usize> {
    let start = rng.below(length + 1);
    start..start + rng.below((length - start).min(most) + 1)
}

impl Seeds {
    pub(super) fn new(seeds: Vec<Vec<u8>>, words: &'static [&'static str]) -> Self {
        assert!(!seeds.is_empty() && seeds.iter().all(|seed| !seed.is_empty()));
        Self { seeds, words }
    }

    fn seed(&self, rng: &mut Rng) -> &[u8] {
        &self.seeds[rng.below(self.seeds.len())]
    }

    /// A seed after some mutations.
    pub(super) fn mutated(&self, rng: &mut Rng) -> Vec<u8> {
        let mut bytes = self.seed(rng).to_vec();
        for _ in 0..1 << rng.below(5) {
            self.mutate(&mut bytes, rng);
        }
        bytes
    }

    fn mutate(&self, bytes: &mut Vec<u8>, rng: &mut Rng) {
        let length = bytes.len();
        match rng.below(16) {
            0 if length > 0 => bytes[rng.below(length)] ^= 1 << rng.below(8),
            1 if length > 0 => bytes[rng.below(length)] = rng.below(256) as u8,
            2 => bytes.insert(rng.below(length + 1), rng.below(256) as u8),
            3 => drop(bytes.drain(part(rng, length, 32))),
            4 => bytes.truncate(rng.below(length + 1)),
            5 => {
                let (copied, to) = (bytes[part(rng, length, 200)].to_vec(), rng.below(length + 1));
                bytes.splice(to..to, copied);
            }
            6 => {
                let other = self.seed(rng);
                let copied = &other[part(rng, other.len(), 2000)];
                let replaced = part(rng, length, 200);
                bytes.splice(replaced, copied.iter().copied());
            }
            7 => {
                // A word many times, for things that nest or grow.
                let (word, to) = (pick(rng, self.words), rng.below(length + 1));
                let count = 1 << rng.below(12);
                bytes.splice(to..to, word.bytes().cycle().take(word.len() * count).collect::<Vec<_>>());
            }
            _ => self.replace_token(bytes, rng),
        }
        bytes.truncate(LONGEST.max(length));
    }

    /// Replaces a token with another, drops it, or doubles it.
    fn replace_token(&self, bytes: &mut Vec<u8>, rng: &mut Rng) {
        // A window is enough of a long input.
        let start = rng.below(bytes.len() / 1000 + 1) * 1000;
        let window = &bytes[start..bytes.len().min(start + 1000)];
        let tokens = tokens(window);
        if tokens.is_empty() {
            return;
        }
        let old = tokens[rng.below(tokens.len())].clone();
        let is_number = window[old.start].is_ascii_digit();
        let new: Vec<u8> = match rng.below(8) {
            0 => Vec::new(),
            1 => window[old.clone()].repeat(2),
            2 => window[tokens[rng.below(tokens.len())].clone()].to_vec(),
            3..=5 if is_number => pick(rng, NUMBERS).into(),
            3 => pick(rng, NUMBERS).into(),
            _ => pick(rng, self.words).into(),
        };
        bytes.splice(start + old.start..start + old.end, new);
    }
}
