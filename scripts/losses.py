#!/usr/bin/env python3
"""Points lost per move, as judged by an engine that speaks KataGo's analysis JSON.

losses.py [--engine CMD] [--visits N] GAME.sgf...

Prints a line: the number of moves, the mean number of points lost, and its standard error. A move's loss is the lead
before it minus the lead after it, both for its player. All moves of all games and both players count: leaving out decided
positions would favor players whose games are decided by one large mistake.
"""
import argparse
import math
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent / "python"))
from brasa.analysis import Analysis  # noqa: E402


def read(path):
    """Returns size, komi, handicap stones and moves of a record without variations."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    size = int(re.search(r"SZ\[(\d+)\]", text + "SZ[19]").group(1))
    komi = float(re.search(r"KM\[([-\d.]+)\]", text + "KM[7.5]").group(1))
    handicap = re.search(r"AB((?:\[[a-s]{2}\])*)", text + "AB")
    stones = [["B", vertex(point, size)] for point in re.findall(r"\[(..)\]", handicap.group(1))]
    moves = [[color, vertex(point, size)] for color, point in re.findall(r";\s*([BW])\[([a-s]{0,2})\]", text)]
    return size, komi, stones, moves


def vertex(point, size):
    """Returns an SGF point in GTP's letters and numbers."""
    if not point:
        return "pass"
    return "ABCDEFGHJKLMNOPQRST"[ord(point[0]) - 97] + str(size - (ord(point[1]) - 97))


def losses(engine, path, visits):
    """Returns the points lost by each move."""
    size, komi, stones, moves = read(path)

    def lead(count):
        reply = engine.query(
            moves[:count], size, visits, komi, initialStones=stones, initialPlayer="W" if stones else "B",
            overrideSettings={"reportAnalysisWinratesAs": "BLACK"},
        )  # fmt: skip
        return reply["rootInfo"]["scoreLead"]

    leads = [lead(count) for count in range(len(moves) + 1)]
    return [
        (before - after) * (1 if color == "B" else -1) for (color, _), before, after in zip(moves, leads, leads[1:])
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", metavar="GAME.sgf")
    parser.add_argument("--engine", metavar="CMD", help="by default brasa with one thread")
    parser.add_argument("--visits", type=int, default=2000, help="visits per position (2000)")
    options = parser.parse_args()
    with Analysis("--threads 1", options.engine) as engine:
        lost = [loss for path in options.games for loss in losses(engine, path, options.visits)]
    mean = sum(lost) / len(lost)
    error = math.sqrt(sum((loss - mean) ** 2 for loss in lost) / len(lost) / max(len(lost) - 1, 1))
    print(f"{len(lost)} {mean:.2f} {error:.2f}")


if __name__ == "__main__":
    main()
