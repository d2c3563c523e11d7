"""A client of `brasa analysis`, which reads and writes JSON, one object per line, as KataGo's analysis engine does."""

import itertools
import json
import shlex
import subprocess

from .gtp import program


class Analysis:
    """A running analysis engine.

    with Analysis() as engine:
        print(engine.query([("B", "C3")], size=5, visits=100)["rootInfo"]["winrate"])
    """

    def __init__(self, options="", command=None):
        own = [program(), "analysis", "--scale-visits", "1", *shlex.split(options)]
        words = shlex.split(command) if command else own
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.ids = itertools.count(1)

    def query(self, moves=(), size=9, visits=200, komi=7.5, rules="chinese", **fields):
        """Searches the position after the moves and returns the reply; raises ValueError if the query is refused.

        A move is a pair such as ("B", "C3"). `fields` are further fields of the query, such as initialStones.
        """
        query = {
            "id": str(next(self.ids)), "moves": [list(move) for move in moves], "boardXSize": size,
            "boardYSize": size, "maxVisits": visits, "komi": komi, "rules": rules, **fields,
        }  # fmt: skip
        self.process.stdin.write(json.dumps(query) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            reply = json.loads(line)
            if "error" in reply:
                raise ValueError(reply["error"])
            if reply.get("id") == query["id"] and "rootInfo" in reply and not reply.get("isDuringSearch"):
                return reply
        raise ValueError("the analysis engine has exited")

    def close(self):
        """Ends the engine."""
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
