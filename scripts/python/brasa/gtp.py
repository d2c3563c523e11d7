"""A client of programs that speak the Go Text Protocol, version 2."""

import os
import shlex
import subprocess

from .board import Board


class GtpError(Exception):
    """A refused command, or a program that has ended."""


def program():
    """Returns the program's path: the variable BRASA, or `brasa`."""
    return os.environ.get("BRASA", "brasa")


class Gtp:
    """A running program.

    with Gtp("--preset go3 --sim 100 --size 5 --srand 1") as go3:
        print(go3("genmove b"))
    """

    def __init__(self, options="", command=None):
        words = shlex.split(command) if command else [program(), "--quiet", *shlex.split(options)]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, command):
        """Sends a command and returns the text of its reply; raises GtpError if it fails."""
        if "\n" in command:
            raise ValueError("one command at a time")
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise GtpError(f"{command}: the program has ended") from None
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise GtpError(f"{command}: the program has ended")
            # The commands have no ids, so the reply has none, and nothing precedes it.
            if line.strip():
                lines.append(line.rstrip())
            elif lines:
                break
        text = "\n".join([lines[0][1:].strip(), *lines[1:]]).strip()
        if not lines[0].startswith("="):
            raise GtpError(f"{command}: {text}")
        return text

    def board(self):
        """Returns the program's board."""
        rows = [line.split() for line in self("showboard").splitlines()]
        rows = [row for row in rows if row and row[0].isdigit() and len(row) > 2]
        size = int(rows[0][0])
        return Board(rows=["".join(row[1 : size + 1]) for row in rows])

    def win_rates(self):
        """Returns the win rates of the last search of go3: a dict from moves to numbers, the best first."""
        text = self("win_rates").splitlines()[0].partition(": ")[2]
        pairs = [pair.split(", ") for pair in text.strip("()").split("), (")]
        return {move: float(rate) for move, rate in pairs}

    def close(self):
        """Ends the program."""
        if self.process.poll() is None:
            try:
                self("quit")
                self.process.wait(5)
            except (GtpError, subprocess.TimeoutExpired):
                self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
