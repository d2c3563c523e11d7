# A match of gomill's ringmaster: `ringmaster gomill.ctl run`. Edit the players' paths and options.

competition_type = "playoff"
description = "brasa against GNU Go"
board_size = 9
komi = 7.5

players = {
    # With allow_claim, brasa ends a game it is certain to win (gomill-genmove_ex claim).
    "brasa": Player("target/release/brasa --quiet --playouts 1000 --threads 1", allow_claim=True, discard_stderr=True),
    "gnugo": Player("gnugo --mode gtp --chinese-rules --positional-superko --level 10"),
}

matchups = [
    Matchup("brasa", "gnugo", number_of_games=100, alternating=True, scorer="players"),
]
