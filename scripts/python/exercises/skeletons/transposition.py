"""Exercise: a transposition table. Complete the function. 45 minutes; lesson 3.

`moves` maps a position to the list of positions after each move; `values` maps a position where the game is over to its
value for the player to move: 1, 0 or -1. The game begins at "start". The opponent's value is the negative.

pass       the value of the start for the player to move
good       no position is searched twice: the number of searched positions is at most the number of positions
excellent  the same in a game with 4 ** 60 lines
"""


def solve(moves, values):
    """Returns [value, number of searched positions]."""
    raise NotImplementedError
