use super::*;
use crate::util::Rng;
