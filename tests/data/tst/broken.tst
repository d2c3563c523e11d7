# An id wants a command.
boardsize 9
10 # name
