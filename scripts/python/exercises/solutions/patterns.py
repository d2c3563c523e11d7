"""A solution of the exercise patterns."""

import itertools


def expand(pattern):
    """Returns all patterns without wildcards that match the pattern, in any order."""
    choices = {"?": "XO.", "x": "O.", "o": "X."}
    cells = "".join(pattern)
    found = ["".join(chosen) for chosen in itertools.product(*(choices.get(cell, cell) for cell in cells))]
    return [[cells[0:3], cells[3:6], cells[6:9]] for cells in found]


def symmetries(pattern):
    """Returns all rotations and reflections of the pattern, each once, in any order."""
    found = []
    for _ in range(4):
        pattern = ["".join(column) for column in zip(*pattern[::-1])]
        for image in (pattern, pattern[::-1]):
            if image not in found:
                found.append(image)
    return found


def matches(pattern, area):
    """Returns whether an area without wildcards matches the pattern, rotated, reflected or with X and O exchanged."""
    exchanged = [row.translate(str.maketrans("XOxo", "OXox")) for row in pattern]
    return any(area in expand(image) for which in (pattern, exchanged) for image in symmetries(which))
