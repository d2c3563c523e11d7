//! What can be chosen by name, and the one place that builds a player from settings.

use super::players::{self, Making, PlayerEntry};
use super::{Effort, GoEndgame, Hosted, NoParams, Settings, Study, Tools};
use crate::framework::{Candidate, Game, Knowledge, Player, PlayoutPolicy, Search};
use crate::go::board::{Board, MAX_SIZE, MIN_SIZE};
use crate::go::knowledge::{
    CourseFilter, LadderPrior, LearnedPrior, Locality, MoveFilter, OpeningPrior, PolicyPrior,
};
use crate::go::playout::{
    BoardPolicy, DatabasePolicy, FuegoPolicy, GoPlayout, Moves, NaivePolicy, RandomPolicy, Rule,
    RuleBasedPolicy, Turn,
};
use crate::go::simple::{self, SimplePlayer};
use crate::go::{Point, Position, Rules};
use crate::players::{Chain, Passing, Resigning, SearchMode, SearchPlayer};
use crate::search::uct::{Parts, UctSearch};
use crate::search::{FlatSearch, PolicySearch};
use crate::util::Rng;
use crate::util::params::{Kind, Value};

/// A playout policy that can be chosen.
pub struct PolicyEntry {
    /// The name.
    pub name: &'static str,
    /// What it plays, in a line.
    pub doc: &'static str,
    /// Builds the policy for one thread.
    pub make: fn(&Settings) -> Box<dyn PlayoutPolicy<Position>>,
    /// Plays playouts from a position and says what became of it.
    pub study: fn(&Settings, &Position, Effort, &mut Rng) -> Study,
    /// Returns the moves of the first rule that finds any in a position, and the rule.
    pub candidates: fn(&Settings, &Position) -> (Rule, Vec<Point>),
}

/// All playout policies, the default first.
pub const POLICIES: &[PolicyEntry] = &[
    entry::<FuegoPolicy>(),
    entry::<RandomPolicy>(),
    entry::<NaivePolicy>(),
    entry::<RuleBasedPolicy>(),
    entry::<DatabasePolicy>(),
];

/// A policy with a name.
trait Policy: BoardPolicy + 'static {
    const NAME: &'static str;
    const DOC: &'static str;

    fn from_settings(settings: &Settings) -> Self;
}

impl Policy for FuegoPolicy {
    const NAME: &'static str = "fuego";
    const DOC: &'static str = "rules in the order of Fuego's manual";

    fn from_settings(settings: &Settings) -> Self {
        Self::new(settings.policy.clone())
    }
}

impl Policy for RandomPolicy {
    const NAME: &'static str = "random";
    const DOC: &'static str = "uniform over the moves that fill no own eye";

    fn from_settings(_: &Settings) -> Self {
        Self
    }
}

impl Policy for NaivePolicy {
    const NAME: &'static str = "naive";
    const DOC: &'static str = "the same as random, found by filtering all moves first: slow on purpose";

    fn from_settings(_: &Settings) -> Self {
        Self::default()
    }
}

impl Policy for RuleBasedPolicy {
    const NAME: &'static str = "rulebased";
    const DOC: &'static str = "MoGo's patterns around the last move, else random; more rules in go3_param";

    fn from_settings(settings: &Settings) -> Self {
        Self::new(settings.course.clone())
    }
}

impl Policy for DatabasePolicy {
    const NAME: &'static str = "database";
    const DOC: &'static str = "in proportion to the values of a pattern database, see --mc-patterns";

    fn from_settings(settings: &Settings) -> Self {
        Self::new(settings.patterns.table())
    }
}

const fn entry<P: Policy>() -> PolicyEntry {
    PolicyEntry {
        name: P::NAME,
        doc: P::DOC,
        make: |settings| Box::new(GoPlayout::new(P::from_settings(settings))),
        study: study::<P>,
        candidates: candidates::<P>,
    }
}

fn study<P: Policy>(settings: &Settings, position: &Position, effort: Effort, rng: &mut Rng) -> Study {
    Study::new(P::from_settings(settings), position, effort, rng)
}

fn candidates<P: Policy>(settings: &Settings, position: &Position) -> (Rule, Vec<Point>) {
    let mut board = Board::new(position.board().size());
    board.copy_from(position.board());
    let mut moves = Moves::default();
    let turn = Turn { color: position.to_play(), last: position.last() };
    let rule = P::from_settings(settings).candidates(&board, &turn, &mut moves);
    (rule, moves.as_slice().to_vec())
}

/// Builds the search that the settings describe; `seed` determines all that is random in it.
#[must_use]
pub fn search(settings: &Settings, seed: u64) -> UctSearch<Position> {
    let policy = settings.playout.playout_policy.entry();
    let copy = settings.clone();
    let make_parts = move || Parts {
        policy: (policy.make)(&copy),
        knowledge: knowledge(&copy),
        root_filters: root_filters(&copy),
    };
    UctSearch::new(settings.search.clone(), settings.global.clone(), Box::new(make_parts), seed)
}

