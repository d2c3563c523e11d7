//! What each preset finds with one thread, a fixed seed and fixed playouts: the same on every machine.
//!
//! A change that is not meant to change play must leave these numbers as they are; one that is meant to
//! replaces them, and its commit says what was measured.

use brasa::engine::bench::signature_of;
use brasa::engine::presets;

const SIGNATURES: &[(&str, u64)] = &[
    ("default", 11_061_591_563_293_552_486),
    ("fuego", 16_939_576_719_449_026_470),
    ("fuego2009", 2_340_498_582_395_754_575),
];

#[test]
fn every_preset_searches_as_recorded() {
    let names: Vec<_> = SIGNATURES.iter().map(|&(name, _)| name).collect();
    assert_eq!(presets::names(), names, "every preset has its number");
    let found: Vec<_> =
        names.iter().map(|&name| (name, signature_of(presets::find(name).unwrap()))).collect();
    assert_eq!(found, SIGNATURES);
}
