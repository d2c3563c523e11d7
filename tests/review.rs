//! `brasa review`.

use crate::program::brasa;

const GAME: &str = "(;GM[1]SZ[5]KM[2.5]PB[Ann]PW[Bob]RE[B+R];B[cc];W[cb];B[bb];W[aa]C[why?];B[dc];W[db])";

#[test]
fn a_game_is_reviewed_as_page_and_as_record() {
    let directory = tempfile::tempdir().unwrap();
    let read = |name: &str| std::fs::read_to_string(directory.path().join(name)).unwrap();
    std::fs::write(directory.path().join("game.sgf"), GAME.replace("B+R", "0")).unwrap();
    let args =
        ["review", "game.sgf", "--playouts", "200", "--threads", "1", "--srand", "1", "--sgf", "out.sgf"];
    let run = brasa(directory.path(), &args);
    assert_eq!((run.status, &*run.output, &*run.error), (0, "game.html\n", ""));
    let (page, record) = (read("game.html"), read("out.sgf"));
    for part in [
        "Ann (Black) against Bob (White), draw",
        "6 moves",
        "Turning points",
        "lost ",
        "Point ownership in playouts",
        "Komi: <b>2.5</b>",
        "opening, 2 moves",
        "4. white A5",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert_eq!(record.matches("SBKV[").count(), 7, "{record}");
    assert!(record.contains("C[why?\n\nBlack wins "), "{record}");

    // A record cut after three positions is resumed: the first ones stay, and the others come out the same.
    let cut: Vec<_> = record.split("BRASA[").collect();
    let (kept, rest) = cut.split_at(4);
    let cut = [kept.join("BRASA["), rest.join("NOTES[")].join("NOTES[");
    std::fs::write(directory.path().join("out.sgf"), cut).unwrap();
    assert_eq!(brasa(directory.path(), &args).status, 0);
    assert_eq!(read("out.sgf"), record);
}

#[test]
fn faults_of_records_are_told_and_nothing_is_lost() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).unwrap();
    write("game.sgf", GAME);
    write("empty.sgf", "(;GM[1]SZ[5])");
    write("broken.sgf", "(;GM[1]SZ[5];B[cc");
    write("big.sgf", "(;GM[1]SZ[37];B[cc])");
    write("twice.sgf", "(;GM[1]SZ[5];B[cc];W[cc])");
    write("other.sgf", "(;AP[brasa:1]GM[1]SZ[5];B[aa])");
    for (args, message) in [
        ("none.sgf", "cannot load file: none.sgf: No such file"),
        ("empty.sgf", "empty.sgf: no moves to review"),
        ("broken.sgf", "cannot load file: broken.sgf: line 1"),
        ("big.sgf", "unacceptable size"),
        ("twice.sgf", "move 2: "),
        ("game.sgf --sgf other.sgf", "other.sgf: the file has a different game"),
        ("game.sgf -o none/page.html --playouts 10", "none/page.html: No such file"),
    ] {
        let args: Vec<_> = ["review"].into_iter().chain(args.split(' ')).collect();
        let run = brasa(directory.path(), &args);
        assert_eq!(run.status, 2, "{args:?}: {}", run.error);
        assert!(run.error.contains(message), "{args:?}: {}", run.error);
    }
    assert_eq!(
        std::fs::read_to_string(directory.path().join("other.sgf")).unwrap(),
        "(;AP[brasa:1]GM[1]SZ[5];B[aa])"
    );
}

#[test]
fn handicap_set_up_and_other_sizes_are_reviewed() {
    let directory = tempfile::tempdir().unwrap();
    let game = "(;GM[1]SZ[7]HA[2]AB[bb][ff];W[dd];B[cd];AW[aa]PL[W];W[ab];B[ba])";
    std::fs::write(directory.path().join("game.sgf"), game).unwrap();
    let args =
        ["review", "game.sgf", "--playouts", "50", "--threads", "1", "--sgf", "out.sgf", "-o", "page.html"];
    let run = brasa(directory.path(), &args);
    assert_eq!((run.status, &*run.error), (0, ""));
    // The moves after the last set-up are reviewed.
    let record = std::fs::read_to_string(directory.path().join("out.sgf")).unwrap();
    assert_eq!(record.matches("SBKV[").count(), 3, "{record}");
    assert!(std::fs::read_to_string(directory.path().join("page.html")).unwrap().contains("2 moves"));
}

#[test]
fn a_record_with_49_000_variations_is_reviewed_along_its_game() {
    let directory = tempfile::tempdir().unwrap();
    let letter = |i: usize| char::from(b'a' + (i % 9) as u8);
    let variations: String = (0..49_000).map(|i| format!("(;W[{}{}])", letter(i), letter(i / 9))).collect();
    let game = format!("(;SZ[9];B[ee](;W[cc];B[gg]){variations})");
    std::fs::write(directory.path().join("game.sgf"), game).unwrap();
    let run = brasa(directory.path(), &["review", "game.sgf", "--playouts", "10", "--sgf", "out.sgf"]);
    assert_eq!((run.status, &*run.error), (0, ""));
    let read = |name: &str| std::fs::read_to_string(directory.path().join(name)).unwrap();
    assert!(read("game.html").len() < 100_000 && read("game.html").contains("3 moves"));
    // Beside these there are the game and, if the review finds a mistake, a better line.
    let record = read("out.sgf");
    let kept = record.split("(;W[").filter(|rest| rest.get(2..4) == Some("])")).count();
    assert!(kept >= 49_000, "{kept} variations are kept");
}

#[cfg(unix)]
#[test]
fn an_interrupt_of_the_longer_searches_is_told() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    std::fs::write(path("game.sgf"), GAME).unwrap();
    let args = ["review", "game.sgf", "--threads", "1", "--srand", "1", "--sgf", "out.sgf"];
    assert_eq!(brasa(directory.path(), &[&args[..], &["--playouts", "50"]].concat()).status, 0);
    let read = || std::fs::read_to_string(path("out.sgf")).unwrap();
    // A run that has only the last position left to search goes on to the longer searches.
    let cut = read().rsplit_once("BRASA[").map(|(kept, last)| format!("{kept}NOTES[{last}"));
    std::fs::write(path("out.sgf"), cut.unwrap()).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_brasa"));
    let command = command.current_dir(directory.path()).args(args).args(["--time", "2"]);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while read().matches("BRASA[").count() < 7 {
        assert!(start.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(500));
    Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("stopped before the longer searches were done"), "{error}");
    assert_eq!(output.status.code(), Some(130));
}

#[cfg(unix)]
#[test]
fn an_interrupt_before_the_first_position_leaves_no_page() {
    use std::process::{Command, Stdio};

    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("game.sgf"), GAME).unwrap();
    // An interrupt before the program listens to it ends the program at once.
    let output = [1, 4, 16].into_iter().find_map(|seconds| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_brasa"));
        command
            .current_dir(directory.path())
            .args(["review", "game.sgf", "--time", "60", "--sgf", "out.sgf"]);
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_secs(seconds));
        Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
        Some(child.wait_with_output().unwrap()).filter(|output| output.status.code().is_some())
    });
    let output = output.unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("stopped after 0 of 7 positions"), "{error}");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1, "only the game");
}
