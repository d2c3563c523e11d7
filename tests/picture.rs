//! `brasa picture`.

use crate::program::brasa;

#[test]
fn a_game_is_drawn_with_its_numbers() {
    let directory = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| brasa(directory.path(), args);
    let read = |name: &str| std::fs::read(directory.path().join(name)).unwrap();
    let drawn = run(&["picture", "--size", "5", "--moves", "C3 pass B2,C2", "--numbers", "2", "-o", "a.svg"]);
    assert_eq!((drawn.status, &*drawn.output, &*drawn.error), (0, "", ""));
    let svg = String::from_utf8(read("a.svg")).unwrap();
    let count = |text: &str| svg.matches(text).count();
    assert_eq!((count("r=\"18.5\""), count(">2 pass<")), (3, 1), "{svg}");
    // B2 is the third move; each row has its number on both sides.
    assert_eq!((count(">3</text>"), count(">4</text>")), (3, 3), "{svg}");

    std::fs::write(directory.path().join("g.sgf"), "(;GM[1]SZ[7];B[dd];W[dc];B[aa])").unwrap();
    let drawn =
        run(&["picture", "--sgf", "g.sgf", "--move", "3", "--ownership", "-o", "b.png", "--width", "200"]);
    assert_eq!((drawn.status, &*drawn.error), (0, ""));
    assert!(read("b.png").starts_with(b"\x89PNG"));
    let drawn =
        run(&["picture", "-g", "clobber", "--cols", "3", "--rows", "2", "--moves", "A1-B1", "-o", "c.svg"]);
    assert_eq!((drawn.status, &*drawn.error), (0, ""));
    assert_eq!(String::from_utf8(read("c.svg")).unwrap().matches("r=\"18.5\"").count(), 5);
}

#[test]
fn faults_are_told_and_leave_the_old_picture() {
    const OLD: &str = "<!-- Made by brasa -->\n<svg>old";
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("old.svg"), OLD).unwrap();
    std::fs::write(directory.path().join("d.txt"), "X..\n.O.\n...\n").unwrap();
    for (args, message) in [
        ("-o old.jpg", "old.jpg: expected a file name ending in .svg or .png"),
        ("--size 9 --moves E5,E5 -o old.svg", "--moves: move 2, E5: illegal move"),
        ("--size 9 --mark K1 -o old.svg", "--mark: 'K1' is not a point of the board"),
        ("--size 9 --moves E5 --line D4,E5 -o old.svg", "--line: move 2, E5: illegal move"),
        ("--size 9 --line foo -o old.svg", "--line: move 1, foo: "),
        ("--size 9 --diagram d.txt -o old.svg", "'--size <N>' cannot be used with '--diagram <FILE>'"),
        ("-g clobber --prior -o old.svg", "--ownership and --prior: only for Go"),
        ("-o old.svg -b sp-random x.sgf", "'x.sgf': the player takes no search"),
        ("-g nogo --sgf x.sgf -o old.svg", "--sgf: not an option for nogo; use --moves"),
        ("--size 9 -o none/old.svg", "none/old.svg: No such file or directory (os error 2)\n"),
        ("--size 9 --width 0 -o old.png", "a picture cannot be 0 pixels wide: expected 1 to 4000"),
    ] {
        let args: Vec<_> = ["picture"].into_iter().chain(args.split(' ')).collect();
        let run = brasa(directory.path(), &args);
        assert_eq!(run.status, 2, "{args:?}");
        assert!(run.error.contains(message), "{args:?}: {}", run.error);
    }
    assert_eq!(std::fs::read_to_string(directory.path().join("old.svg")).unwrap(), OLD);
    assert!(!directory.path().join("old.png").exists());
}
