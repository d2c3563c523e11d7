//! The rating of the person at the board, from results against the ranks.
//!
//! Each finished game is a Glicko-2 rating period. Ratings map to ranks as on online-go.com: rating = 525·e^(d/23.15),
//! where the degree d is 30 - k for k kyu and 29 + n for n dan. A handicap stone is worth 361 / (points of the board)
//! degrees: one rank on 19x19, more than four on 9x9.
//!
//! # References
//! - M. Glickman, "Example of the Glicko-2 system", 2013.

use std::f64::consts::PI;
use std::io;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::levels::{Rank, measured_size};
use crate::util::{JSON_OBJECT, keep_file, read_object, user_folder};

/// Rating points per Glicko-2 unit.
const UNIT: f64 = 173.7178;
const CENTER: f64 = 1500.0;
/// The system constant τ, which limits changes of volatility.
const PACE: f64 = 0.5;
const ENGINE_DEVIATION: f64 = 60.0;
const GUESS_DEVIATION: f64 = 200.0;
const MAX_STONES: u8 = 9;

/// A person's rating on boards of one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    rating: f64,
    deviation: f64,
    volatility: f64,
    /// Games that counted.
    pub games: u64,
}

/// A pairing that suits a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The engine's rank.
    pub rank: Rank,
    /// The person's handicap stones; 0 for an even game.
    pub stones: u8,
}

impl Rating {
    /// Parses a guess, such as `12k`, from 30k to 9d; `None` for other text.
    pub fn guess(text: &str) -> Option<Self> {
        let text: String = text.to_ascii_lowercase().split_whitespace().collect();
        let text = text.replace("kyu", "k").replace("dan", "d");
        let number =
            |unit, most| text.strip_suffix(unit)?.parse::<u8>().ok().filter(|n| (1..=most).contains(n));
        let degree = number('k', 30).map(|kyu| 30.0 - f64::from(kyu));
        let degree = degree.or_else(|| number('d', 9).map(|dan| 29.0 + f64::from(dan)))?;
        Some(Self { rating: rating(degree), deviation: GUESS_DEVIATION, volatility: 0.06, games: 0 })
    }

    /// The rating after a game against a rank; `stones` is the person's handicap, negative for the engine's.
    pub fn after(self, size: u8, rank: Rank, stones: i8, has_won: bool) -> Self {
        let opponent = rating(rank.degree() - f64::from(stones) * worth_of_stone(size));
        let mu = (self.rating - CENTER) / UNIT;
        let (phi, other) = (self.deviation / UNIT, ENGINE_DEVIATION / UNIT);
        let g = 1.0 / (1.0 + 3.0 * other * other / (PI * PI)).sqrt();
        let expected = 1.0 / (1.0 + (-g * (mu - (opponent - CENTER) / UNIT)).exp());
        let variance = 1.0 / (g * g * expected * (1.0 - expected));
        let surprise = g * (f64::from(u8::from(has_won)) - expected);
        let volatility = volatility(self.volatility, phi, variance, variance * surprise);
        let before = phi * phi + volatility * volatility;
        let phi = 1.0 / (1.0 / before + 1.0 / variance).sqrt();
        Self {
            rating: self.rating + UNIT * phi * phi * surprise,
            deviation: UNIT * phi,
            volatility,
            games: self.games + 1,
        }
    }

    fn degree(&self) -> f64 {
        23.15 * (self.rating.max(525.0) / 525.0).ln()
    }

    /// The uncertainty in ranks: a standard deviation.
    pub fn uncertainty(&self) -> f64 {
        23.15 * self.deviation / self.rating.max(525.0)
    }

    /// The rank, from 30k to 9d.
    pub fn rank(&self) -> String {
        let degree = self.degree().round().clamp(0.0, 38.0);
        if degree < 30.0 { format!("{}k", 30.0 - degree) } else { format!("{}d", degree - 29.0) }
    }

    /// The engine's rank nearest to the person's, with a handicap if the weakest rank is too strong for an even game.
    pub fn pairing(&self, size: u8) -> Pairing {
        let degree = self.degree();
        let distance = |rank: &Rank| (rank.degree() - degree).abs();
        let rank = Rank::all().min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(Rank::FULL);
        let stones =
            ((rank.degree() - degree) / worth_of_stone(size)).round().clamp(0.0, f64::from(MAX_STONES)) as u8;
        // One stone is no handicap: Black moves first anyway.
        Pairing { rank, stones: if stones < 2 { 0 } else { stones } }
    }

    fn read(value: &Value) -> Option<Self> {
        let number = |name: &str| value[name].as_f64().filter(|number| number.is_finite());
        Some(Self {
            rating: number("rating")?.clamp(100.0, 4000.0),
            deviation: number("deviation")?.clamp(10.0, 500.0),
            volatility: number("volatility")?.clamp(0.01, 0.2),
            games: value["games"].as_u64()?,
        })
    }
}

/// The rank with its uncertainty, such as `12k ± 2`.
impl std::fmt::Display for Rating {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ± {:.0}", self.rank(), self.uncertainty().max(1.0))
    }
}

/// The worth of a handicap stone in ranks.
fn worth_of_stone(size: u8) -> f64 {
    361.0 / f64::from(size).powi(2)
}

fn rating(degree: f64) -> f64 {
    525.0 * (degree / 23.15).exp()
}

