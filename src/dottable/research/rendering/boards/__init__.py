"""Drawn boards, with one module per game that defines `draw_board(view, canvas)`."""
