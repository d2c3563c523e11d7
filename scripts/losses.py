#!/usr/bin/env python3
"""Points that players lose a move, judged by an engine that speaks KataGo's analysis JSON.

losses.py [--engine CMD] [--visits N] GAME.sgf... > a line: moves, points lost a move, standard error

The loss of a move is the lead before it less the lead after it, both for its player. The moves of all games and of both
players count: to leave out decided positions would favor players whose games are decided by one large mistake.
"""
import argparse
import json
import math
import re
import shlex
import subprocess


def read(path):
    """Returns size, komi and moves of a record without variations."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    size = int(re.search(r"SZ\[(\d+)\]", text + "SZ[19]").group(1))
    komi = float(re.search(r"KM\[([-\d.]+)\]", text + "KM[7.5]").group(1))
    handicap = re.search(r"AB((?:\[[a-s]{2}\])+)", text)
    stones = [["B", vertex(point, size)] for point in re.findall(r"\[(..)\]", handicap.group(1))] if handicap else []
    moves = [[color, vertex(point, size)] for color, point in re.findall(r";\s*([BW])\[([a-s]{0,2})\]", text)]
    return size, komi, stones, moves


def vertex(point, size):
    """Returns a point of SGF in GTP's letters and numbers."""
    if not point:
        return "pass"
    return "ABCDEFGHJKLMNOPQRST"[ord(point[0]) - 97] + str(size - (ord(point[1]) - 97))


def losses(engine, path, visits):
    """Returns the points that each move lost."""
    size, komi, stones, moves = read(path)
    query = {
        "id": path, "moves": moves, "initialStones": stones, "boardXSize": size, "boardYSize": size, "komi": komi,
        "rules": "chinese", "maxVisits": visits, "analyzeTurns": list(range(len(moves) + 1)),
        "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
    }  # fmt: skip
    engine.stdin.write(json.dumps(query) + "\n")
    engine.stdin.flush()
    leads = [None] * (len(moves) + 1)
    while None in leads:
        reply = json.loads(engine.stdout.readline())
        if "error" in reply:
            raise SystemExit(f"{path}: {reply['error']}")
        if "rootInfo" in reply and not reply.get("isDuringSearch"):
            leads[reply["turnNumber"]] = reply["rootInfo"]["scoreLead"]
    for (color, _), before, after in zip(moves, leads, leads[1:]):
        yield (before - after) * (1 if color == "B" else -1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", metavar="GAME.sgf")
    parser.add_argument("--engine", default="brasa analysis --scale-visits 1 --threads 1")
    parser.add_argument("--visits", type=int, default=2000)
    options = parser.parse_args()
    engine = subprocess.Popen(
        shlex.split(options.engine), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    lost = [loss for path in options.games for loss in losses(engine, path, options.visits)]
    engine.stdin.close()
    mean = sum(lost) / len(lost)
    error = math.sqrt(sum((loss - mean) ** 2 for loss in lost) / len(lost) / max(len(lost) - 1, 1))
    print(f"{len(lost)} {mean:.2f} {error:.2f}")


if __name__ == "__main__":
    main()
