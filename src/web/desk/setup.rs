//! Starts games and sets their players.

use serde_json::Value;

use super::game::Variations;
use super::moves::MAX_NODES;
use super::rated::read_level;
use super::state::Desk;
use crate::engine::go::sgf::LoadError;
use crate::engine::levels::Rank;
use crate::engine::{BoardSize, GAMES, GameEntry, GoSession, Settings, gtp_record};
use crate::framework::{Color, Game};
use crate::go::{Komi, Rules, handicap};
use crate::sgf::{self, Tree};
use crate::util::params::ParamError;
use crate::web::command::{Refusal, Role, Setup, Strength, Time};
use crate::web::hub::Topic;
use crate::web::shelf::STATE;

/// Choices specific to Go.
struct GoStart {
    rules: Rules,
    rules_name: String,
    komi: Komi,
    handicap: u8,
}

impl GoStart {
    fn read(setup: &Setup, size: u8) -> Result<Self, Refusal> {
        /// Komi of a handicap game in half points, which prevents draws.
        const HANDICAP_KOMI: i32 = 1;
        let name = setup.rules.clone().unwrap_or_else(|| "chinese".to_owned());
        let rules = Rules::named(&name)?;
        let komi = match &setup.komi {
            Some(text) => text.parse()?,
            None if setup.handicap > 0 => Komi::from_half_points(HANDICAP_KOMI),
            None => rules.komi,
        };
        // With one stone Black only moves first.
        let handicap = if setup.handicap == 1 { 0 } else { setup.handicap };
        let most = handicap::greatest_fixed(size);
        if usize::from(handicap) > most {
            return Err(Refusal::new(409, format!("handicap: at most {most} stones on this board")));
        }
        Ok(Self { rules, rules_name: name, komi, handicap })
    }
}

impl Desk {
    /// Starts a game; an impossible choice changes nothing.
    pub(super) fn begin(&mut self, setup: &Setup) -> Result<(), Refusal> {
        let name = setup.game.as_deref().unwrap_or(self.game.name);
        let entry = GAMES.iter().find(|game| game.name == name);
        let entry: &'static GameEntry =
            entry.ok_or_else(|| Refusal::new(400, format!("there is no game '{name}'")))?;
        let size = BoardSize { cols: setup.cols, rows: setup.rows.or(setup.cols) };
        let current = self.go().map_or(19, GoSession::size);
        let go_start = match entry.name {
            "go" => Some(GoStart::read(setup, setup.cols.unwrap_or(current))?),
            _ => None,
        };
        let rated = match go_start {
            Some(_) => self.pair(setup, setup.cols.unwrap_or(current))?,
            None => None,
        };
        let level = rated.map_or_else(|| read_level(&setup.strength), |rank| Ok(Some(Some(rank))))?;
        if entry.name == self.game.name {
            self.session.restart(size)?;
        } else {
            self.session = (entry.open)(size, Color::Black, self.session.context().clone())?;
            self.game = entry;
        }
        self.set_strength(level, setup.strength.seconds)?;
        if let (Some(go), Some(start)) = (self.go_mut(), go_start) {
            go.set_named_rules(&start.rules_name)?;
            check!(Rules { komi: start.rules.komi, ..*go.rules() } == start.rules);
            go.set_komi(start.komi);
            if start.handicap > 0 {
                go.fixed_handicap(usize::from(start.handicap))?;
            }
        }
        self.set_time(setup.time);
        self.set_roles(setup.roles);
        self.started(Variations::of(&self.session));
        if let Some(rank) = rated {
            self.begin_rated(rank, setup.guess.as_deref());
        }
        self.date();
        self.is_playing = true;
        // An analysis that was left on would help the person in a rated game.
        self.is_analyzing = false;
        Ok(())
    }

    /// Writes the date, in the user's time zone, into a new game's record.
    pub(in crate::web) fn date(&mut self) {
        let root = self.variations.tree().root();
        self.variations.tree_mut()[root].set("DT", chrono::Local::now().date_naive().to_string());
    }

