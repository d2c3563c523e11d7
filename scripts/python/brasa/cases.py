"""The hidden cases of the exercises. A case is a level, a function, its arguments, and the result or a check of it.

Each generator takes a random.Random, so that a seed makes a new exam. The levels are `pass`, `good` and `excellent`.
A function whose name begins with $ is one of the judge, which asks several questions: see grade.py.
"""

import itertools
import math

from .board import Board

PASS, GOOD, EXCELLENT = LEVELS = ("pass", "good", "excellent")


def ucb(random):
    def bound(wins, tries, total, c):
        return math.inf if tries == 0 else wins / tries + c * math.sqrt(math.log(total) / tries)

    for _ in range(20):
        tries = random.randint(1, 50)
        args = [random.randint(0, tries), tries, tries + random.randint(0, 500), random.choice([0, 0.4, 1, 1.4])]
        yield PASS, "bound", args, bound(*args)
    yield GOOD, "bound", [0, 0, 10, 0.4], math.inf
    yield GOOD, "bound", [0, 0, 0, 0.4], math.inf
    for _ in range(20):
        moves = [[random.randint(0, n), n] for n in (random.randint(1, 30) for _ in range(random.randint(2, 8)))]
        c, total = random.choice([0, 0.4, 1.4]), sum(n for _, n in moves)
        bounds = [bound(w, n, total, c) for w, n in moves]
        yield GOOD, "choose", [moves, c], bounds.index(max(bounds))
    yield EXCELLENT, "choose", [[[3, 4], [0, 0], [9, 9], [0, 0]], 0.4], 1
    yield EXCELLENT, "choose", [[[0, 0], [0, 0]], 0.4], 0
    yield EXCELLENT, "choose", [[[1, 2], [2, 4], [1, 2]], 0], 0


def amaf(random):
    def count(playouts, player):
        sums = {}
        for moves, winner in playouts:
            first = {}
            for color, point in moves:
                first.setdefault(point, color)
            for point in (point for point, color in first.items() if color == player):
                wins, tries = sums.get(point, [0, 0])
                sums[point] = [wins + (winner == player), tries + 1]
        return sums

    for level in LEVELS:
        for _ in range(10):
            playouts = []
            for _ in range(random.randint(1, 6)):
                points = random.sample("abcdefgh", 6)
                if level != PASS:  # Captures make points free again.
                    again = random.sample(points[:4], 2)
                    points += again if level == EXCELLENT else [points[0], points[3], points[2]]
                moves = [["XO"[i % 2], point] for i, point in enumerate(points)]
                playouts.append([moves, random.choice("XO")])
            if level == EXCELLENT:
                playouts[0][0] += [["X", playouts[0][0][1][1]], ["O", playouts[0][0][0][1]]]
            player = random.choice("XO")
            if level == GOOD:  # Only the same player plays a point again.
                for playout in playouts:
                    first = {}
                    for move in playout[0]:
                        move[0] = first.setdefault(move[1], move[0])
            yield level, "amaf", [playouts, player], count(playouts, player)
    for _ in range(5):
        args = [random.random(), random.random(), random.random()]
        yield GOOD, "mixed", args, args[0] * args[1] + (1 - args[0]) * args[2]


def uct(random):
    def node(depth, visited=True):
        children = [node(depth - 1) for _ in range(random.randint(2, 4))] if depth else []
        visits = sum(child["visits"] for child in children) + random.randint(1, 40) if visited else 0
        return {"wins": random.randint(0, visits), "visits": visits, "children": children}

    def select(tree, c):
        path = []
        while tree["children"]:
            bounds = [
                math.inf if not child["visits"]
                else child["wins"] / child["visits"] + c * math.sqrt(math.log(tree["visits"]) / child["visits"])
                for child in tree["children"]
            ]  # fmt: skip
            path.append(bounds.index(max(bounds)))
            tree = tree["children"][path[-1]]
        return path

    for level, depth in [(PASS, 1), (GOOD, 3)]:
        for _ in range(15):
            tree, c = node(depth), random.choice([0.2, 0.7, 1.4])
            yield level, "select", [tree, c], select(tree, c)
    for _ in range(10):
        tree = node(2)
        tree["children"][-1]["children"].append(node(0, visited=False))
        yield GOOD, "select", [tree, 0.7], select(tree, 0.7)
    for _ in range(10):
        tree = node(3)
        path, won = select(tree, 0.7), random.choice([0, 1])
        yield EXCELLENT, "backup", [tree, path, won], backed_up(tree, path, won)


