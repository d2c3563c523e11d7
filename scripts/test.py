#!/usr/bin/env python3
"""Tests of the scripts: python3 scripts/test.py; BRASA names the program, else `brasa` on the path.

Those of train.py and teacher.py need NumPy and PyTorch.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import types
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import losses  # noqa: E402
import soak  # noqa: E402
from brasa.gtp import program  # noqa: E402

needs_program = unittest.skipUnless(shutil.which(program()), "needs the program: set BRASA to its path")
has_torch = all(importlib.util.find_spec(name) for name in ("numpy", "torch"))


class Scripts(unittest.TestCase):
    """Each test has a directory of its own."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = Path(place.name)

    def run_in_place(self, command, *words, **variables):
        pipes = {"capture_output": True, "text": True}
        return subprocess.run([*command, *words], cwd=self.place, env={**os.environ, **variables}, check=False, **pipes)

    def script(self, name, *words):
        """Runs a script in Python."""
        return self.run_in_place([sys.executable, str(HERE / name)], *words)

    def brasa(self, line):
        run = self.run_in_place([program()], *line.split())
        self.assertEqual(run.returncode, 0, f"{line}: {run.stderr}")


class Losses(Scripts):
    def read(self, text):
        (self.place / "game.sgf").write_text(text)
        return losses.read(self.place / "game.sgf")

    def test_the_main_line_of_a_record(self):
        stones = [["B", "D16"], ["B", "Q4"]]
        for text, expected in (
            ("(;PB[ABC]AB[dd][pp];W[qd])", (19, 7.5, stones, [["W", "R16"]])),
            ("(;GC[SZ[9\\]\nAB[aa\\];B[bb\\]]KM[-0.5]\nAB[dd]\n[pp])", (19, -0.5, stones, [])),
            ("(;SZ[9]AP[a];BL[10]B[ca];\nW\n[tt]C[)];B[])", (9, 7.5, [], [["B", "C9"], ["W", "pass"], ["B", "pass"]])),
            ("(;SZ[9](;B[aa](;W[bb])(;W[cc]))(;B[dd]))", (9, 7.5, [], [["B", "A9"], ["W", "B8"]])),
            ("(;SZ[9:9]KM[ ];B[])", (9, 7.5, [], [["B", "pass"]])),
            ("(;KM[6,5])", (19, 6.5, [], [])),
        ):
            self.assertEqual(self.read(text), expected, text)

    def test_other_records_are_refused(self):
        for text, message in (
            ("(;AW[dd];B[pp])", "stones are set up"),
            ("(;B[pp];AB[dd])", "stones are set up"),
            ("(;AB[pp]AE[dd])", "stones are set up"),
            ("(;AB[cc:cd])", "AB.cc:cd.: expected a point"),
            ("(;KM[6.5 points])", "expected a number"),
        ):
            with self.assertRaisesRegex(SystemExit, message):
                self.read(text)


