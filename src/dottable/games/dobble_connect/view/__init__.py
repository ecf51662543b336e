"""What a seat of Dobble Connect may know, for people: view, narration, text screen and notation."""

from dottable.games.dobble_connect.view.narration import describe_action, is_public, narrate
from dottable.games.dobble_connect.view.notation import read_action, write_action
from dottable.games.dobble_connect.view.refusals import REFUSAL_SENTENCES
from dottable.games.dobble_connect.view.screen import draw_screen
from dottable.games.dobble_connect.view.seat_view import View, build_view
from dottable.games.dobble_connect.view.templates import TEMPLATES
from dottable.games.dobble_connect.view.terminal_hooks import (
    BOARD_COLOURS,
    action_steps,
    countdown,
    draw_compact,
    lessons,
)
