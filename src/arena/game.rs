//! One game between two programs, from the first command to the result.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::judge::Played;
use super::match_game::play_command;
use super::match_program::MatchProgram;
use super::opening::Opening;
use super::{Claim, Contestant, Margin, MatchSettings, ProgramError};
use crate::framework::{Color, Control};
use crate::go::Point;
use crate::util::Rng;

/// The programs of a match: first those given as Black and White, whatever their colors, then the watchers.
pub(super) struct MatchPrograms<'a> {
    settings: &'a MatchSettings,
    seats: [MatchProgram<'a>; 2],
    watchers: Vec<(Role, MatchProgram<'a>)>,
}

/// A finished game. Black and White are the colors.
pub(super) struct FinishedGame {
    /// Whether the programs swapped colors.
    pub(super) alternated: bool,
    /// The command lines of Black and White.
    pub(super) commands: [String; 2],
    pub(super) opening: Opening,
    /// The moves, those of the opening first.
    pub(super) moves: Vec<(Color, String)>,
    /// Text from the players' standard error, each with the index of the move that it comments on.
    pub(super) remarks: Vec<(usize, String)>,
    /// The result as claimed by Black, by White, and by the referee or the rules.
    pub(super) claims: [Claim; 3],
    /// The thinking time of Black and White.
    pub(super) time: [Duration; 2],
    /// The CPU time of Black and White, in seconds.
    pub(super) cpu: [f64; 2],
    pub(super) errors: Vec<GameFault>,
}

impl FinishedGame {
    /// The index of the program that plays a color: 0 for the one given as Black. Also the index of the color of the
    /// program given as this one.
    pub(super) const fn holder(&self, color: Color) -> usize {
        if self.alternated { 1 - color.index() } else { color.index() }
    }

    /// The comment on a move: the player's text on standard error.
    pub(super) fn remark(&self, number: usize) -> Option<&str> {
        self.remarks.iter().find(|&&(known, _)| known == number).map(|(_, text)| text.as_str())
    }
}

/// How a game ended without a fault.
enum End {
    /// A player resigned.
    Resignation(Color),
    /// The rules ended the game, with this result; unknown if the programs have to state it.
    ByRules(Claim),
}

/// A fault in a game.
pub(super) struct GameFault {
    /// The program at fault, if any.
    pub(super) who: Option<Role>,
    pub(super) what: String,
}

/// A program's role in a game.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Role {
    Player(Color),
    Referee,
    Observer,
}

impl GameFault {
    /// Truncates long text, which may contain a reply of any length.
    fn of(role: Role, what: impl ToString) -> Self {
        Self { who: Some(role), what: what.to_string().chars().take(300).collect() }
    }

    fn of_player(color: Color, what: impl ToString) -> Self {
        Self::of(Role::Player(color), what)
    }
}

impl<'a> MatchPrograms<'a> {
    pub(super) fn new(settings: &'a MatchSettings, control: &Arc<Control>, is_logged: bool) -> Self {
        let seat = |contestant: &'a Contestant, letter| {
            MatchProgram::new(contestant, settings.timeout, Arc::clone(control), is_logged.then_some(letter))
        };
        let [black, white] = &settings.programs;
        let watchers = [(Role::Referee, &settings.referee, 'R'), (Role::Observer, &settings.observer, 'O')];
        let watching = |(role, contestant, letter): (_, &'a Option<Contestant>, _)| {
            contestant.as_ref().map(|contestant| (role, seat(contestant, letter)))
        };
        Self {
            settings,
            seats: [seat(black, 'B'), seat(white, 'W')],
            watchers: watchers.into_iter().filter_map(watching).collect(),
        }
    }

    fn all(&mut self) -> impl Iterator<Item = &mut MatchProgram<'a>> {
        self.seats.iter_mut().chain(self.watchers.iter_mut().map(|(_, watcher)| watcher))
    }

    pub(super) fn play(&mut self, number: u32) -> FinishedGame {
        let alternated = self.settings.is_alternated(number);
        let mut seeds = seeds(self.settings.seed, number);
        if alternated {
            self.seats.swap(0, 1);
            seeds.swap(0, 1);
        }
        let mut game = FinishedGame {
            alternated,
            commands: [0, 1].map(|i| self.seats[i].command(seeds[i])),
            opening: self.settings.opening(number),
            moves: Vec::new(),
            remarks: Vec::new(),
            claims: [Claim::Unknown; 3],
            time: [Duration::ZERO; 2],
            cpu: [0.0; 2],
            errors: Vec::new(),
        };
        OngoingGame { players: self, game: &mut game }.play(seeds);
        self.all().for_each(MatchProgram::get_up);
        if alternated {
            self.seats.swap(0, 1);
        }
        game
    }

    pub(super) fn leave(&mut self) {
        self.all().for_each(MatchProgram::leave);
    }
}