class Soak(Scripts):
    def status(self, passes, score):
        """Checks the end of a game of 3x3 in which Black has the board, but for the komi."""
        referee = soak.Referee(3, soak.RULES["chinese"])
        referee.play(soak.BLACK, (1, 1))
        for _ in range(passes):
            referee.play(referee.to_play, soak.PASS)
        replies = {"final_status_list alive": "B2", "final_score": score, "get_komi": "7.5"}
        client = types.SimpleNamespace(get=lambda line: replies.get(line, ""))
        soak.Game.status(types.SimpleNamespace(referee=referee, client=client))

    def test_only_the_score_of_a_finished_game_is_compared(self):
        self.status(2, "B+1.5")
        self.status(1, "W+7")
        for score in ("W+7", "1.5", "B+"):
            with self.assertRaises(soak.Finding):
                self.status(2, score)

    def test_a_malformed_reply_is_a_finding(self):
        fake = self.place / "fake.py"
        fake.write_text("for line in open(0):\n    print(f'={line.split()[0]} nonsense\\n', flush=True)\n")
        options = ["--brasa", f"{sys.executable} {fake}", "--game", "1"]
        run = self.script("soak.py", *options)
        self.assertEqual((run.returncode, json.loads(run.stdout)["finding"]), (1, "expected a vertex: 'nonsense'"))
        self.assertTrue((self.place / "soak/finding-1.txt").exists())
        self.assertEqual(self.script("soak.py", "--brasa", "./missing").returncode, 2)

    def test_a_line_that_was_cut_off_is_removed(self):
        counts = dict.fromkeys(("commands", "moves", "interrupts", "undone", "illegal", "memory", "seconds_over"), 0)
        line = json.dumps({"game": 1, "seconds": 2.0, **counts, "finding": None, "kind": None}) + "\n"
        log = self.place / "soak/log.jsonl"
        log.parent.mkdir()
        log.write_text(line + line[:40])
        run = self.script("soak.py", "--hours", "0", "--load", "0", "--brasa", sys.executable)
        self.assertEqual((run.returncode, log.read_text()), (0, line), run.stderr)
        self.assertTrue(run.stdout.startswith("1 games"), run.stdout)
        log.write_text("call home")
        run = self.script("soak.py", "--hours", "0", "--load", "0", "--brasa", sys.executable)
        self.assertEqual((run.returncode, log.read_text()), (1, "call home"), "the file of another program stays")


class ClockTrial(Scripts):
    LINE = {"game": 0, "kind": "bullet", "lost": [], "periods_lost": [], "least": 1, "used": [1, 1], "long": False}

    @needs_program
    def test_a_line_that_was_cut_off_is_removed(self):
        log, line = self.place / "clock-trial.log", json.dumps(self.LINE) + "\n"
        log.write_text(line + line[:20])
        run = self.script("clock-trial.py", "--games", "1", "--brasa", program())
        self.assertEqual((run.returncode, log.read_text()), (0, line), run.stderr)

    def test_other_files_stay_and_faults_of_the_engine_are_told(self):
        (self.place / "notes").write_text("call home")
        run = self.script("clock-trial.py", "notes")
        self.assertEqual((run.returncode, (self.place / "notes").read_text()), (1, "call home"))
        run = self.script("clock-trial.py", "--brasa", "true")
        self.assertEqual((run.returncode, run.stderr[:16]), (1, "clock-trial.py: "), run.stderr)


@needs_program
class NetLoop(Scripts):
    def test_a_stopped_loop_goes_on(self):
        games = HERE.parent / "tests/data/net/games7.sgfl"
        self.brasa(f"net train --games {games} --size 7 --blocks 1 --channels 32 --steps 1 --batch 2 --out first.net")
        # Its new networks win all matches.
        fake = self.place / "fake"
        report = "  score      40 won\n  SPRT       accepted: Elo 30 "
        own = shutil.which(program())
        fake.write_text(f"#!/bin/sh\n[ $1 = match ] && echo '{report}' && exit\nexec '{own}' \"$@\"\n")
        fake.chmod(0o755)
        sizes = {"SIZE": "7", "GAMES": "4", "PLAYOUTS": "2", "QUICK": "2", "STEPS": "2", "THREADS": "1"}

        def loop(generations):
            command = ["sh", str(HERE / "net-loop.sh"), "first.net"]
            run = self.run_in_place(command, BRASA=str(fake), GENERATIONS=generations, **sizes)
            self.assertEqual(run.returncode, 0, run.stderr)
            return [(self.place / "net-loop" / name).read_bytes() for name in ("best.net", "openings.sgf")]

        lines, found = self.place / "net-loop/generations.txt", loop("1")
        self.assertEqual(lines.read_text(), "1: 40 won; taken\n")
        # Stopped before the line was written.
        lines.write_text("")
        self.assertEqual((loop("1"), lines.read_text()), (found, "1: 40 won; taken\n"))
        # Stopped before the first opening was drawn.
        (self.place / "net-loop/openings.sgf").write_text("")
        self.assertEqual(loop("1"), found)
        self.assertNotEqual(loop("2")[0], found[0])


