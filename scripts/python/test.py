"""Tests of the course's Python: python3 scripts/python/test.py; BRASA names the program, else `brasa` on the path."""

import json
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from brasa import Analysis, Board, Gtp, GtpError, notebook  # noqa: E402
from brasa.gtp import program  # noqa: E402

SOLUTIONS = HERE / "exercises/solutions"
needs_program = unittest.skipUnless(shutil.which(program()), "needs the program: set BRASA to its path")

# Common mistakes: the exercise, the text in its solution, the wrong text, and the level that remains.
MISTAKES = [
    ("self_atari", "captured == 0 and ", "", "good"),
    ("self_atari", "len(liberties) == 1", "False", "fail"),
    # Counts a liberty for each stone beside it.
    ("self_atari", "len(liberties) == 1", "sum(q in liberties for p in _ for q in board.neighbors(p)) == 1", "fail"),
    # Looks for two liberties at the stone or at one of the chains.
    ("self_atari", "    captured = board", "    p = board.point(point)\n    chains = [board.block(q)[1] - {p} for q in board.neighbors(p) if board.stones[q] == color]\n    chains.append({q for q in board.neighbors(p) if board.stones[q] == '.'})\n    if chains[1:] and max(map(len, chains)) < 2:\n        return board.play(p) == 0\n    captured = board", "fail"),
    # Adds up the liberties of the joined chains.
    ("self_atari", "    captured = board", "    p = board.point(point)\n    near = board.neighbors(p)\n    chains = dict((frozenset(stones), free - {p}) for stones, free in (board.block(q) for q in near if board.stones[q] == color))\n    if len(chains) > 1:\n        free = [q for q in near if board.stones[q] == '.']\n        return sum(map(len, chains.values())) + len(free) < 2 and board.play(p) == 0\n    captured = board", "good"),
    ("lazy_filter", "    while moves:", "    moves = [move for move in moves if not is_bad(move)]\n    while moves:", "pass"),
    ("lazy_filter", "    while moves:\n        i = rng.randrange(len(moves))\n", "    i = rng.randrange(len(moves) or 1)\n    while moves:\n        i = i % len(moves)\n", "good"),
    ("lazy_filter", "if not is_bad(moves[i])", "if True", "fail"),
    # Draws the first move twice as often at first.
    ("lazy_filter", "rng.randrange(len(moves))", "max(0, rng.randrange(-1, len(moves)))", "good"),
    ("patterns", '"x": "O."', '"x": "X."', "pass"),
    ("patterns", "for which in (pattern, exchanged)", "for which in (pattern,)", "good"),
    ("policy", "captures or moves", "moves", "pass"),
    ("policy", "random.Random(seed).choice(captures or moves)", "(captures or moves)[0]", "fail"),
    ("policy", "random.Random(seed).choice(captures or moves)", "captures[0] if captures else random.Random(seed).choice(moves)", "good"),
    ("policy", 'return "pass"', 'return "resign"', "fail"),
    ("dominoes", 'return "O" if state["to_play"] == "X" else "X"', 'return state["to_play"]', "pass"),
    ("dominoes", "return None", 'return ""', "pass"),
    ("dominoes", "free[move] = free[move + 1] = False", "free[move] = False", "fail"),
    ("alpha_beta", "if alpha >= beta:", "if False:", "pass"),
    ("alpha_beta", "value > best if is_max", "value >= best if is_max", "good"),
    ("transposition", "[value, len(table)]", "[value, 10**6]", "pass"),
    ("transposition", "[value, len(table)]", "[value, 1]", "pass"),
    ("transposition", "max(-search", "max(search", "fail"),
    ("ucb", "if tries == 0:\n        return math.inf", "tries = max(tries, 1)", "pass"),
    ("ucb", "bounds.index(max(bounds))", "max(range(len(bounds)), key=lambda i: (bounds[i], i))", "good"),
    ("uct", "    won = 1 - won\n", "", "good"),
    # The result of the root's player is that of the last move.
    ("uct", "for node in reversed(nodes)", "for node in nodes", "good"),
    ("uct", "    for node in reversed(nodes)", "    won = 1 - won\n    for node in nodes", "good"),
    ("uct", "math.log(", "math.log10(", "fail"),
    ("uct", 'math.log(tree["visits"])', 'math.log(sum(child["visits"] for child in tree["children"]))', "fail"),
    ("uct", '/ child["visits"])', '/ (child["visits"] + 1))', "fail"),
    ("uct", 'math.sqrt(math.log', 'math.sqrt(2 * math.log', "fail"),
    ("uct", 'math.sqrt(math.log(tree["visits"]) / child["visits"])', 'math.log(tree["visits"]) / child["visits"]', "fail"),
    ("uct", 'bounds.index(max(bounds))', 'len(bounds) - 1 - bounds[::-1].index(max(bounds))', "pass"),
    ("uct", "bounds.append(math.inf)", 'bounds.append(c * math.sqrt(math.log(tree["visits"])))', "pass"),
    ("uct", 'path.append(bounds.index(max(bounds)))', 'path.append(bounds.index(max(bounds)))\n        return path', "pass"),
    ("amaf", "point not in seen and ", "", "pass"),
    ("amaf", "            seen.add(point)", "            seen.add(point) if color == player else None", "good"),
    ("rave", "if rave_tries == 0:\n        return 0.0\n    ", "", "pass"),
    ("rave", "return 0.5", "return 0.0", "good"),
    ("layer", "plane[row][col] if 0 <= row < size and 0 <= col < size else 0", "plane[row % size][col % size]", "pass"),
    ("layer", "[by_weights, slope, by_x]", "[by_weights, slope, x]", "good"),
]  # fmt: skip


