//! Other programs' command lines, and what clients read to recognize those programs.

use std::path::Path;
use std::process::Command;

use crate::program::{run, run_with};

/// Returns the replies of brasa, or of a link to it, one per line, and the text on standard error.
fn replies(program: &Path, args: &[&str], input: &str) -> (String, String) {
    let run = run_with(Command::new(program).args(args), input);
    assert_eq!(run.status, 0, "{args:?}: {}", run.error);
    (run.output.replace("\n\n", "\n"), run.error)
}

fn brasa() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_brasa"))
}

#[test]
fn options_of_other_programs_are_understood() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let cfg = file("gtp.cfg", "# KataGo\nmaxVisits = 500\n");
    let fuego = file(
        "fuego.cfg",
        "uct_param_search lock_free 1\nuct_param_search max_nodes 1000\nuct_param_policy statistics_enabled 0\n",
    );
    // Black has no other move.
    const DONE: &str = "play b A1\nplay w pass\nplay b B2\ngenmove b";
    let go3 = "--preset go3 -sim 7 -moveselect ucb -simrule rulebased -movefilter";
    let cases = [
        ("gtp -model x.bin.gz -config CFG -override-config logToStderr=true", "get_komi", "= 7.5"),
        ("gtp -override-config a=b,c=d -size 9", "query_boardsize", "= 9"),
        (
            "--mode gtp --boardsize 13 --komi 5.5 --seed 3 --level 10",
            "query_boardsize\nget_komi",
            "= 13\n= 5.5",
        ),
        ("--boardsize 13", "boardsize 9", "= "),
        (
            "--mode gtp --never-resign --positional-superko --capture-all-dead --autolevel --cache-size 32",
            "uct_param_player resign_threshold 0.1\nget_komi",
            "= \n= 7.5",
        ),
        ("--mode=gtp --autolevel", "get_komi", "= 7.5"),
        (
            "--as gnugo --level 0 --handicap 2 --simple-ko --max-level=20 -M 8 --boardsize 9",
            "level\nlevel 15\nlevel\nquery_boardsize",
            "= 20k\n= \n= 3d\n= 9",
        ),
        ("--japanese-rules", "go_rules\nget_komi", "= japanese\n= 6.5"),
        ("--chinese-rules -komi -3", "go_rules\nget_komi", "= chinese\n= -3"),
        ("-seed 5", "get_random_seed", "= 5"),
        ("--config FUEGO", "get_komi", "= 7.5"),
        (go3, "black_depth", "? unknown command"),
        (
            "-g clobber -w average -b search alphabeta",
            "getblack\nsettings",
            "= search\n= game clobber\nblack search alphabeta",
        ),
        (
            "--scale-visits 10 -set max_games=1",
            "kata-set-param maxVisits 25\nkata-get-param maxVisits\nuct_param_player max_games 50\nkata-get-param maxVisits",
            "= \n= 25\n= \n= 5\n",
        ),
        (
            "--as katago --scale-visits 2",
            "kata-set-param maxVisits 25\nuct_param_player",
            "= \n= [string] max_games 50\n",
        ),
        ("--as katago", "kata-set-param maxVisits 25\nuct_param_player", "= \n= [string] max_games 25\n"),
        ("--as katago gtp -model x.bin.gz -config CFG", "name\nget_komi", "= KataGo\n= 7.5"),
        ("--as=katago gtp -model x.bin.gz -config CFG", "name\nget_komi", "= KataGo\n= 7.5"),
        ("--as katago", "kata-get-param maxVisits", "= 1125899906842624"),
        ("--as katago --boardsize 2", DONE, "= \n= \n= \n= pass"),
        ("--boardsize 2", DONE, "= \n= \n= \n= PASS"),
        ("--as katago analysis -model x.bin.gz -config CFG", "", ""),
        ("-set max_games=12 -playouts=3", "get_komi", "= 7.5"),
    ];
    for (args, input, expected) in cases {
        let args = args.replace("CFG", &cfg).replace("FUEGO", &fuego);
        let args: Vec<&str> = args.split(' ').collect();
        let (out, err) = replies(brasa(), &args, input);
        assert!(out.starts_with(expected), "{args:?}: {out}{err}");
    }
    let (_, err) = replies(brasa(), &["--config", &fuego], "");
    assert!(
        err.contains("uct_param_search max_nodes has no effect: uct_max_memory bounds the tree"),
        "{err}"
    );
    let (_, err) = replies(brasa(), &["gtp", "-model", "x", "-config", &cfg], "");
    assert!(err.contains("-config has no effect") && err.contains("-model has no effect"), "{err}");
    for (args, expected) in [
        ("--boardsize 30", "boardsize 30: unacceptable size"),
        ("--mode ascii", "invalid value 'ascii'"),
        ("-g clobber --komi 5", "--komi, --chinese-rules and --japanese-rules: only for Go"),
        ("src/guide/game.sgf", "game.sgf: an SGF file, not GTP commands: `brasa board FILE` opens it"),
        ("--config src/guide/game.sgf", "game.sgf: an SGF file, not GTP commands"),
        ("--time 1x", "expected a number of 0 or more, perhaps with a unit, such as 10s, 5m or 1h"),
        ("regress none.tst --timeout 1x", "expected a number of 0 or more, perhaps with a unit"),
        ("trace uct --boards", "--boards shows the moves of a playout: use `brasa trace playout`"),
        ("match -games two", "invalid value 'two' for '--games"),
        ("match -blck x", "unexpected argument"),
    ] {
        let run = run(Command::new(brasa()).args(args.split(' ')));
        assert!(run.status == 2 && run.error.contains(expected), "{args}: {}", run.error);
    }
}

