"""Exercise: the weight of RAVE (Gelly and Silver, 2011). Complete the two functions. 30 minutes; lesson 7.

pass       weight: rave_tries / (tries + rave_tries + 4 * tries * rave_tries * bias ** 2)
good       weight is 0 without RAVE tries; value is (1 - weight) * win rate + weight * RAVE win rate
excellent  value with tries of one kind only; 0.5 without any
"""


def weight(tries, rave_tries, bias):
    """Returns the weight of the RAVE value, from 0 to 1; `bias` is the expected error of RAVE."""
    raise NotImplementedError


def value(wins, tries, rave_wins, rave_tries, bias):
    """Returns the mixed value of a move."""
    raise NotImplementedError
