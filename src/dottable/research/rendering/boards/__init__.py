"""Drawn boards, one module per game with the function `draw_board(view, canvas)`."""
