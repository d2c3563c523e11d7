"""Exercise: all moves as first (AMAF). Complete the two functions. 45 minutes; lesson 7.

A playout is [moves, winner]; its moves are pairs [color, point], in order; colors are "X" and "O".

pass       amaf: each move of the player counts as a try of its point, and as a win if the player won the playout
good       a point that the player plays twice in a playout, after a capture, counts once; mixed
excellent  a point where the opponent plays first does not count in that playout
"""


def amaf(playouts, player):
    """Returns a dict from each counted point to [wins, tries]."""
    raise NotImplementedError


def mixed(alpha, amaf_value, value):
    """Returns alpha-AMAF: the mean of both values, with weight alpha for the AMAF value."""
    raise NotImplementedError
