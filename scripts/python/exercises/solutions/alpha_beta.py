"""A solution of the exercise alpha_beta."""

import math


def search(tree, alpha, beta, is_max):
    """Returns the value, the number of visited leaves, and the best line."""
    if not isinstance(tree, list):
        return tree, 1, []
    best, leaves, line = (-math.inf if is_max else math.inf), 0, []
    for index, child in enumerate(tree):
        value, looked, below = search(child, alpha, beta, not is_max)
        leaves += looked
        if value > best if is_max else value < best:
            best, line = value, [index, *below]
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, leaves, line


def alpha_beta(tree):
    """Returns [value, leaves]."""
    value, leaves, _ = search(tree, -math.inf, math.inf, True)
    return [value, leaves]


def best_line(tree):
    """Returns the indices of the children that both players choose, the first of equal ones."""
    return search(tree, -math.inf, math.inf, True)[2]
