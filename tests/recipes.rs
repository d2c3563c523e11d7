//! The examples in the guide's recipes: a game, a search, a playout policy and a player, each as short as possible, and
//! tested.

use brasa::engine::{BoardSize, GameSession, Hosted, Session, SessionContext, Settings, UnacceptableSize};
use brasa::framework::{
    Color, Control, Decision, Game, Grid, IllegalMove, Limits, Move, Outcome, Player, PlayoutLimit,
    PlayoutPolicy, Report, Search, Sequence, Thinking,
};
use brasa::games::TicTacToe;
use brasa::go::board::{Bare, Board, Point};
use brasa::go::playout::{BoardPolicy, GoPlayout, Moves, Rule, Turn};
use brasa::go::{Position, Rules};
use brasa::players::Chain;
use brasa::search::{AlphaBeta, Random};
use brasa::util::Rng;
use brasa::util::params::Params;

// Recipe 1: a game. The players take turns removing one to three stones from the end of a row; whoever takes the last
// stone wins. The file would be `games/row.rs`.

#[derive(Clone)]
struct Row {
    cols: u8,
    left: u8,
    to_play: Color,
}

impl Game for Row {
    fn to_play(&self) -> Color {
        self.to_play
    }

    fn set_to_play(&mut self, color: Color) {
        self.to_play = color;
    }

    fn candidates(&self, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend((1..=self.left.min(3)).map(|n| Move(n.into())));
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !(1..=u16::from(self.left.min(3))).contains(&mv.0) {
            return Err(IllegalMove::NoSuchMove);
        }
        self.play_legal(mv);
        Ok(())
    }

    fn play_legal(&mut self, mv: Move) {
        self.left -= mv.0 as u8;
        self.to_play = !self.to_play;
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| Outcome::win(!self.to_play))
    }

    fn key(&self) -> u64 {
        brasa::util::zobrist(u64::from(self.left) * 2 + self.to_play.index() as u64)
    }

    fn move_limit(&self) -> usize {
        4
    }

    fn length_limit(&self) -> usize {
        self.cols.into()
    }

    fn move_text(&self, mv: Move) -> String {
        mv.0.to_string()
    }

    fn parse_move(&self, text: &str) -> Option<Move> {
        text.parse().ok().map(Move)
    }
}

impl Grid for Row {
    fn cols(&self) -> u8 {
        self.cols
    }

    fn rows(&self) -> u8 {
        1
    }

    fn stone(&self, col: u8, _: u8) -> Option<Color> {
        (col < self.left).then_some(Color::Black)
    }
}

// Registered in GAMES of `engine/games.rs`:
// `GameEntry::new::<Row>("row", "take one to three; the player who takes the last one wins"),`.
impl Hosted for Row {
    fn start(size: BoardSize, _: &Settings) -> Result<Self, UnacceptableSize> {
        let (cols, rows) = size.or((10, 1));
        if !(1..=25).contains(&cols) || rows != 1 {
            return Err(UnacceptableSize("expected 1 to 25 columns and 1 row".to_owned()));
        }
        Ok(Self { cols, left: cols, to_play: Color::Black })
    }
}

fn row() -> Session<Row> {
    let context = SessionContext::new(Settings::new(9), 1, Default::default());
    Session::new(BoardSize::default(), Color::Black, context).unwrap()
}

#[test]
fn a_new_game_has_every_player_and_search_at_once() {
    let mut session: Box<dyn GameSession> = Box::new(row());
    session.players_mut().choose(Color::Black, "search", Some("alphabeta")).unwrap();
    assert_eq!(session.genmove(Color::Black).unwrap(), Decision::Play(Move(2)));
    assert!(session.show().starts_with("   A B C D E F G H J K\n 1 X X X X X X X X . . 1\n"));
    assert!(session.play_text(Color::White, "4").is_err());
    session.play_text(Color::White, "3").unwrap();
    assert_eq!(session.genmove(Color::Black).unwrap(), Decision::Play(Move(1)));
}

// Recipe 2: a search. It plays the move after which the game's evaluation is worst for the opponent. The file would be
// `search/hasty.rs`, with an entry in `engine/searches.rs`:
// `SearchEntry::new("hasty", "the best position one move ahead", |_: &NoParams, _| Box::new(Hasty)),`.

