"""What a seat of Dot Allot may know, for people: view, narration, text screen, notation and previews of moves."""

from dottable.games.dot_allot.view.move_preview import Preview, preview
from dottable.games.dot_allot.view.narration import describe_action, is_public, narrate
from dottable.games.dot_allot.view.narration_templates import TEMPLATES
from dottable.games.dot_allot.view.notation import read_action, write_action
from dottable.games.dot_allot.view.refusal_sentences import REFUSAL_SENTENCES
from dottable.games.dot_allot.view.seat_view import View, build_view
from dottable.games.dot_allot.view.study_facts import known_facts, move_reasons, reasons_from_simulations
from dottable.games.dot_allot.view.terminal_hooks import (
    BOARD_COLOURS,
    action_steps,
    describe_preview,
    draw_compact,
    lessons,
)
from dottable.games.dot_allot.view.text_screen import draw_screen
