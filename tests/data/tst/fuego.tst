# A regression test file as those of Fuego: limits on values, and rules as parameters.

boardsize 9
clear_board
go_rules cgos
10 go_param_rules
#? [(?s).*\[bool\] capture_dead 1.*\[list/simple/superko/pos_superko\] ko_rule pos_superko.*]
go_param_rules ko_rule simple
20 go_param_rules
#? [(?s).*ko_rule simple.*]
komi 6.5
30 sg_compare_float 6.5 get_komi
#? [1]
31 sg_compare_float 6.6 get_komi
#? [-1]
32 sg_compare_int 81 echo 80
#? [-1]

# Both sides live behind their walls.
loadsgf games/walls.sgf
uct_param_player max_games 500
40 reg_genmove black
#? [!resign]
41 sg_compare_float 0 uct_value
#? [1]
42 sg_compare_float 1.01 uct_value
#? [-1]
43 uct_value
#? [0\.[0-9]{6}|1\.000000]
44 sg_compare_int 1 uct_stat_search count
#? [1]