/// Returns the sources of knowledge that are switched on, in the order in which they are asked.
fn knowledge(settings: &Settings) -> Vec<Box<dyn Knowledge<Position>>> {
    let global = &settings.global;
    let scale = global.default_prior_weight as f32;
    let mut knowledge: Vec<Box<dyn Knowledge<Position>>> = Vec::new();
    // The filter goes first: what it removes needs no prior.
    if global.use_tree_filter {
        knowledge.push(Box::new(MoveFilter::new(settings.tree_filter.clone())));
    }
    // The policy's prior replaces what is there, the others add to it.
    if global.use_default_prior_knowledge {
        knowledge.push(Box::new(PolicyPrior::new(scale)));
    }
    if global.use_locality_prior {
        knowledge.push(Box::new(Locality::new(scale)));
    }
    if global.use_opening_prior {
        knowledge.push(Box::new(OpeningPrior::new(scale)));
    }
    if global.learned_prior_weight > 0.0 {
        knowledge.push(Box::new(LearnedPrior::new(global.learned_prior_weight as f32)));
    }
    if global.use_ladder_prior {
        knowledge.push(Box::new(LadderPrior::new(scale)));
    }
    knowledge
}

fn root_filters(settings: &Settings) -> Vec<Box<dyn Knowledge<Position>>> {
    let filter = || Box::new(MoveFilter::new(settings.root_filter.clone())) as Box<_>;
    settings.player.use_root_filter.then(filter).into_iter().collect()
}

/// Returns the moves of a position with what is believed of them without a search.
#[must_use]
pub fn prior(settings: &Settings, position: &Position) -> Vec<Candidate> {
    let mut moves = Vec::new();
    position.candidates(&mut moves);
    let mut candidates: Vec<Candidate> = moves.into_iter().map(Candidate::new).collect();
    let mut rng = Rng::new(1);
    // The game may be over.
    if !candidates.is_empty() {
        knowledge(settings).iter_mut().for_each(|source| source.edit(position, &mut candidates, &mut rng));
    }
    candidates
}

/// Builds the player that the settings describe.
#[must_use]
pub fn player(settings: &Settings, seed: u64) -> Box<dyn Player<Position>> {
    let params = &settings.player;
    let policy = || (settings.playout.playout_policy.entry().make)(settings);
    let global = &settings.global;
    let search: Box<dyn Search<Position>> = match params.search_mode {
        SearchMode::Uct => Box::new(search(settings, seed)),
        SearchMode::PlayoutPolicy => Box::new(PolicySearch::new(policy(), seed)),
        SearchMode::OnePly => {
            let mut filters = root_filters(settings);
            filters.extend(CourseFilter::new(&settings.course).map(|filter| Box::new(filter) as Box<_>));
            let (mercy, modification) = (global.mercy_rule, global.score_modification as f32);
            let flat = FlatSearch::new(policy(), filters, mercy, modification, seed);
            Box::new(flat.with_plan(settings.flat.plan()))
        }
    };
    let player = SearchPlayer::new(search, params.reuse_subtree);
    let player = Passing::new(player, GoEndgame::new(settings.clone()), params.early_pass);
    let player = Resigning::new(player, params.resign_threshold, params.resign_min_games);
    Box::new(player.sparing(|game: &Position| game.handicap() > 0))
}

impl Hosted for Position {
    const USUAL: (u8, u8) = (MAX_SIZE, MAX_SIZE);

    fn board(cols: u8, rows: u8) -> Option<Self> {
        let fits = cols == rows && (MIN_SIZE..=MAX_SIZE).contains(&cols);
        fits.then(|| Self::new(cols, Rules::default()))
    }

    fn policy(tools: &Tools) -> Box<dyn PlayoutPolicy<Self>> {
        (tools.settings.playout.playout_policy.entry().make)(&tools.settings)
    }

    fn uct(tools: Tools) -> Box<dyn Search<Self>> {
        Box::new(search(&tools.settings, tools.seed))
    }

    /// The Simple Go players, as `sp-NAME`.
    fn own_players() -> Vec<PlayerEntry<Self>> {
        let simple = |entry: &simple::SimpleEntry| {
            let pick = entry.pick;
            let make = move |_: &NoParams, making: Making<Self>| {
                Box::new(SimplePlayer::new(pick, making.tools.seed)) as Box<dyn Player<Self>>
            };
            players::entry(entry.name, entry.doc, make)
        };
        let no_search =
            players::entry("sp-no-search", "the move of the playout policy", |_: &NoParams, making| {
                let search = PolicySearch::new(Self::policy(&making.tools), making.tools.seed);
                Box::new(Chain::new(vec![Box::new(search)]))
            });
        simple::PLAYERS.iter().map(simple).chain([no_search]).collect()
    }
}

const POLICY_NAMES: [&str; POLICIES.len()] = {
    let mut names = [""; POLICIES.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = POLICIES[i].name;
        i += 1;
    }
    names
};

/// The name of a playout policy, as a parameter's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PolicyName(&'static str);

impl PolicyName {
    /// The policy of the default preset.
    pub const DEFAULT: Self = Self(POLICY_NAMES[0]);

    /// Returns the policy of the name.
    #[must_use]
    pub fn entry(self) -> &'static PolicyEntry {
        POLICIES.iter().find(|entry| entry.name == self.0).unwrap_or(&POLICIES[0])
    }
}

impl Value for PolicyName {
    const KIND: Kind = Kind::Choice(&POLICY_NAMES);

    fn read(text: &str) -> Option<Self> {
        POLICY_NAMES.iter().find(|&&name| name == text).map(|&name| Self(name))
    }

    fn write(&self) -> String {
        self.0.to_owned()
    }
}
