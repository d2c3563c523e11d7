//! A Go position: the board and the history that the rules need.
//!
//! The history is a list of keys, compared only if a move can repeat a position: a move that captures nothing adds a
//! stone, and cannot repeat a position if the board then has more stones than ever before. Comparing two counts thus
//! decides most moves.

use super::board::{Board, MAX_SIZE, Map, Point, color_key, empty_bits, stone_key};
use super::handicap::{self, HandicapError};
use super::rules::{KoRule, Rules, Scoring};
use super::tactics::atari;
use super::tactics::safety::benson;
use super::{eyes, score, vertex};
use crate::framework::{Color, Game, Grid, IllegalMove, Move, Outcome};
use crate::util::zobrist;

/// A position with its rules and the keys of earlier positions.
#[derive(Clone)]
pub struct Position {
    board: Board,
    rules: Rules,
    handicap: u32,
    /// The number of Black's stones while only Black has placed stones; `None` after another move.
    placed: Option<u32>,
    to_play: Color,
    /// The last two moves, the last one first; null for a pass or no move.
    last: [Point; 2],
    passes: u32,
    /// The number of those passes that do not count toward the end of the game.
    forgotten: u32,
    encore: Encore,
    /// The board's key and the color that moved last, for each position since the last setup.
    history: Vec<(u64, Color)>,
    /// The maximum number of stones in any position of the history.
    most_stones: usize,
}

/// The state of a search's encore after two passes, in which dead stones are captured instead of agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encore {
    /// Two passes end the game.
    None,
    /// Two passes start the encore.
    Ahead,
    /// The encore has begun; its moves do not change the stone surplus used for scoring.
    Begun(i32),
}

/// A setup that leaves a chain without liberty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the stones at {0} have no liberty")]
pub struct NoLiberty(pub Point);

impl Position {
    /// Creates the empty board.
    ///
    /// # Panics
    /// When the size is not 2 to 19.
    pub fn new(size: u8, rules: Rules) -> Self {
        let mut position = Self {
            board: Board::new(size),
            rules,
            handicap: 0,
            placed: Some(0),
            to_play: Color::Black,
            last: [Point::NULL; 2],
            passes: 0,
            forgotten: 0,
            encore: Encore::None,
            history: Vec::new(),
            most_stones: 0,
        };
        position.begin_history();
        position
    }

    /// Creates a position from stones placed at once on an empty board. Later entries for a point replace earlier ones,
    /// and `None` empties the point. The history starts here.
    ///
    /// # Errors
    /// When a chain would have no liberty.
    ///
    /// # Panics
    /// When the size is not 2 to 19 or a point is off the board.
    pub fn from_stones(
        size: u8,
        rules: Rules,
        stones: impl IntoIterator<Item = (Point, Option<Color>)>,
    ) -> Result<Self, NoLiberty> {
        let mut position = Self::new(size, rules);
        let mut cells = Map::new(None);
        for (p, color) in stones {
            assert!(position.board.is_on_board(p), "{p} is off the board");
            cells[p] = color;
        }
        // Plays the stones in an order without captures: first those with a neighbor that stays empty, then the stones
        // that join them.
        let is_free = |p: &Point| position.board.is_on_board(*p) && cells[*p].is_none();
        let stones = position.board.points().filter(|&p| cells[p].is_some());
        let mut safe: Vec<Point> = stones.clone().filter(|p| p.neighbors().iter().any(is_free)).collect();
        let mut next = 0;
        while let Some(&p) = safe.get(next) {
            next += 1;
            for q in p.neighbors() {
                if cells[q] == cells[p] && !safe.contains(&q) {
                    safe.push(q);
                }
            }
        }
        if let Some(p) = stones.clone().find(|p| !safe.contains(p)) {
            return Err(NoLiberty(p));
        }
        for p in safe {
            if let Some(color) = cells[p] {
                position.board.play_legal(p, color);
            }
        }
        position.board.clear_ko();
        position.begin_history();
        let has_white = position.board.stones(Color::White) > 0;
        position.placed = (!has_white).then_some(position.board.stones(Color::Black) as u32);
        Ok(position)
    }

