//! The clock: whole simulated games against a controller that keeps the true time and adds lag.
//!
//! No search runs: each move is charged all or part of the time it may take.

use brasa::engine::{Progress, Share};
use brasa::framework::Color::{Black, White};
use brasa::gtp::commands::Gtp;
use brasa::util::Rng;

use crate::gtp::{ask, gtp};

/// The board size, the time settings, and the minimum share of the time that a game of usual length must use, lag
/// included. The share is small if a move has little more time than the lag.
const CASES: &[(u8, &str, f64)] = &[
    (9, "time_settings 30 0 0", 0.6),
    (9, "time_settings 60 0 0", 0.75),
    (19, "time_settings 600 0 0", 0.8),
    (19, "kgs-time_settings absolute 600", 0.8),
    (9, "kgs-time_settings byoyomi 0 3 5", 0.9),
    (19, "kgs-time_settings byoyomi 60 3 5", 0.9),
    (19, "kata-time_settings byoyomi 10 1 1", 0.6),
    (19, "kata-time_settings fischer 10 1", 0.9),
    (9, "kata-time_settings fischer 60 0.1", 0.75),
    (19, "kata-time_settings fischer-capped 60 2 60 -1", 0.9),
    (19, "kata-time_settings fischer-capped 10 3 -1 2", 0.85),
    (9, "time_settings 0 30 10", 0.9),
    (19, "time_settings 10 30 10", 0.85),
    (19, "kgs-time_settings canadian 60 10 25", 0.9),
    (9, "time_settings 0 3 1", 0.85),
];

/// The controller of a game, which keeps the true time.
#[derive(Clone, Debug)]
struct Controller {
    system: String,
    numbers: Vec<f64>,
    time: f64,
    /// Stones or periods; 0 in main time.
    overtime: f64,
    periods_lost: u32,
}

impl Controller {
    fn new(line: &str) -> Self {
        let words: Vec<_> = line.split(' ').collect();
        let number = |word: &&str| word.parse().ok();
        let numbers: Vec<f64> = words.iter().filter_map(number).collect();
        let system = match (words[0], &numbers[..]) {
            ("time_settings", [_, 0.0, 0.0]) => "absolute",
            ("time_settings", _) => "canadian",
            _ => words[1],
        };
        let mut new =
            Self { system: system.to_owned(), time: numbers[0], numbers, overtime: 0.0, periods_lost: 0 };
        if new.time == 0.0 {
            (new.time, new.overtime) = (new.numbers[1], new.numbers[2]);
        }
        new
    }

    fn has_overtime(&self) -> bool {
        matches!(self.system.as_str(), "byoyomi" | "canadian")
    }

    /// Subtracts the time of a move; returns false if the game is lost on time.
    fn take(&mut self, mut spent: f64) -> bool {
        if self.overtime == 0.0 {
            if spent < self.time {
                self.time -= spent;
                if self.system.starts_with("fischer") {
                    self.time += self.numbers[1];
                    if let Some(&limit) = self.numbers.get(2).filter(|&&limit| limit >= 0.0) {
                        self.time = self.time.min(limit);
                    }
                    return self.numbers.get(3).is_none_or(|&most| most < 0.0 || spent <= most);
                }
                return true;
            }
            if !self.has_overtime() {
                return false;
            }
            spent -= self.time;
            (self.time, self.overtime) = (self.numbers[1], self.numbers[2]);
        }
        if self.system == "canadian" {
            self.time -= spent;
            self.overtime -= 1.0;
            let is_lost = self.time <= 0.0;
            if self.overtime == 0.0 {
                (self.time, self.overtime) = (self.numbers[1], self.numbers[2]);
            }
            return !is_lost;
        }
        while spent >= self.time && self.overtime > 0.0 {
            spent -= self.time;
            self.overtime -= 1.0;
            self.periods_lost += 1;
        }
        self.time = self.numbers[1];
        self.overtime > 0.0
    }

    /// Returns the time available for a number of moves.
    fn given(&self, moves: u32) -> f64 {
        let moves = f64::from(moves);
        match self.system.as_str() {
            "absolute" => self.numbers[0],
            "byoyomi" => self.numbers[0] + (moves - self.numbers[0] / self.numbers[1]) * self.numbers[1],
            "canadian" => self.numbers[0].max(moves * self.numbers[1] / self.numbers[2]),
            _ => {
                let per_move = self.numbers.get(3).filter(|&&most| most >= 0.0);
                let all = self.numbers[0] + moves * self.numbers[1];
                per_move.map_or(all, |per_move| all.min(moves * per_move))
            }
        }
    }
}

/// The time information that a client sends before each move.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Says {
    Nothing,
    Left,
    /// The settings again, and the time left, as gtp2ogs sends them.
    All,
}

/// The share of its allotted time a move takes.
#[derive(Clone, Copy, Debug)]
enum Thinks {
    AsPlanned,
    AsLongAsItMay,
    AnyTime,
    LongNowAndThen,
    /// Like a search that settles early.
    Briefly,
}

fn seconds_of(thinks: Thinks, share: Share, rng: &mut Rng) -> f64 {
    let (planned, most) = (share.planned.as_secs_f64(), share.most.as_secs_f64());
    match thinks {
        Thinks::AsPlanned => planned,
        Thinks::AsLongAsItMay => most,
        Thinks::AnyTime => unit(rng) * most,
        Thinks::LongNowAndThen => [0.3 * planned, most][rng.below(2)],
        Thinks::Briefly => 0.4 * planned,
    }
}

