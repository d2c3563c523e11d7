"""Exercise: a self-atari filter. Complete the function. 45 minutes; lesson 1.

Board(rows=rows, to_play=color) makes a board; board.point("C3") a point; board.play(point) plays and returns the number of
captured stones; board.neighbors(point) and board.block(point) find neighbors, blocks and liberties: see brasa/board.py.

pass       a move that reduces an own block from two or more liberties to one
good       a single stone with one liberty
excellent  a capture is not self-atari; a move that joins blocks counts the liberties of the joined block
"""

from brasa import Board


def is_self_atari(rows, color, point):
    """Returns whether the legal move leaves its block with one liberty and captures nothing."""
    raise NotImplementedError
