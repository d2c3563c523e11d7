"""A solution of the exercise rave."""


def weight(tries, rave_tries, bias):
    """Returns the weight of the RAVE value, from 0 to 1; `bias` is the expected error of RAVE."""
    if rave_tries == 0:
        return 0.0
    return rave_tries / (tries + rave_tries + 4 * tries * rave_tries * bias**2)


def value(wins, tries, rave_wins, rave_tries, bias):
    """Returns the mixed value of a move."""
    if tries == 0 and rave_tries == 0:
        return 0.5
    beta = weight(tries, rave_tries, bias)
    mean = wins / tries if tries else 0
    rave = rave_wins / rave_tries if rave_tries else 0
    return (1 - beta) * mean + beta * rave
