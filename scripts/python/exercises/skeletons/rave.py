"""Exercise: the weight of RAVE (Gelly and Silver, 2011). Complete the two functions. 30 minutes; lesson 7.

pass       weight: rave_tries / (tries + rave_tries + 4 * tries * rave_tries * bias ** 2)
good       weight is 0 without tries in RAVE; value is (1 - weight) * win rate + weight * win rate of RAVE
excellent  value with tries of one kind only, or of neither: then it is 0.5
"""


def weight(tries, rave_tries, bias):
    """Returns the weight of the RAVE value, from 0 to 1; `bias` is the error expected of RAVE."""
    raise NotImplementedError


def value(wins, tries, rave_wins, rave_tries, bias):
    """Returns the mixed value of a move."""
    raise NotImplementedError
