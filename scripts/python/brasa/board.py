"""A Go board, easy to read and fast enough for exercises: captures, simple ko, no suicide."""

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
OTHER = {"X": "O", "O": "X"}


class Board:
    """A position. X is Black, O is White, . is empty; a point is a pair (column, row) from 0, row 0 being the lowest.

    In a notebook the last line `board` of a cell shows a picture; `print(board)` shows text.
    """

    def __init__(self, size=9, rows=None, to_play="X"):
        """Makes an empty board, or one from a list of rows, the top one first, such as ["..X", "O..", "..."]."""
        if rows is not None:
            rows = [row.replace(" ", "") for row in rows]
            size = len(rows)
            if any(len(row) != size or set(row) - set(".XO") for row in rows):
                raise ValueError("expected a square of X, O and .")
        self.size = size
        self.stones = {(x, y): rows[size - 1 - y][x] if rows else "." for x in range(size) for y in range(size)}
        self.to_play = to_play
        self.ko = None
        self.last = None
        self.passes = 0
        self.labels = {}

    def copy(self):
        """Returns an independent copy."""
        copy = Board.__new__(Board)
        copy.__dict__.update(self.__dict__)
        copy.stones = self.stones.copy()
        return copy

    @property
    def points(self):
        """All points."""
        return list(self.stones)

    def neighbors(self, p):
        """Returns the two to four neighbors of a point."""
        x, y = p
        return [q for q in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if q in self.stones]

    def around(self, p):
        """Returns the up to eight points around a point."""
        x, y = p
        ring = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        return [q for q in ring if q in self.stones]

    def block(self, p):
        """Returns the stones of the block at a point, and its liberties, as sets."""
        if self.stones[p] == ".":
            raise ValueError(f"no stone at {self.name(p)}")
        color, block, liberties, todo = self.stones[p], {p}, set(), [p]
        while todo:
            for q in self.neighbors(todo.pop()):
                if self.stones[q] == ".":
                    liberties.add(q)
                elif self.stones[q] == color and q not in block:
                    block.add(q)
                    todo.append(q)
        return block, liberties

    def play(self, p, color=None):
        """Plays at a point, or passes with None. Returns the number of captured stones; raises ValueError if illegal."""
        color = color or self.to_play
        self.to_play = OTHER[color]
        if p is None:
            self.ko, self.last, self.passes = None, None, self.passes + 1
            return 0
        if self.stones.get(p) != "." or p == self.ko:
            self.to_play = color
            raise ValueError(f"illegal move {p}")
        self.stones[p] = color
        captured = set()
        for q in self.neighbors(p):
            if self.stones[q] == OTHER[color]:
                block, liberties = self.block(q)
                if not liberties:
                    captured |= block
        for q in captured:
            self.stones[q] = "."
        block, liberties = self.block(p)
        if not liberties:
            self.stones[p], self.to_play = ".", color
            raise ValueError(f"suicide {p}")
        is_ko = len(captured) == 1 and len(block) == 1 and len(liberties) == 1
        self.ko = captured.pop() if is_ko else None
        self.last, self.passes = p, 0
        return 1 if is_ko else len(captured)

    def is_legal(self, p, color=None):
        """Returns whether a move is legal."""
        if self.stones.get(p) != "." or p == self.ko:
            return False
        color = color or self.to_play
        for q in self.neighbors(p):
            if self.stones[q] == ".":
                return True
            in_atari = len(self.block(q)[1]) == 1
            if in_atari == (self.stones[q] != color):
                return True
        return False

    def is_eye(self, p, color=None):
        """Returns whether an empty point is a one-point eye of a color, and not a false one."""
        color = color or self.to_play
        if self.stones[p] != "." or any(self.stones[q] != color for q in self.neighbors(p)):
            return False
        diagonal = [q for q in self.around(p) if q not in self.neighbors(p)]
        lost = sum(self.stones[q] == OTHER[color] for q in diagonal)
        return lost < (1 if len(diagonal) < 4 else 2)

    def moves(self, color=None):
        """Returns the legal moves that do not fill an own one-point eye."""
        color = color or self.to_play
        return [p for p in self.stones if self.is_legal(p, color) and not self.is_eye(p, color)]

    def playout(self, random):
        """Plays random moves to the end; returns the area score of Black. `random` is a random.Random."""
        for _ in range(3 * self.size**2):
            points = [p for p in self.stones if self.stones[p] == "."]
            while points:
                i = random.randrange(len(points))
                p, points[i] = points[i], points[-1]
                points.pop()
                if self.is_legal(p) and not self.is_eye(p):
                    self.play(p)
                    break
            else:
                self.play(None)
                if self.passes == 2:
                    break
        return self.score()

    def score(self):
        """Returns Black's area minus White's, without komi."""
        score, seen = 0, set()
        for p, color in self.stones.items():
            if color != ".":
                score += 1 if color == "X" else -1
            elif p not in seen:
                region, todo, border = {p}, [p], set()
                while todo:
                    for q in self.neighbors(todo.pop()):
                        if self.stones[q] != ".":
                            border.add(self.stones[q])
                        elif q not in region:
                            region.add(q)
                            todo.append(q)
                seen |= region
                if len(border) == 1:
                    score += len(region) if border == {"X"} else -len(region)
        return score

    def name(self, p):
        """Returns the name of a point, such as "C3"; None is "pass"."""
        return "pass" if p is None else f"{LETTERS[p[0]]}{p[1] + 1}"

    def point(self, name):
        """Returns the point of a name, or None for "pass"; raises ValueError for the name of a point off the board."""
        if name.lower() == "pass":
            return None
        column, row = name[:1].upper(), name[1:]
        if not column or column not in LETTERS[: self.size]:
            raise ValueError(f"no column {column}")
        if not row.isdecimal() or not 1 <= int(row) <= self.size:
            raise ValueError(f"no row {row}")
        return LETTERS.index(column), int(row) - 1

    def rows(self):
        """Returns the rows, the top one first."""
        return ["".join(self.stones[x, y] for x in range(self.size)) for y in reversed(range(self.size))]

    def __str__(self):
        letters = "   " + " ".join(LETTERS[: self.size])
        lines = [f"{self.size - i:2} " + " ".join(row) for i, row in enumerate(self.rows())]
        return "\n".join([*lines, letters])

    def svg(self, labels=None):
        """Returns a picture; `labels` maps points, or their names, to short texts; by default `board.labels`."""
        labels = labels or self.labels
        labels = {self.point(p) if isinstance(p, str) else p: str(text) for p, text in labels.items()}
        side, last = 40 * (self.size + 1), 40 * self.size
        place = {(x, y): (40 * (x + 1), last - 40 * y) for x, y in self.stones}
        parts = [f'<rect width="{side}" height="{side}" fill="#ecc783"/>']
        for i in range(self.size):
            at = 40 * (i + 1)
            parts.append(f'<path d="M{at} 40V{last}M40 {at}H{last}" stroke="#43351c"/>')
            parts.append(f'<text x="{at}" y="{side - 8}" font-size="14">{LETTERS[i]}</text>')
            parts.append(f'<text x="14" y="{last - 40 * i + 5}" font-size="14">{i + 1}</text>')
        for p, (x, y) in place.items():
            color = self.stones[p]
            if color != ".":
                fill = "#16161a" if color == "X" else "#fcfcf8"
                parts.append(f'<circle cx="{x}" cy="{y}" r="18.5" fill="{fill}" stroke="#16161a"/>')
            elif p in labels:
                parts.append(f'<rect x="{x - 15}" y="{y - 10}" width="30" height="20" fill="#ecc783"/>')
            if p == self.last and color != "." and p not in labels:
                parts.append(f'<circle cx="{x}" cy="{y}" r="9" fill="none" stroke="#d1381f" stroke-width="3"/>')
            if p in labels:
                ink = "#fcfcf8" if color == "X" else "#16161a"
                text = labels[p].replace("&", "&amp;").replace("<", "&lt;")
                parts.append(f'<text x="{x}" y="{y + 5}" font-size="14" fill="{ink}">{text}</text>')
        head = f'xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 {side} {side}"'
        return f'<svg {head} font-family="sans-serif" text-anchor="middle">{"".join(parts)}</svg>'

    def _repr_svg_(self):
        return self.svg()
