"""Guessing what the others hold from what they did, for searches.

Of two players everything since the deal tells something about the other's hand (`story.py`): would a player with these
cards have thrown away that card? Taken that discard, or left it? Which cards were drawn is unknown, so it is
supposed: a stay is a card of the other hand with the turn in which it came and the one in which it went. What is
supposed is changed again and again, a card for another or the turns in which two cards came, and a change is kept if
it goes with the story, or sometimes if it does not: a Markov chain (Metropolis) over all that may have happened.
"""

from __future__ import annotations

from math import log
from typing import Any

from dottable.core.chance import WORD, below, rekey, shuffle, word
from dottable.core.rule import big_rule, rule
from dottable.games.dots_72.appraisal import CARDS, LOSSES, PLAIN, TOTAL, appraise, least_missed
from dottable.games.dots_72.calls import points_without
from dottable.games.dots_72.choices import is_enough, weigh_cards, worth_with
from dottable.games.dots_72.hands import add_card, place_of, remove_at
from dottable.games.dots_72.knowledge import gather_unknown, knows, resample
from dottable.games.dots_72.pieces import DECK, NO_CARD
from dottable.games.dots_72.piles import take_discard
from dottable.games.dots_72.state import EVERYBODY, HAND, bit_of, may_take
from dottable.games.dots_72.story import began_with_discard, ended_with, retell

POOL = 4096
"""So many states a search imagines for a move."""
EACH = 64
"""So many of them come from one chain; the next one begins anew."""
WARMING = 40
"""So many changes for every turn are tried before the first state of a chain counts,"""
MOST_WARMING = 320
HASTE = 8
"""but no more than these, in all and for every state that is wanted: a move takes less than a second;"""
APART = 4
"""so many between two."""
MOST_FITS = 2500
"""A chain stops changing after so many looks at a turn: a player who does nothing one would expect takes long."""
TURNS = 12
"""So many of the other player's turns are thought of, the latest ones."""
SCENES = 3 * TURNS
STARTED, PICKED, SUPPOSED = range(3)
"""For each turn three states after those of the pool: the table as onlookers saw it at its start and before the
discard, and the same with a hand in it."""
FACE, CAME, WENT, UNSEEN, LISTED, FITS, ROWS = range(7)
NOTES = (ROWS, DECK)
"""What is noted: for every stay its card, the turn in which it came and the one in which it went; the cards that the
seat has not seen anywhere; the cards of a hand; and how often a chain has looked at a turn."""
BEFORE, STAYED = 0, 1 << 20
"""When cards came that were there at first, and went that are there still."""

WORTH = 0.164
WORTH_LATER = 0.0745
"""What a good hand has for it: the logarithm of its worth counts so much, and more with every discard. Fitted to
6,000 turns of greedy play by two: in each the true hand was to be told from 24 that were drawn at random."""
MOST_HOPE = 20.0
SURPRISE = 3.0
"""What is against a hand if its player would have done something else, a logarithm: people are not all alike."""
REGRET = 40.0
"""The same for the loss that a discard would have been, as a share of the hand's worth."""

NEW = DECK
"""Where the fit of a turn is noted that may come to be."""

ROOT, DREAM = 0, 3
"""Two of the states of a search: the true one as far as it is known, and one newly imagined."""


@big_rule
def likeness(s: Any, seat: int, buffer: Any) -> float:
    """How well the others' hands go with how long they were collected: the logarithm of a likelihood."""
    like = 0.0
    for other in range(s.seats):
        if other != seat:
            like += hope_of(s, appraise(s, other, NO_CARD, PLAIN, buffer))
    return like


@rule
def hope_of(s: Any, worth: int) -> float:
    """How well a hand goes with all that was done before, by its worth alone."""
    return (WORTH + WORTH_LATER * 2.0 * s.discards_left / s.seats) * log(1.0 + worth)


