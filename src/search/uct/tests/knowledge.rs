//! Tree searches with priors, probabilities and estimates.

use super::*;

/// Prior knowledge that taking two wins, or loses.
struct Expect(f32);

impl Knowledge<Nim> for Expect {
    fn edit(&mut self, _: &Nim, candidates: &mut Vec<Candidate>, _: &mut Rng) {
        for candidate in candidates.iter_mut().filter(|candidate| candidate.mv == Move(2)) {
            candidate.set(self.0, 10.0);
        }
    }
}

fn search_expecting(value: f32, change: impl Fn(&mut SearchParams)) -> UctSearch<Nim> {
    let mut search = search(1, change);
    search.make_parts =
        Box::new(move || ThreadParts { knowledge: vec![Box::new(Expect(value))], ..parts(Uniform) });
    search
}

#[test]
fn widening_lets_in_another_move_for_one_that_loses() {
    // From a heap of four, taking two loses, and is searched first.
    let mut search = search_expecting(0.9, |params| params.progressive_widening = 1000.0);
    let report = search.search(&Nim::new(4), playouts(900), &Control::default());
    assert_eq!((report.best, report.stop), (Some(Move(1)), Stop::Proven));
}

#[test]
fn widening_searches_the_move_of_the_best_prior_first() {
    for (value, first) in [(0.9, Move(2)), (0.1, Move(1))] {
        let mut search = search_expecting(value, |params| params.progressive_widening = 1000.0);
        let counts =
            |report: Report| report.moves.iter().map(|stat| (stat.mv, stat.count)).collect::<Vec<_>>();
        let moves = counts(search.search(&Nim::new(30), playouts(900), &Control::default()));
        assert_eq!((moves[0].0, moves[1].1), (first, 0), "{moves:?}");
        search.clear();
        let moves = counts(search.search(&Nim::new(30), playouts(3000), &Control::default()));
        assert!(moves[1].1 > 0, "{moves:?}");
    }
}

#[test]
fn knowledge_comes_when_its_threshold_is_reached() {
    let prior = |count| {
        let mut search = search_expecting(0.9, |params| params.knowledge_threshold = 100);
        let report = search.search(&Nim::new(30), playouts(count), &Control::default());
        report.moves.iter().find(|stat| stat.mv == Move(2)).unwrap().prior_weight
    };
    assert_eq!((prior(99), prior(150)), (0.0, 10.0));
}

#[test]
fn knowledge_comes_when_its_threshold_is_stepped_over() {
    let mut search = search_expecting(0.9, |params| {
        (params.knowledge_threshold, params.number_playouts) = (101, 4);
        params.update_multiple_playouts_as_single = false;
    });
    let report = search.search(&Nim::new(30), playouts(40), &Control::default());
    assert_eq!(report.count, 160);
    assert_eq!(report.moves.iter().map(|stat| stat.prior_weight).sum::<f64>(), 10.0);
}

/// Knowledge that differs by image: in the first, taking one is certain, in all others taking two.
struct Images;

impl Knowledge<Nim> for Images {
    fn edit(&mut self, _: &Nim, candidates: &mut Vec<Candidate>, _: &mut Rng) {
        for candidate in candidates {
            candidate.probability = if candidate.mv == Move(1) { 1.0 } else { f32::MIN_POSITIVE };
        }
    }

    fn refine(&mut self, _: &Nim, candidates: &mut [Candidate], images: u32) {
        for candidate in candidates {
            let sum = images as f32 * candidate.probability + f32::from(candidate.mv == Move(2));
            candidate.probability = sum / (images + 1) as f32;
        }
    }
}

#[test]
fn a_nodes_probabilities_get_one_more_image_each_time_its_playouts_double() {
    let probability = |count, threshold, noise, knowledge_threshold| {
        let mut search = search(1, |params| {
            (params.rave, params.root_noise) = (false, noise);
            params.knowledge_threshold = knowledge_threshold;
        });
        search.global.net_average_threshold = threshold;
        search.make_parts = Box::new(|| ThreadParts { knowledge: vec![Box::new(Images)], ..parts(Uniform) });
        let report = search.search(&Nim::new(300), playouts(count), &Control::default());
        report.moves.iter().find(|stat| stat.mv == Move(1)).unwrap().probability
    };
    for (count, images) in [(100, 1.0), (101, 2.0), (200, 2.0), (201, 3.0), (300, 3.0), (401, 4.0)] {
        let found = probability(count, 100, 0.0, 0);
        assert!((found - 1.0 / images).abs() < 1e-3, "{count}: {found}");
    }
    assert_eq!(probability(401, 0, 0.0, 0), 1.0);
    assert_eq!(probability(401, 100, 0.0, 1000), 0.0, "without knowledge there is nothing to average");
    // Self-play keeps the noise of its root.
    assert_eq!(probability(401, 100, 0.5, 0), probability(401, 0, 0.5, 0));
}

#[test]
fn the_noise_of_a_root_stays_the_same() {
    let mut search = search(1, |params| (params.rave, params.root_noise) = (false, 0.5));
    search.make_parts = Box::new(|| ThreadParts { knowledge: vec![Box::new(Images)], ..parts(Uniform) });
    let mut probabilities = |count| {
        let report = search.search(&Nim::new(300), playouts(count), &Control::default());
        [1, 2].map(|taken| report.moves.iter().find(|stat| stat.mv == Move(taken)).unwrap().probability)
    };
    let first = probabilities(50);
    assert!(first[1] > 0.0, "{first:?}");
    assert_eq!(probabilities(60), first);
}

/// Estimates a win rate of 0.7 for the player to move with a weight, without move priors.
struct Judge(f64);