    /// The position with handicap stones placed and White to move.
    ///
    /// # Errors
    /// When the board is not empty, or the stones leave no empty point.
    pub fn with_handicap(&self, points: &[Point]) -> Result<Self, HandicapError> {
        if !self.is_empty() {
            return Err(HandicapError::BoardNotEmpty);
        }
        let stones = points.iter().map(|&p| (p, Some(Color::Black)));
        let mut placed = Self::from_stones(self.board.size(), self.rules, stones)
            .map_err(|_| HandicapError::BadVertexList)?;
        placed.set_handicap(points.len() as u32);
        placed.set_to_play(Color::White);
        Ok(placed)
    }

    fn begin_history(&mut self) {
        self.history.clear();
        self.history.push((self.board.key(), !self.to_play));
        self.most_stones = self.stones();
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Changes the rules.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// The number of handicap stones, for which White may be compensated: the number given to [`Self::set_handicap`],
    /// or else the number of black stones on the board before White's first move, if two or more.
    pub fn handicap(&self) -> u32 {
        self.handicap
    }

    /// Sets the number of handicap stones.
    pub fn set_handicap(&mut self, stones: u32) {
        self.handicap = stones;
        self.placed = None;
    }

    /// The last move and the one before; null for a pass or no move.
    #[inline]
    pub fn last(&self) -> [Point; 2] {
        self.last
    }

    /// The number of consecutive passes before this position.
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// The number of those passes that count toward the end of the game.
    fn counted_passes(&self) -> u32 {
        self.passes - self.forgotten
    }

    /// Excludes the passes so far from those that end the game, so that a search can answer its own pass.
    pub fn forget_passes(&mut self) {
        self.forgotten = self.passes;
    }

    /// The number of positions since the last setup: it grows by one with each move and each change of the
    /// player to move.
    pub fn age(&self) -> usize {
        self.history.len()
    }

    /// White's compensation in half points.
    pub fn compensation(&self) -> i32 {
        self.rules.compensation(self.handicap)
    }

    /// Makes two passes start an encore where the rules count dead stones as prisoners by agreement, which a search
    /// cannot reach. In the encore both players continue at no cost and capture what is dead; two passes end it.
    ///
    /// # References
    /// - Nihon Kiin, "The Japanese Rules of Go", 1989, article 7 (confirmation of life and death after the game).
    pub fn add_encore(&mut self) {
        let Rules { scoring, capture_dead, two_passes_end_game, .. } = self.rules;
        if scoring == Scoring::Territory && !capture_dead && two_passes_end_game {
            self.encore = Encore::Ahead;
        }
    }

    /// The half points to subtract from Black's area lead at the end of a game or playout: White's compensation and,
    /// under territory scoring, the surplus of stones that Black has placed.
    ///
    /// During the game, players keep placing stones in turn until nothing is left to gain, so the final surplus is
    /// about half a stone larger if Black is to move, and half a stone smaller if White is. A pass or a needless move
    /// thus costs what the rules say: a move in own territory one point more than a pass.
    #[inline]
    pub fn handed_over(&self) -> i32 {
        let surplus = match (self.rules.scoring, self.encore) {
            (Scoring::Area, _) => 0,
            (Scoring::Territory, Encore::Begun(surplus)) => 2 * surplus,
            (Scoring::Territory, _) if self.counted_passes() >= 2 => 2 * score::surplus(&self.board),
            (Scoring::Territory, _) => 2 * score::surplus(&self.board) + i32::from(self.to_play.sign()),
        };
        self.compensation() + surplus
    }

    /// Counts the black stones on the board as a handicap if there are several and White is about to make the first
    /// move.
    fn recognize_handicap(&mut self) {
        if let Some(stones) = self.placed {
            self.handicap = if self.to_play == Color::White && stones >= 2 { stones } else { 0 };
        }
    }

    /// The largest possible lead in half points: all points and the compensation.
    pub fn greatest_score(&self) -> i32 {
        2 * i32::from(self.board.size()).pow(2) + self.compensation().abs()
    }

    /// Whether no stone is on the board.
    pub fn is_empty(&self) -> bool {
        self.stones() == 0
    }

    fn stones(&self) -> usize {
        self.board.stones(Color::Black) + self.board.stones(Color::White)
    }

    /// The fraction of points with a stone.
    pub fn filled(&self) -> f64 {
        self.stones() as f64 / f64::from(self.board.size()).powi(2)
    }

    /// Whether the player to move may play `mv`.
    ///
    /// # Errors
    /// When the move is illegal.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if mv == Move::PASS {
            return Ok(());
        }
        let p = Point::of_move(mv);
        if p.to_move() != mv {
            return Err(IllegalMove::NoSuchMove);
        }
        self.board.check(p, self.to_play, self.rules.suicide)?;
        if self.repeats(p) { Err(IllegalMove::Superko) } else { Ok(()) }
    }

    /// Whether a move allowed by simple ko causes a forbidden repetition.
    fn repeats(&self, p: Point) -> bool {
        if self.rules.ko == KoRule::Simple {
            return false;
        }
        let color = self.to_play;
        let captures = atari::captures(&self.board, p, color);
        if !captures && self.stones() + 1 > self.most_stones && !self.board.is_suicide(p, color) {
            return false;
        }
        let key = if captures || self.board.is_suicide(p, color) {
            let mut after = self.board;
            after.play_legal(p, color);
            after.key()
        } else {
            self.board.key() ^ stone_key(p, color)
        };
        let situational = self.rules.ko == KoRule::Situational;
        self.history.iter().any(|&(past, mover)| past == key && (!situational || mover == color))
    }

    /// True if the move is the suicide of a single stone: it leaves the board as it was.
    pub fn is_lone_suicide(&self, mv: Move) -> bool {
        let (p, color) = (Point::of_move(mv), self.to_play);
        let is_joined = p.neighbors().into_iter().any(|q| self.board.color_at(q) == Some(color));
        !is_joined && self.board.check(p, color, false) == Err(IllegalMove::Suicide)
    }

    /// Plays at any empty point, even against ko and superko; suicide removes the player's stones.
    ///
    /// # Errors
    /// When the point is occupied or off the board.
    pub fn play_unchecked(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if mv != Move::PASS {
            let p = Point::of_move(mv);
            if p.to_move() != mv {
                return Err(IllegalMove::NoSuchMove);
            }
            self.board.clear_ko();
            self.board.check(p, self.to_play, true)?;
        }
        self.play_legal(mv);
        Ok(())
    }
}