/// The seeds of a game for the programs given as Black and White and for the referee: positive 31-bit numbers that
/// depend only on the game's number.
fn seeds(base: u64, number: u32) -> [u32; 3] {
    let mut rng = Rng::new(base.wrapping_add(u64::from(number) << 32));
    [(); 3].map(|()| rng.below(i32::MAX as usize - 1) as u32 + 1)
}

/// Sends an opening's stones and moves to a program. `set_free_handicap` places a handicap, because rules may
/// compensate White for it; a program that refuses the command gets the stones as moves.
fn show_opening(seat: &mut MatchProgram<'_>, opening: &Opening) -> Result<(), ProgramError> {
    let mut plain = opening.stones.as_slice();
    if opening.is_handicap() {
        let vertices: String = plain.iter().map(|&(_, mv)| format!(" {}", Point::of_move(mv))).collect();
        match seat.send(&format!("set_free_handicap{vertices}")) {
            Ok(_) => plain = &[],
            Err(ProgramError::Refused { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    for &(color, mv) in plain.iter().chain(&opening.moves) {
        seat.send(&play_command(color, Point::of_move(mv)))?;
    }
    Ok(())
}

/// A game in progress; the first two programs have Black and White here.
struct OngoingGame<'a, 'b> {
    players: &'a mut MatchPrograms<'b>,
    game: &'a mut FinishedGame,
}

impl OngoingGame<'_, '_> {
    fn play(&mut self, seeds: [u32; 3]) {
        self.sit_down(seeds);
        if self.losers().is_empty() {
            match self.moves() {
                Ok(End::Resignation(loser)) => {
                    self.game.claims = [Claim::Win(!loser, Margin::Resignation); 3];
                }
                Ok(End::ByRules(result)) => {
                    self.game.claims[2] = result;
                    self.ask_for_claims();
                }
                Err(error) => self.game.errors.push(error),
            }
        }
        // A failed player loses, unless both failed.
        match self.losers()[..] {
            [] => {}
            [loser] => self.game.claims = [Claim::Win(!loser, Margin::Forfeit); 3],
            _ => self.game.claims = [Claim::Unknown; 3],
        }
        Color::ALL.into_iter().for_each(|color| self.note_remarks(color));
        self.game.cpu = [0, 1].map(|i| self.players.seats[i].cpu());
    }

    fn losers(&self) -> Vec<Color> {
        Color::ALL.into_iter().filter(|&color| has_failed(self.game, Role::Player(color))).collect()
    }

    /// Prepares all programs and sends them the opening.
    fn sit_down(&mut self, seeds: [u32; 3]) {
        let settings = self.players.settings;
        let time = settings.time.map(|time| time.to_string());
        let opening = &self.game.opening;
        let ready = |seat: &mut MatchProgram<'_>, seed, time| -> Result<(), String> {
            seat.sit_down(seed, &settings.game, time)?;
            show_opening(seat, opening).map_err(|error| error.to_string())
        };
        let mut errors = Vec::new();
        for color in Color::ALL {
            let i = color.index();
            let result = ready(&mut self.players.seats[i], seeds[i], time.as_deref());
            errors.extend(result.err().map(|what| GameFault::of_player(color, what)));
        }
        for (role, watcher) in &mut self.players.watchers {
            errors.extend(ready(watcher, seeds[2], None).err().map(|what| GameFault::of(*role, what)));
        }
        self.game.errors = errors;
    }

    /// Requests moves until the game is over.
    fn moves(&mut self) -> Result<End, GameFault> {
        let settings = self.players.settings;
        let opening = &self.game.opening;
        let text = |&(color, mv): &_| (color, Point::of_move(mv).to_string());
        self.game.moves = opening.moves.iter().map(text).collect();
        let mut judge = settings.game.judge(opening).map_err(|what| GameFault { who: None, what })?;
        loop {
            if let Some(result) = judge.result() {
                return Ok(End::ByRules(result));
            }
            if self.game.moves.len() >= settings.max_moves {
                self.game.errors.push(GameFault { who: None, what: "move limit exceeded".to_owned() });
                return Ok(End::ByRules(Claim::Unknown));
            }
            let color = judge.to_play();
            let reply = self.genmove(color).map_err(|error| GameFault::of_player(color, error))?;
            if reply.eq_ignore_ascii_case("resign") {
                return Ok(End::Resignation(color));
            }
            let played = judge.play(&reply).map_err(|error| GameFault::of_player(color, error))?;
            let Played { text, repeats } = played;
            let command = play_command(color, &text);
            self.game.moves.push((color, text));
            self.note_remarks(!color);
            let shown = self.players.seats[(!color).index()].send(&command);
            shown.map_err(|error| match error {
                ProgramError::Refused { .. } if repeats => {
                    GameFault::of_player(color, format!("illegal move: repeated position, {reply}"))
                }
                error => GameFault::of_player(!color, error),
            })?;
            for (role, watcher) in &mut self.players.watchers {
                if !has_failed(self.game, *role) {
                    let error = watcher.send(&command).err();
                    self.game.errors.extend(error.map(|what| GameFault::of(*role, what)));
                }
            }
        }
    }

    /// Stores a player's standard error output since its second-to-last command as a comment on its last move.
    fn note_remarks(&mut self, color: Color) {
        // Terminal colors do not belong in a record.
        let is_text = |c: &char| !c.is_control() || c.is_whitespace();
        let text: String = self.players.seats[color.index()].remarks().chars().filter(is_text).collect();
        let last = self.game.moves.iter().rposition(|&(player, _)| player == color);
        if let Some(last) = last.filter(|_| self.players.settings.comments && !text.trim().is_empty()) {
            self.game.remarks.push((last, text.trim_end().to_owned()));
        }
    }

    fn genmove(&mut self, color: Color) -> Result<String, ProgramError> {
        let start = Instant::now();
        let command = format!("genmove {}", color.letter().to_ascii_lowercase());
        let reply = self.players.seats[color.index()].send(&command);
        self.game.time[color.index()] += start.elapsed();
        Ok(reply?.trim().to_owned())
    }

    /// Asks the players and the referee for the result.
    fn ask_for_claims(&mut self) {
        let players = Color::ALL.map(Role::Player).into_iter().zip(&mut self.players.seats);
        let watchers = self.players.watchers.iter_mut().map(|(role, watcher)| (*role, watcher));
        let referee = watchers.filter(|&(role, _)| role == Role::Referee && !has_failed(self.game, role));
        let asked: Vec<_> = players.chain(referee).collect();
        for (index, (role, program)) in asked.into_iter().enumerate() {
            match program.claim() {
                Ok(claim) => self.game.claims[index] = claim,
                Err(error) => self.game.errors.push(GameFault::of(role, error)),
            }
        }
    }
}

/// Whether the program in this role failed during the game.
fn has_failed(game: &FinishedGame, role: Role) -> bool {
    game.errors.iter().any(|error| error.who == Some(role))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_depend_on_the_game_alone() {
        assert_eq!(seeds(1, 7), seeds(1, 7));
        let mut all: Vec<u32> = (0..1000).flat_map(|number| seeds(1, number)).collect();
        assert!(all.iter().all(|&seed| seed > 0 && seed < i32::MAX as u32));
        all.sort_unstable();
        all.dedup();
        assert!(all.len() > 2990);
    }
}
