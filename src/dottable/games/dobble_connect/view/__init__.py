"""What a seat of Dobble Connect may know, for people: view, narration, text screen and notation."""

from dottable.games.dobble_connect.view.narration import describe_action, is_public, narrate
from dottable.games.dobble_connect.view.narration_templates import TEMPLATES
from dottable.games.dobble_connect.view.notation import read_action, write_action
from dottable.games.dobble_connect.view.refusal_sentences import REFUSAL_SENTENCES
from dottable.games.dobble_connect.view.seat_view import View, build_view
from dottable.games.dobble_connect.view.terminal_hooks import (
    BOARD_COLOURS,
    action_steps,
    countdown,
    draw_compact,
    lessons,
)
from dottable.games.dobble_connect.view.text_screen import draw_screen
