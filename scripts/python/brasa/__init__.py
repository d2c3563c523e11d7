"""Python tools of the course: clients of the program, boards, and the exercises. The standard library is enough.

    from brasa import Analysis, Board, Gtp, TicTacToe
"""

from .analysis import Analysis
from .board import Board
from .games import TicTacToe
from .gtp import Gtp, GtpError

__all__ = ["Analysis", "Board", "Gtp", "GtpError", "TicTacToe"]