/// The volatility after a period: step 5 of the paper, by the Illinois method.
fn volatility(old: f64, phi: f64, variance: f64, delta: f64) -> f64 {
    /// Iterations sufficient for any accuracy needed here.
    const STEPS: usize = 100;
    let a = (old * old).ln();
    let f = |x: f64| {
        let (e, sum) = (x.exp(), phi * phi + variance + x.exp());
        e * (delta * delta - sum) / (2.0 * sum * sum) - (x - a) / (PACE * PACE)
    };
    let mut low = a;
    let excess = delta * delta - phi * phi - variance;
    let mut high = if excess > 0.0 {
        excess.ln()
    } else {
        (1..=STEPS).map(|k| a - k as f64 * PACE).find(|&x| f(x) >= 0.0).unwrap_or(a)
    };
    let (mut at_low, mut at_high) = (f(low), f(high));
    for _ in 0..STEPS {
        if (high - low).abs() < 1e-6 {
            break;
        }
        let middle = low + (low - high) * at_low / (at_high - at_low);
        let value = f(middle);
        if value * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (middle, value);
    }
    (low / 2.0).exp()
}

/// The user's ratings, stored in a file in the user's folder.
#[derive(Clone, Debug)]
pub struct Ratings {
    path: PathBuf,
    /// The ratings by board size, as stored.
    all: Value,
}

/// Maximum size of the ratings file, in bytes.
const MAX: u64 = 64 << 10;

impl Ratings {
    /// The ratings in the user's folder; `None` if there is no such folder.
    pub fn of_user() -> Option<Self> {
        Some(Self::at(user_folder()?))
    }

    /// The ratings in a folder, created on first use.
    pub fn at(folder: PathBuf) -> Self {
        let path = folder.join("ratings.json");
        Self { all: read_object(&path, MAX), path }
    }

    /// The rating on a board size, kept for the nearest of 9x9, 13x13 and 19x19; `None` before the first guess.
    pub fn get(&self, size: u8) -> Option<Rating> {
        Rating::read(&self.all[measured_size(size).to_string()])
    }

    /// Keeps a rating.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn set(&mut self, size: u8, rating: Rating) -> io::Result<()> {
        let Rating { rating, deviation, volatility, games } = rating;
        // Another window may have stored a rating meanwhile.
        self.all = read_object(&self.path, MAX);
        self.all[measured_size(size).to_string()] =
            json!({"rating": rating, "deviation": deviation, "volatility": volatility, "games": games});
        keep_file(&self.path, &JSON_OBJECT, &format!("{}\n", self.all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::levels::find;

    /// The paper's example has three opponents in one period; this checks its last step with one opponent.
    #[test]
    fn the_volatility_is_that_of_the_papers_example() {
        let found = volatility(0.06, 200.0 / UNIT, 1.7785, -0.4834);
        assert!((found - 0.05999).abs() < 1e-5, "{found}");
    }

    #[test]
    fn ranks_and_ratings_agree() {
        for text in ["30k", "20k", "12k", "1k", "1d", "9d"] {
            assert_eq!(Rating::guess(text).unwrap().rank(), text);
        }
        assert_eq!([" 12 Kyu ", "3 dan"].map(|text| Rating::guess(text).unwrap().rank()), ["12k", "3d"]);
        for text in ["", "k", "0k", "31k", "10d", "12", "12q", "½k"] {
            assert_eq!(Rating::guess(text), None, "{text}");
        }
        assert_eq!(find("20k").unwrap().degree(), 10.0);
        assert_eq!(find("1d").unwrap().degree(), 30.0);
    }

    #[test]
    fn a_person_who_wins_half_of_the_games_against_a_rank_reaches_it() {
        for start in ["25k", "8k", "3d"] {
            let (rank, mut rating) = (find("12k").unwrap(), Rating::guess(start).unwrap());
            for game in 0..60 {
                rating = rating.after(19, rank, 0, game % 2 == 0);
            }
            let degree = rating.degree();
            assert!((degree - 18.0).abs() < 2.0, "from {start}: {rating}");
            assert!(rating.uncertainty() < 3.0, "{rating}");
        }
    }

    #[test]
    fn results_against_stones_count_as_against_a_weaker_rank() {
        let (start, rank) = (Rating::guess("15k").unwrap(), find("10k").unwrap());
        let even = start.after(19, find("15k").unwrap(), 0, true);
        let stones = start.after(19, rank, 5, true);
        assert_eq!(even, stones, "five stones on 19x19 are five ranks");
        assert!(start.after(9, rank, 1, true).rating < start.after(9, rank, 0, true).rating);
        assert!(start.after(19, rank, 0, false).rating < start.rating);
    }

    #[test]
    fn the_engine_gives_stones_where_no_rank_is_weak_enough() {
        let pairing = |text, size| Rating::guess(text).unwrap().pairing(size);
        let [weakest, own] = ["20k", "7k"].map(|text| find(text).unwrap());
        assert_eq!(pairing("7k", 19), Pairing { rank: own, stones: 0 });
        assert_eq!(pairing("25k", 19), Pairing { rank: weakest, stones: 5 });
        assert_eq!(pairing("30k", 9), Pairing { rank: weakest, stones: 2 });
        assert_eq!(pairing("9d", 19), Pairing { rank: Rank::FULL, stones: 0 });
    }

    #[test]
    fn ratings_are_kept_by_size_and_other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let mut ratings = Ratings::at(folder.path().join("new"));
        assert_eq!(ratings.get(9), None);
        let rating = Rating::guess("12k").unwrap().after(9, find("12k").unwrap(), 0, true);
        ratings.set(9, rating).unwrap();
        ratings.set(19, Rating::guess("15k").unwrap()).unwrap();
        assert_eq!((ratings.get(9), ratings.get(5), ratings.get(13)), (Some(rating), Some(rating), None));
        std::fs::write(folder.path().join("new/ratings.json"), "my notes").unwrap();
        assert!(ratings.set(9, rating).is_err());
    }
}
