#!/usr/bin/env python3
"""Plays whole games against brasa over GTP, does everything a client may do, and checks every reply.

`scripts/soak.sh` starts it. A game's number is the seed that determines everything: board size, rules, clock, threads,
memory, pondering and all actions. A referee in this file, written from the rules rather than brasa's code, keeps its
own board. The soak reports

- a reply that is missing, late, malformed or has a wrong id, and a program that ends or panics,
- a generated move that the rules forbid, and a wrong answer about legality,
- a board, a player to move or a score that differs from the referee's,
- a move that takes longer than its clock allows, and memory beyond the bound.

Meanwhile the machine is kept busy (`--load`), and the summary counts crashes and losses on time separately.
"""

import argparse
import json
import os
import queue
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

COLUMNS = "ABCDEFGHJKLMNOPQRST"
BLACK, WHITE = "b", "w"
PASS = None
RULES = {
    # name: ko, suicide, dead stones must be captured, territory scoring, White's points for a handicap of N stones
    "chinese": ("positional", False, False, False, lambda n: n),
    "cgos": ("positional", False, True, False, lambda n: 0),
    "japanese": ("simple", False, False, True, lambda n: 0),
    "tromp-taylor": ("positional", True, True, False, lambda n: 0),
    "aga": ("situational", False, False, False, lambda n: n - 1),
    "new_zealand": ("situational", True, False, False, lambda n: 0),
}


def other(color):
    return WHITE if color == BLACK else BLACK


class Referee:
    """The stones, ko and history of one game, by the text of the rules."""

    def __init__(self, size, rules):
        self.size, self.rules = size, rules
        self.clear()

    def clear(self):
        self.root = {}
        self.root_to_play = BLACK
        self.moves, self.undone = [], []
        self.restart()

    def restart(self):
        """Goes back to the position before the first move."""
        self.stones = dict(self.root)
        self.to_play = self.root_to_play
        self.ko = None
        self.passes = 0
        self.history = [(frozenset(self.stones.items()), other(self.to_play))]

    def points(self):
        return [(x, y) for x in range(self.size) for y in range(self.size)]

    def neighbors(self, point):
        x, y = point
        around = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        return [(u, v) for u, v in around if 0 <= u < self.size and 0 <= v < self.size]

    def chain(self, stones, start):
        """Returns the chain of a stone, and whether it has a liberty."""
        color, chain, open_, free = stones[start], {start}, [start], False
        while open_:
            for q in self.neighbors(open_.pop()):
                if q not in stones:
                    free = True
                elif stones[q] == color and q not in chain:
                    chain.add(q)
                    open_.append(q)
        return chain, free

    def after(self, color, point):
        """Returns the stones after a move, the ko it leaves, and whether it was suicide."""
        stones = dict(self.stones)
        stones[point] = color
        captured = set()
        for q in self.neighbors(point):
            if stones.get(q) == other(color):
                chain, free = self.chain(stones, q)
                if not free:
                    captured |= chain
                    for r in chain:
                        del stones[r]
        chain, free = self.chain(stones, point)
        if not free:
            for r in chain:
                del stones[r]
            return stones, None, True
        liberties = {q for r in chain for q in self.neighbors(r) if q not in stones}
        is_ko = len(captured) == 1 and len(chain) == 1 and len(liberties) == 1
        return stones, (other(color), captured.pop()) if is_ko else None, False

    def fault(self, color, point):
        """Returns why the rules forbid a move; None if they allow it."""
        if point is PASS:
            return None
        if not all(0 <= number < self.size for number in point):
            return "off the board"
        if point in self.stones:
            return "occupied"
        if self.ko == (color, point):
            return "ko"
        stones, _, suicide = self.after(color, point)
        ko_rule, suicide_allowed, _, _, _ = self.rules
        if suicide and not suicide_allowed:
            return "suicide"
        if ko_rule == "simple":
            return None
        # Situations that arose only from changing the player to move count too.
        past = self.history if color == self.to_play else self.history + [self.situation(other(color))]
        now = frozenset(stones.items())
        repeats = (now == old and (ko_rule == "positional" or mover == color) for old, mover in past)
        return "superko" if any(repeats) else None

    def situation(self, mover):
        return frozenset(self.stones.items()), mover

    def set_to_play(self, color):
        if color != self.to_play:
            self.to_play = color
            self.history.append(self.situation(other(color)))

    def make(self, color, point):
        self.set_to_play(color)
        if point is PASS:
            self.ko, self.passes = None, self.passes + 1
        else:
            self.stones, self.ko, _ = self.after(color, point)
            self.passes = 0
        self.history.append(self.situation(color))
        self.to_play = other(color)

    def play(self, color, point):
        self.make(color, point)
        self.moves.append((color, point))
        self.undone.clear()

    def undo(self, count):
        taken = self.moves[len(self.moves) - count :]
        del self.moves[len(self.moves) - count :]
        self.undone += reversed(taken)
        self.restart()
        for color, point in self.moves:
            self.make(color, point)
        if taken:
            self.set_to_play(taken[0][0])

    def begin_player(self, color):
        """Sets the player to move."""
        if not self.moves:
            if color != self.root_to_play:
                self.root_to_play = color
        self.set_to_play(color)

    def handicap(self):
        """Returns the number of stones Black placed before White's first move, if more than one."""
        stones = 0
        for color, point in self.moves + [(self.to_play, None)]:
            if color == WHITE:
                return stones if stones >= 2 else 0
            if point is PASS:
                break
            stones += 1
        return 0

    def area(self, dead=()):
        """Returns Black's area minus White's, with dead stones removed."""
        stones = {p: c for p, c in self.stones.items() if p not in dead}
        score = sum(1 if color == BLACK else -1 for color in stones.values())
        seen = set()
        for start in self.points():
            if start in stones or start in seen:
                continue
            region, borders, open_ = {start}, set(), [start]
            while open_:
                for q in self.neighbors(open_.pop()):
                    if q in stones:
                        borders.add(stones[q])
                    elif q not in region:
                        region.add(q)
                        open_.append(q)
            seen |= region
            if len(borders) == 1:
                score += len(region) if BLACK in borders else -len(region)
        return score