def grade(folder, *options):
    """Returns the exit status of `brasa course grade` and the grades of the exercises, by name."""
    with tempfile.TemporaryDirectory() as out:
        file = Path(out) / "grades.json"
        words = [program(), "course", "grade", str(folder), "--json", str(file), *options]
        status = subprocess.run(words, capture_output=True, check=False).returncode
        (student,) = json.loads(file.read_text())["students"]
    return status, {result["exercise"]: result for result in student["exercises"]}


def judged(files, *options):
    """Returns the grades of a folder with these files."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            (Path(folder) / name).write_text(text)
            (Path(folder) / name).chmod(0o755)
        return grade(folder, *options)[1]


@needs_program
class Exercises(unittest.TestCase):
    def test_solutions_are_excellent_whatever_the_seed(self):
        for seed in ("1", "2"):
            status, results = grade(SOLUTIONS, "--seed", seed)
            self.assertEqual(status, 0)
            for result in results.values():
                self.assertEqual((result["level"], result["points"]), ("excellent", 3), result)

    def test_a_mistake_costs_the_level_it_belongs_to(self):
        # A folder holds one mistake of each exercise.
        left = list(MISTAKES)
        while left:
            files, levels = {}, {}
            for mistake in list(left):
                name, before, after, level = mistake
                if name not in levels:
                    left.remove(mistake)
                    text = (SOLUTIONS / f"{name}.py").read_text()
                    self.assertIn(before, text)
                    files[f"{name}.py"], levels[name] = text.replace(before, after), level
            for name, result in judged(files).items():
                if name in levels:
                    self.assertEqual(result["level"], levels[name], f"{name}: {result['faults']}")

    def test_skeletons_fail_and_name_the_case(self):
        status, results = grade(HERE / "exercises/skeletons")
        self.assertEqual(status, 1)
        for result in results.values():
            self.assertEqual(result["level"], "fail")
            wanted = "expected 0" if result["exercise"] == "shapes" else "NotImplementedError"
            self.assertIn(wanted, result["faults"]["pass"])

    def test_numbers_may_have_another_type(self):
        files = {}
        for name, before, after in (
            ("alpha_beta", "[value, leaves]", "[float(value), float(leaves)]"),
            ("transposition", "[value, len(table)]", "[float(value), float(len(table))]"),
            ("uct", "    return tree", "    tree['wins'] = float(tree['wins'])\n    return tree"),
        ):
            text = (SOLUTIONS / f"{name}.py").read_text()
            self.assertIn(before, text)
            files[f"{name}.py"] = text.replace(before, after)
        for name, result in judged(files).items():
            if f"{name}.py" in files:
                self.assertEqual(result["level"], "excellent", result)

    def test_programs_that_crash_hang_or_babble_get_no_points(self):
        files = {
            "ucb.py": "import os\ndef bound(*args): os._exit(3)\n",
            "uct.py": "def select(tree, c):\n    while True: pass\n",
            "rave.py": "def weight(:\n",
            "amaf.py": "print('ready')\ndef amaf(*args): return {1, 2}\n",
            "alpha_beta.py": "def alpha_beta(tree):\n    counts = {}\n    counts['d'] += 1\n",
            "transposition.py": "import json\n\ndef solve(*args):\n    return json.loads('')\n",
            "patterns.py": "def expand(): pass\n",
            "layer": "#!/bin/sh\nwhile read line; do echo hello; done\n",
            "dominoes": "#!/bin/sh\nread line; echo '{\"result\": 1}'\n",
        }
        results = judged(files, "--time", "3")
        reasons = {name: result["faults"].get("pass", "") for name, result in results.items()}
        self.assertTrue(all(result["points"] == 0 for result in results.values()))
        self.assertIn("exit status: 3", reasons["ucb"])
        self.assertIn("within 3 s", reasons["uct"])
        self.assertRegex(reasons["rave"], r"SyntaxError: .*\(rave.py, line 1\)")
        self.assertRegex(reasons["amaf"], "returned a value of type set; expected .* None$")
        self.assertRegex(reasons["alpha_beta"], r"KeyError: 'd' \(line 3\)$")
        self.assertRegex(reasons["transposition"], r"JSONDecodeError: .*\(line 4\)$")
        self.assertRegex(reasons["patterns"], r"expand\(\) takes 0 positional arguments but 1 was given$")
        self.assertIn("invalid JSON answer: hello", reasons["layer"])
        self.assertIn("the program ended", reasons["dominoes"])
        self.assertEqual(results["policy"]["level"], "missing")

    def test_a_fault_says_what_is_wrong_and_can_be_repeated(self):
        wrong = "def {}(*args): return {}\n"
        files = {
            "policy.py": wrong.format("pick", "[4, 3]"),
            "alpha_beta.py": wrong.format("alpha_beta", "9"),
            "transposition.py": wrong.format("solve", "[2, 1]"),
            "lazy_filter.py": wrong.format("asked", "[(args[0] or [None])[-1], args[0]]"),
            "patterns.py": wrong.format("expand", "[args[0], args[0]]"),
            "uct.py": wrong.format("select", "[0] * 80"),
            "layer.py": wrong.format("conv3x3", "[[0.125] * len(row) for row in args[1]]"),
            "dominoes.py": "".join(wrong.format(*names) for names in (("start", "args[0]"), ("moves", "[0]"), ("play", "args[0]"))),
            "ucb.py": wrong.format("bound", "-float('inf')") + wrong.format("choose", "input()"),
            "rave.py": wrong.format("weight", "float('nan')"),
            "shapes.db": (SOLUTIONS / "shapes.db").read_text().replace("OX?", "OX."),
        }
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                (Path(folder) / name).write_text(text)
            shown = subprocess.run([program(), "course", "grade", folder], capture_output=True, text=True, check=False).stdout
            results = grade(folder)[1]
        faults = {name: result["faults"] for name, result in results.items()}
        self.assertRegex(shown, r"select\(.*\)\[[01]\] = 0, expected (\d|nothing)\n")
        self.assertRegex(faults["uct"]["pass"], r"^select\([^.]*, \d\.\d\) = \[[0,]{159}\], expected \[\d\]$")
        self.assertRegex(faults["policy"]["pass"], r'= \[4,3\], expected a name such as "..?"$')
        self.assertRegex(faults["alpha_beta"]["pass"], r"= 9, expected \[-?\d, number of leaves\]$")
        self.assertRegex(faults["transposition"]["pass"], r"= \[2,1\], expected \[-?\d, number of searched positions\]$")
        self.assertRegex(faults["lazy_filter"]["good"], "which tests more moves after 1, which is not bad$")
        # A question is a call that can be repeated, or words.
        self.assertRegex(faults["dominoes"]["pass"], r"^moves\((play\()*start\(\d+\)(, \d+\))*\) = \[0\], expected .* in any order$")
        self.assertEqual(faults["dominoes"]["excellent"], "the first player wins on a strip of 1 = true, expected false")
        self.assertRegex(faults["shapes"]["good"], r'^the value of [A-E][1-5] for [XO] on \[".*"\] = 1, expected 8$')
        # JSON has no infinite numbers, and a file cannot read the grader's questions.
        self.assertEqual(faults["ucb"]["good"], "bound(0, 0, 10, 0.4) = -math.inf, expected math.inf")
        self.assertRegex(faults["ucb"]["excellent"], r"^choose\(.*\): EOFError: .* \(line 2\)$")
        self.assertRegex(faults["rave"]["pass"], r"= math.nan, expected 0\.\d+$")
        self.assertRegex(faults["patterns"]["pass"], r"which (should not have \[.*\]|has \[.*\] twice)$")

    def test_a_program_in_another_language_is_judged(self):
        script = """#!/bin/sh
        exec python3 -c '
        import json, sys
        for line in sys.stdin:
            tries, rave, bias = json.loads(line)["args"][-3:]
            print(json.dumps({"result": rave / (tries + rave + 4 * tries * rave * bias**2)}), flush=True)
        '
        """
        script = script.replace("\n        ", "\n")
        self.assertEqual(judged({"rave": script}, "--only", "rave")["rave"]["level"], "pass")


class Boards(unittest.TestCase):
    def test_captures_ko_and_suicide(self):
        board = Board(rows=[".XO.", "X.XO", ".XO.", "...."], to_play="O")
        self.assertEqual(board.play(board.point("B3")), 1)
        self.assertFalse(board.is_legal(board.point("C3")))
        with self.assertRaises(ValueError):
            board.play(board.point("C3"))
        alone = Board(rows=[".X.", "X..", "..."], to_play="O")
        self.assertFalse(alone.is_legal(alone.point("A3")))
        with self.assertRaises(ValueError):
            alone.play(alone.point("A3"))
        self.assertEqual((alone.to_play, alone.rows()[0]), ("O", ".X."))

    def test_names_and_blocks_that_do_not_exist(self):
        board = Board(3)
        for name, reason in (("I1", "no column I"), ("D1", "no column D"), ("A4", "no row 4"), ("A0", "no row 0"), ("", "no column ")):
            with self.assertRaisesRegex(ValueError, f"^{reason}$"):
                board.point(name)
        self.assertEqual((board.point("c3"), board.point("pass")), ((2, 2), None))
        with self.assertRaisesRegex(ValueError, "^no stone at A1$"):
            board.block(board.point("A1"))

    def test_score_eyes_and_pictures(self):
        board = Board(rows=[".XO.", "XXOO", ".XO.", "XXOO"])
        self.assertEqual(board.score(), 0)
        self.assertEqual({p: board.is_eye(p, "X") for p in [(0, 3), (0, 1), (3, 3)]}, {(0, 3): True, (0, 1): True, (3, 3): False})
        self.assertEqual(board.moves("X"), [])
        self.assertEqual(board.svg({"A4": "1 < 2"}).count("<circle"), 12)
        self.assertIn("1 &lt; 2", board.svg({"A4": "1 < 2"}))
        self.assertEqual(str(board).splitlines()[-1], "   A B C D")


@needs_program
class Programs(unittest.TestCase):
    def test_gtp(self):
        with Gtp("--preset go3 --sim 20 --size 5 --srand 1") as go3:
            move = go3("genmove b")
            board = go3.board()
            self.assertEqual(board.stones[board.point(move)], "X")
            self.assertIn(move.lower(), go3.win_rates())
            with self.assertRaisesRegex(GtpError, "unknown command"):
                go3("no_such_command")

    def test_the_board_agrees_with_the_program(self):
        rng = random.Random(1)
        with Gtp("--size 5 --nobook") as engine:
            for _ in range(5):
                board = Board(5)
                engine("clear_board")
                for _ in range(40):
                    move = rng.choice(board.moves() or [None])
                    engine(f"play {'b' if board.to_play == 'X' else 'w'} {board.name(move)}")
                    board.play(move)
                    if board.passes == 2:
                        break
                self.assertEqual(engine.board().rows(), board.rows())

    def test_analysis(self):
        with Analysis() as engine:
            reply = engine.query([("B", "C3")], size=5, visits=20)
            self.assertTrue(0 <= reply["rootInfo"]["winrate"] <= 1)
            with self.assertRaises(ValueError):
                engine.query([("B", "Z99")], size=5)

    def test_notebooks(self):
        files = sorted((HERE / "notebooks").glob("*.ipynb"))
        self.assertEqual(len(files), 4)
        with mock.patch.object(sys, "argv", ["notebook", *map(str, files)]):
            self.assertEqual(notebook.main(), 0)


if __name__ == "__main__":
    unittest.main()
