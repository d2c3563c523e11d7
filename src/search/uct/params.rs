//! The parameters of the tree search, with Fuego's names where Fuego has them.
//!
//! # References
//! - M. Enzenberger and M. Müller, "Fuego - an open-source framework for board games and Go engine based
//!   on Monte-Carlo tree search", TR 09-08, University of Alberta, 2009.
//! - P. Baudiš, "Balancing MCTS by dynamically adjusting the komi value", ICGA Journal 34(3), 2011: 7 points for
//!   each handicap stone, falling linearly over 200 moves on 19x19.
//! - S. Gelly and D. Silver, "Combining online and offline knowledge in UCT", ICML 2007 (RAVE).

crate::choices! {
    /// The criterion that chooses the move when the search is over.
    pub enum MoveSelect {
        /// The highest mean value.
        Value = "value",
        /// The most playouts.
        Count = "count",
        /// The highest bound: the estimate and the bias term.
        Bound = "bound",
        /// The highest weighted mean of value and RAVE value.
        Estimate = "estimate",
    }
}

crate::choices! {
    /// The network of a search.
    pub enum NetChoice {
        /// The network given, or else the built-in one of the board size where the machine evaluates it fast.
        Auto = "auto",
        /// The same on any machine, with the same results.
        Scalar = "scalar",
        /// The network given, or else the smaller built-in one of the ranks, on any machine.
        Rank = "rank",
        /// None.
        None = "none",
    }
}

crate::choices! {
    /// The komi that a search adds in a handicap game.
    pub enum DynamicKomi {
        /// None.
        Off = "off",
        /// An amount for each handicap stone that falls to 0 in the course of the game.
        Linear = "linear",
    }
}

crate::params! {
    /// `uct_param_search`: the tree search.
    pub struct SearchParams {
        rave: bool = true, in .., "Use all-moves-as-first statistics (Gelly and Silver 2007).";
        rave_weight_initial: f64 = 1.0, 1.0, 0.9, in 0.001..=1000.0, "Initial weight of a RAVE sample.";
        rave_weight_final: f64 = 5000.0, in 1.0..=1e9, "Limit on the total weight of RAVE samples.";
        weight_rave_updates: bool = true, in .., "Weight RAVE samples from 2 at the node down to 1 at the end of the game.";
        rave_check_same: bool = true, in .., "Skip the RAVE update of a move the opponent played first.";
        randomize_rave_frequency: u64 = 20, in 0..=1_000_000, "Ignore RAVE in every n-th selection of a thread; 0: never.";
        progressive_widening: f64 = 0.0, in 0.0..=1e6, "Playouts after which a node searches its second child, best prior first; 0: all at once.";
        widening_factor: f64 = 1.4, in 1.01..=100.0, "Factor on the playouts required for each further child in progressive widening.";
        bias_term_constant: f64 = 0.0, in 0.0..=100.0, "Exploration constant c of the bias term c sqrt(ln n / (n_i + 1)).";
        bias_term_frequency: u64 = 1, in 1..=1_000_000, "Use the bias term only in every n-th descent of a thread.";
        bias_term_depth: u64 = 0, in 0..=1000, "Use the bias term only in the first n moves of a descent; 0: in all.";
        puct_constant: f64 = 0.6, in 0.0..=100.0, "Exploration constant c of PUCT, c p sqrt(n) / (n_i + 1), where p is the network's probability of the move.";
        puct_reduction: f64 = 0.2, in 0.0..=1.0, "First-play urgency reduction r of PUCT: parent value - r sqrt(sum of p over visited children).";
        correction_weight: f64 = 20.0, in 0.0..=1e6, "Weight k of the node before in a move's correction of the network's value by n playouts, (sum + k c) / (n + k), where c is the correction at that node; 0: each node has the plain mean of its mixed values.";
        root_noise: f64 = 0.0, in 0.0..=1.0, "Share of random noise in the root's probabilities, for self-play.";
        first_play_urgency: f64 = 1.0, in 0.0..=1e6, "Value of a move without statistics.";
        expand_threshold: u64 = 4, in 0..=1_000_000, "Playouts before a node is expanded.";
        number_playouts: u64 = 1, in 1..=1000, "Playouts per descent.";
        update_multiple_playouts_as_single: bool = true, in .., "Count the playouts of a descent as one, with their mean value.";
        knowledge_threshold: u64 = 0, in 0..=1_000_000, "Playouts at which a node's moves get knowledge; 0: on expansion.";
        move_select: MoveSelect = MoveSelect::Count, in .., "Criterion for the final move.";
        virtual_loss: bool = true, in .., "Count a descent as lost until its playout ends, to spread the threads out.";
        number_threads: u64 = crate::util::cores() as u64, in 1..=256, "Search threads.";
        uct_max_memory: u64 = crate::util::default_memory(), in 1_000_000.., "Memory limit for the tree, in bytes; 500M is 5e8, 2G is 2e9.";
        prune_full_tree: bool = true, in .., "Prune a full tree and continue; 0: end the search.";
        prune_min_count: u64 = 16, in 1..=1_000_000_000, "Playouts below which a node loses its children when a full tree is pruned.";
    }
}

