"""A solution of the exercise amaf."""


def amaf(playouts, player):
    """Returns a dict from each counted point to [wins, tries]."""
    sums = {}
    for moves, winner in playouts:
        seen = set()
        for color, point in moves:
            if point not in seen and color == player:
                wins, tries = sums.get(point, [0, 0])
                sums[point] = [wins + (winner == player), tries + 1]
            seen.add(point)
    return sums


def mixed(alpha, amaf_value, value):
    """Returns alpha-AMAF: the mean of both values, with weight alpha for the AMAF value."""
    return alpha * amaf_value + (1 - alpha) * value
