//! A hash of the search results of each preset and of the strongest rank, with one thread, a fixed seed and fixed
//! playouts; the same on all machines.
//!
//! A change that should not affect play must keep these numbers. A change that affects play replaces them, and its
//! commit reports the measurement.

use brasa::engine::{PRESETS, Preset, SearchMode, Settings, levels, presets, signature};

const SIGNATURES: &[(&str, u64)] = &[
    ("default", 15_372_811_344_029_312_484),
    ("alphago", 13_405_838_866_366_417_497),
    ("classic", 7_646_931_291_824_204_127),
    ("fuego", 11_868_736_913_283_216_786),
    ("fuego2009", 267_754_321_324_789_867),
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
    let found: Vec<_> = names
        .iter()
        .map(|&name| (name, signature(|size| Settings::with_preset(size, presets::find(name).unwrap()))))
        .collect();
    assert_eq!(found, SIGNATURES);
}

/// The ranks were measured with this search, but for the rounding of evaluations.
#[test]
fn the_ranks_search_as_recorded() {
    let settings = |size| {
        let mut settings = Settings::new(size);
        settings.set_level(Some(levels::Rank::FULL));
        settings
    };
    assert_eq!(signature(settings), 4_044_334_286_629_745_233);
}
