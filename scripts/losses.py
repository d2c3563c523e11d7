#!/usr/bin/env python3
"""Points that players lose a move, judged by an engine that speaks KataGo's analysis JSON.

losses.py [--engine CMD] [--visits N] [--every N] --player CMD [--player CMD]... GAME.sgf...

Each player, the command of a GTP program, is asked for a move in every Nth position of the games. The loss of a move is the
lead before it minus the lead after it, both for its player. Prints a line for each player: the number of moves, the mean loss
in points and its standard error; from the second player on, also the mean difference to the first and its standard error.
"""

import argparse
import math
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent / "python"))
from brasa.analysis import Analysis  # noqa: E402
from brasa.gtp import Gtp  # noqa: E402


def read(path):
    """Returns size, komi, handicap stones and moves of a record; of its variations, only the first ones."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    value = r"\[((?:[^\]\\]|\\.)*)\]\s*"
    properties = []
    for found in re.finditer(rf"\)|([A-Z]+)\s*((?:{value})+)", text, re.DOTALL):
        if found.group() == ")":
            break
        properties.append((found.group(1), re.findall(value, found.group(2), re.DOTALL)))
    settings = {name: values[0].strip() for name, values in properties}
    try:
        size = int(settings.get("SZ", "19").split(":")[0])
        komi = float(settings.get("KM", "").replace(",", ".") or 7.5)
    except ValueError:
        sys.exit(f"losses.py: {path}: SZ or KM: expected a number")
    stones, moves = [], []
    for name, values in properties:
        is_handicap = name == "AB" and not moves
        if name in ("AB", "AW", "AE") and not is_handicap:
            sys.exit(f"losses.py: {path}: {name}: stones are set up, and not as a handicap")
        if name in ("B", "W") or is_handicap:
            points = [point.strip() for point in values]
            faulty = next((point for point in points if not re.fullmatch("[a-s]{2}|tt|", point)), None)
            if faulty is not None:
                sys.exit(f"losses.py: {path}: {name}[{faulty}]: expected a point up to 19x19")
            (stones if is_handicap else moves).extend(["B" if is_handicap else name, vertex(point, size)] for point in points)
    return size, komi, stones, moves


def vertex(point, size):
    """Returns a point of SGF, of a board up to 19x19, in GTP's letters and numbers."""
    if point in ("", "tt"):
        return "pass"
    return "ABCDEFGHJKLMNOPQRST"[ord(point[0]) - 97] + str(size - (ord(point[1]) - 97))


def losses(players, engine, record, first, every, visits):
    """Returns for every `every`th position of a record from `first` on what each player's move loses, in points and percent;
    None for resigning."""
    size, komi, stones, moves = record
    judged = {}

    def judge(number, *move):
        """Returns Black's lead and win probability after `number` moves of the record and perhaps another one."""
        key = (number, *move)
        if key not in judged:
            reply = engine.query(
                [*moves[:number], *move], size, visits, komi, initialStones=stones,
                initialPlayer="W" if stones else "B", overrideSettings={"reportAnalysisWinratesAs": "BLACK"},
            )  # fmt: skip
            judged[key] = (reply["rootInfo"]["scoreLead"], 100 * reply["rootInfo"]["winrate"])
        return judged[key]

    def loss(number, color, move):
        sign = 1 if color == "B" else -1
        return [sign * (before - after) for before, after in zip(judge(number), judge(number, (color, move)))]

    lost = []
    setup = [f"boardsize {size}", "clear_board", f"komi {komi}", *(f"play {color} {point}" for color, point in stones)]
    for player in players:
        for command in setup:
            player(command)
    for number, (color, point) in enumerate(moves):
        if number % every == first:
            chosen = [player(f"reg_genmove {color}") for player in players]
            lost.append([None if move.lower() == "resign" else loss(number, color, move) for move in chosen])
        for player in players:
            player(f"play {color} {point}")
    return lost


def mean(numbers):
    """Returns the mean and its standard error; neither of no numbers."""
    count = len(numbers)
    if count == 0:
        return math.nan, math.nan
    center = sum(numbers) / count
    return center, math.sqrt(sum((x - center) ** 2 for x in numbers) / count / max(count - 1, 1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", metavar="GAME.sgf")
    parser.add_argument("--player", action="append", required=True, metavar="CMD")
    parser.add_argument("--engine", metavar="CMD", help="by default brasa with one thread")
    parser.add_argument("--visits", type=int, default=2000, help="visits of a position (2000)")
    parser.add_argument("--clip", type=float, default=math.inf, metavar="POINTS", help="count no loss or gain as more")
    parser.add_argument("--every", type=int, default=10, help="moves from one judged position to the next (10)")
    options = parser.parse_args()
    every, lost = options.every, []
    records = [read(path) for path in options.games]
    players = [Gtp(command=command) for command in options.player]
    with Analysis("--threads 1", options.engine) as engine:
        for number, record in enumerate(records):
            lost += losses(players, engine, record, number % every, every, options.visits)
    for player in players:
        player.close()
    lost = [[move and (max(-options.clip, min(options.clip, move[0])), move[1]) for move in row] for row in lost]
    for column in range(len(players)):
        own = [row[column] for row in lost if row[column]]
        numbers = ["{:.2f} {:.2f}".format(*mean([move[unit] for move in own])) for unit in range(2)]
        for unit in range(2) if column > 0 else []:
            both = [row[column][unit] - row[0][unit] for row in lost if row[column] and row[0]]
            numbers.append("{:+.3f} {:.3f}".format(*mean(both)))
        print(len(own), *numbers)


if __name__ == "__main__":
    main()
