"""Exercise: UCB1. Complete the two functions. 45 minutes; lesson 5.

pass       bound: wins / tries + c * sqrt(ln(total) / tries)
good       a move that was never tried has the bound math.inf, even if total is 0; choose takes the highest bound
excellent  choose takes the first of equal bounds
"""

import math


def bound(wins, tries, total, c):
    """Returns the upper bound of a move with `wins` in `tries`, when all moves together were tried `total` times."""
    raise NotImplementedError


def choose(moves, c):
    """Returns the index of the move to try next; `moves` is a list of [wins, tries]."""
    raise NotImplementedError
