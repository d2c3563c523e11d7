"""Exercise: a playout policy. Complete the function. 60 minutes; lesson 2.

board.moves() lists the legal moves that do not fill an own eye; board.name(point) names one: see brasa/board.py.

pass       a random one of these moves; "pass" if there are none
good       a move that captures, if there is one
excellent  every capturing move is picked for some seeds
"""

import random

from brasa import Board


def pick(rows, color, seed):
    """Returns the name of a move such as "C3". Draw from random.Random(seed), so that a playout can be repeated."""
    raise NotImplementedError
