//! The fast board, compared with the plain rules after each move of random games: all incremental data must equal the
//! data computed from the stones alone.

use brasa::framework::{Color, IllegalMove};
use brasa::go::board::{
    Bare, Board, Incremental, Keyed, Point, PointSet, Tactical, Tracking, cell, stone_key,
};
use brasa::util::Rng;

use crate::referee::{Chain, Grid};

/// Steps to the east and north, in the order of the 3x3 codes.
const SURROUNDINGS: [(isize, isize); 8] =
    [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Points compared per configuration; a board costs time in proportion to its points.
const COMPARED: usize = 3_000_000;

/// A board of the referee with its chains and captures.
struct Truth {
    grid: Grid,
    captured: [usize; 2],
    /// The point where simple ko forbids a player to play.
    ko: Option<(usize, Color)>,
    chains: Vec<Chain>,
    numbers: Vec<Option<usize>>,
}

impl Truth {
    fn new(size: u8) -> Self {
        let grid = Grid::new(size.into());
        let (chains, numbers) = grid.chains();
        Self { grid, captured: [0; 2], ko: None, chains, numbers }
    }

    fn point(&self, i: usize) -> Point {
        Point::at((i % self.grid.size) as u8, (i / self.grid.size) as u8)
    }

    fn points(&self, indices: &[usize]) -> Vec<Point> {
        sorted(indices.iter().map(|&i| self.point(i)))
    }

    fn cell(&self, i: Option<usize>) -> u8 {
        i.map_or(cell::BORDER, |i| self.grid.cells[i].map_or(cell::EMPTY, |color| color as u8))
    }

    fn chain(&self, i: usize) -> Option<&Chain> {
        self.numbers[i].map(|number| &self.chains[number])
    }

    /// Plays a move if it is legal under simple ko; suicide is legal if `suicide` is set.
    fn play(&mut self, i: usize, color: Color, suicide: bool) -> Result<(), IllegalMove> {
        if self.ko == Some((i, color)) {
            return Err(IllegalMove::Ko);
        }
        let played = self.grid.play(i, color);
        if !suicide && !played.suicide.is_empty() {
            return Err(IllegalMove::Suicide);
        }
        self.captured[(!color).index()] += played.captured.len();
        self.captured[color.index()] += played.suicide.len();
        self.grid = played.grid;
        (self.chains, self.numbers) = self.grid.chains();
        // Ko: the capturing stone could itself be captured at once.
        self.ko = match played.captured[..] {
            [stone] if self.chain(i).is_some_and(|c| c.stones == [i] && c.liberties == [stone]) => {
                Some((stone, !color))
            }
            _ => None,
        };
        Ok(())
    }

    /// Returns whether a move leaves the player's own stones without liberties.
    fn is_suicide(&self, i: usize, color: Color) -> bool {
        self.grid.neighbors(i).all(|q| {
            self.chain(q).is_some_and(|chain| (chain.color == color) == (chain.liberties.len() == 1))
        })
    }
}

fn sorted(points: impl IntoIterator<Item = Point>) -> Vec<Point> {
    let mut points: Vec<Point> = points.into_iter().collect();
    points.sort();
    points
}

/// Compares the data of every board.
fn compare<F: Tracking>(board: &Board<F>, truth: &Truth) {
    let grid = &truth.grid;
    assert_eq!(usize::from(board.size()), grid.size);
    let on_board: Vec<Point> = (0..grid.cells.len()).map(|i| truth.point(i)).collect();
    assert!(board.points().eq(on_board.iter().copied()));
    let border = (0..512).filter(|&n| board.cell(Point::from_number(n)) == cell::BORDER).count();
    assert_eq!(border + on_board.len(), 512);

    for color in Color::ALL {
        let stones = (0..grid.cells.len()).filter(|&i| grid.cells[i] == Some(color));
        assert_eq!(board.stones(color), stones.count());
        assert_eq!(board.captured(color), truth.captured[color.index()]);
        let ko = truth.ko.filter(|&(_, forbidden)| forbidden == color);
        assert_eq!(board.ko_for(color), ko.map_or(Point::NULL, |(i, _)| truth.point(i)));
    }

    let empty = (0..grid.cells.len()).filter(|&i| grid.cells[i].is_none()).map(|i| truth.point(i));
    assert_eq!(sorted(board.empty_points().iter().copied()), sorted(empty));
    assert!((0..board.empty_count()).all(|i| board.empty_at(i) == board.empty_points()[i]));

    for i in 0..grid.cells.len() {
        let p = truth.point(i);
        assert_eq!(board.cell(p), truth.cell(Some(i)), "{p}");
        assert_eq!(board.color_at(p), grid.cells[i], "{p}");
        let mut code = 0;
        for (field, (east, north)) in SURROUNDINGS.into_iter().enumerate() {
            code |= u16::from(truth.cell(grid.step(i, east, north))) << (2 * field);
        }
        assert_eq!(board.neighborhood3x3(p), code, "{p}");
    }
    for chain in &truth.chains {
        compare_chain(board, truth, chain);
    }
    compare_legality(board, truth);
}

fn compare_chain<F: Tracking>(board: &Board<F>, truth: &Truth, chain: &Chain) {
    let head = board.head(truth.point(chain.stones[0]));
    let stones = truth.points(&chain.stones);
    assert!(stones.contains(&head));
    assert!(stones.iter().all(|&p| board.head(p) == head), "{head}");
    assert_eq!(board.chain_size(head), stones.len(), "{head}");
    assert_eq!(sorted(board.stones_of(head)), stones);

    let liberties = truth.points(&chain.liberties);
    let sums = board.liberties(head);
    let pairs = chain.stones.iter().flat_map(|&i| truth.grid.neighbors(i));
    assert_eq!(sums.pseudo() as usize, pairs.filter(|&i| truth.grid.cells[i].is_none()).count());
    assert!(!sums.is_none());
    assert_eq!(sums.at_most_one(), liberties.len() == 1, "{head}");
    assert_eq!(board.in_atari(head), liberties.len() == 1, "{head}");
    if let [only] = liberties[..] {
        assert_eq!(sums.only(), only);
    }
    let (found, count) = board.find_liberties::<361>(head);
    assert_eq!(sorted(found[..count].iter().copied()), liberties);
    let (some, count) = board.find_liberties::<2>(head);
    assert_eq!((count, &some[..count]), (liberties.len().min(2), &found[..count]));
}

fn compare_legality<F: Tracking>(board: &Board<F>, truth: &Truth) {
    for i in 0..truth.grid.cells.len() {
        let p = truth.point(i);
        for color in Color::ALL {
            if truth.grid.cells[i].is_some() {
                assert_eq!(board.check(p, color, true), Err(IllegalMove::Occupied));
                continue;
            }
            let suicide = truth.is_suicide(i, color);
            let ko = truth.ko == Some((i, color));
            assert_eq!(board.is_suicide(p, color), suicide, "{color} {p}");
            assert_eq!(board.is_legal_empty(p, color), !suicide && !ko, "{color} {p}");
            let expected = |legal| match (ko, legal) {
                (true, _) => Err(IllegalMove::Ko),
                (_, false) => Err(IllegalMove::Suicide),
                _ => Ok(()),
            };
            assert_eq!(board.check(p, color, true), expected(true), "{color} {p}");
            assert_eq!(board.check(p, color, false), expected(!suicide), "{color} {p}");
        }
    }
}

/// Compares the additional data of boards with the atari feature.
fn compare_atari<F: Tracking>(board: &Board<F>, truth: &Truth) {
    compare(board, truth);
    for color in Color::ALL {
        let in_atari = truth.chains.iter().filter(|c| c.color == color && c.liberties.len() == 1);
        let heads = in_atari.map(|c| board.head(truth.point(c.stones[0])));
        assert_eq!(sorted(board.chains_in_atari(color).iter().copied()), sorted(heads));
    }
    for i in (0..truth.grid.cells.len()).filter(|&i| truth.grid.cells[i].is_none()) {
        let mut bits = 0;
        for (bit, &(east, north)) in SURROUNDINGS[..4].iter().enumerate() {
            let chain = truth.grid.step(i, east, north).and_then(|q| truth.chain(q));
            bits |= u8::from(chain.is_some_and(|c| c.liberties == [i])) << bit;
        }
        assert_eq!(board.atari_bits(truth.point(i)), bits, "{}", truth.point(i));
    }
}

/// Compares the additional data of the boards of positions.
fn compare_keyed(board: &Board<Keyed>, truth: &Truth) {
    compare_atari(board, truth);
    let mut key = 0;
    for i in 0..truth.grid.cells.len() {
        key ^= truth.grid.cells[i].map_or(0, |color| stone_key(truth.point(i), color));
    }
    assert_eq!(board.key(), key);
}

/// Returns the 3x3 code of each point, and the atari bits of each empty point.
fn surroundings(board: &Board<Incremental>) -> Vec<(Point, u16, Option<u8>)> {
    let bits = |p| (board.cell(p) == cell::EMPTY).then(|| board.atari_bits(p));
    board.points().map(|p| (p, board.neighborhood3x3(p), bits(p))).collect()
}

/// Checks that the change set contains each point whose surroundings differ.
fn compare_changes(board: &Board<Incremental>, before: &[(Point, u16, Option<u8>)]) {
    for (old, new) in before.iter().zip(surroundings(board)) {
        assert!(*old == new || board.changes().contains(new.0), "{} changed unseen", new.0);
    }
}

/// The same position on boards of all features.
struct Boards {
    bare: Board<Bare>,
    tactical: Board<Tactical>,
    tracked: Board<Incremental>,
    keyed: Board<Keyed>,
}

impl Boards {
    fn new(size: u8) -> Self {
        Self {
            bare: Board::new(size),
            tactical: Board::new(size),
            tracked: Board::new(size),
            keyed: Board::new(size),
        }
    }

    fn compare(&self, truth: &Truth) {
        compare(&self.bare, truth);
        compare_atari(&self.tactical, truth);
        compare_atari(&self.tracked, truth);
        compare_keyed(&self.keyed, truth);
    }

    /// Passes or plays on all boards and compares their verdicts; returns whether a stone was played.
    fn play(&mut self, truth: &mut Truth, i: usize, color: Color, suicide: bool) -> bool {
        let p = truth.point(i);
        let expected = truth.play(i, color, suicide);
        let before = surroundings(&self.tracked);
        self.tracked.clear_changes();
        assert_eq!(play(&mut self.bare, p, color, suicide), expected, "{color} {p}");
        assert_eq!(play(&mut self.tactical, p, color, suicide), expected, "{color} {p}");
        assert_eq!(play(&mut self.tracked, p, color, suicide), expected, "{color} {p}");
        assert_eq!(play(&mut self.keyed, p, color, suicide), expected, "{color} {p}");
        compare_changes(&self.tracked, &before);
        expected.is_ok()
    }

    fn pass(&mut self, truth: &mut Truth) {
        truth.ko = None;
        self.bare.clear_ko();
        self.tactical.clear_ko();
        self.tracked.clear_ko();
        self.keyed.clear_ko();
    }
}

/// Plays a move if it is legal.
fn play<F: Tracking>(board: &mut Board<F>, p: Point, color: Color, suicide: bool) -> Result<(), IllegalMove> {
    board.check(p, color, suicide).map(|()| board.play_legal(p, color))
}

/// Plays one random game of at most `limit` moves, calls `each` after each move, and returns the game's length.
fn random_game(
    size: u8,
    suicide: bool,
    limit: usize,
    rng: &mut Rng,
    mut each: impl FnMut(&Boards, &Truth, &mut Rng),
) -> usize {
    let (mut boards, mut truth) = (Boards::new(size), Truth::new(size));
    let mut color = Color::Black;
    let mut moves = 0;
    for _ in 0..2 * limit {
        let empty = boards.keyed.empty_count();
        let p = boards.keyed.empty_at(rng.below(empty));
        let i = usize::from(p.row()) * truth.grid.size + usize::from(p.col());
        if rng.below(50) == 0 {
            boards.pass(&mut truth);
        } else if boards.play(&mut truth, i, color, suicide) {
            moves += 1;
            each(&boards, &truth, rng);
        }
        // Sometimes a player moves twice, as with handicap and set-up moves.
        if rng.below(20) != 0 {
            color = !color;
        }
        if moves == limit {
            break;
        }
    }
    moves
}

fn random_games(size: u8, suicide: bool) {
    let mut rng = Rng::new(u64::from(size));
    let points = usize::from(size).pow(2);
    let mut moves = 0;
    while moves < 40_000.min(COMPARED / points) {
        let mut left = 0;
        moves += random_game(size, suicide, 3 * points, &mut rng, |boards, truth, _| {
            // The features share code, so boards with fewer features are compared less often.
            compare_keyed(&boards.keyed, truth);
            left += 1;
            if left % 16 == 0 {
                boards.compare(truth);
            }
        });
    }
}

#[test]
fn random_games_keep_everything_up_to_date_on_2x2() {
    random_games(2, false);
    random_games(2, true);
}

#[test]
fn random_games_keep_everything_up_to_date_on_5x5() {
    random_games(5, false);
    random_games(5, true);
}

#[test]
fn random_games_keep_everything_up_to_date_on_9x9() {
    random_games(9, false);
    random_games(9, true);
}

#[test]
fn random_games_keep_everything_up_to_date_on_13x13() {
    random_games(13, false);
    random_games(13, true);
}

#[test]
fn random_games_without_suicide_keep_everything_up_to_date_on_19x19() {
    random_games(19, false);
}

#[test]
fn random_games_with_suicide_keep_everything_up_to_date_on_19x19() {
    random_games(19, true);
}

#[test]
fn copies_between_sizes_and_features_are_equal_and_go_on_alike() {
    let mut rng = Rng::new(1);
    // These boards are reused across games, so that each copy overwrites a board of another size.
    let mut copies = Boards::new(19);
    let mut second = Board::<Keyed>::new(2);
    for _ in 0..150 {
        let size = 2 + rng.below(18) as u8;
        random_game(size, true, 3 * usize::from(size).pow(2), &mut rng, |boards, truth, rng| {
            if rng.below(20) != 0 {
                return;
            }
            copies.bare.copy_from(&boards.tactical);
            copies.tactical.copy_from(&boards.tracked);
            copies.tracked.copy_from(&boards.keyed);
            copies.keyed.copy_from(&boards.keyed);
            second.copy_from(&copies.keyed);
            copies.compare(truth);
            compare_keyed(&second, truth);
            assert_eq!(*copies.tracked.changes(), PointSet::EMPTY);
            assert_eq!(copies.bare.empty_points(), boards.tactical.empty_points(), "the order is kept");
            let mut after =
                Truth { grid: truth.grid.clone(), chains: Vec::new(), numbers: Vec::new(), ..*truth };
            (after.chains, after.numbers) = after.grid.chains();
            for color in [Color::Black, Color::White, Color::Black] {
                let i = rng.below(after.grid.cells.len());
                if after.grid.cells[i].is_none() {
                    copies.play(&mut after, i, color, true);
                    copies.compare(&after);
                }
            }
        });
    }
}
