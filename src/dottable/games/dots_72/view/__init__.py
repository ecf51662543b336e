"""What a seat of DOTS (72 cards) may know, for people: view, narration, text screen and notation."""

from dottable.games.dots_72.view.narration import describe_action, narrate
from dottable.games.dots_72.view.narration_templates import TEMPLATES
from dottable.games.dots_72.view.notation import read_action, write_action
from dottable.games.dots_72.view.refusal_sentences import REFUSAL_SENTENCES
from dottable.games.dots_72.view.seat_view import View, build_view, is_public
from dottable.games.dots_72.view.study_facts import (
    hint_idea,
    known_facts,
    move_reasons,
    reasons_from_sampled_deals,
    reasons_from_simulations,
)
from dottable.games.dots_72.view.terminal_hooks import action_steps, lessons
from dottable.games.dots_72.view.text_screen import draw_screen
