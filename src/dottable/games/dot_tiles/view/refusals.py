"""A sentence for every reason code of the rules."""

from __future__ import annotations

from dottable.games.dot_tiles.rules import flow, placement

REFUSAL_SENTENCES = {
    placement.GROUP_FULL: "That group is full.",
    placement.OTHER_NUMBER: "All tiles of that group must show the same number.",
    placement.NO_SUCH_BOX: "That group has no box for this number.",
    placement.BOX_TAKEN: "The box for this number is taken.",
    placement.OTHER_COLOUR: "All tiles of the Flush must have one colour.",
    placement.THIRD_NUMBER: "The Full House has two numbers already; a third one cannot join them.",
    placement.FOURTH_EQUAL: "The Full House takes at most three tiles of one number.",
    placement.RUN_REPEATS: "The Run has this number already.",
    placement.RUN_TOO_WIDE: "The Run holds four consecutive numbers; this one is too far from the others.",
    flow.TILE_NOT_YOURS: "You do not have that tile to play.",
    flow.NO_BURN_WHILE_PLANNING: "No tile is burned in the planning turn; place it.",
    flow.NO_BURN_WHILE_IT_FITS: "Your tile still fits somewhere, so nothing may be burned.",
}
