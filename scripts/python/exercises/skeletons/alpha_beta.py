"""Exercise: alpha-beta. Complete the two functions. 60 minutes; lesson 3.

A tree is a list of trees, or a number: the value of a leaf for the first player. The first player moves at the root, and
the players take turns.

pass       the value of the tree
good       the number of visited leaves is as for alpha-beta that tries children in order
excellent  best_line, even for a tree with 8192 leaves
"""

import math


def alpha_beta(tree):
    """Returns [value, leaves]."""
    raise NotImplementedError


def best_line(tree):
    """Returns the indices of the children that both players choose, the first of equal ones."""
    raise NotImplementedError