def backed_up(tree, path, won):
    """Returns a tree with one more result: `won` is 1 if the player who made the last move of the path won."""
    here = won if len(path) % 2 == 0 else 1 - won
    tree = {"wins": tree["wins"] + here, "visits": tree["visits"] + 1, "children": list(tree["children"])}
    if path:
        tree["children"][path[0]] = backed_up(tree["children"][path[0]], path[1:], won)
    return tree


def rave(random):
    def weight(tries, rave_tries, bias):
        return rave_tries / (tries + rave_tries + 4 * tries * rave_tries * bias**2)

    for _ in range(20):
        args = [random.randint(1, 1000), random.randint(1, 1000), random.choice([0.01, 0.1, 0.3])]
        yield PASS, "weight", args, weight(*args)
    yield GOOD, "weight", [0, 10, 0.1], 1.0
    yield GOOD, "weight", [10, 0, 0.1], 0.0
    yield GOOD, "weight", [0, 0, 0.1], 0.0
    for _ in range(20):
        tries, rave_tries = random.randint(1, 100), random.randint(1, 100)
        wins, rave_wins = random.randint(0, tries), random.randint(0, rave_tries)
        beta = weight(tries, rave_tries, 0.1)
        value = (1 - beta) * wins / tries + beta * rave_wins / rave_tries
        yield GOOD, "value", [wins, tries, rave_wins, rave_tries, 0.1], value
    yield EXCELLENT, "value", [0, 0, 3, 4, 0.1], 0.75
    yield EXCELLENT, "value", [3, 4, 0, 0, 0.1], 0.75
    yield EXCELLENT, "value", [0, 0, 0, 0, 0.1], 0.5


def self_atari(random):
    def is_self_atari(rows, color, name):
        board = Board(rows=rows, to_play=color)
        captured = board.play(board.point(name))
        return captured == 0 and len(board.block(board.last)[1]) == 1

    counts = {(level, answer): 0 for level in LEVELS for answer in (True, False)}
    while min(counts.values()) < 6:
        board = Board(5)
        for _ in range(random.randint(6, 22)):
            if moves := board.moves():
                board.play(random.choice(moves))
            else:
                break
        board.ko = None
        for p in board.moves():
            after, color = board.copy(), board.to_play
            captured = after.play(p)
            blocks = {min(board.block(q)[0]) for q in board.neighbors(p) if board.stones[q] == color}
            before = [len(board.block(q)[1]) for q in blocks]
            level = EXCELLENT if captured or len(blocks) > 1 else GOOD if not blocks else PASS
            if before == [1]:
                continue  # A block that is in atari already is no case of the lecture.
            args = [board.rows(), color, board.name(p)]
            answer = is_self_atari(*args)
            if counts[level, answer] < 12:
                counts[level, answer] += 1
                yield level, "is_self_atari", args, answer


CELLS = {"?": "XO.", "x": "O.", "o": "X."}


def expanded(rows):
    text = "/".join(rows)
    return ["".join(choice).split("/") for choice in itertools.product(*(CELLS.get(c, c) for c in text))]


def symmetries(rows):
    found = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1])]
        found += [rows, rows[::-1]]
    return [list(rows) for rows in sorted({tuple(rows) for rows in found})]


