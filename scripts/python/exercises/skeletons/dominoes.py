"""Exercise: a new game. Complete the four functions. 60 minutes; lesson 3.

Two players take turns placing a domino on two free adjacent squares of a strip; a player who cannot move loses. X begins. A
move is the number of its left square, from 0. A state is any value that JSON can represent; play returns a new one.

pass       moves
good       winner
excellent  all strips of up to nine squares have the right winner under best play
"""


def start(squares):
    """Returns the state of an empty strip."""
    raise NotImplementedError


def moves(state):
    """Returns the list of legal moves."""
    raise NotImplementedError


def play(state, move):
    """Returns the state after a move."""
    raise NotImplementedError


def winner(state):
    """Returns "X" or "O", or None while there are moves."""
    raise NotImplementedError
