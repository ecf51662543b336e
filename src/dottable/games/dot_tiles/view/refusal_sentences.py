"""A sentence for every reason code of the rules."""

from __future__ import annotations

from dottable.games.dot_tiles.rules import flow, placement

REFUSAL_SENTENCES = {
    placement.GROUP_FULL_REFUSAL: "That group is full.",
    placement.DIFFERENT_NUMBER_REFUSAL: "All tiles of that group must show the same number.",
    placement.NO_BOX_FOR_NUMBER_REFUSAL: "That group has no box for this number.",
    placement.BOX_TAKEN_REFUSAL: "The box for this number is taken.",
    placement.DIFFERENT_COLOUR_REFUSAL: "All tiles of the Flush must have one colour.",
    placement.THIRD_NUMBER_REFUSAL: "The Full House has two numbers already; a third one cannot join them.",
    placement.FOURTH_OF_NUMBER_REFUSAL: "The Full House takes at most three tiles of one number.",
    placement.RUN_REPEATS_NUMBER_REFUSAL: "The Run has this number already.",
    placement.RUN_TOO_WIDE_REFUSAL: "The Run holds four consecutive numbers; this one is too far from the others.",
    flow.TILE_NOT_YOURS_REFUSAL: "You do not have that tile to play.",
    flow.BURN_WHILE_PLANNING_REFUSAL: "No tile is burned in the planning turn; place it.",
    flow.BURN_WHILE_TILE_FITS_REFUSAL: "Your tile still fits somewhere, so nothing may be burned.",
}