impl Game for Position {
    fn to_play(&self) -> Color {
        self.to_play
    }

    fn set_to_play(&mut self, color: Color) {
        if color != self.to_play {
            self.to_play = color;
            self.recognize_handicap();
            self.history.push((self.board.key(), !color));
        }
    }

    /// Generates all legal moves except those that fill a simple eye; the pass comes last.
    fn candidates(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.outcome().is_some() {
            return;
        }
        let (board, color) = (&self.board, self.to_play);
        for &p in board.empty_points() {
            let open = empty_bits(board.neighborhood3x3(p)) != 0;
            if (open || !eyes::is_simple_eye(board, p, color)) && self.check(p.to_move()).is_ok() {
                moves.push(p.to_move());
            }
        }
        moves.push(Move::PASS);
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check(mv)?;
        self.play_legal(mv);
        Ok(())
    }

    fn play_legal(&mut self, mv: Move) {
        let p = Point::of_move(mv);
        if mv == Move::PASS {
            self.passes += 1;
            self.placed = None;
            self.board.clear_ko();
            if self.encore == Encore::Ahead && self.counted_passes() == 2 {
                self.encore = Encore::Begun(score::surplus(&self.board));
                self.forget_passes();
            }
        } else {
            (self.passes, self.forgotten) = (0, 0);
            self.placed = self.placed.filter(|_| self.to_play == Color::Black).map(|stones| stones + 1);
            self.board.play_legal(p, self.to_play);
            self.most_stones = self.most_stones.max(self.stones());
        }
        // A pass is never a repetition, but the position after it can be repeated.
        self.history.push((self.board.key(), self.to_play));
        self.last = [p, self.last[0]];
        self.to_play = !self.to_play;
        self.recognize_handicap();
    }

    /// Two passes end the game, or its encore; the score counts all stones as alive.
    fn outcome(&self) -> Option<Outcome> {
        (self.rules.two_passes_end_game && self.counted_passes() >= 2).then(|| {
            let score = 2 * score::area(&self.board, &[]) - self.handed_over();
            Outcome::from_score(score, self.greatest_score())
        })
    }

    fn key(&self) -> u64 {
        self.board.key() ^ color_key(self.to_play)
    }

    /// Returns `None`, because superko depends on the earlier positions.
    fn table_key(&self) -> Option<u64> {
        None
    }

    /// Includes the ko, the passes, and the conceded points, which depend on prisoners and handicap stones.
    fn state_key(&self) -> u64 {
        let ko = self.board.ko_for(self.to_play).index() as u64;
        let passes = u64::from(self.counted_passes().min(2));
        let begun = u64::from(matches!(self.encore, Encore::Begun(_)));
        let handed_over = u64::from(self.handed_over() as u32);
        self.key() ^ zobrist(1 << 63 | handed_over << 16 | ko << 4 | passes << 1 | begun)
    }

