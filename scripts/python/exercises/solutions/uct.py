"""A solution of the exercise uct."""

import math


def select(tree, c):
    """Returns the path from the root: a list of child indices. Of equal bounds take the first."""
    path = []
    while tree["children"]:
        bounds = []
        for child in tree["children"]:
            if child["visits"] == 0:
                bounds.append(math.inf)
            else:
                bonus = c * math.sqrt(math.log(tree["visits"]) / child["visits"])
                bounds.append(child["wins"] / child["visits"] + bonus)
        path.append(bounds.index(max(bounds)))
        tree = tree["children"][path[-1]]
    return path


def backup(tree, path, won):
    """Returns the tree after a playout from the end of the path; `won` is 1 if the player who made the last
    move of the path won it, else 0. The root counts too."""
    nodes = [tree]
    for index in path:
        nodes.append(nodes[-1]["children"][index])
    for node in reversed(nodes):
        node["visits"] += 1
        node["wins"] += won
        won = 1 - won
    return tree
