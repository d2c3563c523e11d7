"""Exercise: the filter of self-atari. Complete the function. 45 minutes; lesson 1.

Board(rows=rows, to_play=color) makes a board; board.point("C3") a point; board.play(point) plays and returns the number of
captured stones; board.neighbors(point) and board.block(point) tell about blocks and liberties: see brasa/board.py.

pass       a move that leaves a block of its own, which had two liberties or more, with one
good       a single stone with one liberty
excellent  a move that captures is none; a move that joins blocks is judged by the liberties of all
"""

from brasa import Board


def is_self_atari(rows, color, point):
    """Returns whether the legal move leaves its block with one liberty and captures nothing."""
    raise NotImplementedError
