"""Exercise: selection and backup in UCT. Complete the two functions. 60 minutes; lesson 6.

A node is a dict: "wins" and "visits" are numbers, "children" is a list of nodes. A node's wins count for the player who
moved to it, so a player chooses among children by their own wins.

pass       select goes from the root to the child with the highest wins / visits + c * sqrt(ln(visits of the parent) / visits)
good       select continues to a node without children; an unvisited child, the first of several, precedes all others
excellent  backup adds the result to all nodes of the path, alternately for one player and the other
"""

import math


def select(tree, c):
    """Returns the path from the root: a list of child indices. Of equal bounds take the first."""
    raise NotImplementedError


def backup(tree, path, won):
    """Returns the tree after a playout from the end of the path; `won` is 1 if the player who made the last
    move of the path won it, else 0. The root counts too."""
    raise NotImplementedError
