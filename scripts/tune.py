#!/usr/bin/env python3
"""Tunes engine parameters by self-play.

    scripts/tune.py [--size 9] [--iterations 500] [--directory DIR] NAME=START:STEP:MIN:MAX ...
    scripts/tune.py --size 9 puct_constant=1.1:0.3:0.1:5 net_value_share=0.4:0.1:0:1

The method is SPSA: simultaneous perturbation stochastic approximation (Spall, IEEE Transactions on Automatic Control 1992).
Each iteration moves every parameter up or down by its STEP, at random, and plays that engine against the one with the
opposite changes, with both colors equally often. The parameters then move a little toward the side that won more. STEP
should affect strength about equally for all parameters; it shrinks slowly, and so do the parameters' moves. A START
without a decimal point means integers. `brasa help parameters` lists the parameters.

The directory, by default `tune`, gets log.tsv with a line after each iteration. The same command resumes a stopped run.
The result is the mean of the last half of the iterations: play it against the start before you believe it. A thousand
games find little more than a direction. Needs Python 3.8 and no packages.
"""

import argparse
import json
import os
import random
import subprocess
import sys

ALPHA, GAMMA = 0.602, 0.101  # Spall's exponents of the pull and of the step


class Parameter:
    """A parameter with its start, its first step and its range."""

    def __init__(self, text):
        try:
            self.name, numbers = text.split("=")
            start, step, least, most = numbers.split(":")
            self.is_whole = "." not in start
            self.start, self.step, self.least, self.most = (float(number) for number in (start, step, least, most))
        except ValueError:
            raise argparse.ArgumentTypeError(f"'{text}': expected NAME=START:STEP:MIN:MAX") from None
        if not (self.step > 0 and self.least <= self.start <= self.most):
            raise argparse.ArgumentTypeError(f"'{text}': STEP must be positive, and START between MIN and MAX")

    def within(self, value):
        return min(self.most, max(self.least, value))

    def option(self, value):
        value = round(self.within(value)) if self.is_whole else round(self.within(value), 6)
        return f"--set {self.name}={value}"


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parameters", nargs="+", type=Parameter, metavar="NAME=START:STEP:MIN:MAX")
    parser.add_argument("--directory", default="tune", help="directory of the log and the games")
    parser.add_argument("--brasa", default="target/release/brasa", help="our program")
    parser.add_argument("--size", type=int, default=9, help="board size")
    parser.add_argument("--komi", default="7.5", help="komi")
    parser.add_argument("--limit", default="--set time_mode=cpu --time 0.1",
                        help="limit per move (default: a tenth of a second of CPU time)")
    parser.add_argument("--options", default="--nobook", help="further options of both engines")
    parser.add_argument("--iterations", type=int, default=500)
    parser.add_argument("--pairs", type=int, default=os.cpu_count(),
                        help="pairs of games per iteration, played at once")
    parser.add_argument("--pull", type=float, default=0.1,
                        help="first pull: steps that a parameter moves when one side wins all games")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.iterations < 1:
        parser.error("--iterations: expected 1 or more")
    return arguments


def read_log(path, parameters):
    """Returns the values after each iteration; a truncated line is removed."""
    head = "\t".join(["iteration", "score"] + [parameter.name for parameter in parameters]) + "\n"
    if not os.path.exists(path):
        with open(path, "w", encoding="utf-8") as file:
            file.write(head)
        return []
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    if not lines or lines[0] != head:
        sys.exit(f"{path}: the log of other parameters; choose another directory")
    whole = [line for line in lines if line.endswith("\n")]
    if len(whole) < len(lines):
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(whole)
    return [[float(word) for word in line.split("\t")[2:]] for line in whole[1:]]


def play(arguments, number, up, down):
    """Plays the games of an iteration; returns the score of `up`, from -1 to 1."""
    def engine(values):
        sets = " ".join(parameter.option(value) for parameter, value in zip(arguments.parameters, values))
        return f"{arguments.brasa} --quiet --threads 1 --srand %SRAND {arguments.options} {arguments.limit} {sets}"

    games = os.path.join(arguments.directory, str(number))
    match = [arguments.brasa, "match", "--black", engine(up), "--white", engine(down), "--size", str(arguments.size),
             "--komi", arguments.komi, "--games", str(2 * arguments.pairs), "--alternate", "--threads", str(arguments.pairs),
             "--sgffile", games]
    try:
        done = subprocess.run(match, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    except OSError as error:
        sys.exit(f"cannot run {arguments.brasa}: {error.strerror}")
    if done.returncode != 0:
        sys.exit(f"iteration {number}: {done.stderr.strip()}")
    report = subprocess.run([arguments.brasa, "match", "--analyze", games + ".dat", "--json"],
                            stdout=subprocess.PIPE, text=True, check=True)
    report = json.loads(report.stdout)
    if report["errors"]:
        sys.exit(f"iteration {number}: an engine failed; {games}.dat names its command. Remove that file to play again")
    return (report["wins"] - report["losses"]) / (2 * arguments.pairs)


def main():
    arguments = options()
    os.makedirs(arguments.directory, exist_ok=True)
    log = os.path.join(arguments.directory, "log.tsv")
    history = read_log(log, arguments.parameters)
    values = history[-1] if history else [parameter.start for parameter in arguments.parameters]
    stability = arguments.iterations / 10
    for number in range(len(history) + 1, arguments.iterations + 1):
        # An iteration's choices depend only on its number, so that a resumed run continues identically.
        chance = random.Random(f"{arguments.seed} {number}")
        signs = [chance.choice((-1, 1)) for _ in arguments.parameters]
        shrink = number ** -GAMMA
        pull = arguments.pull * ((1 + stability) / (number + stability)) ** ALPHA
        steps = [parameter.step * shrink * sign for parameter, sign in zip(arguments.parameters, signs)]
        up = [value + step for value, step in zip(values, steps)]
        down = [value - step for value, step in zip(values, steps)]
        score = play(arguments, number, up, down)
        values = [parameter.within(value + pull * score * step)
                  for parameter, value, step in zip(arguments.parameters, values, steps)]
        history.append(values)
        with open(log, "a", encoding="utf-8") as file:
            file.write("\t".join([str(number), f"{score:.3f}"] + [f"{value:.6g}" for value in values]) + "\n")
    last = history[len(history) // 2:]
    for i, parameter in enumerate(arguments.parameters):
        mean = sum(values[i] for values in last) / len(last)
        print(parameter.option(mean))


if __name__ == "__main__":
    main()
