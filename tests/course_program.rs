//! `brasa course`: the list, the slides, grading of solutions in Rust, and a tournament with failing engines.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::program::{brasa, run};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_list_names_files_that_exist() {
    let list = brasa(root(), &["course"]).output;
    let folders = ["scripts/python/exercises/skeletons", "scripts/python/exercises/solutions"];
    let crates = ["scripts/rust/skeletons", "scripts/rust/solutions"];
    let mut exercises = 0;
    for line in list.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "page" | "notebook" => assert!(root().join(words[1]).is_file(), "{line}"),
            "exercise" => {
                exercises += 1;
                if words[1] == "shapes" {
                    continue;
                }
                for folder in folders {
                    assert!(root().join(folder).join(format!("{}.py", words[1])).is_file(), "{line}");
                }
                for folder in crates {
                    assert!(root().join(folder).join(words[1]).join("Cargo.toml").is_file(), "{line}");
                }
            }
            number => assert!(number.parse::<u8>().is_ok(), "{line}"),
        }
    }
    assert_eq!(exercises, 13);
}

/// A student's crate stands alone and so has copies of these files; a change to one is a change to all.
#[test]
fn the_crates_share_their_helpers() {
    for (file, copies) in [("answer.rs", 12), ("board.rs", 2)] {
        let mut texts = Vec::new();
        for entry in fs::read_dir(root().join("scripts/rust/skeletons")).unwrap() {
            texts.extend(fs::read_to_string(entry.unwrap().path().join("src").join(file)));
        }
        assert_eq!(texts.len(), copies, "{file}");
        texts.dedup();
        assert_eq!(texts.len(), 1, "{file}");
    }
}

/// The pattern exercise is not a program but the same file in both folders.
#[test]
fn shapes_are_graded_as_a_file_of_patterns() {
    let read = |folder: &str| fs::read_to_string(root().join(folder).join("shapes.db")).unwrap();
    for kind in ["skeletons", "solutions"] {
        let [python, rust] = [format!("scripts/python/exercises/{kind}"), format!("scripts/rust/{kind}")];
        assert_eq!(read(&python), read(&rust));
    }
    let solution = read("scripts/rust/solutions");
    let without_safety = solution.replace(",osafe", "");
    let only_in_the_open = solution.replace("Pattern Cut\n\nOX?\nX*?\n???", "Pattern Cut\n\nOX.\nX*?\n...");
    let not_at_the_edge = solution.split("Pattern CutAtTheEdge").next().unwrap().to_owned();
    for (text, points, fault) in [
        (&read("scripts/rust/skeletons"), 0, "pass: the value of C3 for"),
        (&solution, 3, "3 of 3"),
        (&without_safety, 2, "excellent: the value of"),
        (&only_in_the_open, 1, "good: the value of C3 for"),
        (&not_at_the_edge, 1, "= 1, expected 8"),
        (&"Pattern Eye\n\nOOO\n".to_owned(), 0, "shapes.db:"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("shapes.db"), text).unwrap();
        let run = brasa(folder.path(), &["course", "grade", ".", "--only", "shapes", "--seed", "3"]);
        assert!(run.output.contains(&format!("{points} of 3 points")), "{}", run.output);
        assert!(run.output.contains(fault), "{}", run.output);
    }
}

#[test]
fn a_folder_without_exercises_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for student in ["ada", "__MACOSX", ".git"] {
        fs::create_dir(path(student)).unwrap();
    }
    fs::write(path("ada/ucb (1).py"), "").unwrap();
    let grade = |args: &[&str]| brasa(folder.path(), &[&["course", "grade"], args].concat());
    let run = grade(&["ada", "--only", "ucb"]);
    let reason = "expected ucb.py, ucb.db, ucb/Cargo.toml or ucb; found 'ucb (1).py'\n0 of 3";
    assert!(run.status == 1 && run.output.contains(reason), "{}", run.output);
    fs::write(path("ada/shapes.db"), "").unwrap();
    let run = grade(&[".", "--only", "shapes"]);
    assert!(!run.output.contains("MACOSX") && !run.output.contains(".git"), "{}", run.output);
    let skeletons = root().join("scripts/python/exercises/skeletons");
    let run = grade(&[skeletons.to_str().unwrap(), "--only", "ucb"]);
    assert!(run.output.contains("NotImplementedError (line "), "no colon without a message: {}", run.output);
    let run = grade(&["ada/shapes.db"]);
    assert!(
        run.status == 2 && run.error.contains("ada/shapes.db is a file: give its folder, ada"),
        "{}",
        run.error
    );
}

