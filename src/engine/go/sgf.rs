//! SGF: reads a record into a session and writes one.

use std::path::{Path, PathBuf};

use super::host::rules_name;
use super::kata_rules;
use super::session::GoSession;
use crate::engine::host::Hosted;
use crate::engine::session::{GameInfo, GameSession, MAX_MOVES, Record};
use crate::engine::settings::ChosenRules;
use crate::engine::spec::BoardSize;
use crate::framework::{Color, Game, IllegalMove};
use crate::go::board::{MAX_SIZE, MIN_SIZE};
use crate::go::letters;
use crate::go::{Komi, NoLiberty, Position, Rules, handicap};
use crate::sgf::{self, Node, ParseError, SGF, Size, Tree, ValueError};
use crate::util::{FileFault, excerpt, read_file, replace_file};

/// Why a game record was not read or not written; the session is unchanged.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum SgfError {
    /// A game record was not read.
    #[error("cannot load file: {}: {reason}", path.display())]
    Load { path: PathBuf, reason: LoadError },
    /// A game record was not written.
    #[error("cannot save file: {0}")]
    Save(#[from] FileFault),
}

/// Why a game record was not read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum LoadError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The file is not SGF.
    #[error("{0}")]
    Parse(#[from] ParseError),
    /// A property has an invalid value.
    #[error("{0}")]
    Value(#[from] ValueError),
    #[error("GM[{0}]: not a game of Go (expected GM[1])")]
    Game(String),
    /// The board is not supported here.
    #[error("SZ[{0}]: unacceptable size: expected a square board of {1}")]
    Size(Size, String),
    /// A setup leaves a chain without liberty.
    #[error("{0}")]
    NoLiberty(#[from] NoLiberty),
    /// A move is on a stone.
    #[error("move {number}: {reason}")]
    Move { number: usize, reason: IllegalMove },
    /// A move or a setup is faulty.
    #[error("{what} {number}: {reason}")]
    At { what: &'static str, number: usize, reason: Box<Self> },
    #[error("the record has more than {MAX_MOVES} moves")]
    TooLong,
}

/// The settable game information: Fuego's name and the SGF property.
const INFO: [(&str, &str); 4] =
    [("game_name", "GN"), ("player_black", "PB"), ("player_white", "PW"), ("result", "RE")];

/// The error for unknown game information.
#[derive(Debug, thiserror::Error)]
#[error("unknown info '{0}': expected one of {known}", known = INFO.map(|(name, _)| name).join(", "))]
pub struct UnknownInfo(String);

impl GoSession {
    /// Reads the main line of the first game of an SGF file and returns the number of moves read. With `before`,
    /// counted from 1, it stops before that move; without it, or with a number beyond the end, it reads to the end.
    ///
    /// Reads size, rules, komi, handicap, setup and moves. A file without rules or komi gets those chosen in the
    /// session, not those of an earlier file. If a file states a handicap but has no handicap stones, they are placed
    /// on the fixed points, unless Black places them as moves. Moves that the rules forbid are played too, because the
    /// record contains them.
    ///
    /// # Errors
    /// When the file cannot be read, is not SGF, or holds a game that is not possible here.
    pub fn load_sgf(&mut self, path: &Path, before: Option<usize>) -> Result<usize, SgfError> {
        let error = |reason| SgfError::Load { path: path.to_owned(), reason };
        let tree = read(path).map_err(error)?;
        let (count, notes) = self.load_tree(&tree, before).map_err(error)?;
        for note in notes {
            self.context_mut().note(format!("{}: {note}", path.display()));
        }
        Ok(count)
    }

    /// Reads the main line of an SGF tree in the same way; returns the number of moves read, and remarks on values that
    /// were ignored or reinterpreted.
    ///
    /// # Errors
    /// When the game is not possible here.
    pub fn load_tree(
        &mut self,
        tree: &Tree,
        before: Option<usize>,
    ) -> Result<(usize, Vec<String>), LoadError> {
        let (record, count, notes) = self.read_game(tree, before.unwrap_or(usize::MAX))?;
        self.begin(record);
        Ok((count, notes))
    }

    /// The record of an SGF tree's main line, as [`Self::load_tree`] reads it.
    ///
    /// # Errors
    /// When the game is not possible here.
    pub fn record_of(&self, tree: &Tree) -> Result<Record<Position>, LoadError> {
        Ok(self.read_game(tree, usize::MAX)?.0)
    }

    /// A game's record, with the information of [`INFO`] in the file; the number of moves read, of which the record has
    /// only those after the last setup; and remarks on values that were ignored or reinterpreted.
    fn read_game(
        &self,
        tree: &Tree,
        before: usize,
    ) -> Result<(Record<Position>, usize, Vec<String>), LoadError> {
        let info = &tree[tree.root()];
        if let Some(game) = text(info, "GM").filter(|&game| game != "1") {
            return Err(LoadError::Game(excerpt(game)));
        }
        let sgf_size: Size = info.get("SZ").map_or(Ok(Size::default()), str::parse)?;
        let size = BoardSize { cols: Some(sgf_size.width()), rows: Some(sgf_size.height()) };
        if Position::start(size, self.settings()).is_err() {
            let sizes = self
                .settings()
                .rules
                .fixed_size
                .map_or(format!("{MIN_SIZE} to {MAX_SIZE}"), |size| size.to_string());
            return Err(LoadError::Size(sgf_size, sizes));
        }
        let mut notes = Vec::new();
        let mut root = Position::new(sgf_size.width(), self.read_rules(info, &mut notes)?);
        let handicap = handicap(tree, sgf_size).unwrap_or(0);
        if handicap >= 2 && !has_handicap(tree) {
            let stones = handicap::fixed(sgf_size.width(), handicap as usize);
            match stones.and_then(|stones| root.with_handicap(&stones)) {
                Ok(placed) if replay(tree, sgf_size, placed.clone(), usize::MAX).is_ok() => {
                    notes.push(format!("HA[{handicap}] without stones: placed on the fixed points"));
                    root = placed;
                }
                _ => notes.push(format!("HA[{handicap}] without stones: ignored")),
            }
        }
        let (mut record, count) = replay(tree, sgf_size, root, before)?;
        if before < usize::MAX && before > count + 1 {
            notes.push(format!("no move {before}: the game has {count}; loaded to its end"));
        }
        let stated =
            INFO.iter().filter_map(|&(_, property)| Some((property, text(info, property)?.to_owned())));
        *record.info_mut() = stated.collect();
        Ok((record, count, notes))
    }

    /// A game's rules; missing ones are those chosen in the session.
    fn read_rules(&self, info: &Node, notes: &mut Vec<String>) -> Result<Rules, LoadError> {
        let ChosenRules { mut rules, is_komi_set, .. } = self.settings().rules;
        if let Some(name) = text(info, "RU") {
            match Rules::named(name) {
                Ok(named) if is_komi_set => rules = Rules { komi: rules.komi, ..named },
                Ok(named) => rules = named,
                Err(unknown) => match kata_rules::read_line(name, &rules) {
                    Some(Ok(read)) => rules = read,
                    line => {
                        let unplayable = line.and_then(Result::err).map(|error| error.to_string());
                        let reason = unplayable.unwrap_or_else(|| unknown.to_string());
                        notes.push(format!("RU[{}] ignored: {reason}", excerpt(name)));
                    }
                },
            }
        }
        if let Some(komi) = text(info, "KM") {
            match Komi::recorded(komi) {
                Ok(read) => {
                    rules.komi = read;
                    if komi.parse() != Ok(read) {
                        notes.push(format!("KM[{komi}] read as {read}"));
                    }
                }
                Err(error) => notes.push(format!("KM[{}] ignored: {error}", excerpt(komi))),
            }
        }
        Ok(rules)
    }

    /// Sets game information for the record; an empty value removes it.
    ///
    /// # Errors
    /// When no fact has the name.
    pub fn set_info(&mut self, name: &str, value: &str) -> Result<(), UnknownInfo> {
        let known = INFO.iter().find(|(known, _)| *known == name);
        let &(_, property) = known.ok_or_else(|| UnknownInfo(name.to_owned()))?;
        let info = self.info_mut();
        if value.is_empty() {
            info.remove(property);
        } else {
            info.insert(property, value.to_owned());
        }
        Ok(())
    }

    /// Writes the game as an SGF file, replacing an existing one.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save_sgf(&self, path: &Path) -> Result<(), SgfError> {
        Ok(replace_file(path, &SGF, |out| writeln!(out, "{}", self.sgf()))?)
    }

    /// Adds game information, by SGF property, and writes the game as an SGF file; on failure adds none.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save_sgf_with(&mut self, path: &Path, facts: GameInfo) -> Result<(), SgfError> {
        let before = self.record().info().clone();
        self.info_mut().extend(facts);
        let saved = self.save_sgf(path);
        if saved.is_err() {
            *self.info_mut() = before;
        }
        saved
    }

    /// The game as an SGF tree.
    pub fn sgf(&self) -> Tree {
        let (root, position, moves) = (self.record().start(), self.position(), self.record().moves());
        let to_play = if moves.is_empty() { position.to_play() } else { root.to_play() };
        let mut tree = start(root, to_play, self.record().info());
        let mut id = tree.root();
        for &(color, mv) in moves {
            id = tree.add_child(id);
            tree[id].set(&color.letter().to_string(), letters::text(mv, self.size()));
        }
        let to_play = position.to_play();
        if moves.last().is_some_and(|&(color, _)| color == to_play) {
            // In its own node, because an SGF node has either moves or setup.
            id = tree.add_child(id);
            tree[id].set("PL", to_play.letter().to_string());
        }
        tree
    }
}

/// Reads the first game of a file.
fn read(path: &Path) -> Result<Tree, LoadError> {
    let bytes = read_file(path, sgf::MAX_BYTES as u64).map_err(|fault| fault.error)?;
    Ok(sgf::parse(&bytes)?.games.into_iter().next().unwrap_or_default())
}

/// The tree of a game without moves.
pub(super) fn start(root: &Position, to_play: Color, facts: &GameInfo) -> Tree {
    let (board, size) = (root.board(), root.board().size());
    let mut tree = Tree::new();
    let id = tree.root();
    let info = &mut tree[id];
    info.set("FF", "4");
    info.set("GM", "1");
    info.set("CA", "UTF-8");
    info.set("AP", concat!(env!("CARGO_PKG_NAME"), ":", env!("CARGO_PKG_VERSION")));
    info.set("SZ", size.to_string());
    info.set("KM", root.rules().komi.to_string());
    for (property, value) in facts {
        info.set(property, value);
    }
    info.set("RU", rules_name(root.rules()).map_or_else(|| kata_rules::to_line(root.rules()), str::to_owned));
    // Without it, black stones before White's first move are read as a handicap.
    if root.handicap() > 0 || to_play == Color::White && board.stones(Color::Black) >= 2 {
        info.set("HA", root.handicap().to_string());
    }
    for p in board.points() {
        if let Some(color) = board.color_at(p) {
            info.push(&format!("A{}", color.letter()), letters::to_sgf(p, size).to_string());
        }
    }
    let first = if root.handicap() > 0 { Color::White } else { Color::Black };
    if to_play != first {
        info.set("PL", to_play.letter().to_string());
    }
    tree
}

/// Plays a game's main line from a root, up to the position before a move; also returns the number of moves.
fn replay(
    tree: &Tree,
    size: Size,
    mut root: Position,
    before: usize,
) -> Result<(Record<Position>, usize), LoadError> {
    let mut moves = Vec::new();
    let mut position = root.clone();
    let handicap = handicap(tree, size);
    let mut count = 0;
    for node in tree.main_line() {
        let at = |what, number| move |reason| LoadError::At { what, number, reason: Box::new(reason) };
        if let Some(set_up) = set_up(node, size, &position).map_err(at("setup before move", count + 1))? {
            position = set_up;
            if let Some(stones) = handicap {
                position.set_handicap(stones);
            }
            if moves.is_empty() && handicap >= Some(2) {
                position.set_to_play(Color::White);
            }
            root = position.clone();
            moves.clear();
        }
        if let Some(color) = node.get("PL").and_then(|text| text.trim().parse().ok()) {
            position.set_to_play(color);
            if moves.is_empty() {
                root.set_to_play(color);
            }
        }
        for (identifier, color) in MOVES {
            let Some(value) = node.get(identifier) else { continue };
            if count + 1 >= before {
                return Ok((Record::played(root, moves, position), count));
            }
            if count >= MAX_MOVES {
                return Err(LoadError::TooLong);
            }
            count += 1;
            let point = size.read_move(value).map_err(LoadError::from).map_err(at("move", count))?;
            let mv = letters::of_point(point, size.width());
            position.set_to_play(color);
            position.play_unchecked(mv).map_err(|reason| LoadError::Move { number: count, reason })?;
            moves.push((color, mv));
        }
    }
    Ok((Record::played(root, moves, position), count))
}

/// The game's stated number of handicap stones, if any, capped at the number of points on the board.
fn handicap(tree: &Tree, size: Size) -> Option<u32> {
    let points = u32::from(size.width()) * u32::from(size.height());
    text(&tree[tree.root()], "HA").and_then(|text| text.parse().ok()).map(|stones: u32| stones.min(points))
}

const MOVES: [(&str, Color); 2] = [("B", Color::Black), ("W", Color::White)];
const STONES: [(&str, Option<Color>); 3] =
    [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)];