def patterns(random):
    def drawn(cells, edge):
        rows = ["".join(random.choice(cells) for _ in range(3)) for _ in range(3)]
        rows[1] = rows[1][0] + "." + rows[1][2]
        return [*rows[:2], "   "] if edge else rows

    for cells, level in [("XO.???", PASS), ("XO.?xo", GOOD)]:
        for i in range(12):
            rows = drawn(cells, i % 3 == 0)
            yield level, "expand", [rows], lambda found, rows=rows: sorted(found) == sorted(expanded(rows))
    for i in range(10):
        rows = drawn("XO.?", i % 2 == 0)
        yield GOOD, "symmetries", [rows], lambda found, rows=rows: sorted(found) == symmetries(rows)
    swap = str.maketrans("XOxo", "OXox")
    counts = {True: 0, False: 0}
    while min(counts.values()) < 12:
        rows, area = drawn("XO.?xo?", random.random() < 0.3), drawn("XO.", random.random() < 0.3)
        if random.random() < 0.5:
            area = random.choice(symmetries(random.choice(expanded(rows))))
            area = [row.translate(swap) for row in area] if random.random() < 0.5 else area
        variants = symmetries(rows) + symmetries([row.translate(swap) for row in rows])
        answer = any(area in expanded(variant) for variant in variants)
        counts[answer] += 1
        yield EXCELLENT, "matches", [rows, area], answer


def alpha_beta(random):
    def tree(depth, width):
        if depth == 0:
            return random.randint(-9, 9)
        return [tree(depth - 1, width) for _ in range(width)]

    def value(tree, alpha, beta, is_max):
        if not isinstance(tree, list):
            return tree, 1
        best, leaves = (-math.inf if is_max else math.inf), 0
        for child in tree:
            found, looked = value(child, alpha, beta, not is_max)
            leaves += looked
            best = max(best, found) if is_max else min(best, found)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best, leaves

    def line(tree, is_max=True):
        if not isinstance(tree, list):
            return tree, []
        lines = [line(child, not is_max) for child in tree]
        best = (max if is_max else min)(found for found, _ in lines)
        index = [found for found, _ in lines].index(best)
        return best, [index, *lines[index][1]]

    for depth, width in [(1, 3), (2, 3), (3, 3), (4, 2), (3, 4)]:
        for _ in range(4):
            case = tree(depth, width)
            best, leaves = value(case, -math.inf, math.inf, True)
            yield PASS, "alpha_beta", [case], lambda found, best=best: found[0] == best
            yield GOOD, "alpha_beta", [case], [best, leaves]
            yield EXCELLENT, "best_line", [case], line(case)[1]
    case = tree(13, 2)
    yield EXCELLENT, "best_line", [case], line(case)[1]


def transposition(random):
    def graph(layers, width, moves):
        names = [[f"{layer}-{i}" for i in range(width)] for layer in range(layers)]
        edges = {"start": names[0]}
        for here, there in itertools.pairwise(names):
            edges |= {name: random.sample(there, moves) for name in here}
        return edges, {name: random.choice([-1, 0, 1]) for name in names[-1]}

    def value(edges, values):
        known = dict(values)
        for name in reversed(list(edges)):
            known[name] = max(-known[child] for child in edges[name])
        return known["start"]

    for level, layers, width, moves in [(PASS, 4, 3, 2), (GOOD, 8, 4, 3), (EXCELLENT, 60, 6, 4)]:
        for _ in range(5):
            edges, values = graph(layers, width, moves)
            most, best = len(edges) + len(values), value(edges, values)
            if level == PASS:
                yield level, "solve", [edges, values], lambda found, best=best: found[0] == best
            else:
                yield level, "solve", [edges, values], lambda found, best=best, most=most: (
                    found[0] == best and 1 <= found[1] <= most
                )


