# A match of gomill's ringmaster: `ringmaster gomill.ctl run`. Edit the paths and the options of the players.

competition_type = "playoff"
description = "brasa against GNU Go"
board_size = 9
komi = 7.5

players = {
    "brasa": Player("target/release/brasa --quiet --playouts 1000 --threads 1", discard_stderr=True),
    "gnugo": Player("gnugo --mode gtp --chinese-rules --positional-superko --level 10"),
}

matchups = [
    # With allow_claim, brasa ends a game that it has surely won (gomill-genmove_ex).
    Matchup("brasa", "gnugo", number_of_games=100, alternating=True, scorer="players"),
]
