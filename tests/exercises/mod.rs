//! Exercises: skeletons to complete, solutions, and the checks of both. The guide's page on exercises tells how to
//! work.
//!
//! The checks of the skeletons are ignored, because they fail until the exercise is solved. Those of the solutions are
//! part of every test run.

mod checks;
mod skeletons;
mod solutions;

mod bound {
    use super::{checks, skeletons, solutions};

    #[test]
    #[ignore = "an exercise"]
    fn exercise() {
        checks::bound(skeletons::bound::bound);
    }

    #[test]
    fn solution() {
        checks::bound(solutions::bound::bound);
    }
}

mod lazy_filter {
    use super::{checks, skeletons, solutions};

    #[test]
    #[ignore = "an exercise"]
    fn exercise() {
        checks::lazy_filter(skeletons::lazy_filter::choose);
    }

    #[test]
    fn solution() {
        checks::lazy_filter(solutions::lazy_filter::choose);
    }
}

mod cutoff {
    use super::{checks, skeletons, solutions};

    #[test]
    #[ignore = "an exercise"]
    fn exercise() {
        checks::cutoff(skeletons::cutoff::value, skeletons::cutoff::value);
    }

    #[test]
    fn solution() {
        checks::cutoff(solutions::cutoff::value, solutions::cutoff::value);
    }
}

mod dominoes {
    use super::{checks, skeletons, solutions};

    #[test]
    #[ignore = "an exercise"]
    fn exercise() {
        checks::dominoes(skeletons::dominoes::Dominoes::new);
    }

    #[test]
    fn solution() {
        checks::dominoes(solutions::dominoes::Dominoes::new);
    }
}

mod policy {
    use super::{checks, skeletons, solutions};

    #[test]
    #[ignore = "an exercise"]
    fn exercise() {
        checks::policy(skeletons::policy::Capturing::default);
    }

    #[test]
    fn solution() {
        checks::policy(solutions::policy::Capturing::default);
    }
}

mod shapes {
    use super::checks;

    #[test]
    #[ignore = "an exercise"]
    fn exercise() {
        checks::shapes(include_str!("skeletons/shapes.db"));
    }

    #[test]
    fn solution() {
        checks::shapes(include_str!("solutions/shapes.db"));
    }
}