impl Knowledge<Nim> for Judge {
    fn edit(&mut self, _: &Nim, _: &mut Vec<Candidate>, _: &mut Rng) {}

    fn estimate(&self) -> Option<f32> {
        Some(0.7)
    }

    fn share(&self, _: &Nim) -> Option<f64> {
        Some(self.0)
    }

    fn margin(&self, _: &Nim) -> f32 {
        0.5
    }
}

#[test]
fn an_estimate_counts_from_the_first_playout_on_where_knowledge_was_asked() {
    let value_under = |even, threshold, count, share| {
        let mut search = search(1, |params| {
            (params.rave, params.knowledge_threshold) = (false, threshold);
        });
        search.global.net_value_share = share;
        search.make_parts = Box::new(move || ThreadParts {
            knowledge: vec![Box::new(Judge(share))],
            ..parts(Fixed(Outcome::win(Color::White), Outcome::win(Color::White)))
        });
        let mut search = search.balanced(Box::new(move |_| even));
        search.search(&Nim::new(900), playouts(count), &Control::default()).value
    };
    let value = |threshold, count, share| value_under(0.0, threshold, count, share);
    // The root's value is the first player's, its children's values the second player's. A playout is lost for the first,
    // and mixed with the estimate of the root; alone, the estimate is that of the position after the move.
    assert!((value(0, 1, 0.5) - 0.35).abs() < 0.02, "{}", value(0, 1, 0.5));
    assert!((value(0, 1, 1.0) - 0.3).abs() < 0.02, "{}", value(0, 1, 1.0));
    for share in [0.5, 1.0] {
        let [under, without] = [0.1, 0.0].map(|even| value_under(even, 0, 1, share));
        assert!((under - without).abs() < 0.001, "the report leaves out a dynamic komi: {under}, {without}");
    }
    let value = |threshold, count| value(threshold, count, 1.0);
    assert!(value(1_000_000, 50) < 0.1, "without an estimate the playouts count: {}", value(1_000_000, 50));
}

#[test]
fn an_estimate_of_less_weight_is_mixed_with_a_playout_from_the_same_leaf() {
    let report = |weight| {
        let mut search = search(1, |params| (params.rave, params.expand_threshold) = (false, 1000));
        search.make_parts = Box::new(move || ThreadParts {
            knowledge: vec![Box::new(Judge(weight))],
            ..parts(Fixed(Outcome::win(Color::White), Outcome::win(Color::White)))
        });
        search.search(&Nim::new(900), Limits { detail: Detail::Leads, ..playouts(200) }, &Control::default())
    };
    let [alone, mixed, played] = [1.0, 0.5, 0.0].map(report);
    // Every descent ends at a new leaf, so about half of the estimates are for either player; playouts are lost.
    assert!((alone.value - 0.5).abs() < 0.2, "{}", alone.value);
    assert!(mixed.value > 0.1 && mixed.value < alone.value - 0.1, "{}", mixed.value);
    assert!(played.value < 0.01, "{}", played.value);
    // Black moves first, and expects a lead of half of the greatest.
    let margins =
        [&alone, &mixed, &played].map(|report| (report.margin, report.detail.as_ref().unwrap().root.margin));
    for (margin, detailed) in margins {
        assert!((margin - detailed).abs() < 0.01, "{margin} {detailed}");
    }
    let [alone, mixed, played] = margins.map(|(margin, _)| margin);
    assert!((mixed - (alone + played) / 2.0).abs() < 0.02, "{margins:?}");
    assert!((alone - 0.5).abs() < 0.01, "{alone}");
}

/// Expects a margin that grows with the number taken from a heap of 600.
struct Stones;

impl Knowledge<Nim> for Stones {
    fn edit(&mut self, _: &Nim, _: &mut Vec<Candidate>, _: &mut Rng) {}

    fn estimate(&self) -> Option<f32> {
        Some(0.5)
    }

    fn share(&self, _: &Nim) -> Option<f64> {
        Some(1.0)
    }

    fn margin(&self, game: &Nim) -> f32 {
        0.02 * f32::from(600 - game.heap)
    }
}

#[test]
fn margins_of_reused_playouts_count() {
    let mut search = search(1, |params| params.rave = false);
    search.make_parts = Box::new(move || ThreadParts {
        knowledge: vec![Box::new(Stones)],
        ..parts(Fixed(Outcome::DRAW, Outcome::DRAW))
    });
    let margins = |search: &mut UctSearch<Nim>, game: &Nim, count| {
        let report =
            search.search(game, Limits { detail: Detail::Leads, ..playouts(count) }, &Control::default());
        let detail = report.detail.unwrap();
        let moves: Vec<_> = report.moves.iter().map(|stat| stat.mv).zip(detail.moves).collect();
        let of = |mv| moves.iter().find(|(of, _)| *of == mv).unwrap().1.ends.margin;
        (detail.root.margin, [1, 2].map(|taken| of(Move(taken))))
    };
    let mut game = Nim::new(600);
    let (root, first) = margins(&mut search, &game, 1000);
    assert!((first[0] - first[1]).abs() > 0.01, "{root} {first:?}");
    // A few more playouts hardly change any mean.
    let (again, second) = margins(&mut search, &game, 10);
    assert!((root - again).abs() < 0.005, "{root} {again}");
    assert!(first.iter().zip(second).all(|(a, b)| (a - b).abs() < 0.005), "{first:?} {second:?}");
    // The move that is played keeps its mean.
    search.played(Move(2));
    game.play(Move(2)).unwrap();
    let (after, _) = margins(&mut search, &game, 10);
    assert!((after - second[1]).abs() < 0.01, "{second:?} {after}");
}
