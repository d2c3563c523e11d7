# Faults of programs, for fake.sh.
clear_board
play black A1
play white B2

10 showboard
#? [<black A1 white B2 >]
20 crash
#? [.*]
30 showboard
#? [<black A1 white B2 >]
40 genmove black
#? [C3]
50 hang
#? [.*]*
60 showboard
#? [<black A1 white B2 black C3 >]
70 babble
#? [.*]*
80 refuse
#? [no]
90 echo good
#? [good]*
100 lines
#? [one.two]
110 lines
#? [one]
120 refuse
#? [.*]&

loadsgf bad.sgf
play black A1
200 showboard
#? [.*]
210 showboard
#? [.*]*
loadsgf good.sgf
220 showboard
#? [<good >]
refuse
230 showboard
#? [<good >]
crash
240 showboard
#? [<good >]
250 directory
#? [tst]
quit
260 showboard
#? [<none>]
