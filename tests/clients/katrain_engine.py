#!/usr/bin/env python3
"""Drives `brasa analysis` with the engine and game modules of KaTrain, without its window.

    python3 -m venv katrain && katrain/bin/pip install katrain
    katrain/bin/python tests/clients/katrain_engine.py target/release/brasa

The same is then asked over WebSocket, where KaTrain has a remote engine (from 1.18).

Exit status: 0 all is well or KaTrain is not installed, 1 otherwise.
"""

import os
import shlex
import subprocess
import sys
import tempfile
import time

# KaTrain writes its configuration to the home directory, and Kivy reads the command line.
os.environ.update(HOME=tempfile.mkdtemp(), KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_FILELOG="1")

try:
    from katrain.core.base_katrain import KaTrainBase
    from katrain.core.engine import KataGoEngine
    from katrain.core.game import Game, KaTrainSGF, Move
except ImportError as error:
    print(f"skipped: `pip install katrain` installs what this test needs ({error})")
    sys.exit(0)
try:
    from katrain.core.remote_engine import RemoteKataGoEngine
except ImportError:
    RemoteKataGoEngine = None

GAME = """(;GM[1]FF[4]SZ[13]KM[6.5]RU[japanese];B[jd];W[dj];B[jj];W[dd];B[gc];W[gk];B[cg];W[kg]
;B[kh];W[jg];B[ih];W[lh];B[li];W[lg])"""
HANDICAP = "(;GM[1]FF[4]SZ[9]KM[0.5]RU[chinese]HA[2]AB[gc][cg];W[cc];B[gg])"


class Messages(KaTrainBase):
    """KaTrain without a window; keeps the messages."""

    def __init__(self):
        self.errors, self.lines = [], []
        super().__init__(force_package_config=True, debug_level=0)

    def log(self, message, level=0):
        self.lines.append(str(message))
        if level == -1:
            self.errors.append(str(message))


def wait(engine, what, seconds=120):
    end = time.time() + seconds
    while not what():
        assert engine.check_alive(), "the engine ended"
        assert time.time() < end, "no answer in time"
        time.sleep(0.05)


def main():
    program = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "brasa"
    check(KataGoEngine, backend="custom", altcommand=f"exec {shlex.quote(program)} analysis")
    if RemoteKataGoEngine:
        server = subprocess.Popen([program, "analysis", "--listen", "0"], stdout=subprocess.PIPE, text=True)
        try:
            check(RemoteKataGoEngine, remote_url=server.stdout.readline().strip())
        finally:
            server.kill()
    print("passed")


def check(kind, **settings):
    katrain = Messages()
    config = dict(katrain.config("engine"), allow_recovery=False, max_visits=400, fast_visits=100, **settings)
    engine = kind(katrain, config)

    # A whole game.
    game = Game(katrain, engine, move_tree=KaTrainSGF.parse_sgf(GAME), analyze_fast=True)
    nodes = list(game.root.nodes_in_tree)
    wait(engine, lambda: all(node.analysis_complete for node in nodes))
    for node in nodes:
        assert len(node.ownership) == 169 and len(node.policy) == 170, "ownership and policy of 13x13"
        assert node.root_visits == 100, node.root_visits
        assert 0 <= node.winrate <= 1 and node.candidate_moves, "win rate and moves"
    first = nodes[0].candidate_moves[0]
    print(f"{len(nodes)} positions; first {first['move']}, black wins {nodes[0].winrate:.2f}, lead {nodes[0].score:.1f}")
    print("loss of the moves in points:", " ".join(f"{node.points_lost:.1f}" for node in nodes[1:]))

    # More about the last position: a region of the board, other moves, and one more move.
    last = nodes[-1]
    found = {}
    requests = {
        "region": {"region_of_interest": (0, 4, 0, 4)},
        "others": {"find_alternatives": True},
        "next": {"next_move": Move.from_gtp("G7", player=last.next_player)},
    }
    for name, more in requests.items():
        engine.request_analysis(last, lambda result, partial, name=name: found.update({name: result}), **more)
    wait(engine, lambda: len(found) == len(requests))
    region = [Move.from_gtp(info["move"]).coords for info in found["region"]["moveInfos"] if info["move"] != "pass"]
    assert region and all(x <= 4 and y <= 4 for x, y in region), "only moves of the region"
    assert not {info["move"] for info in found["others"]["moveInfos"]} & set(last.analysis["moves"]), "other moves"
    assert found["next"]["rootInfo"]["currentPlayer"] != last.next_player, "one more move"

    # Reports of an endless analysis, until it is ended.
    reports = []
    engine.request_analysis(last, lambda result, partial: reports.append(partial), ponder=True, time_limit=False)
    wait(engine, lambda: len(reports) >= 3)
    assert all(reports), "an endless analysis has no last result yet"
    engine.stop_pondering()
    wait(engine, engine.is_idle)
    assert reports[-1] is False, "the last result"

    # A move that cannot be played.
    errors = []
    occupied = Move.from_gtp("K10", player=last.next_player)
    engine.request_analysis(last, lambda *_: None, error_callback=errors.append, next_move=occupied)
    wait(engine, lambda: errors)
    assert "Illegal move" in errors[0]["error"], errors

    # Another game ends all analyses of the one before.
    engine.on_new_game()
    game = Game(katrain, engine, move_tree=KaTrainSGF.parse_sgf(HANDICAP))
    nodes = list(game.root.nodes_in_tree)
    wait(engine, lambda: all(node.analysis_complete for node in nodes))
    assert nodes[0].next_player == "W" and len(nodes[0].ownership) == 81, "a handicap on 9x9"

    engine.shutdown(finish=True)
    assert not katrain.errors, katrain.errors


if __name__ == "__main__":
    main()
