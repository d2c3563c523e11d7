#!/usr/bin/env python3
"""Makes game records go astray, so that a network also learns positions that good players avoid but searches meet.

wild.py GAMES.sgfl [--copies N] [--seed N] > WILD.sgfl

Each game, one SGF per line, is cut at a random move and ends with three random moves, each with an even chance of being
within two points of the move before. `brasa net label --last 2` labels the positions after the first and second of them.
"""
import argparse
import random
import re
import sys


def wild(line, rng):
    """Returns the record with its new ending, or None if the game is too short or has no point left."""
    head, *moves = line.strip()[2:-1].split(";")
    size = int(re.search(r"SZ\[(\d+)\]", head + "SZ[19]").group(1))
    plain = [re.match(r"[BW]\[([a-s]{0,2})\]", move) for move in moves]
    if len(moves) < 8 or None in plain:
        return None
    points = [move.group(1) for move in plain[: rng.randrange(1, len(moves) - 1)]]
    for _ in range(3):
        free = [a + b for a in letters(size) for b in letters(size) if a + b not in points]
        if not free:
            return None
        last = points[-1]
        near = [p for p in free if len(last) == 2 and max(abs(ord(p[i]) - ord(last[i])) for i in (0, 1)) <= 2]
        points.append(rng.choice(near if near and rng.random() < 0.5 else free))
    turns = "".join(f";{'BW'[i % 2]}[{point}]" for i, point in enumerate(points))
    return f"(;{re.sub(r'RE.[^]]*.', '', head)}{turns})"


def letters(size):
    return [chr(ord("a") + i) for i in range(size)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games")
    parser.add_argument("--copies", type=int, default=1, help="wild games per game")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    for _ in range(options.copies):
        with open(options.games, encoding="utf-8") as games:
            for line in games:
                game = wild(line, rng) if line.strip() else None
                if game:
                    sys.stdout.write(game + "\n")


if __name__ == "__main__":
    main()
