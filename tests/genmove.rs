//! `brasa genmove`.

use std::path::Path;

use crate::program::brasa;

#[test]
fn a_diagram_shows_the_position_after_the_move() {
    let run = |line: &str| {
        let run = brasa(Path::new("."), &line.split(' ').collect::<Vec<_>>());
        assert_eq!((run.status, &*run.error), (0, ""), "{line}");
        run.output
    };
    let line = "genmove -g tictactoe --moves B2,A1,B1,A3 -b search greedy --srand 1";
    let board = "   A B C\n 3 O . . 3\n 2 . X . 2\n 1 O X . 1\n   A B C";
    let after = board.replace("3 O . . 3", "3 O X . 3");
    assert!(run(line).starts_with(board));
    let shown = run(&format!("{line} --diagram"));
    assert!(shown.starts_with(&after) && shown.contains("move      B3"), "{shown}");
    let object: serde_json::Value = serde_json::from_str(&run(&format!("{line} --diagram --json"))).unwrap();
    assert_eq!((object["diagram"].as_str(), object["move"].as_str()), (Some(&*after), Some("B3")));
}

#[test]
fn the_line_belongs_to_the_move() {
    let run = |line: &str| brasa(Path::new("."), &line.split(' ').collect::<Vec<_>>()).output;
    let (mut own, mut other) = (0, 0);
    for seed in 1..=8 {
        let line = format!("genmove --size 9 --level 3k --moves E5 --threads 1 --srand {seed} --json");
        let object: serde_json::Value = serde_json::from_str(&run(&line)).unwrap();
        if object["win_rate"].is_null() {
            other += 1;
            assert_eq!(object["sequence"], serde_json::json!([]), "{object}");
        } else {
            own += 1;
            assert_eq!(object["sequence"][0], object["move"], "{object}");
        }
    }
    assert!(own > 0 && other > 0, "a rank plays some moves by intuition: {own}, {other}");
    let shown = run("genmove --size 5 --color white --playouts 10 --nobook");
    assert!(shown.contains("white to play") && !shown.contains("black to play"), "{shown}");
}
