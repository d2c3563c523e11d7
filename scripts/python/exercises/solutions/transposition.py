"""A solution of the exercise transposition."""


def solve(moves, values):
    """Returns [value, number of searched positions]."""
    table = {}

    def search(position):
        if position not in table:
            if position in values:
                table[position] = values[position]
            else:
                table[position] = max(-search(after) for after in moves[position])
        return table[position]

    value = search("start")
    return [value, len(table)]
