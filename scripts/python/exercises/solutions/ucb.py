"""A solution of the exercise ucb."""

import math


def bound(wins, tries, total, c):
    """Returns the upper bound of a move with `wins` in `tries`, when all moves together were tried `total` times."""
    if tries == 0:
        return math.inf
    return wins / tries + c * math.sqrt(math.log(total) / tries)


def choose(moves, c):
    """Returns the index of the move to try next; `moves` is a list of [wins, tries]."""
    total = sum(tries for _, tries in moves)
    bounds = [bound(wins, tries, total, c) for wins, tries in moves]
    return bounds.index(max(bounds))