fn unit(rng: &mut Rng) -> f64 {
    rng.below(1000) as f64 / 1000.0
}

/// Plays a game with a number of our moves; returns the controller and the time our moves took in seconds.
fn game(
    gtp: &mut Gtp,
    (size, line): (u8, &str),
    moves: u32,
    says: Says,
    thinks: impl Fn(&mut Rng) -> Thinks,
    rng: &mut Rng,
) -> (Controller, f64) {
    /// Seconds from the end of the search to the reply.
    const SLACK: f64 = 0.01;
    ask(gtp, line);
    ask(gtp, &format!("boardsize {size}"));
    ask(gtp, "clear_board");
    let mut controller = Controller::new(line);
    let points = usize::from(size).pow(2);
    // Captures keep part of the board empty even in long games.
    let least_empty = points / 8 + rng.below(points / 6);
    let mut used = 0.0;
    for n in 0..moves {
        if says == Says::All {
            ask(gtp, line);
        }
        if says != Says::Nothing {
            let (time, overtime) = (controller.time.floor(), controller.overtime);
            ask(gtp, &format!("time_left b {time} {overtime}"));
            ask(gtp, &format!("time_left w {time} {overtime}"));
        }
        let empty = points.saturating_sub(2 * n as usize).max(least_empty);
        let (params, overhead) =
            (gtp.session.context().settings().time.clone(), gtp.session.context().settings().go.overhead);
        let overhead = std::time::Duration::from_secs_f64(overhead);
        let clock = gtp.session.clock();
        let share = clock.share(Black, Progress { points, empty }, &params, overhead).unwrap();
        assert!(clock.share(White, Progress { points, empty }, &params, overhead).is_some());
        let spent = seconds_of(thinks(rng), share, rng) + unit(rng) * SLACK;
        clock.spend(Black, std::time::Duration::from_secs_f64(spent), overhead);
        let lag = 0.05 + 0.25 * unit(rng);
        used += spent + lag;
        let before = controller.clone();
        assert!(
            controller.take(spent + lag),
            "{line}: move {n} of {moves} took {spent:.3} and {lag:.3}, with {says:?}: {before:?}"
        );
    }
    (controller, used)
}

#[test]
fn no_game_is_lost_on_time() {
    let mut rng = Rng::new(1);
    let mut gtp = gtp();
    let styles = [Thinks::AsPlanned, Thinks::AsLongAsItMay, Thinks::AnyTime, Thinks::LongNowAndThen];
    for &(size, line, _) in CASES {
        for number in 0..100 {
            let says = [Says::Nothing, Says::Left, Says::All][number % 3];
            let longest = if size == 9 { 60 } else { 200 };
            let moves = if number < 50 { longest } else { 1 + rng.below(longest) };
            // A game in one style, or in a mixture of all.
            let style = styles.get(number / 3 % 5).copied();
            let thinks = |rng: &mut Rng| style.unwrap_or(styles[rng.below(4)]);
            let (controller, _) = game(&mut gtp, (size, line), moves as u32, says, thinks, &mut rng);
            assert_eq!(controller.periods_lost, 0, "{line}");
        }
    }
}

/// Lag takes about two thirds of these clocks.
#[test]
fn where_the_lag_takes_most_of_the_clock_moves_are_played_at_once() {
    let mut rng = Rng::new(3);
    let mut gtp = gtp();
    for (size, line, moves) in [(5, "time_settings 6 0 0", 20), (9, "time_settings 14 0 0", 55)] {
        for _ in 0..20 {
            for says in [Says::Nothing, Says::Left] {
                game(&mut gtp, (size, line), moves, says, |_| Thinks::AsLongAsItMay, &mut rng);
            }
        }
    }
}

#[test]
fn the_time_is_used() {
    let mut rng = Rng::new(2);
    let mut gtp = gtp();
    for &(size, line, least) in CASES {
        for says in [Says::Nothing, Says::Left, Says::All] {
            let moves = if size == 9 { 28 } else { 125 };
            let (controller, used) =
                game(&mut gtp, (size, line), moves, says, |_| Thinks::AsPlanned, &mut rng);
            let part = used / controller.given(moves);
            assert!(part > least, "{line}, {says:?}: {part:.2}");
        }
    }
}

/// Searches end early in most positions; later moves use the time they save.
#[test]
fn time_that_searches_save_is_used() {
    let mut rng = Rng::new(4);
    let mut gtp = gtp();
    for (size, line, moves, least) in
        [(9, "time_settings 60 0 0", 35, 0.78), (19, "time_settings 600 0 0", 135, 0.8)]
    {
        let (_, used) = game(&mut gtp, (size, line), moves, Says::Left, |_| Thinks::Briefly, &mut rng);
        let part = used / line.split(' ').nth(1).unwrap().parse::<f64>().unwrap();
        assert!(part > least, "{line}: {part:.2}");
    }
}

#[test]
fn moves_of_other_games_are_timed_too() {
    let mut gtp = gtp();
    let mut run = |command: &str| ask(&mut gtp, command);
    for command in ["uct_param_player max_games 1e9", "go_param timelimit 0.05", "setgame clobber"] {
        assert_eq!(run(command), "");
    }
    assert_eq!(run("time_lastmove"), "0.00");
    run("genmove black");
    assert!(run("time_lastmove").parse::<f64>().unwrap() > 0.0);
}
