"""A solution of the exercise policy."""

import random

from brasa import Board


def pick(rows, color, seed):
    """Returns the name of a move such as "C3". Draw from random.Random(seed), so that a playout can be repeated."""
    board = Board(rows=rows, to_play=color)
    moves = board.moves()
    captures = [p for p in moves if board.copy().play(p) > 0]
    if not moves:
        return "pass"
    return board.name(random.Random(seed).choice(captures or moves))