#[test]
fn slides_are_written_and_no_other_file_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let run = brasa(folder.path(), &["course", "slides", "--lesson", "4"]);
        assert_eq!((run.status, run.output.trim()), (0, "slides/4-flat-monte-carlo.html"), "{}", run.error);
    }
    let file = folder.path().join("slides/4-flat-monte-carlo.html");
    assert!(fs::read_to_string(&file).unwrap().contains("data-stones=\".XXOO"));
    let run = brasa(folder.path(), &["course", "slides", "--out", "slides/4-flat-monte-carlo.html"]);
    assert!(run.status == 2 && run.error.contains("4-flat-monte-carlo.html: not a folder"), "{}", run.error);
    fs::write(&file, "notes of a teacher").unwrap();
    assert_eq!(brasa(folder.path(), &["course", "slides", "--lesson", "4"]).status, 2);
    assert_eq!(fs::read_to_string(&file).unwrap(), "notes of a teacher");
}

#[test]
fn solutions_in_rust_are_excellent_and_students_have_a_line_each() {
    let folder = tempfile::tempdir().unwrap();
    for (student, from) in [("ada", "solutions"), ("bob", "skeletons")] {
        // A crate must stand alone; the solutions take `answer` from the skeletons.
        let copy = folder.path().join(student).join("rave");
        fs::create_dir_all(copy.join("src")).unwrap();
        let crates = root().join("scripts/rust");
        let main = fs::read_to_string(crates.join(from).join("rave/src/main.rs")).unwrap();
        let main = main.replace("#[path = \"../../../skeletons/rave/src/answer.rs\"]\n", "");
        fs::write(copy.join("src/main.rs"), main).unwrap();
        for file in ["rave/Cargo.toml", "rave/src/answer.rs", "Cargo.lock"] {
            let name = file.trim_start_matches("rave/");
            fs::copy(crates.join("skeletons").join(file), copy.join(name)).unwrap();
        }
    }
    let faulty = folder.path().join("cem");
    Command::new("cp").args(["-r", "ada", "cem"]).current_dir(folder.path()).status().unwrap();
    let main = faulty.join("rave/src/main.rs");
    fs::write(&main, fs::read_to_string(&main).unwrap() + "\nfn wrong() -> f64 {\n    true\n}\n").unwrap();
    let args = ["course", "grade", ".", "--only", "rave", "--json", "grades.json"];
    // A folder for all builds, in which Bob's program would be Ada's.
    let mut program = Command::new(env!("CARGO_BIN_EXE_brasa"));
    let run = run(program.current_dir(folder.path()).args(args).env("CARGO_TARGET_DIR", "shared"));
    if run.output.contains("cannot start cargo") {
        return;
    }
    assert!(run.output.contains("not yet implemented"), "{}", run.output);
    assert_eq!(run.status, 1);
    let grades: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.path().join("grades.json")).unwrap()).unwrap();
    let points = |i: usize| {
        (grades["students"][i]["student"].as_str().unwrap(), grades["students"][i]["points"].as_u64())
    };
    let expected = [("ada", Some(3)), ("bob", Some(0)), ("cem", Some(0))];
    assert_eq!([points(0), points(1), points(2)], expected, "{}", run.output);
    assert!(run.output.contains("mismatched types (src/main.rs:"), "{}", run.output);
}

#[test]
fn a_tournament_names_the_losses_by_fault() {
    let folder = tempfile::tempdir().unwrap();
    let engines = folder.path().join("engines");
    fs::create_dir(&engines).unwrap();
    let program = env!("CARGO_BIN_EXE_brasa");
    let write = |name: &str, text: String| {
        let file = engines.join(name);
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).unwrap();
    };
    write("random", format!("#!/bin/sh\nexec {program} --preset go2 --quiet --size 5\n"));
    // Gives prepared answers, and exits at its first move.
    write(
        "crash.py",
        "import sys\nfor line in sys.stdin:\n    if 'genmove' in line: sys.exit(7)\n    print('= crash\\n', flush=True)\n".to_owned(),
    );
    write("dead", "#!/bin/sh\nexit 3\n".to_owned());
    fs::write(engines.join("notes.txt"), "not an engine").unwrap();
    write("random.py", String::new());
    let run = brasa(folder.path(), &["course", "tournament", "engines", "--size", "5", "--games", "2"]);
    assert_eq!(run.status, 0, "{}", run.error);
    assert!(
        run.error.contains("random.py: another engine is called random; it is left out"),
        "{}",
        run.error
    );
    let (standings, faults) = run.output.split_once("games lost by a fault").unwrap();
    assert!(standings.lines().nth(1).unwrap().starts_with("random"), "{standings}");
    assert!(faults.contains("crash"), "{faults}");
    assert!(
        faults.contains("dead: does not start: died (exit status: 3)"),
        "one bad engine stops no cup: {faults}"
    );
    assert!(folder.path().join("tournament.html").is_file());
    // Another game has its own size.
    let cup = ["course", "tournament", "engines", "-g", "tictactoe", "--games", "2", "--sgffile", "cup"];
    let run = brasa(folder.path(), &cup);
    assert_eq!(run.status, 0, "{}", run.error);
    let alone = tempfile::tempdir().unwrap();
    let run = brasa(alone.path(), &["course", "tournament", "."]);
    assert!(run.status == 2 && run.error.contains("at least two engines"), "{}", run.error);
}
