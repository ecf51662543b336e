"""What a seat of DOT: Dice or Tiles may know, for people: view, narration, text screen and notation."""

from dottable.games.dot_tiles.view.hint_reasons import hint_idea
from dottable.games.dot_tiles.view.narration import describe_action, is_public, narrate
from dottable.games.dot_tiles.view.narration_templates import TEMPLATES
from dottable.games.dot_tiles.view.notation import read_action, write_action
from dottable.games.dot_tiles.view.refusal_sentences import REFUSAL_SENTENCES
from dottable.games.dot_tiles.view.seat_view import View, build_view
from dottable.games.dot_tiles.view.study_facts import known_facts, move_reasons, reasons_from_simulations
from dottable.games.dot_tiles.view.terminal_hooks import BOARD_COLOURS, action_steps, lessons
from dottable.games.dot_tiles.view.text_screen import draw_screen
