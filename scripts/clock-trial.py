#!/usr/bin/env python3
"""Plays games with random clocks against a controller that adds lag, and reports losses on time.

    scripts/clock-trial.py [--games 300] [--cpu] [--long] [LOG]

brasa plays both sides of each game. The controller keeps the clocks: it charges each move the time until the reply plus
a lag of 50 to 300 ms that the engine cannot see, and before each move sends the clocks in whole seconds, as servers do.
Board sizes, time systems and their settings are random, but the same for the same --seed. LOG, by default clock-trial.log
or clock-trial-long.log, gets a line after each game; the same command resumes a stopped trial.

With --cpu a move's time is its CPU time, so that other programs on the machine do not matter. In games with 0.2 seconds
per move, only lag beyond a quarter of a second counts, as on CGOS; otherwise lag alone would lose them.

With --long all games are on 9x9 with a main time of two to three seconds per expected move, so that the time reserved for
lag is a small part of the clock. They show how much of the main time is used.

The exit status is 1 if a game was lost on time, or if long games used less than 80 % of the main time. A long game counts
if it has two seconds per expected move, neither side resigned, it had as many moves as the engine plans for, and its
winner was in doubt for most of them.
"""

import argparse
import json
import os
import pathlib
import random
import shlex
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent / "python"))
from brasa.gtp import Gtp, GtpError  # noqa: E402

LEEWAY = 0.25
TICK = os.sysconf("SC_CLK_TCK")


class Engine(Gtp):
    """A GTP program, and the time it has used."""

    def __init__(self, command, cpu):
        super().__init__(command=shlex.join(command))
        self.cpu = cpu

    def now(self):
        if not self.cpu:
            return time.monotonic()
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK


class Clock:
    """A player's clock, as kept by a server."""

    def __init__(self, system):
        self.system = system
        self.main = self.left = system["main"]
        self.overtime = 0
        self.periods_lost = 0
        self.lost = False
        self.begin_overtime()

    def begin_overtime(self):
        if self.left <= 0 and self.system["kind"] in ("byoyomi", "canadian"):
            self.left, self.overtime = self.system["period"], self.system["count"]

    def spend(self, seconds):
        kind = self.system["kind"]
        if self.overtime == 0:
            if seconds < self.left:
                self.left -= seconds
                if kind.startswith("fischer"):
                    limit = max(self.system.get("limit", float("inf")), self.left)
                    self.left = min(self.left + self.system["increment"], limit)
                    most = self.system.get("per_move", -1)
                    self.lost = 0 <= most < seconds
                return
            seconds -= self.left
            self.left = 0
            self.begin_overtime()
            if self.overtime == 0:
                self.lost = True
                return
        if kind == "canadian":
            self.left -= seconds
            self.overtime -= 1
            self.lost = self.left <= 0
            if self.overtime == 0:
                self.left, self.overtime = self.system["period"], self.system["count"]
            return
        while seconds >= self.left and self.overtime > 0:
            seconds -= self.left
            self.left = self.system["period"]
            self.overtime -= 1
            self.periods_lost += 1
        self.left = self.system["period"]
        self.lost = self.overtime == 0


def expected_moves(size):
    """Returns the number of a player's moves that the engine plans for."""
    return 0.375 * size * size


