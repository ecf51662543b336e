"""Templates of the narration's sentences, by code. `core/views/narration.py` explains the placeholders."""

from __future__ import annotations

TEMPLATES = {
    # Before the first turn (D2)
    "peeked": "{seat!name} {seat?look|looks} at {seat?your|their} card {place}.",
    "peeked_and_saw": "{seat!name} {seat?look|looks} at {seat?your|their} card {place}: the {card}.",
    "arranged": "{seat!name} {seat?swap|swaps} {seat?your|their} cards {first} and {second}.",
    "ready": "{seat!name} {seat?are|is} ready.",
    "preparation_time_up": "The time to look at cards is up.",
    # Looks of Queens and Kings (D5)
    "looked": "{seat!name} {seat?look|looks} at {owner!whose} card {place}.",
    "looked_at_own": "{seat!name} {seat?look|looks} at their own card {place}.",
    "looked_and_saw": "{seat!name} {seat?look|looks} at {owner!whose} card {place}: the {card}.",
    # Turns (D4)
    "drawn": "{seat!name} {seat?draw|draws} {card}.",
    "drawn_from_new_stock": "{seat!name} {seat?draw|draws} {card} from the new stock made of the pile.",
    "taken": (
        "{seat!name} {seat?take|takes} the {card} from the pile for {seat?your|their} card {place}, the {replaced}."
    ),
    "put": "{seat!name} {seat?put|puts} {card} in place of {seat?your|their} card {place}, the {replaced}.",
    "discarded": "{seat!name} {seat?lay|lays} the {card} on the pile.",
    "ended_turn": "{seat!name} {seat?end|ends} the turn.",
    # Snaps (D7 to D9)
    "snapped": "{seat!name} {seat?snap|snaps} the {top} with the {card}.",
    "snapped_late": "{seat!name} {seat?show|shows} the {card}, but too late; it goes back.",
    "snapped_wrong": (
        "{seat!name} {seat?show|shows} the {card}, which is wrong;"
        " it goes back, and {seat?you|they} take a penalty card."
    ),
    "snapped_wrong_without_penalty": (
        "{seat!name} {seat?show|shows} the {card}, which is wrong; it goes back, and no penalty card is left."
    ),
    "passed": "{seat!name} {seat?pass|passes}.",
    "time_up": "The time to snap is up.",
    # Powers of court cards (D5)
    "chose_own": "{seat!name} {seat?choose|chooses} {seat?your|their} card {place} for a swap.",
    "swapped": (
        "{seat!name} {seat?swap|swaps} {seat?your|their} card {place}"
        " for {other!whose} card {other_place}, both unseen."
    ),
    "declined": "{seat!name} {seat?decline|declines} to use the {court}.",
    # Rounds and the match (D11 to D16)
    "called": '{seat!name} {seat?call|calls} "Dots"!',
    "dealt": "{seat!name} {seat?deal|deals} round {round}.",
    "round_without_call": "The round is over, every player scores their own total: {totals&, }.",
    "call_won": "The round is over, {caller!whose} call holds: {totals&, }.",
    "call_lost": "The round is over, {caller!whose} call fails: {totals&, }.",
    "match_won": "{seat!name} {seat?win|wins} the match with {points} {points#point|points}.",
    "match_shared": "{seats!name} share the win with {points} {points#point|points}.",
    # Parts of sentences
    "total": "{seat!name} {points}",
    "named_card": "the {card}",
    "unseen_card": "a card",
    "drawn_card": "the drawn card",
    "jack": "Jack",
    "queen": "Queen",
    "king": "King",
}
