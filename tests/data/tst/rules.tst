# Rules on which programs agree; nothing here depends on a program's strength.

# A stone without liberties is captured.
boardsize 5
clear_board
play white A1
play black B1
10 list_stones white
#? [A1]
play black A2
11 list_stones white
#? []
12 is_legal white A1
#? [0]
13 is_legal black A1
#? [1]
14 showboard
#? [.*1 \. X .*]

# A move at a point without liberties is legal if it captures.
clear_board
play black A1
play white A2
play black B2
play white B1
play black A3
play white C1
20 is_legal black A1
#? [1]
play black A1
21 list_stones white
#? [B1 C1|C1 B1]
22 list_stones white
#? [!.*A2.*]

# Positions are loaded from files, up to a move.
loadsgf	games/ko.sgf	4
30 is_legal white C3
#? [1]
31 list_stones white
#? [(B4|C5|D4| ){5}]

# A ko cannot be retaken at once, only after a move elsewhere.
loadsgf games/ko.sgf
40 is_legal black C4
#? [!1]
play black E1
play white E5
41 is_legal black C4
#? [1]

# Walls in the middle, and the score.
loadsgf games/walls.sgf
50 final_score
#? [W\+5(\.0)?]
51 get_komi
#? [0(\.0)?]
52 list_stones black
#? [(B[1-5] ?){5}]
undo
undo
53 list_stones black
#? [(B[1-5] ?){5}]
54 undo
#? [.*]*