@rule
def stir(s: Any, seat: int, g: Any) -> None:
    """Draw the luck to come anew, and leave all hands as they are."""
    if s.pile_is_known == 0:
        shuffle(g, s.pile, s.pile_left)
    rekey(s.rng, g)


@big_rule
def guess(states: Any, pool: Any, notes: Any, likelihoods: Any, g: Any, count: int, seat: int, buffer: Any) -> bool:
    """Imagine `count` states by the story, if there is one to follow; whether there was.

    `likelihoods` gets how likely each of them is, as a logarithm.
    """
    if states[ROOT].seats != 2 or states[ROOT].told <= 1:
        return False
    first = set_scenes(states, pool, 1 - seat)
    stays = note_stays(states, pool, notes, seat, first)
    if stays > 0:
        follow_story(states, pool, notes, likelihoods, g, count, seat, first, stays, buffer)
    return stays > 0


@rule
def scene_of(pool: Any, first: int, turn: int) -> int:
    """Where the scenes of a turn begin."""
    return len(pool) - SCENES + 3 * ((turn - first) // 2)


@big_rule
def set_scenes(states: Any, pool: Any, other: int) -> int:
    """The table as it was in the other player's turns, the first of which is returned."""
    last = states[ROOT].told - 1
    first = max(last - 2 * (TURNS - 1), 2 - last % 2)
    for turn in range(first, last + 1, 2):
        at = scene_of(pool, first, turn)
        pool[at + STARTED] = states[ROOT]
        retell(states[ROOT], turn, pool[at + STARTED])
        pool[at + PICKED] = pool[at + STARTED]
        if began_with_discard(states[ROOT], turn):
            add_card(pool[at + PICKED], other, take_discard(pool[at + PICKED]), EVERYBODY)
        pool[at + SUPPOSED] = pool[at + STARTED]
    return first


@big_rule
def note_stays(states: Any, pool: Any, notes: Any, seat: int, first: int) -> int:
    """Note every stay of a card that the seat did not see come, those with cards it does not know last.

    Returns how many there are; none if the story does not go with what the seat knows.
    """
    other, last = 1 - seat, states[ROOT].told - 1
    stays, comings = 0, HAND - pool[scene_of(pool, first, first)].held[other]
    for k in range(comings):
        notes[CAME, k] = BEFORE
    for turn in range(first, last + 1, 2):
        thrown = ended_with(states[ROOT], turn)
        if not began_with_discard(states[ROOT], turn):
            notes[CAME, comings] = turn
            comings += 1
        if not holds(pool[scene_of(pool, first, turn) + PICKED], other, thrown):
            notes[FACE, stays], notes[WENT, stays] = thrown, turn
            stays += 1
    states[DREAM] = states[ROOT]
    retell(states[ROOT], last + 1, states[DREAM])
    for is_hidden in range(2):
        for k in range(states[ROOT].held[other]):
            if knows(states[ROOT], seat, other, k) != (is_hidden == 1):
                face = states[ROOT].hand[other, k]
                if is_hidden == 0 and take_out(states[DREAM], other, face):
                    continue
                notes[FACE, stays], notes[WENT, stays] = face, STAYED
                stays += 1
    return stays if stays == comings and states[DREAM].held[other] == 0 else 0


@rule
def holds(scene: Any, other: int, face: int) -> bool:
    return place_of(scene, other, face) < scene.held[other]


@rule
def take_out(scene: Any, other: int, face: int) -> bool:
    """Take a card out of a hand, if it is there."""
    place = place_of(scene, other, face)
    if place == scene.held[other]:
        return False
    remove_at(scene, other, place)
    return True


@big_rule
def follow_story(
    states: Any,
    pool: Any,
    notes: Any,
    likelihoods: Any,
    g: Any,
    count: int,
    seat: int,
    first: int,
    stays: int,
    buffer: Any,
) -> None:
    """Imagine states by all that the other player did; they are then equally likely."""
    other, last = 1 - seat, states[ROOT].told - 1
    hidden = 0
    for k in range(HAND):
        hidden += not knows(states[ROOT], seat, other, k)
    warming = min(WARMING * ((last - first) // 2 + 1), MOST_WARMING, HASTE * count)
    for k in range(count):
        if k % EACH == 0:
            states[DREAM] = states[ROOT]
            resample(states[DREAM], seat, g)
            notes[FITS, 0] = 0
            left = start_chain(states[DREAM], notes, seat, stays - hidden)
            for turn in range(first, last + 1, 2):
                likelihoods[turn] = fit_of_turn(states, pool, notes, other, first, turn, stays, buffer)
        for _ in range(warming if k % EACH == 0 else APART):
            if notes[FITS, 0] > MOST_FITS:
                break
            if hidden > 0 and left > 0 and below(g, 3) > 0:
                change_card(states, pool, notes, likelihoods, g, other, first, stays, hidden, left, buffer)
            else:
                change_comings(states, pool, notes, likelihoods, g, other, first, stays, buffer)
        pool[k] = states[ROOT]
        give_cards(pool[k], notes, seat, stays - hidden, stays)
    for k in range(count):
        likelihoods[k] = 0.0


@rule
def start_chain(dream: Any, notes: Any, seat: int, first_hidden: int) -> int:
    """Take the cards of a state newly imagined; how many the seat has not seen besides the other hand."""
    other, k = 1 - seat, first_hidden
    for place in range(dream.held[other]):
        if not knows(dream, seat, other, place):
            notes[FACE, k] = dream.hand[other, place]
            k += 1
    for place in range(dream.pile_left):
        notes[UNSEEN, place] = dream.pile[place]
    return dream.pile_left


@rule
def give_cards(s: Any, notes: Any, seat: int, first_hidden: int, stays: int) -> None:
    """Put the cards that are supposed into the other hand, in exchange for those that were there."""
    other = 1 - seat
    end = gather_unknown(s, seat)
    for k in range(first_hidden, stays):
        place = 0
        while s.pile[place] != notes[FACE, k]:
            place += 1
        end -= 1
        s.pile[place] = s.pile[end]
        s.pile[end] = NO_CARD
        add_card(s, other, notes[FACE, k], bit_of(other))


@big_rule
def change_card(
    states: Any,
    pool: Any,
    notes: Any,
    likelihoods: Any,
    g: Any,
    other: int,
    first: int,
    stays: int,
    hidden: int,
    left: int,
    buffer: Any,
) -> None:
    """Suppose another card in the place of one that is still held."""
    k, at = stays - 1 - below(g, hidden), below(g, left)
    was, other_card = notes[FACE, k], notes[UNSEEN, at]
    if was != other_card:
        notes[FACE, k], notes[UNSEEN, at] = other_card, was
        since = max(first, notes[CAME, k])
        if not is_kept(states, pool, notes, likelihoods, g, other, first, since, states[ROOT].told - 1, stays, buffer):
            notes[FACE, k], notes[UNSEEN, at] = was, other_card


@big_rule
def change_comings(
    states: Any, pool: Any, notes: Any, likelihoods: Any, g: Any, other: int, first: int, stays: int, buffer: Any
) -> None:
    """Suppose that two cards came the one when the other did."""
    one, two = below(g, stays), below(g, stays)
    came_one, came_two = notes[CAME, one], notes[CAME, two]
    if came_one != came_two and came_two <= notes[WENT, one] and came_one <= notes[WENT, two]:
        notes[CAME, one], notes[CAME, two] = came_two, came_one
        since, until = max(first, min(came_one, came_two)), max(came_one, came_two)
        if not is_kept(states, pool, notes, likelihoods, g, other, first, since, until, stays, buffer):
            notes[CAME, one], notes[CAME, two] = came_one, came_two


@big_rule
def is_kept(
    states: Any,
    pool: Any,
    notes: Any,
    likelihoods: Any,
    g: Any,
    other: int,
    first: int,
    since: int,
    until: int,
    stays: int,
    buffer: Any,
) -> bool:
    """Whether a change that concerns these turns is kept; it is clear that not as soon as too much is against it."""
    most = -log((1.0 + word(g)) / (WORD + 1.0))
    for turn in range(since, until + 1, 2):
        most += -likelihoods[turn]
    against = 0.0
    for turn in range(until, since - 1, -2):
        fit = fit_of_turn(states, pool, notes, other, first, turn, stays, buffer)
        likelihoods[turn + NEW] = fit
        against -= fit
        if against > most:
            return False
    for turn in range(since, until + 1, 2):
        likelihoods[turn] = likelihoods[turn + NEW]
    return True


@big_rule
def fit_of_turn(
    states: Any, pool: Any, notes: Any, other: int, first: int, turn: int, stays: int, buffer: Any
) -> float:
    """What is against the cards supposed, as a negative number, if their player had done something else in a turn."""
    at, took, thrown = (
        scene_of(pool, first, turn),
        began_with_discard(states[ROOT], turn),
        ended_with(states[ROOT], turn),
    )
    cards, fit = notes[LISTED], 0.0
    notes[FITS, 0] += 1
    count = note_hand(pool[at + PICKED], notes, other, turn, stays)
    suppose(pool[at + PICKED], pool[at + SUPPOSED], other, cards, count)
    weigh_cards(pool[at + SUPPOSED], other, PLAIN, buffer)
    k = 0
    while buffer[CARDS + k] != thrown:
        k += 1
    more = buffer[LOSSES + k] - buffer[LOSSES + least_missed(buffer, count)]
    if more > 0:
        fit -= SURPRISE + REGRET * more / (1.0 + buffer[TOTAL])
    if points_without(pool[at + SUPPOSED], other, k) > 0:
        fit -= SURPRISE
    count = note_hand(pool[at + STARTED], notes, other, turn - 1, stays)
    suppose(pool[at + STARTED], pool[at + SUPPOSED], other, cards, count)
    top = pool[at + STARTED].discards[pool[at + STARTED].discards_left - 1]
    without, with_it = worth_with(pool[at + SUPPOSED], other, top, PLAIN, buffer)
    if may_take(pool[at + STARTED]) and is_enough(without, with_it) != took:
        fit -= SURPRISE
    if turn == first and first > 2:
        fit += min(MOST_HOPE, hope_of(pool[at + STARTED], without)) - MOST_HOPE
    return fit


@rule
def note_hand(scene: Any, notes: Any, other: int, turn: int, stays: int) -> int:
    """Note the cards that the other player has when a turn's card has come; how many there are."""
    count = scene.held[other]
    for k in range(count):
        notes[LISTED, k] = scene.hand[other, k]
    for k in range(stays):
        if notes[CAME, k] <= turn and notes[WENT, k] >= turn:
            notes[LISTED, count] = notes[FACE, k]
            count += 1
    return count


@big_rule
def suppose(scene: Any, supposed: Any, other: int, cards: Any, count: int) -> None:
    """Give the other player these cards: the ones that nobody has seen there come from the pile."""
    for k in range(count):
        place = k
        while place > 0 and supposed.hand[other, place - 1] > cards[k]:
            supposed.hand[other, place] = supposed.hand[other, place - 1]
            place -= 1
        supposed.hand[other, place] = cards[k]
    supposed.held[other] = count
    left, at, seen = 0, 0, 0
    for k in range(count):
        face = supposed.hand[other, k]
        if seen < scene.held[other] and scene.hand[other, seen] == face:
            seen += 1
        else:
            while at < scene.pile_left and scene.pile[at] < face:
                supposed.pile[left] = scene.pile[at]
                left += 1
                at += 1
            at += at < scene.pile_left and scene.pile[at] == face
    while at < scene.pile_left:
        supposed.pile[left] = scene.pile[at]
        left += 1
        at += 1
    supposed.pile_left = left