/// A property's value without surrounding blanks; `None` if missing or empty.
fn text<'a>(node: &'a Node, identifier: &str) -> Option<&'a str> {
    node.get(identifier).map(str::trim).filter(|text| !text.is_empty())
}

/// Whether a game contains its handicap stones, as setup or as Black's first moves.
fn has_handicap(tree: &Tree) -> bool {
    let has = |node: &Node, name: &str| node.get(name).is_some();
    let shows = |node: &Node| has(node, "B") || has(node, "AB");
    tree.main_line().find(|node| shows(node) || has(node, "W")).is_some_and(shows)
}

/// The position after the setup of a node; `None` for a node without setup.
fn set_up(node: &Node, size: Size, position: &Position) -> Result<Option<Position>, LoadError> {
    let mut changes = Vec::new();
    for (identifier, color) in STONES {
        let points = size.read_points(node.values(identifier))?;
        changes.extend(points.into_iter().map(|p| (letters::from_sgf(p, size.width()), color)));
    }
    if changes.is_empty() {
        return Ok(None);
    }
    let board = position.board();
    let stones = board.points().map(|p| (p, board.color_at(p))).chain(changes);
    let mut set_up = Position::from_stones(board.size(), *position.rules(), stones)?;
    set_up.set_to_play(position.to_play());
    Ok(Some(set_up))
}