@needs_program
@unittest.skipUnless(has_torch, "needs NumPy and PyTorch")
class Torch(Scripts):
    def setUp(self):
        super().setUp()
        self.brasa("net positions --size 9 --count 9 --moves 6 --wild 1 --komi 7.5 --out games")
        self.brasa("net export --size 9 --games games --out a.npy")

    def train(self, *words):
        options = "a.npy --batch 4 --device cpu --blocks 1 --channels 32 --out my.net".split()
        # Threads would wait for each other on a busy machine.
        command = [sys.executable, str(HERE / "train.py"), *options]
        return self.run_in_place(command, *words, OMP_NUM_THREADS="1")

    def test_a_network_keeps_its_komi_and_outlives_a_stop(self):
        # A long command with a line break and letters of two bytes.
        long = ["--steps", "2", "--tests", "a.npy", *["./" * 99 + "a.npy"] * 20]
        (self.place / "é\n.npy").write_bytes((self.place / "a.npy").read_bytes())
        long.append("é\n.npy")
        self.assertEqual(self.train(*long).returncode, 0)
        self.brasa("net info my.net")
        net = self.place / "my.net"
        whole = net.read_bytes()
        # Stopped after the state: no network, then that of an earlier state.
        net.unlink()
        run = self.train(*long)
        self.assertEqual(net.read_bytes(), whole)
        self.assertIn("already at step 2; raise --steps", run.stdout)
        net.write_bytes(b"earlier")
        self.train(*long)
        self.assertEqual(net.read_bytes(), whole)
        # The same one, calibrated, stays.
        known = whole.replace(b" made-by ", b" calibration 1,2,3,4 komi 5.5,7.5 made-by ", 1)
        net.write_bytes(known)
        self.assertEqual((self.train(*long).returncode, net.read_bytes()), (0, known))
        (self.place / "komi.net").write_bytes(known)
        for steps, start in ("1", "komi.net"), ("2", "./komi.net"):
            run = self.train("--from", start, "--out", "next.net", "--steps", steps)
            self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn(b" komi 5.5,7.5 made-by ", (self.place / "next.net").read_bytes())
        (self.place / "komi.net").write_bytes((self.place / "next.net").read_bytes())
        self.assertIn("saved by a run with another", self.train("--from", "komi.net", "--out", "next.net").stderr)

    def test_shapes_that_brasa_does_not_read(self):
        for blocks in ("0", "41"):
            run = self.train("--blocks", blocks, "--steps", "1")
            self.assertEqual((run.returncode, run.stderr[-24:]), (2, "--blocks: expected 1 to 40\n"[-24:]))

    def test_equal_logits_predict_nothing(self):
        import torch
        import train

        policy = torch.tensor([[1.0, 0.0, 0.0]] * 4)
        moves = torch.tensor([[2.0, 1, 0], [1, 2, 0], [1, 1, 0], [float("nan"), 1, 0]])
        unknown = torch.full((4,), float("nan"))
        targets = policy, unknown, unknown, torch.full((4, 2), -128.0)
        _, means = train.losses((moves, torch.zeros(4, 2), torch.zeros(4), torch.zeros(4)), targets)
        self.assertEqual(means["first"].tolist(), [1, 4])

    def test_a_teacher_labels_an_array_once(self):
        import numpy as np
        import teacher

        array = np.load(self.place / "a.npy")
        (self.place / "a.bin").write_bytes(np.zeros(len(array), teacher.Inputs(9, "cpu").record))
        array["value"][-1] = 0.51
        np.save(self.place / "a.npy", array)
        with self.assertRaisesRegex(SystemExit, "labeled already"):
            teacher.label(None, teacher.Inputs(9, "cpu"), self.place / "a.npy", self.place / "a.bin")
        run = self.script("teacher.py", "x.bin.gz", "9", "a.npy", "a.bin", "b.npy")
        self.assertEqual((run.returncode, run.stderr[-33:]), (2, "error: b.npy: its inputs are missing\n"[-33:]))


if __name__ == "__main__":
    unittest.main()
