"""Grades exercises: python3 -m brasa.grade DIR [--seed N] [--only NAME] [--json FILE].

DIR holds what a student hands in: NAME.py, or an executable NAME that speaks as exercise.py does. Each of the three
levels of an exercise is a point; a level counts when all its cases are right, and the levels below it. The exit status is
0 if each exercise that was handed in passes, 1 otherwise, 2 when DIR cannot be read.
"""

import argparse
import functools
import json
import math
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from .cases import EXERCISES, LEVELS

SECONDS = 20  # for all cases of an exercise
MEMORY = 1 << 30


class Wrong(Exception):
    """An answer that cannot be judged."""


@functools.cache
def without_network():
    """Returns the words that start a program without network, where the system allows it."""
    words = ["unshare", "--user", "--net"]
    try:
        works = subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0
    except OSError:
        works = False
    return words if works else []


def limit():
    """Bounds the memory and processor time of a child process."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS + 5, SECONDS + 5))


class Student:
    """The running program of an exercise."""

    def __init__(self, file):
        words = [sys.executable, "-m", "brasa.exercise", str(file)] if file.suffix == ".py" else [str(file)]
        paths = [str(Path(__file__).resolve().parent.parent), os.environ.get("PYTHONPATH")]
        self.process = subprocess.Popen(
            [*without_network(), *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "PYTHONDONTWRITEBYTECODE": "1"},
            preexec_fn=limit if os.name == "posix" else None,
        )  # fmt: skip
        self.errors = []
        self.listener = threading.Thread(target=lambda: self.errors.extend(self.process.stderr), daemon=True)
        self.listener.start()
        self.is_late = False
        self.timer = threading.Timer(SECONDS, self.kill)
        self.timer.start()

    def kill(self):
        """Ends the program and all that it has started."""
        self.is_late = True
        if os.name == "posix":
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        else:
            self.process.kill()

    def ask(self, call, args):
        """Returns the result of a function; raises Wrong with the reason if there is none."""
        if call == "$first_wins":
            return self.first_wins(self.ask("start", args), {})
        if call.startswith("$"):
            state = self.ask("start", args[:1])
            for move in args[1]:
                state = self.ask("play", [state, move])
            return self.ask(call[1:], [state])
        try:
            self.process.stdin.write(json.dumps({"call": call, "args": args}) + "\n")
            self.process.stdin.flush()
        except OSError:
            pass  # The missing answer is explained below.
        line = self.process.stdout.readline()
        if not line:
            if self.is_late:
                raise Wrong(f"no answer; all questions must be answered within {SECONDS} s")
            self.process.wait()
            self.listener.join(1)
            last = self.errors[-1].strip() if self.errors else f"exit status {self.process.returncode}"
            raise Wrong(f"the program ended: {last}")
        try:
            answer = json.loads(line)
        except ValueError:
            raise Wrong(f"not an answer in JSON: {line.strip()[:80]}") from None
        if not isinstance(answer, dict) or "result" not in answer:
            raise Wrong(str(answer.get("error", "no result")) if isinstance(answer, dict) else "no result")
        return answer["result"]

    def first_wins(self, state, known):
        """Plays a game of one's own to the end in all ways; returns whether the player to move wins."""
        key = json.dumps(state)
        if key not in known:
            moves = self.ask("moves", [state])
            known[key] = any(not self.first_wins(self.ask("play", [state, move]), known) for move in moves)
        return known[key]

    def close(self):
        """Ends the program."""
        self.timer.cancel()
        late, _ = self.is_late, self.kill()
        self.is_late = late
        self.process.wait()
        self.timer.join()
        self.listener.join(1)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except OSError:
                pass


def is_same(found, expected):
    """Returns whether a result is the expected one; numbers may differ by rounding."""
    if isinstance(expected, bool) or isinstance(found, bool) or expected is None or found is None:
        return found is expected
    if isinstance(expected, (int, float)):
        return isinstance(found, (int, float)) and math.isclose(found, expected, rel_tol=1e-6, abs_tol=1e-9)
    if isinstance(expected, list):
        return isinstance(found, list) and len(found) == len(expected) and all(map(is_same, found, expected))
    if isinstance(expected, dict):
        same = isinstance(found, dict) and found.keys() == expected.keys()
        return same and all(is_same(found[key], expected[key]) for key in expected)
    return found == expected


def judge(student, case):
    """Returns what is wrong with the answer to a case, or None."""
    _, call, args, expected = case
    shown = f"{call.lstrip('$')}({', '.join(json.dumps(arg) for arg in args)})"
    shown = shown if len(shown) < 200 else shown[:200] + " ..."
    try:
        found = student.ask(call, args)
    except Wrong as error:
        return f"{shown}: {error}"
    if not callable(expected):
        is_right, wanted = is_same(found, expected), f", expected {json.dumps(expected)[:100]}"
    else:
        try:
            is_right, wanted = expected(found), ", which is wrong"
        except (TypeError, LookupError):
            is_right, wanted = False, ", which has another form than the page says"
    return None if is_right else f"{shown} = {json.dumps(found)[:100]}{wanted}"


def grade(directory, seed, only=None):
    """Yields the result of each exercise."""
    for name, lesson, minutes, title, cases in EXERCISES:
        if only and name != only:
            continue
        result = {"exercise": name, "lesson": lesson, "minutes": minutes, "title": title, "points": 0, "of": len(LEVELS)}
        files = [file for file in (directory / f"{name}.py", directory / name) if file.is_file()]
        if not files:
            yield {**result, "level": "missing", "faults": {}, "seconds": 0}
            continue
        faults, begun, student = {}, time.monotonic(), Student(files[0])
        try:
            # Each exercise has its own numbers, whatever exercises were judged before.
            for case in cases(random.Random(f"{seed} {name}")):
                if case[0] not in faults and (fault := judge(student, case)):
                    faults[case[0]] = fault
                if len(faults) == len(LEVELS):
                    break
        finally:
            student.close()
        reached = next((i for i, level in enumerate(LEVELS) if level in faults), len(LEVELS))
        level = LEVELS[reached - 1] if reached else "fail"
        seconds = round(time.monotonic() - begun, 2)
        yield {**result, "points": reached, "level": level, "faults": faults, "seconds": seconds}


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="brasa.grade", description=__doc__.split("\n\n")[1])
    parser.add_argument("directory", type=Path, metavar="DIR")
    parser.add_argument("--seed", default="1", help="another seed makes other hidden cases")
    parser.add_argument("--only", choices=[exercise[0] for exercise in EXERCISES], metavar="NAME")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results here, for a gradebook")
    options = parser.parse_args(arguments)
    if not options.directory.is_dir():
        print(f"{options.directory}: not a folder", file=sys.stderr)
        return 2
    results = []
    for result in grade(options.directory, options.seed, options.only):
        results.append(result)
        print(f"{result['exercise']:<15}{result['points']} of {result['of']}  {result['level']:<10} {result['title']}")
        # Only the next level to reach matters now.
        for level in [level for level in LEVELS if level in result["faults"]][:1]:
            print(f"    {level}: {result['faults'][level]}")
        sys.stdout.flush()
    points, most = (sum(result[key] for result in results) for key in ("points", "of"))
    print(f"{points} of {most} points")
    if options.json:
        report = {"seed": options.seed, "points": points, "of": most, "exercises": results}
        options.json.write_text(json.dumps(report, indent=1) + "\n")
    return int(any(result["level"] == "fail" for result in results))


if __name__ == "__main__":
    sys.exit(main())
