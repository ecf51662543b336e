"""What a seat of Dots (52 cards) may know, for people: view, narration, text screen and notation."""

from dottable.games.dots_52.view.hint_reasons import hint_idea
from dottable.games.dots_52.view.narration import describe_action, is_public, narrate
from dottable.games.dots_52.view.narration_templates import TEMPLATES
from dottable.games.dots_52.view.notation import read_action, write_action
from dottable.games.dots_52.view.offered_actions import off_turn_reason, offered_actions
from dottable.games.dots_52.view.refusal_sentences import REFUSAL_SENTENCES
from dottable.games.dots_52.view.seat_view import View, build_view
from dottable.games.dots_52.view.study_facts import known_facts, move_reasons, reasons_from_simulations
from dottable.games.dots_52.view.terminal_hooks import (
    BOARD_COLOURS,
    action_steps,
    countdown,
    draw_compact,
    lessons,
    menu_order,
)
from dottable.games.dots_52.view.text_screen import draw_screen