def random_game(rng):
    """Returns a board size and a time system, with the commands that set it."""
    size = rng.choice([3, 4, 5, 5, 6, 6, 7, 7, 9, 9, rng.choice([8, 11, 13, 19])])
    moves = max(expected_moves(size), 2.5 * size)
    # Enough for the lag of twice as many moves; in some games on small boards much more.
    is_ample = rng.random() < 0.25 and 5 <= size <= 9
    main = round(moves * (rng.uniform(0.9, 1.3) if is_ample else rng.uniform(0.5, 0.7)))
    main = max(2, main)
    kind = rng.choice(["absolute", "absolute", "canadian", "byoyomi", "fischer", "fischer-capped", "bullet"])
    seconds = lambda low, high: round(rng.uniform(low, high), 1)
    if kind == "bullet":
        main = max(1, round(0.2 * moves))
        return size, {"kind": "bullet", "main": main}, rng.choice([f"time_settings {main} 0 0", f"kgs-time_settings absolute {main}"])
    if kind == "absolute":
        return size, {"kind": kind, "main": main}, rng.choice([f"time_settings {main:.0f} 0 0", f"kgs-time_settings absolute {main}"])
    if kind == "canadian":
        main = rng.choice([0, main // 2])
        count = rng.choice([1, 5, 10])
        period = round(count * rng.uniform(0.6, 1.2)) + 1
        name = rng.choice(["time_settings {} {} {}", "kgs-time_settings canadian {} {} {}"])
        return size, {"kind": kind, "main": main, "period": period, "count": count}, name.format(int(main), period, count)
    if kind == "byoyomi":
        main, period, count = rng.choice([0, main // 2]), rng.choice([1, 1, 2]), rng.choice([1, 3, 5])
        name = rng.choice(["kgs", "kata"])
        return size, {"kind": kind, "main": main, "period": period, "count": count}, f"{name}-time_settings byoyomi {main} {period} {count}"
    main, increment = max(3, main // 2), seconds(0.4, 1.0)
    system = {"kind": kind, "main": main, "increment": increment}
    if kind == "fischer":
        return size, system, f"kata-time_settings fischer {main} {increment}"
    limit, per_move = main + rng.choice([0, 5]), rng.choice([-1, -1, 2])
    system.update(limit=limit, per_move=per_move)
    return size, system, f"kata-time_settings fischer-capped {main} {increment} {limit} {per_move}"


def long_game(rng):
    """Returns the board size, the time system and the command of a long game."""
    main = round(expected_moves(9) * rng.uniform(2, 3))
    return 9, {"kind": "absolute", "main": main}, f"time_settings {main} 0 0"


def is_doubtful(engine):
    """Returns whether the last search saw no winner yet; a move without a search says nothing."""
    try:
        return 0.15 < float(engine("uct_value")) < 0.85
    except GtpError:
        return True


def play(engine, number, seed, choose):
    """Plays a game and returns its line of the log."""
    rng = random.Random(f"{seed}-{number}")
    size, system, command = choose(rng)
    for line in (f"boardsize {size}", "clear_board", f"set_random_seed {number + 1}", command):
        engine(line)
    clocks = [Clock(system), Clock(system)]
    moves, doubtful, passes, resigned = [0, 0], 0, 0, False
    least = float("inf")
    while passes < 2 and sum(moves) < 3 * size * size:
        player = sum(moves) % 2
        clock = clocks[player]
        for color, other in zip("bw", clocks):
            engine(f"time_left {color} {int(other.left)} {other.overtime}")
        begun = engine.now()
        move = engine(f"genmove {'bw'[player]}")
        spent = engine.now() - begun
        lag = rng.uniform(0.05, 0.3)
        clock.spend(spent + (max(0, lag - LEEWAY) if system["kind"] == "bullet" else lag))
        moves[player] += 1
        least = min(least, clock.left)
        if clock.lost:
            break
        if move == "resign":
            resigned = True
            break
        passes = passes + 1 if move.lower() == "pass" else 0
        doubtful += is_doubtful(engine)
    main = system["main"]
    bonus = [system.get("increment", 0) * n for n in moves]
    used = [1 - (0 if clock.overtime else clock.left) / (main + extra) if main else None for clock, extra in zip(clocks, bonus)]
    expected = expected_moves(size)
    is_long = min(moves) >= expected and main >= 2 * expected and not resigned and doubtful >= 0.6 * sum(moves)
    return {
        "game": number, "size": size, "command": command, "kind": system["kind"], "moves": moves,
        "lost": [clock.lost for clock in clocks], "periods_lost": [clock.periods_lost for clock in clocks],
        "resigned": resigned, "least": round(least, 2), "doubtful": round(doubtful / max(1, sum(moves)), 2),
        "used": used, "long": is_long,
    }


def report(games):
    print(f"{'system':<16}{'games':>6}{'lost':>6}{'periods lost':>14}{'least left':>12}{'long':>6}{'main time used':>16}")
    is_good = True
    for kind in sorted({game["kind"] for game in games}) + ["all"]:
        some = [game for game in games if kind in (game["kind"], "all")]
        lost = sum(sum(game["lost"]) for game in some)
        shares = [share for game in some if game["long"] for share in game["used"] if share is not None]
        mean = sum(shares) / len(shares) if shares else None
        text = f"{100 * mean:.0f} %" if shares else "-"
        print(f"{kind:<16}{len(some):>6}{lost:>6}{sum(sum(game['periods_lost']) for game in some):>14}"
              f"{min(game['least'] for game in some):>12.2f}{sum(game['long'] for game in some):>6}{text:>16}")
        is_good &= lost == 0 and (kind != "all" or mean is None or mean >= 0.8)
    return is_good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("log", nargs="?", metavar="LOG")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cpu", action="store_true", help="measure CPU time")
    parser.add_argument("--long", action="store_true", help="play long games")
    parser.add_argument("--brasa", default="target/release/brasa", help="our program")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="set a parameter of brasa")
    parser.add_argument("--report", action="store_true", help="only report what is in the log")
    options = parser.parse_args()
    log = options.log or ("clock-trial-long.log" if options.long else "clock-trial.log")
    choose = long_game if options.long else random_game
    data = pathlib.Path(log).read_bytes() if os.path.exists(log) else b""
    # A game whose line was cut off by a kill is replayed.
    whole, cut = data[: data.rfind(b"\n") + 1], data[data.rfind(b"\n") + 1 :]
    if (whole or cut)[:9] != b'{"game": '[: len(whole or cut)]:
        sys.exit(f"clock-trial.py: {log}: no log of this script")
    games = [json.loads(line) for line in whole.splitlines()]
    done = {game["game"] for game in games}
    if not options.report:
        command = [options.brasa, "--quiet", "--threads", "1"]
        for value in options.set + (["time_mode=cpu"] if options.cpu else []):
            command += ["--set", value]
        engine = Engine(command, options.cpu)
        with open(log, "a") as file:
            file.truncate(len(whole))
            try:
                for number in sorted(set(range(options.games)) - done):
                    games.append(play(engine, number, options.seed, choose))
                    file.write(json.dumps(games[-1]) + "\n")
                    file.flush()
                engine("quit")
            except GtpError as error:
                sys.exit(f"clock-trial.py: {error}")
    sys.exit(0 if report(games) else 1)


if __name__ == "__main__":
    main()
