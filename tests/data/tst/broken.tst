# An id needs a command.
boardsize 9
10 # name
