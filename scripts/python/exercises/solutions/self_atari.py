"""A solution of the exercise self_atari."""

from brasa import Board


def is_self_atari(rows, color, point):
    """Returns whether the legal move leaves its block with one liberty and captures nothing."""
    board = Board(rows=rows, to_play=color)
    captured = board.play(board.point(point))
    _, liberties = board.block(board.point(point))
    return captured == 0 and len(liberties) == 1