    /// Names the players in the record, unless already named, if a person plays against the engine.
    pub(in crate::web) fn name_players(&mut self) {
        let (root, roles) = (self.variations.tree().root(), self.roles);
        if self.variations.tree()[root].get("PB").is_none() && roles[0] != roles[1] {
            for (property, role) in PLAYERS.into_iter().zip(roles) {
                let name = self.name(role);
                self.variations.tree_mut()[root].set(property, name);
            }
        }
    }

    /// Shows a started or loaded game.
    fn started(&mut self, variations: Variations) {
        self.variations = variations;
        self.worths.clear();
        self.deep.clear();
        (self.review, self.searched, self.end, self.ended) = (None, None, None, None);
        (self.paused, self.is_own) = (None, true);
        (self.rated, self.is_unrated, self.new_rank) = (None, false, Value::Null);
        (self.file, self.is_kept, self.is_start) = (None, true, false);
        self.record_number = self.record_number.wrapping_add(1);
        self.name_players();
        self.hub.publish(Topic::Analysis, &Value::Null);
        self.publish_tree();
        self.moved_on();
    }

    /// Loads a game record and shows its start; two people continue from there. Returns whether the game is the whole
    /// record.
    pub(in crate::web) fn load(&mut self, bytes: &[u8]) -> Result<bool, Refusal> {
        let rules = self.rules;
        self.session.context_mut().configure(|settings| {
            settings.rules = rules;
            Ok(())
        })?;
        match std::str::from_utf8(bytes) {
            Ok(text) if gtp_record::is_record(text) => self.load_commands(text),
            _ => self.load_sgf(bytes),
        }
    }

    /// Loads a game's GTP commands.
    fn load_commands(&mut self, text: &str) -> Result<bool, Refusal> {
        let (entry, session) = gtp_record::read(text, self.session.context().clone())?;
        if session.moves().len() > MAX_NODES {
            return Err(Refusal::new(413, format!("the record has more than {MAX_NODES} moves")));
        }
        (self.session, self.game) = (session, entry);
        // A second session checks the variations.
        let (_, mut other) = gtp_record::read(text, self.session.context().clone())?;
        let variations = Variations::of_record(text, &mut *other);
        let is_whole = variations.is_some() || !Variations::are_in(text);
        let variations = variations.unwrap_or_else(|| Variations::of(&self.session));
        self.show_record(variations);
        Ok(is_whole)
    }

    fn load_sgf(&mut self, bytes: &[u8]) -> Result<bool, Refusal> {
        let (collection, fault) = sgf::salvage(bytes);
        let count = collection.games.len();
        let mut is_whole = count == 1 && fault.is_none();
        let Some(mut tree) = collection.games.into_iter().next() else {
            return Err(fault.map_or_else(|| Refusal::new(409, "the file has no game"), Refusal::from));
        };
        if tree.size() > MAX_NODES {
            return Err(Refusal::new(413, format!("the record has more than {MAX_NODES} nodes")));
        }
        let mut notes: Vec<String> =
            fault.iter().map(|fault| format!("{fault}: only the part before is shown")).collect();
        if count > 1 {
            notes.push(format!("the file has {count} games; only the first is shown"));
        }
        let (entry, context) = (&GAMES[0], self.session.context());
        let mut opened = match self.go() {
            Some(_) => None,
            None => Some((entry.open)(BoardSize::default(), Color::Black, context.clone())?),
        };
        if let Some(go) = opened.as_mut().unwrap_or(&mut self.session).go_mut() {
            is_whole &= load_possible(go, &mut tree, &mut notes)?;
        }
        if let Some(session) = opened {
            (self.session, self.game) = (session, entry);
        }
        let size = self.go().map_or(19, GoSession::size);
        let root = tree.root();
        // Written as UTF-8, whatever the encoding of the file.
        tree[root].set("CA", "UTF-8");
        tree[root].sign();
        tree[root].remove(STATE);
        // Without PL, the first move tells who begins.
        let first = tree.main_line().find(|node| node.played().is_some());
        if let Some(first) = first.filter(|_| tree[root].get("PL").is_none()) {
            let color = if first.get("B").is_some() { Color::Black } else { Color::White };
            let start = self.go().and_then(|go| go.record_of(&tree.line_to(root)).ok());
            if start.is_some_and(|start| start.position().to_play() != color) {
                tree[root].set("PL", color.letter().to_string());
            }
        }
        self.show_record(Variations::read(tree, size));
        self.note = notes.join("\n");
        Ok(is_whole)
    }