#[test]
fn clients_recognize_the_program_that_brasa_speaks_as() {
    let ask = "name\nversion\nlist_commands\n";
    let (out, err) = replies(brasa(), &["--as", "katago"], ask);
    assert!(out.starts_with("= KataGo\n= 1.16.0\n= protocol_version\n"), "{out}");
    assert!(err.lines().any(|line| line.starts_with("GTP ready")) && err.contains("KataGo"), "{err}");
    assert!(!out.lines().any(|line| line == "analyze"), "{out}");
    let (out, _) =
        replies(brasa(), &["--as", "katago", "--name", "Other", "--playouts", "5"], "name\nanalyze 10\n");
    assert!(out.starts_with("= Other\n="), "{out}");
    let (out, _) = replies(brasa(), &["--as", "gnugo"], ask);
    assert!(out.starts_with("= GNU Go\n= 3.8\n"), "{out}");
    let (out, _) = replies(brasa(), &["--as=gnugo", "--level", "12"], "name\n");
    assert_eq!(out, "= GNU Go\n", "any level is one of GNU Go's");
    let (out, err) = replies(brasa(), &[], "name\nanalyze 10\n");
    assert!(out.starts_with("= brasa\n? unknown command") && err.is_empty(), "{out}{err}");
}

#[test]
#[cfg(unix)]
fn a_link_chooses_the_program_by_its_name() {
    let directory = tempfile::tempdir().unwrap();
    for (link, name) in
        [("katago", "KataGo"), ("gnugo", "GNU Go"), ("my-gnugo", "GNU Go"), ("other", "brasa")]
    {
        let path = directory.path().join(link);
        std::os::unix::fs::symlink(brasa(), &path).unwrap();
        let (out, _) = replies(&path, &[], "name\n");
        assert_eq!(out, format!("= {name}\n"), "{link}");
    }
    let cfg = directory.path().join("gtp.cfg");
    std::fs::write(&cfg, "maxVisits = 500\n").unwrap();
    let args = ["gtp", "-config", cfg.to_str().unwrap()];
    let (out, _) = replies(&directory.path().join("katago"), &args, "name\n");
    assert_eq!(out, "= KataGo\n");
}

#[test]
fn completions_and_man_pages_name_the_subcommands() {
    for (args, expected) in [
        ("completions bash", "genmove"),
        ("completions zsh", "--scale-visits"),
        ("completions fish", "-l mc-patterns"),
        ("man", ".TH brasa"),
        ("man genmove", "Find"),
        ("man book build", "brasa 0.1.0"),
    ] {
        let (out, _) = replies(brasa(), &args.split(' ').collect::<Vec<_>>(), "");
        assert!(out.contains(expected), "{args}: {out}");
    }
    assert_eq!(run(Command::new(brasa()).args(["man", "fly"])).status, 2);
}

