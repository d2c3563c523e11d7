"""Tic Tac Toe, small enough to follow a whole search."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    """A position: nine squares, X to move first. A move is the number of a square, row by row from the top left."""

    def __init__(self, squares="." * 9, to_play="X"):
        self.squares, self.to_play = squares, to_play

    def play(self, move):
        """Returns the position after a move."""
        if self.squares[move] != "." or self.is_over():
            raise ValueError(f"illegal move {move}")
        squares = self.squares[:move] + self.to_play + self.squares[move + 1 :]
        return TicTacToe(squares, "O" if self.to_play == "X" else "X")

    def winner(self):
        """Returns "X", "O", or None."""
        for a, b, c in LINES:
            if self.squares[a] != "." and self.squares[a] == self.squares[b] == self.squares[c]:
                return self.squares[a]
        return None

    def is_over(self):
        """Returns whether the game has ended."""
        return self.winner() is not None or "." not in self.squares

    def moves(self):
        """Returns the legal moves."""
        return [] if self.is_over() else [i for i in range(9) if self.squares[i] == "."]

    def value(self, player):
        """Returns the value of an ended game for a player: 1 for a win, 0.5 for a draw, 0 for a loss."""
        return 0.5 if self.winner() is None else float(self.winner() == player)

    def playout(self, random):
        """Plays random moves to the end; returns the last position."""
        game = self
        while moves := game.moves():
            game = game.play(random.choice(moves))
        return game

    def __str__(self):
        return "\n".join(" ".join(self.squares[i : i + 3]) for i in (0, 3, 6))

    def svg(self, labels=None):
        """Returns a picture; `labels` maps squares to short texts."""
        parts = ['<rect width="180" height="180" fill="#fff"/><path d="M60 5V175M120 5V175M5 60H175M5 120H175" stroke="#333"/>']
        for i, square in enumerate(self.squares):
            x, y, text = 60 * (i % 3) + 30, 60 * (i // 3) + 30, (labels or {}).get(i, "")
            size, text = (15, str(text)) if square == "." else (40, square)
            parts.append(f'<text x="{x}" y="{y + size // 3}" font-size="{size}">{text}</text>')
        head = 'xmlns="http://www.w3.org/2000/svg" width="180" height="180"'
        return f'<svg {head} font-family="sans-serif" text-anchor="middle">{"".join(parts)}</svg>'

    def _repr_svg_(self):
        return self.svg()