def policy(random):
    def captures(board):
        return {board.name(p) for p in board.moves() if board.copy().play(p)}

    found = {}
    for seed in range(400):
        board = Board(5)
        for _ in range(random.randint(4, 40)):
            moves = board.moves()
            if not moves:
                break
            board.play(random.choice(moves))
        board.ko = None
        args, moves = [board.rows(), board.to_play, seed], {board.name(p) for p in board.moves()}
        wanted = captures(board)
        if wanted and len(found.setdefault("capture", [])) < 40:
            found["capture"].append((args, wanted))
        elif moves and not wanted and len(found.setdefault("quiet", [])) < 40:
            found["quiet"].append((args, moves))
    for args, moves in found["quiet"]:
        yield PASS, "pick", args, lambda name, moves=moves: name in moves
    for args, moves in found["capture"]:
        yield GOOD, "pick", args, lambda name, moves=moves: name in moves
    # Black captures a stone in one, two or three corners. In 60 draws each of three moves is seen, but for one exam in
    # ten billion.
    corners = [("A1", "B1", "A2"), ("A5", "B5", "A4"), ("E5", "D5", "E4")]
    for count in (1, 2, 3):
        board, seen = Board(5), set()
        for stone, wall, _ in corners[:count]:
            board.stones[board.point(stone)], board.stones[board.point(wall)] = "O", "X"
        wanted = {move for _, _, move in corners[:count]}
        for seed in range(60):
            yield EXCELLENT, "pick", [board.rows(), "X", seed], lambda name, seen=seen, wanted=wanted, seed=seed: (
                seen.add(name) or (name in wanted and (seed < 59 or seen == wanted))
            )
    full = [".XX.X", "XXXXX", "XXXXX", "XXXXX", "XXXX."]
    yield EXCELLENT, "pick", [full, "X", 1], "pass"


def dominoes(random):
    def truth(squares, moves):
        taken = {square for move in moves for square in (move, move + 1)}
        return [i for i in range(squares - 1) if i not in taken and i + 1 not in taken]

    for level in (PASS, GOOD):
        for _ in range(10):
            squares, moves = random.randint(1, 12), []
            for _ in range(random.randint(0, 5) if level == PASS else 9):
                if left := truth(squares, moves):
                    moves.append(random.choice(left))
            left = truth(squares, moves)
            winner = None if left else "OX"[len(moves) % 2]
            if level == PASS:
                yield level, "$moves", [squares, moves], lambda found, left=left: sorted(found) == left
            else:
                yield level, "$winner", [squares, moves], winner
    for squares in range(1, 10):
        yield EXCELLENT, "$first_wins", [squares], squares not in (1, 5, 9)


def layer(random):
    def numbers(count):
        return [random.choice([-2, -1, -0.5, 0, 0.5, 1, 2]) for _ in range(count)]

    for _ in range(10):
        rows, cols = random.randint(1, 4), random.randint(1, 4)
        weights, bias, x = [numbers(cols) for _ in range(rows)], numbers(rows), numbers(cols)
        y = [b + sum(w * v for w, v in zip(row, x)) for row, b in zip(weights, bias)]
        yield PASS, "dense", [weights, bias, x], y
        yield PASS, "relu", [y], [max(0, v) for v in y]
        size, kernel = random.randint(2, 5), [numbers(3) for _ in range(3)]
        plane = [numbers(size) for _ in range(size)]
        at = lambda r, c: plane[r][c] if 0 <= r < size and 0 <= c < size else 0  # noqa: E731
        out = [
            [sum(kernel[i][j] * at(r + i - 1, c + j - 1) for i in range(3) for j in range(3)) for c in range(size)]
            for r in range(size)
        ]
        yield GOOD, "conv3x3", [kernel, plane], out
        slope = numbers(rows)
        gradient = [
            [[s * v for v in x] for s in slope],
            slope,
            [sum(s * row[i] for s, row in zip(slope, weights)) for i in range(cols)],
        ]
        yield EXCELLENT, "gradient", [weights, x, slope], gradient


# Exercises: name, lesson, minutes, title, cases.
EXERCISES = [
    ("self_atari", 1, 45, "the filter of self-atari", self_atari),
    ("patterns", 2, 60, "wildcards and symmetries of 3x3 patterns", patterns),
    ("policy", 2, 60, "a playout policy that captures", policy),
    ("dominoes", 3, 60, "a game of one's own", dominoes),
    ("alpha_beta", 3, 60, "alpha-beta, its leaves and its best line", alpha_beta),
    ("transposition", 3, 45, "a transposition table", transposition),
    ("ucb", 5, 45, "the bound of UCB1 and the choice by it", ucb),
    ("uct", 6, 60, "selection and backup in a tree", uct),
    ("amaf", 7, 45, "all moves as first", amaf),
    ("rave", 7, 30, "the weight of RAVE", rave),
    ("layer", 9, 60, "a layer of a network and its gradient", layer),
]
