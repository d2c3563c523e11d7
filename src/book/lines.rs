//! A book as a list of positions with replies.
//!
//! A position is found by the key of its canonical image, so all symmetric images and transpositions share one line. A
//! lookup takes a few microseconds.

use std::collections::HashMap;
use std::fmt;

use crate::framework::{Canonical, IllegalMove, Move, Symmetric};
use crate::util::{Rng, counted};

/// A book reply to a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reply {
    /// The move.
    pub mv: Move,
    /// The weight of the move, to which its probability is proportional.
    pub weight: f64,
}

/// A book position, as in its file.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The comment lines and blank lines before it.
    pub comments: Vec<String>,
    /// The board size.
    pub size: u8,
    /// The moves that lead to the position, from the start of a game.
    pub moves: Vec<Move>,
    /// The replies, at least one.
    pub replies: Vec<Reply>,
}

/// The size of a book on one board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The board size.
    pub size: u8,
    /// The number of positions.
    pub positions: usize,
    /// The number of replies.
    pub replies: usize,
    /// The maximum number of moves before a position.
    pub longest: usize,
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, replies, longest, .. } = *self;
        let (positions, longest) = (counted(positions, "position"), counted(longest, "move"));
        let replies = if replies == 1 { "1 reply".to_owned() } else { format!("{replies} replies") };
        write!(f, "{positions}, {replies}, after at most {longest}")
    }
}

/// Why a book was not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum EditError {
    /// The book's game has no board of this size.
    #[error("a book has no positions of board size {0}")]
    Size(u8),
    /// A move of the line is illegal.
    #[error("move {number} of the line: {error}")]
    Move { number: usize, error: IllegalMove },
    /// The reply is illegal.
    #[error("the reply: {0}")]
    Reply(IllegalMove),
    /// The book has the reply.
    #[error("the book already has this reply")]
    Known,
    /// The book does not have the position.
    #[error("the position is not in the book")]
    NoPosition,
    /// The book does not have the reply.
    #[error("the book does not have this reply")]
    NoReply,
}

/// An opening book of the game `G`.
#[derive(Clone)]
pub struct Book<G> {
    start: fn(u8) -> Option<G>,
    lines: Vec<Line>,
    /// The comments after the last line.
    end: Vec<String>,
    index: HashMap<u64, usize>,
}

impl<G: Symmetric> Book<G> {
    /// Creates an empty book; `start` returns the start of a game on a board size, or `None` when there is none.
    pub fn new(start: fn(u8) -> Option<G>) -> Self {
        Self { start, lines: Vec::new(), end: Vec::new(), index: HashMap::new() }
    }

    /// The positions in the order of the file.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The size of the book on each board size, smallest first.
    pub fn extents(&self) -> Vec<Extent> {
        let mut sizes: Vec<u8> = self.lines.iter().map(|line| line.size).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let extent = |size| {
            let of = || self.lines.iter().filter(|line| line.size == size);
            Extent {
                size,
                positions: of().count(),
                replies: of().map(|line| line.replies.len()).sum(),
                longest: of().map(|line| line.moves.len()).max().unwrap_or(0),
            }
        };
        sizes.into_iter().map(extent).collect()
    }

    /// The comments after the last position.
    pub fn end(&self) -> &[String] {
        &self.end
    }

    /// Sets the comments after the last position.
    pub(super) fn set_end(&mut self, comments: Vec<String>) {
        self.end = comments;
    }

    /// The number of the line of a position, from 0; `None` when the book does not have it.
    pub fn find(&self, game: &G) -> Option<usize> {
        self.index.get(&game.canonical().key).copied()
    }

