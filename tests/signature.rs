//! What each preset finds with one thread, a fixed seed and fixed playouts: the same on every machine.
//!
//! A change that is not meant to change play must leave these numbers as they are; one that is meant to
//! replaces them, and its commit says what was measured.

use brasa::engine::bench::signature_of;
use brasa::engine::{PRESETS, Preset, SearchMode, Settings, presets};

const SIGNATURES: &[(&str, u64)] = &[
    ("default", 14_159_620_193_375_446_154),
    ("fuego", 14_200_373_290_275_053_677),
    ("fuego2009", 11_855_624_991_697_076_413),
    ("gnugo-mc", 1_339_626_684_637_885_995),
];

#[test]
fn every_preset_searches_as_recorded() {
    let names: Vec<_> = SIGNATURES.iter().map(|&(name, _)| name).collect();
    let is_tree =
        |preset: &'static Preset| Settings::with_preset(9, preset).player.search_mode == SearchMode::Uct;
    let presets: Vec<_> =
        PRESETS.iter().filter(|&preset| is_tree(preset)).map(|preset| preset.name).collect();
    assert_eq!(presets, names, "every preset that searches a tree has its number");
    let found: Vec<_> =
        names.iter().map(|&name| (name, signature_of(presets::find(name).unwrap()))).collect();
    assert_eq!(found, SIGNATURES);
}
