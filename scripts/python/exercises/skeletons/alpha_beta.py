"""Exercise: alpha-beta. Complete the two functions. 60 minutes; lesson 3.

A tree is a list of trees, or a number: the value of a leaf for the first player. The first player is to move at the root,
and the players take turns.

pass       the value of the tree
good       the number of leaves that were looked at is that of alpha-beta, which tries children in order
excellent  best_line, also of a tree with 8192 leaves
"""

import math


def alpha_beta(tree):
    """Returns [value, leaves]."""
    raise NotImplementedError


def best_line(tree):
    """Returns the indices of the children that both players choose; of equal ones the first."""
    raise NotImplementedError