impl GlobalSearchParams {
    /// True if a descent ends at a new leaf with its estimate, where there is one: alone, or late in the game with a
    /// playout.
    pub fn takes_estimates(&self) -> bool {
        self.net_value_share >= 1.0
    }
}

crate::params! {
    /// `uct_param_globalsearch`: the end and the value of playouts, and the knowledge in use.
    pub struct GlobalSearchParams {
        mercy_rule: bool = true, in .., "End a playout once one side leads by 3/10 of the board in stones.";
        score_modification: f64 = 0.02, in 0.0..=0.5, "Share of a playout's value that depends on the size of the lead.";
        length_modification: f64 = 0.0, 0.0, 0.00028, in 0.0..=0.01, "Value subtracted per move from a won playout and added to a lost one.";
        use_default_prior_knowledge: bool = true, in .., "Initialize new nodes with priors from the playout policy, patterns and atari.";
        use_locality_prior: bool = true, in .., "Initialize new nodes with priors for moves near the last two.";
        use_opening_prior: bool = true, in .., "Initialize new nodes with priors for corner moves, approaches and extensions, on 15x15 and larger boards.";
        use_ladder_prior: bool = true, in .., "Initialize new nodes with priors for ladder moves around the last move.";
        use_tree_filter: bool = false, in .., "Filter the moves of new nodes; see uct_param_treefilter.";
        dynamic_komi: DynamicKomi = DynamicKomi::Off, in .., "Extra komi in handicap games, to keep playouts from being all won or all lost (Baudiš 2011).";
        dynamic_komi_stone: f64 = 7.0, in 0.0..=30.0, "Dynamic komi per handicap stone at the first move, in points.";
        dynamic_komi_moves: u64 = 40, 90, 200, in 1..=1000, "Moves until dynamic komi reaches 0.";
        learned_prior_weight: f64 = 12.0, 15.0, 15.0, in 0.0..=500.0, "Weight of the prior learned from games: won playouts for a new node's likeliest move; 0: none.";
        net: NetChoice = NetChoice::Auto, in .., "Network that evaluates new nodes: that of --net or else the built-in one, if the machine evaluates it fast (auto), the same on any machine (scalar), that of --net or else the smaller one of the ranks (rank), or none.";
        net_temperature: f64 = 1.0, in 0.1..=10.0, "Softmax temperature of the network's policy; above 1 flattens it.";
        net_value_share: f64 = 1.0, in 0.0..=1.0, "Weight λ of the network's value in its mix with the playout result, as in AlphaGo; 1: no playouts, as in AlphaGo Zero. Late in the game, see net_late_share.";
        net_late_share: f64 = 1.0, 0.4, 0.4, in 0.0..=1.0, "Weight of the network's value once 60 % of the points have stones, if less than net_value_share; from 20 % on, the weight falls toward it.";
        net_lead_share: f64 = 0.3, in 0.0..=1.0, "Share s of the lead in the network's estimate, in log-odds: (1 - s) logit(value) + s (20 / 3) lead / width of the board.";
        net_symmetries: bool = true, in .., "Show the network one of the eight images of each position, depending on its stones; 0: always the position itself.";
        net_average_threshold: u64 = 32, in 0..=1_000_000, "Playouts of a node at which its moves get their mean probability by two images; at twice as many by three, and so on up to eight; 0: never.";
        default_prior_weight: f64 = 0.6, in 0.0..=100.0, "Factor on the default prior's weights.";
    }
}
