# The player who plays the middle of the straight three wins the game.
loadsgf games/three.sgf
10 reg_genmove black
#? [B1]
20 reg_genmove white
#? [B1]
30 reg_genmove white
#? [!(A1|C1|PASS)]
