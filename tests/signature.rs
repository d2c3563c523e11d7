//! A hash of each preset's search results with one thread, a fixed seed and fixed playouts; equal on all machines.
//!
//! A change that should not affect play must not change these numbers. A change that affects play replaces them, and
//! its commit reports the measurement.

use brasa::engine::{PRESETS, Preset, SearchMode, Settings, presets, signature};

const SIGNATURES: &[(&str, u64)] = &[
    ("default", 5_669_189_003_616_328_265),
    ("classic", 1_717_332_902_600_804_596),
    ("fuego", 14_045_597_649_055_153_310),
    ("fuego2009", 4_143_003_340_136_917_365),
    ("gnugo-mc", 4_638_019_217_428_221),
];

#[test]
fn every_preset_searches_as_recorded() {
    let names: Vec<_> = SIGNATURES.iter().map(|&(name, _)| name).collect();
    let is_tree = |preset: &'static Preset| {
        Settings::with_preset(9, preset).params.player.search_mode == SearchMode::Uct
    };
    let presets: Vec<_> =
        PRESETS.iter().filter(|&preset| is_tree(preset)).map(|preset| preset.name).collect();
    assert_eq!(presets, names, "every preset that searches a tree has its number");
    let found: Vec<_> = names.iter().map(|&name| (name, signature(presets::find(name).unwrap()))).collect();
    assert_eq!(found, SIGNATURES);
}
