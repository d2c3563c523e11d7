"""Exercise: a game of one's own. Complete the four functions. 60 minutes; lesson 3.

Two players in turn put a domino on two free neighboring squares of a strip; who cannot move loses. X begins. A move is the
number of the left one of its squares, from 0. A state is whatever JSON can write; play makes a new one.

pass       moves
good       winner
excellent  all strips of up to nine squares have the right winner under best play
"""


def start(squares):
    """Returns the state of a free strip."""
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