#[test]
#[cfg(unix)]
fn the_settings_of_clients_are_written_beside_what_is_there() {
    let directory = tempfile::tempdir().unwrap();
    let config = |client: &str, more: &[&str]| {
        let mut command = Command::new(brasa());
        command.arg("config").arg(client).args(more);
        run(command.env("HOME", directory.path()).current_dir(directory.path()))
    };
    let read = |name: &str| std::fs::read_to_string(directory.path().join(name)).unwrap();
    let katrain = directory.path().join(".katrain");
    std::fs::create_dir(&katrain).unwrap();
    // KaTrain replaces a file without its version by its defaults.
    for _ in 0..2 {
        let refused = config("katrain", &[]);
        let help = "config.json: no settings of katrain yet: start katrain once, then run this command again";
        assert!(refused.status == 2 && refused.error.contains(help), "{}", refused.error);
        assert_eq!(config("katrain", &["--print"]).status, 0);
        std::fs::write(katrain.join("config.json"), r#"{"engine": {}}"#).unwrap();
    }
    let before = r#"{"engine": {"altcommand": "old", "threads": 12, "backend": "local"}, "general": {"lang": "en", "version": "1"}}"#;
    std::fs::write(katrain.join("config.json"), before).unwrap();
    let written = config("katrain", &[]);
    assert!(written.status == 0 && read(".katrain/config.json.bak") == before);
    assert!(written.output.starts_with("Wrote ") && written.output.ends_with("config.json.bak\n"));
    let after: serde_json::Value = serde_json::from_str(&read(".katrain/config.json")).unwrap();
    assert_eq!((&after["engine"]["threads"], &after["general"]["lang"]), (&12.into(), &"en".into()));
    assert_eq!(after["engine"]["backend"], "custom", "KaTrain may have chosen its own engine");
    let command = after["engine"]["altcommand"].as_str().unwrap();
    assert!(command.starts_with(brasa().to_str().unwrap()) && command.ends_with(" analysis"));
    // No copy is written over, and what has not changed is not copied.
    assert!(config("katrain", &[]).status == 0 && !katrain.join("config.json.2.bak").exists());
    let edited = before.replace("12", "6");
    std::fs::write(katrain.join("config.json"), &edited).unwrap();
    assert!(config("katrain", &[]).status == 0 && read(".katrain/config.json.bak") == before);
    assert_eq!(read(".katrain/config.json.2.bak"), edited);
    // A file that is not understood stays unchanged.
    std::fs::write(katrain.join("config.json"), "[1, ").unwrap();
    assert_eq!(config("katrain", &[]).status, 2);
    assert_eq!(read(".katrain/config.json"), "[1, ");
    for _ in 0..2 {
        assert_eq!(config("sabaki", &[]).status, 0);
        let after: serde_json::Value = serde_json::from_str(&read(".config/Sabaki/settings.json")).unwrap();
        assert_eq!(after["engines.list"].as_array().unwrap().len(), 1);
    }
    for (client, file) in [("ogs", "ogs.json5"), ("cgos", "cgos.cfg"), ("kgs", "kgs.properties")] {
        let gtp = format!("{client}.gtp");
        let printed = config(client, &["--print"]);
        assert!(printed.status == 0 && !directory.path().join(file).exists());
        assert_eq!(config(client, &[]).status, 0, "{client}");
        let text = read(file);
        assert!(printed.output.starts_with(&text), "{client}");
        // The engine starts with its settings.
        let words =
            text.split(['"', ' ', ',', '=', '\n']).skip_while(|word| *word != brasa().to_str().unwrap());
        let args: Vec<&str> = words.skip(1).filter(|word| !word.is_empty()).take(5).collect();
        assert_eq!((args[0], args[1], args[3]), ("--quiet", "--config", "--threads"), "{client}");
        assert!(Path::new(args[2]).is_absolute() && args[2].ends_with(&gtp), "{client}: {args:?}");
        let (out, err) = replies(brasa(), &args, "go_param\n");
        assert!(out.contains(" overhead ") && !out.contains(" overhead 0.35\n"), "{client}: {out}{err}");
        // Neither file is written over, and one alone is not written.
        for old in [file, &gtp] {
            let kept = read(old);
            assert_eq!(config(client, &[]).status, 2, "{client}: {old} exists");
            assert_eq!(read(old), kept);
            std::fs::remove_file(directory.path().join(if old == file { &gtp } else { file })).unwrap();
            assert_eq!(config(client, &[]).status, 2, "{client}: {old} exists");
            std::fs::remove_file(directory.path().join(old)).unwrap();
            assert_eq!(config(client, &[]).status, 0, "{client}");
        }
    }
    assert_eq!(config("ogatak", &[]).status, 0);
    let after: serde_json::Value = serde_json::from_str(&read(".config/Ogatak/config.json")).unwrap();
    assert!(
        ["engine", "engineconfig", "weights"].iter().all(|name| after[*name] == brasa().to_str().unwrap())
    );
    // LizzieYzy keeps its settings in its own directory, q5Go and GoGui in line-based files.
    let run = config("lizzieyzy", &[]);
    assert!(
        run.status == 2 && run.error.contains("config.txt: no settings of lizzieyzy yet"),
        "{}",
        run.error
    );
    let before = r#"{"leelaz": {"engine-settings-list": [{"name": "KataGo", "command": "katago gtp"}], "max-time": 1}}"#;
    std::fs::write(directory.path().join("config.txt"), before).unwrap();
    for _ in 0..2 {
        assert_eq!(config("lizzieyzy", &[]).status, 0);
    }
    let after: serde_json::Value = serde_json::from_str(&read("config.txt")).unwrap();
    let engines = after["leelaz"]["engine-settings-list"].as_array().unwrap();
    assert_eq!(
        (engines.len(), &engines[0]["name"], &after["leelaz"]["max-time"]),
        (2, &"KataGo".into(), &1.into())
    );
    assert!(engines[1]["command"].as_str().unwrap().ends_with("brasa --as katago"));
    assert!(after["ui"]["analysis-engine-command"].as_str().unwrap().ends_with("brasa analysis"));
    for (client, file) in [("q5go", ".config/q5go/q5gorc"), ("gogui", ".gogui-prefs")] {
        assert!(config(client, &["--print"]).status == 0 && !directory.path().join(file).exists());
        for _ in 0..2 {
            assert!(config(client, &[]).status == 0 && read(file).contains(brasa().to_str().unwrap()));
        }
        std::fs::write(directory.path().join(file), "something else\n").unwrap();
        assert_eq!(config(client, &[]).status, 2, "{client}: not its settings");
        assert_eq!(read(file), "something else\n");
    }
    assert_eq!(config("nobody", &[]).status, 2);
}
