//! `--level auto`: games at the person's own rank, which follows the results.

use super::super::fault::Fault;
use super::input::{Input, say};
use super::table::Table;
use crate::engine::rating::{Pairing, Rating, Ratings};
use crate::framework::Color;

/// A game that counts for the person's rank.
pub(super) struct Rated {
    ratings: Option<Ratings>,
    size: u8,
    rating: Rating,
    pub(super) pairing: Pairing,
    /// The rank before the game, once the game has counted.
    before: Option<Rating>,
}

impl Rated {
    /// Finds the opponent for a person; asks a new one to guess their rank.
    pub(super) fn begin(size: u8, input: &mut Input) -> Result<Option<Self>, Fault> {
        let ratings = Ratings::of_user();
        let mut known = ratings.as_ref().and_then(|ratings| ratings.get(size));
        let rating = loop {
            match known {
                Some(rating) => break rating,
                None => {
                    let Some(answer) = asked(input)? else { return Ok(None) };
                    known = Rating::guess(&answer);
                    if known.is_none() {
                        say("That is not a rank: expected a number with k or d, from 30k to 9d.")?;
                    }
                }
            }
        };
        let pairing = rating.pairing(size);
        Ok(Some(Self { ratings, size, rating, pairing, before: None }))
    }

    /// A line about the opponent.
    pub(super) fn welcome(&self, stones: u8) -> String {
        let given = if stones > 0 { format!(" and gives you {stones} stones") } else { String::new() };
        format!(
            "Your rank on {0}x{0}: {1}. The engine plays as {2}{given}.",
            self.size, self.rating, self.pairing.rank
        )
    }

    /// Counts a finished game once; returns a line about the rank.
    pub(super) fn count(&mut self, table: &Table, person: Color) -> Option<String> {
        let winner = table.winner().filter(|_| self.before.is_none())?;
        let reason = if table.session.moves().is_empty() {
            Some("nobody has moved")
        } else {
            table.is_helped.then_some("you took a move back or asked for a hint")
        };
        if let Some(reason) = reason {
            return Some(format!("The game does not count for your rank: {reason}."));
        }
        let stones = table.session.go().map_or(0, |go| go.position().handicap()) as i8;
        let stones = if person == Color::Black { stones } else { -stones };
        let before = self.rating;
        self.before = Some(before);
        let fault = self.set(before.after(self.size, self.pairing.rank, stones, winner == person));
        Some(format!("Your rank on {0}x{0}: {1}, before {before}.{fault}", self.size, self.rating))
    }

    /// Takes back the effect of a game that goes on after all; returns a line about the rank.
    pub(super) fn take_back(&mut self) -> Option<String> {
        let before = self.before.take()?;
        let fault = self.set(before);
        Some(format!("Your rank on {0}x{0} is again {before}.{fault}", self.size))
    }

    /// Changes and saves the rank; returns a sentence if it was not saved.
    fn set(&mut self, rating: Rating) -> String {
        self.rating = rating;
        let kept = self.ratings.as_mut().map_or(Ok(()), |ratings| ratings.set(self.size, rating));
        kept.err().map_or(String::new(), |error| format!(" The rank was not saved: {error}."))
    }
}

/// Asks the player for a rank; `None` at end of input.
fn asked(input: &mut Input) -> Result<Option<String>, Fault> {
    /// Assumed rank of a person who cannot be asked.
    const UNASKED: &str = "15k";
    /// Assumed rank of a beginner.
    const NEW: &str = "25k";
    const QUESTION: &str =
        "How strong are you? A rank such as 12k or 2d; Enter if you are new to Go or do not know: ";
    if matches!(input, Input::Pipe) {
        return Ok(Some(UNASKED.to_owned()));
    }
    let answer = input.line(QUESTION, Vec::new())?;
    Ok(answer.map(|answer| if answer.trim().is_empty() { NEW.to_owned() } else { answer }))
}