    /// Shows a loaded game.
    fn show_record(&mut self, variations: Variations) {
        self.set_time(Time::default());
        self.roles = [Role::Person; 2];
        self.is_playing = false;
        self.started(variations);
        self.is_own = false;
        let root = self.variations.tree().root();
        if let Err(refusal) = self.show(root) {
            self.note = refusal.message;
        }
    }

    /// Sets the players and the engine's strength; the game continues with them.
    pub(super) fn set_players(
        &mut self,
        roles: [Option<Role>; 2],
        strength: &Strength,
    ) -> Result<(), Refusal> {
        let level = read_level(strength)?;
        self.leave_rating();
        let before = self.roles.map(|role| self.name(role));
        self.set_strength(level, strength.seconds)?;
        self.set_roles(roles);
        self.rename(&before);
        self.is_kept = false;
        self.is_playing |= roles.iter().any(Option::is_some);
        self.paused = None;
        Ok(())
    }

    fn set_roles(&mut self, roles: [Option<Role>; 2]) {
        for (role, new) in self.roles.iter_mut().zip(roles) {
            *role = new.unwrap_or(*role);
        }
    }

    /// Replaces the players' previous names in the record; other people's names stay.
    fn rename(&mut self, before: &[String; 2]) {
        let root = self.variations.tree().root();
        for ((property, role), old) in PLAYERS.into_iter().zip(self.roles).zip(before) {
            if self.variations.tree()[root].get(property) == Some(old) {
                let name = self.name(role);
                self.variations.tree_mut()[root].set(property, name);
            }
        }
    }

    /// A player's name in the record.
    fn name(&self, role: Role) -> String {
        match (role, self.session.context().settings().level()) {
            (Role::Person, _) => "you".to_owned(),
            (Role::Engine, None) => "brasa".to_owned(),
            (Role::Engine, Some(level)) => format!("brasa, level {level}"),
        }
    }

    fn set_strength(&mut self, level: Option<Option<Rank>>, seconds: Option<f64>) -> Result<(), Refusal> {
        let change = |settings: &mut Settings| -> Result<(), ParamError> {
            if let Some(level) = level {
                settings.set_level(level);
            }
            seconds.map_or(Ok(()), |seconds| settings.set("timelimit", &seconds.to_string()))
        };
        Ok(self.session.context_mut().configure(change)?)
    }
}

/// Loads the playable part of a record's main line and cuts off the rest; adds remarks. Returns whether the line is
/// whole.
fn load_possible(go: &mut GoSession, tree: &mut Tree, notes: &mut Vec<String>) -> Result<bool, LoadError> {
    let mut cut = None;
    loop {
        let fault = match go.load_tree(tree, None) {
            Ok((_, remarks)) => {
                notes.extend(remarks);
                notes.extend(cut.iter().map(|fault| format!("{fault}: only the part before is shown")));
                return Ok(cut.is_none());
            }
            Err(fault) => fault,
        };
        let line: Vec<_> = tree.main_line_ids().collect();
        // A prefix of nodes is playable if its last node is.
        let possible = line.partition_point(|&id| go.record_of(&tree.line_to(id)).is_ok());
        let Some(&first) = line.get(possible).filter(|_| possible > 0) else { return Err(fault) };
        // The next variation may be impossible too.
        tree.detach(first);
        cut.get_or_insert(fault);
    }
}

/// The properties of the players' names, by color.
const PLAYERS: [&str; 2] = ["PB", "PW"];
