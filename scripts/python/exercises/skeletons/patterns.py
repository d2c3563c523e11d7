"""Exercise: 3x3 patterns. Complete the three functions. 60 minutes; lesson 2.

A pattern is a list of three rows of three characters: X black, O white, . empty, blank off the board, and the wildcards
? (X, O or .), x (not X: O or .) and o (not O: X or .).

pass       expand patterns with ?
good       expand patterns with x and o too; symmetries
excellent  matches, in all 16 symmetries
"""


def expand(pattern):
    """Returns all patterns without wildcards that match the pattern, in any order."""
    raise NotImplementedError


def symmetries(pattern):
    """Returns all rotations and reflections of the pattern, each once, in any order."""
    raise NotImplementedError


def matches(pattern, area):
    """Returns whether an area without wildcards matches the pattern, rotated, reflected or with X and O exchanged."""
    raise NotImplementedError
