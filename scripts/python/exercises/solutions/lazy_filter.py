"""A solution of the exercise lazy_filter."""

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