struct Hasty;

impl<G: Game> Search<G> for Hasty {
    fn search(&mut self, game: &G, _: Limits, _: &Control) -> Report {
        let moves = game.moves();
        let value = |&mv: &Move| {
            let mut after = game.clone();
            after.play_legal(mv);
            match after.outcome() {
                Some(outcome) if outcome.winner == Some(game.to_play()) => 1.0,
                _ => -after.evaluate(),
            }
        };
        Report::instant(moves.into_iter().max_by(|a, b| value(a).total_cmp(&value(b))))
    }
}

#[test]
fn a_new_search_plays_every_game() {
    let mut table = brasa::games::Clobber::new(3, 1);
    let best = Hasty.search(&table, Limits::default(), &Control::default()).best.unwrap();
    table.play(best).unwrap();
    assert_eq!(table.outcome().map(|outcome| outcome.winner), Some(Some(Color::Black)));
    assert!(Hasty.search(&TicTacToe::new(), Limits::default(), &Control::default()).best.is_some());
}

// Recipe 3: a playout policy for Go. It plays at the first legal point that is not an own eye. The file would be
// `go/playout/first.rs`, with an entry in `engine/go/policies.rs`.

struct First;

impl BoardPolicy for First {
    type Tracking = Bare;

    fn pick(&mut self, board: &mut Board<Bare>, turn: &Turn, _: &mut Rng) -> (Point, Rule) {
        let mut moves = Moves::default();
        let rule = self.candidates(board, turn, &mut moves);
        (moves.as_slice().first().copied().unwrap_or(Point::NULL), rule)
    }

    fn candidates(&mut self, board: &Board<Bare>, turn: &Turn, moves: &mut Moves) -> Rule {
        moves.clear();
        let is_eye = |p| brasa::go::tactics::eyes::is_simple_eye(board, p, turn.color);
        let legal = |p| board.is_legal_empty(p, turn.color) && !is_eye(p);
        board.empty_points().iter().copied().filter(|&p| legal(p)).for_each(|p| moves.push(p));
        if moves.as_slice().is_empty() { Rule::Pass } else { Rule::Random }
    }
}

#[test]
fn a_new_policy_plays_games_to_their_end() {
    let position = Position::new(5, Rules::default());
    let limit = PlayoutLimit { length: position.length_limit(), mercy: false };
    let (mut line, mut rng) = (Sequence::new(), Rng::new(1));
    let outcome = GoPlayout::new(First).playout(&mut position.clone(), limit, &mut rng, &mut line);
    assert!(line.len() > 25 && outcome.winner.is_some());
}

// Recipe 4: a player. It opens in the middle; another player makes the other moves. The file would be
// `players/middle.rs`, with an entry in `engine/players.rs`.

struct Middle<P>(P, Move);

impl<G: Game, P: Player<G>> Player<G> for Middle<P> {
    fn decide(&mut self, game: &G, limits: Limits, control: &Control) -> Thinking {
        if game.clone().play(self.1).is_ok() {
            return Thinking { decision: Decision::Play(self.1), report: None };
        }
        self.0.decide(game, limits, control)
    }
}

#[test]
fn a_new_player_may_own_another() {
    let alphabeta = AlphaBeta::new(Params::for_size(0));
    let mut game = TicTacToe::new();
    let mut black = Middle(Chain::new(vec![Box::new(alphabeta)]), game.parse_move("B2").unwrap());
    let mut white = Chain::new(vec![Box::new(Random::new(1))]);
    while game.outcome().is_none() {
        let player: &mut dyn Player<TicTacToe> =
            if game.to_play() == Color::Black { &mut black } else { &mut white };
        let Decision::Play(mv) = player.decide(&game, Limits::default(), &Control::default()).decision else {
            panic!("nobody resigns")
        };
        game.play(mv).unwrap();
    }
    assert_eq!(game.stone(1, 1), Some(Color::Black));
    assert_eq!(game.outcome().map(|outcome| outcome.winner), Some(Some(Color::Black)));
}
