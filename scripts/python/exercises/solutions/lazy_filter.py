"""Exercise: a lazy filter. Complete `choose`. 30 minutes; lesson 2.

A simulation plays a random move, but never a bad one. Testing all moves first is slow: draw a move, then test it.

pass       a move that is not bad; None if there is none
good       the filter tests moves until one passes, and no move twice
excellent  each move that is not bad is equally likely
"""

import random


def choose(moves, is_bad, rng):
    """Returns a random move of the list for which is_bad(move) is false. Draw from rng, as in rng.randrange(6)."""
    while moves:
        i = rng.randrange(len(moves))
        if not is_bad(moves[i]):
            return moves[i]
        moves[i] = moves[-1]
        moves.pop()
    return None


def asked(moves, bad, seed):
    """Given: returns the choice and the tested moves, in order."""
    questions = []

    def is_bad(move):
        questions.append(move)
        return move in bad

    return [choose(list(moves), is_bad, random.Random(seed)), questions]