    /// Under area scoring, the winner as soon as its unconditionally owned points suffice.
    ///
    /// # References
    /// D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976.
    fn decided(&self) -> Option<Outcome> {
        let points = i32::from(self.board.size()).pow(2);
        let wins = |&color: &Color| {
            let safe = benson(&self.board, color, self.rules.suicide).points(&self.board).len() as i32;
            let lead = 2 * (2 * safe - points);
            lead > if color == Color::Black { self.compensation() } else { -self.compensation() }
        };
        // Filling safe points costs points under territory scoring.
        let sure =
            || (self.rules.scoring == Scoring::Area).then(|| Color::ALL.into_iter().find(wins)).flatten();
        self.outcome().or_else(|| sure().map(Outcome::win))
    }

    /// Compares the stones, the player to move, the rules, the handicap, the consecutive passes, and for ko
    /// and superko the history.
    fn is_same(&self, other: &Self) -> bool {
        let ko = |position: &Self| position.board.ko_for(position.to_play);
        self.key() == other.key()
            && ko(self) == ko(other)
            && self.rules == other.rules
            && self.handicap == other.handicap
            && self.counted_passes() == other.counted_passes()
            && self.encore == other.encore
            && self.history == other.history
    }

    fn move_limit(&self) -> usize {
        super::board::POINTS
    }

    /// Three times the number of points of the board.
    ///
    /// # References
    /// Fuego's limit (TR 09-08, University of Alberta, 2009).
    fn length_limit(&self) -> usize {
        3 * usize::from(self.board.size()).pow(2)
    }

    fn move_text(&self, mv: Move) -> String {
        vertex::text(mv)
    }

    /// The points of the board, and the pass.
    fn all_moves(&self) -> Vec<Move> {
        self.board().points().map(|p| p.to_move()).chain([Move::PASS]).collect()
    }

    fn parse_move(&self, text: &str) -> Option<Move> {
        // Any point of the largest board is a move, though illegal on a smaller one.
        vertex::parse(text, MAX_SIZE).ok()
    }

    /// Estimates the lead as a share of the maximum score: stones, and empty points with more neighbors of one color
    /// than of the other, minus the compensation.
    fn evaluate(&self) -> f32 {
        let owner = |p: Point| match self.board.color_at(p) {
            Some(color) => color.sign(),
            None => p
                .neighbors()
                .into_iter()
                .filter_map(|q| self.board.color_at(q))
                .map(Color::sign)
                .sum::<i8>()
                .signum(),
        };
        let lead = 2 * self.board.points().map(|p| i32::from(owner(p))).sum::<i32>() - self.handed_over();
        // Stays below the value of a real win.
        let most = self.greatest_score();
        let share = lead.clamp(-most, most) as f32 / (most + 1) as f32;
        share * f32::from(self.to_play.sign())
    }

    /// Finds the owners under area scoring with all stones alive.
    fn owners(&self, owners: &mut [i8]) {
        let found = score::owners(&self.board, &[]);
        for p in self.board.points() {
            owners[p.index()] = found[p].map_or(0, Color::sign);
        }
    }

    fn copy_from(&mut self, other: &Self) {
        self.board.copy_from(&other.board);
        self.rules = other.rules;
        self.handicap = other.handicap;
        self.placed = other.placed;
        self.to_play = other.to_play;
        self.last = other.last;
        self.passes = other.passes;
        self.forgotten = other.forgotten;
        self.encore = other.encore;
        self.history.clone_from(&other.history);
        self.most_stones = other.most_stones;
    }
}

impl Grid for Position {
    fn cols(&self) -> u8 {
        self.board.size()
    }

    fn rows(&self) -> u8 {
        self.board.size()
    }

    fn stone(&self, col: u8, row: u8) -> Option<Color> {
        self.board.color_at(Point::at(col, row))
    }

    fn has_lines(&self) -> bool {
        true
    }

    /// Whether a point is a fixed handicap point.
    fn is_marked(&self, col: u8, row: u8) -> bool {
        let size = self.board.size();
        let stars = handicap::fixed(size, handicap::greatest_fixed(size)).unwrap_or_default();
        stars.contains(&Point::at(col, row))
    }
}