def text_of(point):
    return "pass" if point is PASS else f"{COLUMNS[point[0]]}{point[1] + 1}"


def point_of(text):
    if text.upper() == "PASS":
        return PASS
    try:
        return COLUMNS.index(text[:1].upper()), int(text[1:]) - 1
    except ValueError:
        raise Finding(f"expected a vertex: '{text}'") from None


def points_of(text):
    try:
        return float(text)
    except ValueError:
        raise Finding(f"expected points: '{text}'") from None


class Finding(Exception):
    """A fault of brasa."""

    kind = "fault"


class Crash(Finding):
    """brasa ended or panicked."""

    kind = "crash"


class Late(Finding):
    """A reply that came too late, or not at all."""

    kind = "late"


class Client:
    """brasa as a child process, and the transcript of its commands and replies."""

    def __init__(self, command, patience):
        self.patience = patience
        self.transcript = []
        self.commands = 0
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors
        )
        self.replies = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        lines = []
        for raw in self.process.stdout:
            line = raw.decode("utf-8", "replace").rstrip("\n")
            if line:
                lines.append(line)
            elif lines:
                self.replies.put("\n".join(lines))
                lines = []
        self.replies.put(None)

    def send(self, line):
        self.transcript.append(line)
        try:
            self.process.stdin.write(line.encode("utf-8", "surrogateescape") + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def receive(self, number, line):
        try:
            reply = self.replies.get(timeout=self.patience)
        except queue.Empty:
            raise Late(f"no reply within {self.patience} s to '{line}'") from None
        if reply is None:
            raise Crash(f"the program ended at '{line}', exit status {self.process.wait()}")
        mark, _, rest = reply.partition(" ")
        if mark not in (f"={number}", f"?{number}"):
            raise Finding(f"'{line}' under id {number} was answered '{reply}'")
        self.transcript.append("# " + reply.replace("\n", "\n# "))
        self.commands += 1
        return mark[0] == "=", rest

    def ask(self, line, interrupt_after=None):
        """Returns whether a command succeeded, and its answer."""
        return self.ask_all([line], interrupt_after)[0]

    def ask_all(self, lines, interrupt_after=None):
        """Sends several commands before reading the first reply."""
        first = self.commands + 1
        for number, line in enumerate(lines, first):
            self.send(f"{number} {line}")
        if interrupt_after is not None:
            time.sleep(interrupt_after)
            self.send("# interrupt")
        return [self.receive(number, line) for number, line in enumerate(lines, first)]

    def get(self, line):
        """Returns the answer to a command that must succeed."""
        good, reply = self.ask(line)
        if not good:
            raise Finding(f"'{line}' failed: {reply}")
        return reply

    def memory(self):
        """Returns the peak memory of the program, in bytes."""
        try:
            for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
        except OSError:
            pass
        return 0

    def told(self):
        """Returns the text of standard error."""
        self.errors.seek(0)
        return self.errors.read().decode("utf-8", "replace")

    def close(self):
        self.process.kill()
        self.process.wait()


class Clock:
    """The time left to each player, as the controller counts it."""

    def __init__(self, rng):
        quick = rng.choice([0.05, 0.2, 1.0])
        self.kind = rng.choice(["none", "none", "absolute", "byoyomi", "canadian", "fischer"])
        self.main = rng.choice([0.0, quick, 10 * quick]) if self.kind in ("byoyomi", "canadian") else 20 * quick
        self.period, self.count = 0.5 + quick, rng.randint(1, 5)
        self.increment = quick
        self.left = {BLACK: self.main, WHITE: self.main}

    def command(self):
        return {
            "none": "kgs-time_settings none",
            "absolute": f"kgs-time_settings absolute {self.main}",
            "byoyomi": f"kgs-time_settings byoyomi {self.main} {self.period} {self.count}",
            "canadian": f"kgs-time_settings canadian {self.main} {self.period * self.count} {self.count}",
            "fischer": f"kata-time_settings fischer {self.main} {self.increment}",
        }[self.kind]

    def most(self, color):
        """Returns the time limit of a move in seconds; None if there is no limit."""
        if self.kind == "none":
            return None
        return self.left[color] + (self.period if self.kind in ("byoyomi", "canadian") else 0.0)

    def spend(self, color, seconds):
        self.left[color] = max(self.left[color] - seconds, 0.0)
        if self.kind == "fischer":
            self.left[color] += self.increment

    def restart(self):
        self.left = {BLACK: self.main, WHITE: self.main}


NONSENSE = [
    "",
    "xyzzy",
    "play",
    "play b",
    "play q D4",
    "play b Z99",
    "play b I5",
    "genmove",
    "genmove q",
    "komi",
    "komi nan",
    "komi 1e99",
    "boardsize 1",
    "boardsize 20",
    "boardsize -5",
    "boardsize 99999999999999999999",
    "time_settings 1",
    "kgs-time_settings byoyomi",
    "kata-time_settings fischer nan 1",
    "loadsgf /nonexistent/file.sgf",
    "savesgf /nonexistent/folder/file.sgf",
    "uct_param_search number_threads 0",
    "uct_param_search rave_weight_final nan",
    "uct_param_search nonsense 1",
    "go_param timelimit -1",
    "go_rules nonsense",
    "go_param_rules ko_rule nonsense",
    "mc_load_patterns /nonexistent",
    "setgame chess",
    "setplayer black nonsense",
    "gogui-setup b A1 q",
    "fixed_handicap 1",
    "set_free_handicap A1 A1",
    "final_status_list nonsense",
    "gg-undo 99999",
    "is_legal b",
    "go_ladder Z9",
    "\u00e9\u00e8 \u56f2\u7881",
]
QUESTIONS = """
    showboard go_board uct_value uct_score uct_stat_search uct_moves uct_bounds uct_gfx uct_node_info uct_sequence
    uct_policy_moves uct_prior_knowledge uct_rave_values uct_stat_player uct_stat_policy uct_root_filter win_rates
    search_report settings list_players list_searches getwinner endofgame getblack getwhite go_safe go_point_numbers
    mc_pattern_values mc_pattern_gfx uct_param_search uct_param_player go_param go_param_rules go_param_timecontrol
    time_lastmove main_time cputime gogui-analyze_commands list_commands name version
""".split()
NUMBERS = [
    ("uct_param_player reuse_subtree", ["0", "1"]),
    ("uct_param_player ponder", ["0", "1"]),
    ("uct_param_player early_pass", ["0", "1"]),
    ("uct_param_player resign_threshold", ["0", "0.1", "0.5"]),
    ("uct_param_player max_games", ["1", "17", "200", "1000"]),
    ("uct_param_search number_threads", ["1", "2", "3"]),
    ("uct_param_search progressive_widening", ["0", "40"]),
    ("uct_param_search number_playouts", ["1", "3"]),
    ("uct_param_search knowledge_threshold", ["0", "5"]),
    ("uct_param_search expand_threshold", ["0", "1", "8"]),
    ("uct_param_search prune_full_tree", ["0", "1"]),
    ("uct_param_search virtual_loss", ["0", "1"]),
    ("uct_param_globalsearch live_gfx", ["0", "1"]),
    ("uct_param_search move_select", ["value", "count", "bound", "estimate"]),
    ("uct_param_globalsearch use_tree_filter", ["0", "1"]),
    ("uct_param_globalsearch mercy_rule", ["0", "1"]),
    ("go_param timelimit", ["0.01", "0.05", "0.2"]),
]


class Game:
    """One game, determined by its number."""

    def __init__(self, number, options):
        self.number, self.options = number, options
        self.rng = random.Random(number)
        rng = self.rng
        self.memory = rng.choice([1_000_000, 8_000_000, 64_000_000])
        self.preset = rng.choice(["default"] * 6 + ["fuego", "fuego2009", "gnugo-mc", "go3"])
        command = (
            f"{options.brasa} --preset {self.preset} --srand {number + 1} --threads {rng.randint(1, 3)}"
            f" --set uct_max_memory={self.memory} --set timelimit=0.05"
        )
        if self.preset == "go3":
            command += " --sim 5"
        self.client = Client(command, options.patience)
        self.counts = {"moves": 0, "interrupts": 0, "undone": 0, "illegal": 0, "seconds_over": 0.0}
        self.memory_used = 0
        self.referee = Referee(19, RULES["chinese"])
        self.clock = Clock(rng)

    def run(self):
        """Plays the game; raises a Finding at the first fault."""
        self.begin()
        steps = self.rng.randint(20, self.options.steps)
        for _ in range(steps):
            self.step()
            self.compare()
        if self.rng.random() < 0.5:
            self.finish()
        self.memory_used = self.client.memory()
        self.client.get("quit")
        try:
            status = self.client.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            raise Late("quit did not end the program within 10 s") from None
        if status != 0:
            raise Crash(f"quit ended with exit status {status}")
        told = self.client.told()
        if "panicked" in told:
            raise Crash("it panicked: " + told[-2000:])

    def begin(self):
        rng, client = self.rng, self.client
        size = rng.choice([2, 3, 5, 7, 9, 9, 9, 9, 13, 19])
        rules = rng.choice(list(RULES))
        client.get(f"boardsize {size}")
        client.get(f"go_rules {rules}")
        client.get(f"komi {rng.choice([-3.5, 0, 0.5, 6.5, 7, 7.5])}")
        self.referee = Referee(size, RULES[rules])
        self.clock = Clock(rng)
        client.get(self.clock.command())
        client.get(f"go_param timelimit {rng.choice(['0.01', '0.03', '0.1'])}")
        client.get(f"uct_param_player max_games {rng.choice(['50', '500', '5000'])}")
        client.get(f"uct_param_player ponder {rng.choice('01')}")
        start = rng.random()
        if start < 0.1:
            good, reply = client.ask(f"fixed_handicap {rng.randint(2, 9)}")
            self.set_up(good, [(BLACK, point_of(text)) for text in reply.split()] if good else [], WHITE)
        elif start < 0.2:
            good, reply = client.ask(f"place_free_handicap {rng.randint(2, 5)}")
            self.set_up(good, [(BLACK, point_of(text)) for text in reply.split()] if good else [], WHITE)
        elif start < 0.4:
            points = rng.sample(self.referee.points(), k=rng.randint(1, size * size // 3))
            stones = [(rng.choice([BLACK, WHITE]), point) for point in points]
            line = " ".join(f"{color} {text_of(point)}" for color, point in stones)
            good, _ = client.ask(f"gogui-setup {line}")
            board = {point: color for color, point in stones}
            lives = all(self.referee.chain(board, point)[1] for point in board)
            if good != lives:
                raise Finding(f"gogui-setup {'accepted' if good else 'refused'} a position")
            self.set_up(good, stones, BLACK)
        self.compare()

    def set_up(self, good, stones, to_play):
        if good:
            self.referee.clear()
            self.referee.root = {point: color for color, point in stones}
            self.referee.root_to_play = to_play
            self.referee.restart()

    def step(self):
        """Does one thing that a client may do."""
        actions = [
            (40, self.genmove),
            (12, self.play),
            (6, self.play_anything),
            (5, self.undo),
            (3, self.redo),
            (3, self.nonsense),
            (5, self.question),
            (3, self.parameter),
            (3, self.reg_genmove),
            (2, self.legality),
            (2, self.pipeline),
            (1, self.round_trip),
            (1, self.rules),
            (1, self.turn),
            (1, self.cleanup),
            (1, self.other_game),
            (1, self.status),
            (1, self.time),
        ]
        weights, functions = zip(*actions)
        self.rng.choices(functions, weights)[0]()
        if self.rng.random() < 0.1:
            # Give brasa time to ponder.
            time.sleep(self.rng.random() * 0.05)

    def compare(self):
        """Compares the board and the player to move."""
        lines = ["list_stones black", "list_stones white", "gettoplay"]
        black, white, to_play = (reply for _, reply in self.client.ask_all(lines))
        stones = {point_of(text): BLACK for text in black.split()}
        stones.update({point_of(text): WHITE for text in white.split()})
        if stones != self.referee.stones:
            wrong = set(stones.items()) ^ set(self.referee.stones.items())
            raise Finding("the boards differ at " + " ".join(sorted(text_of(point) for point, _ in wrong)))
        if to_play.strip()[:1].lower() != self.referee.to_play:
            raise Finding(f"to play: {to_play}, the referee says {self.referee.to_play}")

    def color(self):
        return self.referee.to_play if self.rng.random() < 0.95 else other(self.referee.to_play)

    def generate(self, command, color, interrupt_after=None):
        """Generates a move, and checks it against the rules and the clock."""
        most, start = self.clock.most(color), time.monotonic()
        good, reply = self.client.ask(f"{command} {color}", interrupt_after)
        seconds = time.monotonic() - start
        if not good:
            raise Finding(f"{command} {color} failed: {reply}")
        if most is not None and command == "genmove":
            self.counts["seconds_over"] = max(self.counts["seconds_over"], seconds - most)
            if seconds > most + self.options.slack and most > 0.0:
                raise Late(f"{command} took {seconds:.2f} s of {most:.2f} s left ({self.clock.kind})")
        if interrupt_after is not None and seconds > interrupt_after + 2.0:
            raise Late(f"{command} took {seconds:.2f} s after an interrupt")
        self.counts["moves"] += 1
        if reply.lower() == "resign":
            return "resign", seconds
        point = point_of(reply)
        fault = self.referee.fault(color, point)
        if fault:
            raise Finding(f"{command} {color} = {reply}, which is illegal: {fault}")
        return point, seconds

    def genmove(self):
        color, interrupt_after = self.color(), None
        if self.rng.random() < 0.1:
            interrupt_after = self.rng.random() * 0.05
            self.counts["interrupts"] += 1
        point, seconds = self.generate("genmove", color, interrupt_after)
        self.clock.spend(color, seconds)
        if point != "resign":
            self.referee.play(color, point)

    def reg_genmove(self):
        self.generate("reg_genmove", self.color())

    def cleanup(self):
        color = self.color()
        point, seconds = self.generate("kgs-genmove_cleanup", color)
        self.clock.spend(color, seconds)
        if point != "resign":
            self.referee.play(color, point)

    def play_at(self, color, point):
        fault = self.referee.fault(color, point)
        good, reply = self.client.ask(f"play {color} {text_of(point)}")
        # A move that only superko forbids is accepted: the controller may play by other rules.
        if good != (fault in (None, "superko")):
            raise Finding(f"play {color} {text_of(point)}: '{reply}', the referee says {fault}")
        if good:
            self.referee.play(color, point)
        else:
            self.counts["illegal"] += 1

    def play(self):
        color = self.color()
        legal = [point for point in self.referee.points() if self.referee.fault(color, point) is None]
        self.play_at(color, self.rng.choice(legal) if legal and self.rng.random() < 0.97 else PASS)

    def play_anything(self):
        referee = self.referee
        if referee.ko and self.rng.random() < 0.7:
            self.play_at(*referee.ko)
        else:
            self.play_at(self.color(), self.rng.choice(referee.points()))

    def undo(self):
        count = self.rng.choice([1, 1, 1, 2, 5])
        good, _ = self.client.ask("undo" if count == 1 else f"gg-undo {count}")
        if good != (count <= len(self.referee.moves)):
            raise Finding(f"undo of {count} of {len(self.referee.moves)} moves: {good}")
        if good:
            self.referee.undo(count)
            self.counts["undone"] += count

    def redo(self):
        undone = self.referee.undone
        good, _ = self.client.ask("redo")
        if not undone:
            if good:
                raise Finding("redo of nothing succeeded")
            return
        color, point = undone[-1]
        if good != (self.referee.fault(color, point) in (None, "superko")):
            raise Finding(f"redo {color} {text_of(point)}: {good}")
        if good:
            rest = undone[:-1]
            self.referee.play(color, point)
            self.referee.undone = rest

    def nonsense(self):
        line = self.rng.choice(NONSENSE)
        if not line:
            self.client.send("")
            return
        good, reply = self.client.ask(line)
        if good:
            raise Finding(f"'{line}' was accepted: {reply}")

    def question(self):
        self.client.ask(self.rng.choice(QUESTIONS))

    def parameter(self):
        name, values = self.rng.choice(NUMBERS)
        line = f"{name} {self.rng.choice(values)}"
        if self.preset == "go3" and "max_games" in line:
            return
        good, reply = self.client.ask(line)
        if not good:
            raise Finding(f"'{line}' failed: {reply}")

    def legality(self):
        for color in (BLACK, WHITE):
            listed = {point_of(text) for text in self.client.get(f"all_legal {color}").split()}
            legal = {point for point in self.referee.points() if self.referee.fault(color, point) is None}
            if listed != legal:
                wrong = " ".join(sorted(map(text_of, listed ^ legal)))
                raise Finding(f"all_legal {color} and the referee differ about {wrong}")

    def pipeline(self):
        lines = [self.rng.choice(QUESTIONS) for _ in range(self.rng.randint(2, 30))]
        self.client.ask_all(lines)

    def round_trip(self):
        """Saves the game, empties the board, and loads it again."""
        with tempfile.TemporaryDirectory() as folder:
            name = f"{folder}/game of a soak.sgf"
            self.client.get(f"savesgf {name}")
            before = self.client.get("get_komi")
            self.client.get("clear_board")
            self.client.get(f"loadsgf {name}")
            if self.client.get("get_komi") != before:
                raise Finding("the komi did not survive savesgf and loadsgf")
        self.referee.undone.clear()
        self.clock.restart()

    def rules(self):
        name = self.rng.choice(list(RULES))
        self.client.get(f"go_rules {name}")
        self.referee.rules = RULES[name]

    def turn(self):
        color = self.rng.choice([BLACK, WHITE])
        self.client.get(f"gogui-setup_player {color}")
        self.referee.begin_player(color)

    def other_game(self):
        self.client.get(f"setgame {self.rng.choice(['clobber', 'tictactoe', 'nogo'])}")
        self.client.ask_all(["showboard", "genmove black", "genmove white", "undo", "redo", "settings"])
        self.client.get("setgame go")
        good, _ = self.client.ask(f"boardsize {self.referee.size}")
        if not good:
            raise Finding("the board size was lost in another game")
        self.referee.clear()
        self.clock.restart()

    def time(self):
        if self.clock.kind == "none":
            return
        for color in (BLACK, WHITE):
            self.client.get(f"time_left {color} {max(self.clock.left[color], 0.0):.2f} 0")
            if self.clock.left[color] <= 0.0 and self.clock.kind in ("absolute", "fischer"):
                self.clock.left[color] = 1.0
                self.client.get(f"time_left {color} 1 0")

    def status(self):
        """Checks the lists of stones by status, and after two passes the score."""
        lines = ["final_status_list alive", "final_status_list dead", "final_status_list seki"]
        parts = [[point_of(text) for text in self.client.get(line).split()] for line in lines]
        listed = [point for part in parts for point in part]
        if sorted(listed) != sorted(self.referee.stones):
            raise Finding("final_status_list does not list each stone once")
        _, _, capture_dead, territory, compensation = self.referee.rules
        if capture_dead and parts[1]:
            raise Finding("dead stones under rules that count all stones as alive")
        score = self.client.get("final_score")
        if self.referee.passes < 2 or territory or self.referee.root:
            # The score of an unfinished game is an estimate. The referee counts no prisoners, and cannot tell a
            # handicap from any other position.
            return
        komi = points_of(self.client.get("get_komi"))
        handicap = self.referee.handicap()
        komi += compensation(handicap) if handicap else 0
        expected = self.referee.area(dead=set(parts[1])) - komi
        found = 0.0 if score == "0" else points_of(score[2:]) * (1 if score[0] == "B" else -1)
        if found != expected:
            raise Finding(f"final_score {score}, the referee counts {expected:+}")

    def finish(self):
        """Lets brasa play out the game, and compares the score."""
        for _ in range(self.options.finish * self.referee.size**2):
            if self.referee.passes >= 2:
                break
            self.clock.restart()
            self.client.get(self.clock.command())
            before = len(self.referee.moves)
            color = self.referee.to_play
            point, _ = self.generate("genmove", color)
            if point == "resign":
                break
            self.referee.play(color, point)
            assert len(self.referee.moves) > before
        self.compare()
        self.status()


def play(number, options):
    """Plays a game and returns its line of the log."""
    start = time.monotonic()
    game = Game(number, options)
    found = kind = None
    try:
        game.run()
    except Finding as finding:
        found, kind = str(finding), finding.kind
        told = game.client.told()
        path = options.directory / f"finding-{number}.txt"
        text = [f"# {found}", f"# {game.client.process.args}", *game.client.transcript, "# stderr:", told]
        path.write_text("\n".join(text), encoding="utf-8", errors="replace")
    memory = game.memory_used or game.client.memory()
    game.client.close()
    seconds = round(time.monotonic() - start, 1)
    line = {"game": number, "seconds": seconds, "commands": game.client.commands, "memory": memory}
    return {**line, **game.counts, "finding": found, "kind": kind}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--brasa", default="target/release/brasa", help="the program (%(default)s)")
    parser.add_argument("--directory", type=Path, default=Path("soak"), help="log and findings (%(default)s)")
    parser.add_argument("--hours", type=float, default=1.0, help="hours of play, earlier runs included (%(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="games at once (%(default)s)")
    parser.add_argument("--load", type=int, default=os.cpu_count(), help="other busy processes (%(default)s)")
    parser.add_argument("--steps", type=int, default=150, help="maximum actions per game (%(default)s)")
    parser.add_argument("--finish", type=int, default=2, help="maximum moves to the end, per point (%(default)s)")
    parser.add_argument("--slack", type=float, default=0.5, help="seconds a move may overrun its clock (%(default)s)")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds to wait for a reply (%(default)s)")
    parser.add_argument("--game", type=int, help="play only this game")
    options = parser.parse_args()
    if not shutil.which((shlex.split(options.brasa) or [""])[0]):
        parser.error(f"--brasa: {options.brasa} is no program")
    options.directory.mkdir(parents=True, exist_ok=True)
    if options.game is not None:
        line = play(options.game, options)
        print(json.dumps(line))
        sys.exit(1 if line["finding"] else 0)
    log = options.directory / "log.jsonl"
    log.touch()
    # A game whose line was cut off by a kill is replayed.
    data = log.read_bytes()
    whole, cut = data[: data.rfind(b"\n") + 1], data[data.rfind(b"\n") + 1 :]
    if (whole or cut)[:9] != b'{"game": '[: len(whole or cut)]:
        sys.exit(f"soak.py: {log}: no log of this script")
    done = [json.loads(line) for line in whole.splitlines()]
    os.truncate(log, len(whole))
    next_game = max((line["game"] for line in done), default=0) + 1
    spent = sum(line["seconds"] for line in done)
    lock = threading.Lock()

    def work():
        nonlocal next_game, spent
        while True:
            with lock:
                if spent >= options.hours * 3600.0:
                    return
                number, next_game = next_game, next_game + 1
            line = play(number, options)
            with lock:
                done.append(line)
                spent += line["seconds"]
                with log.open("a") as file:
                    file.write(json.dumps(line) + "\n")
                if line["finding"]:
                    print(f"game {number}: {line['finding']}", flush=True)
                elif sys.stderr.isatty():
                    print(f"\r{len(done)} games, {spent / 3600.0:.2f} h", end="", file=sys.stderr, flush=True)

    # Each exits when its input ends, even if this process is killed.
    busy = "import sys, threading; threading.Thread(target=sys.stdin.read).start()\nwhile threading.active_count() > 1: pass"
    load = [subprocess.Popen([sys.executable, "-c", busy], stdin=subprocess.PIPE) for _ in range(options.load)]
    workers = [threading.Thread(target=work) for _ in range(options.jobs)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for process in load:
        process.stdin.close()
        process.wait()
    total = {key: sum(line[key] for line in done) for key in ("commands", "moves", "interrupts", "undone", "illegal")}
    findings = [line for line in done if line["finding"]]
    count = lambda kind: sum(line.get("kind") == kind for line in findings)
    print(
        f"{len(done)} games in {spent / 3600.0:.2f} h: {total['commands']} commands, {total['moves']} moves generated,"
        f" {total['undone']} undone, {total['interrupts']} interrupts, {total['illegal']} illegal moves refused;"
        f" most memory {max((line['memory'] for line in done), default=0) >> 20} MiB,"
        f" longest overrun {max((line['seconds_over'] for line in done), default=0.0):.2f} s;"
        f" {len(findings)} findings: {count('crash')} crashes, {count('late')} losses on time or late replies"
    )
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