    /// The legal replies to a position, by decreasing weight. If the position is symmetric, the images of a reply share
    /// its weight.
    pub fn replies(&self, game: &G) -> Vec<Reply> {
        let canonical = game.canonical();
        let Some(line) = self.index.get(&canonical.key).and_then(|&number| self.lines.get(number)) else {
            return Vec::new();
        };
        let mut replies: Vec<Reply> = Vec::new();
        for (mv, weight) in self.canonical_replies(line) {
            let images = canonical.from_canonical(game, mv);
            let weight = weight / images.len() as f64;
            replies.extend(images.into_iter().map(|mv| Reply { mv, weight }));
        }
        // A repetition that is absent from the book's line may forbid a move here.
        replies.retain(|reply| game.clone().play(reply.mv).is_ok());
        replies.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.mv.cmp(&b.mv)));
        replies
    }

    /// A legal reply, chosen at random by weight; `None` when the book has no legal one.
    pub fn choose(&self, game: &G, rng: &mut Rng) -> Option<Move> {
        /// The resolution of the random number.
        const STEPS: usize = 1 << 30;
        let replies = self.replies(game);
        let total: f64 = replies.iter().map(|reply| reply.weight).sum();
        let mut left = rng.below(STEPS) as f64 / STEPS as f64 * total;
        let chosen = replies.iter().find(|reply| {
            left -= reply.weight;
            left < 0.0
        });
        chosen.or(replies.last()).map(|reply| reply.mv)
    }

    /// Adds a reply to the position after `moves` on a board of a size; a new position starts a new line.
    ///
    /// # Errors
    /// When a move is illegal, or the book has the reply; the book does not change then.
    pub fn add(&mut self, size: u8, moves: &[Move], reply: Move) -> Result<(), EditError> {
        let (game, canonical) = self.reach(size, moves)?;
        let number = self.index.get(&canonical.key);
        match number.and_then(|&number| self.own_reply(number, &game, &canonical, reply)) {
            Some(_) => Err(EditError::Known),
            None => self.insert(size, moves, reply, 1.0),
        }
    }

    /// Adds a reply with a weight, as [`Self::add`] does; an existing reply's weight grows.
    ///
    /// # Errors
    /// When a move is illegal; the book does not change then.
    pub fn insert(&mut self, size: u8, moves: &[Move], reply: Move, weight: f64) -> Result<(), EditError> {
        let (game, canonical) = self.reach(size, moves)?;
        game.clone().play(reply).map_err(EditError::Reply)?;
        let Some(&number) = self.index.get(&canonical.key) else {
            let replies = vec![Reply { mv: reply, weight }];
            self.push(Line { comments: Vec::new(), size, moves: moves.to_vec(), replies }, canonical.key);
            return Ok(());
        };
        if let Some(at) = self.own_reply(number, &game, &canonical, reply) {
            self.lines[number].replies[at].weight += weight;
            return Ok(());
        }
        // The line may have another image of the position.
        let (line_game, line_canonical) = self.reach(self.lines[number].size, &self.lines[number].moves)?;
        let images = line_canonical.from_canonical(&line_game, canonical.to_canonical(&game, reply));
        self.lines[number].replies.extend(images.first().map(|&mv| Reply { mv, weight }));
        Ok(())
    }

    /// Removes a reply, with all its images, to the position after `moves` on a board of a size; a line without replies
    /// is removed too.
    ///
    /// # Errors
    /// When the book does not have the reply; the book does not change then.
    pub fn delete(&mut self, size: u8, moves: &[Move], reply: Move) -> Result<(), EditError> {
        let (game, canonical) = self.reach(size, moves)?;
        let number = self.index.get(&canonical.key).copied().ok_or(EditError::NoPosition)?;
        let line = &self.lines[number];
        let (line_game, line_canonical) = self.reach(line.size, &line.moves)?;
        let (mv, count) = (canonical.to_canonical(&game, reply), line.replies.len());
        let replies = &mut self.lines[number].replies;
        replies.retain(|own| line_canonical.to_canonical(&line_game, own.mv) != mv);
        if replies.len() == count {
            return Err(EditError::NoReply);
        }
        if replies.is_empty() {
            let comments = self.lines.remove(number).comments;
            self.index.remove(&canonical.key);
            self.index.values_mut().filter(|of| **of > number).for_each(|of| *of -= 1);
            // The comments may refer to the following lines.
            let next = self.lines.get_mut(number).map_or(&mut self.end, |line| &mut line.comments);
            next.splice(0..0, comments);
        }
        Ok(())
    }

    /// Adds the replies and the comments of another book of the game, summing the weights of shared replies.
    pub fn merge(&mut self, other: &Self) {
        for line in &other.lines {
            let Ok((_, canonical)) = self.reach(line.size, &line.moves) else { continue };
            let Some(number) = self.push(line.clone(), canonical.key) else { continue };
            add_new(&mut self.lines[number].comments, &line.comments);
            for reply in &line.replies {
                let added = self.insert(line.size, &line.moves, reply.mv, reply.weight);
                check!(added.is_ok(), "{added:?}");
            }
        }
        add_new(&mut self.end, &other.end);
    }

    /// The position after moves from the start, and its canonical form.
    pub(super) fn reach(&self, size: u8, moves: &[Move]) -> Result<(G, Canonical), EditError> {
        let mut game = (self.start)(size).ok_or(EditError::Size(size))?;
        for (i, &mv) in moves.iter().enumerate() {
            game.play(mv).map_err(|error| EditError::Move { number: i + 1, error })?;
        }
        let canonical = game.canonical();
        Ok((game, canonical))
    }

    /// The start of a game on a board of a size.
    pub(super) fn start(&self, size: u8) -> Option<G> {
        (self.start)(size)
    }

    /// Adds a line whose position has a key; returns the index of an existing line with that position, if any.
    pub(super) fn push(&mut self, line: Line, key: u64) -> Option<usize> {
        if let Some(&number) = self.index.get(&key) {
            return Some(number);
        }
        self.index.insert(key, self.lines.len());
        self.lines.push(line);
        None
    }

    /// A line's replies in its position's canonical image.
    fn canonical_replies(&self, line: &Line) -> Vec<(Move, f64)> {
        let Ok((game, canonical)) = self.reach(line.size, &line.moves) else { return Vec::new() };
        let mut replies: Vec<(Move, f64)> = Vec::new();
        for reply in &line.replies {
            let mv = canonical.to_canonical(&game, reply.mv);
            match replies.iter_mut().find(|(known, _)| *known == mv) {
                Some((_, weight)) => *weight += reply.weight,
                None => replies.push((mv, reply.weight)),
            }
        }
        replies
    }

    /// The index in a line of a reply to a position that has this line.
    fn own_reply(&self, number: usize, game: &G, canonical: &Canonical, reply: Move) -> Option<usize> {
        let line = self.lines.get(number)?;
        let (line_game, line_canonical) = self.reach(line.size, &line.moves).ok()?;
        let mv = canonical.to_canonical(game, reply);
        line.replies.iter().position(|own| line_canonical.to_canonical(&line_game, own.mv) == mv)
    }
}

/// Adds the comments that a line lacks.
fn add_new(comments: &mut Vec<String>, more: &[String]) {
    for comment in more {
        if !comments.contains(comment) {
            comments.push(comment.clone());
        }
    }
}
