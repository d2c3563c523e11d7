"""A solution of the exercise dominoes."""


def start(squares):
    """Returns the state of an empty strip."""
    return {"free": [True] * squares, "to_play": "X"}


def moves(state):
    """Returns the list of legal moves."""
    free = state["free"]
    return [i for i in range(len(free) - 1) if free[i] and free[i + 1]]


def play(state, move):
    """Returns the state after a move."""
    free = list(state["free"])
    free[move] = free[move + 1] = False
    return {"free": free, "to_play": "O" if state["to_play"] == "X" else "X"}


def winner(state):
    """Returns "X" or "O", or None while there are moves."""
    if moves(state):
        return None
    return "O" if state["to_play"] == "X" else "X"
