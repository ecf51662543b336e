"""Guessing what the others hold from what they did, for searches.

Of two players every turn since the deal tells something about the other's hand (`story.py`). Hands are imagined as
they may be now, and each is followed back turn by turn: would a player with these cards have thrown away that card?
Taken that discard, or left it? Which card was drawn is unknown, so one is supposed. The longer a hand goes with
the story, the more often it is drawn: a particle filter that runs backwards.
"""

from __future__ import annotations

from math import exp, log
from typing import Any

from dottable.core.chance import WORD, below, rekey, shuffle, word
from dottable.core.rule import big_rule, rule
from dottable.games.dots_72.appraisal import CARDS, LOSSES, PLAIN, TOTAL, appraise, least_missed
from dottable.games.dots_72.calls import points_of
from dottable.games.dots_72.choices import wants_discard, weigh_cards
from dottable.games.dots_72.hands import add_card
from dottable.games.dots_72.knowledge import resample
from dottable.games.dots_72.pieces import NO_CARD
from dottable.games.dots_72.piles import take_discard
from dottable.games.dots_72.state import EVERYBODY, HAND, may_take
from dottable.games.dots_72.story import began_with_discard, ended_with, retell

POOL = 4096
"""So many states a search imagines for a move."""
TRIES = 8
"""For each of them so many are looked at, and one is kept that goes with the latest discard."""
TURNS_BACK = 12
"""So many turns of the other player are followed back."""
NOTES = 2 * (HAND + 2)
FIRST = HAND + 1
ASIDE = HAND + 2
"""The notes on a hand that is followed back: its cards as they were, and the place in the pool of the one it came
from. The same again where notes are put aside."""

WORTH = 0.164
WORTH_LATER = 0.0745
"""What a good hand has for it: the logarithm of its worth counts so much, and more with every discard. Fitted to
6,000 turns of greedy play by two: in each the true hand was to be told from 24 that were drawn at random."""
SURPRISE = 3.0
"""What is against a hand if its player would have done something else, a logarithm: people are not all alike."""
REGRET = 40.0
"""The same for the loss that a discard would have been, as a share of the hand's worth."""
NEVER = -1e9
NOWHERE = -1

ROOT, SCENE, SUPPOSED, DREAM = range(4)
"""What the states of a search are used for meanwhile: the true one as far as it is known, the table as onlookers
saw it, the same with a hand in it, and a state newly imagined."""


@big_rule
def likeness(s: Any, seat: int, buffer: Any) -> float:
    """How well the others' hands go with how long they were collected: the logarithm of a likelihood."""
    like = 0.0
    for other in range(s.seats):
        if other != seat:
            like += worth_of_time(s, appraise(s, other, NO_CARD, PLAIN, buffer))
    return like


@rule
def worth_of_time(s: Any, worth: int) -> float:
    return (WORTH + WORTH_LATER * 2.0 * s.discards_left / s.seats) * log(1.0 + worth)


@rule
def stir(s: Any, seat: int, g: Any) -> None:
    """Draw the luck to come anew, and leave all hands as they are."""
    if s.pile_is_known == 0:
        shuffle(g, s.pile, s.pile_left)
    rekey(s.rng, g)


@big_rule
def guess(states: Any, pool: Any, notes: Any, likelihoods: Any, g: Any, count: int, seat: int, buffer: Any) -> None:
    """Imagine `count` states; `likelihoods` gets how likely each of them is, as a logarithm."""
    if states[ROOT].seats == 2 and states[ROOT].told > 1:
        follow_story(states, pool, notes, likelihoods, g, count, seat, buffer)
        return
    for k in range(count):
        pool[k] = states[ROOT]
        resample(pool[k], seat, g)
        likelihoods[k] = likeness(pool[k], seat, buffer)


@big_rule
def follow_story(
    states: Any, pool: Any, notes: Any, likelihoods: Any, g: Any, count: int, seat: int, buffer: Any
) -> None:
    """The same by all that the other player did since the deal, the latest turn first."""
    other, last = 1 - seat, states[ROOT].told - 1
    turn = last
    while turn >= 1 and turn > last - 2 * TURNS_BACK:
        set_scene(states, other, turn)
        if turn == last:
            imagine_hands(states, pool, notes, likelihoods, g, count, seat, buffer)
        else:
            weigh_discards(states, notes, likelihoods, count, other, turn, buffer)
        go_back(states, notes, likelihoods, g, count, other, turn, buffer)
        if turn > 2 and turn - 2 <= last - 2 * TURNS_BACK:
            weigh_time(states, notes, likelihoods, count, other, buffer)
        choose_again(notes, likelihoods, g, count)
        turn -= 2
    for k in range(count):
        likelihoods[k] = 0.0
    for k in range(count):
        likelihoods[notes[k, FIRST]] += 1.0
    for k in range(count):
        likelihoods[k] = log(likelihoods[k]) if likelihoods[k] > 0.0 else NEVER


@rule
def set_scene(states: Any, other: int, turn: int) -> None:
    """The table in a turn of the other player, as it was before the discard."""
    states[SCENE] = states[ROOT]
    retell(states[ROOT], turn, states[SCENE])
    if began_with_discard(states[ROOT], turn):
        add_card(states[SCENE], other, take_discard(states[SCENE]), EVERYBODY)
    states[SUPPOSED] = states[SCENE]


@big_rule
def imagine_hands(
    states: Any, pool: Any, notes: Any, likelihoods: Any, g: Any, count: int, seat: int, buffer: Any
) -> None:
    """Fill the pool with states that go with the latest discard, and note the other player's cards."""
    other, thrown = 1 - seat, ended_with(states[ROOT], states[ROOT].told - 1)
    for k in range(count):
        total = 0.0
        for _ in range(TRIES):
            states[DREAM] = states[ROOT]
            resample(states[DREAM], seat, g)
            for place in range(HAND):
                notes[k, ASIDE + place] = states[DREAM].hand[other, place]
            notes[k, ASIDE + HAND] = thrown
            like = fit_of_discard(states, notes[k, ASIDE:], other, thrown, buffer)
            if points_of(states[DREAM], other) > 0:
                like -= SURPRISE
            share = exp(like)
            total += share
            if chance(g) * total <= share:
                pool[k] = states[DREAM]
                for place in range(HAND + 1):
                    notes[k, place] = notes[k, ASIDE + place]
        notes[k, FIRST] = k
        likelihoods[k] = log(total)


@rule
def chance(g: Any) -> float:
    """A number from 0 to 1."""
    return word(g) / (WORD + 1.0)


@big_rule
def weigh_discards(states: Any, notes: Any, likelihoods: Any, count: int, other: int, turn: int, buffer: Any) -> None:
    """Give every hand the card back that was thrown away, and ask whether it would have been."""
    thrown = ended_with(states[ROOT], turn)
    for k in range(count):
        notes[k, HAND] = thrown
        likelihoods[k] = fit_of_discard(states, notes[k], other, thrown, buffer)


@big_rule
def fit_of_discard(states: Any, cards: Any, other: int, thrown: int, buffer: Any) -> float:
    """What is against a hand, as a negative number, if its player would rather have parted with another card."""
    suppose(states[SCENE], states[SUPPOSED], other, cards, HAND + 1)
    weigh_cards(states[SUPPOSED], other, PLAIN, buffer)
    k = 0
    while buffer[CARDS + k] != thrown:
        k += 1
    more = buffer[LOSSES + k] - buffer[LOSSES + least_missed(buffer, HAND + 1)]
    return -SURPRISE - REGRET * more / (1.0 + buffer[TOTAL]) if more > 0 else 0.0


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
        while seen < scene.held[other] and scene.hand[other, seen] < face:
            seen += 1
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


@big_rule
def go_back(states: Any, notes: Any, likelihoods: Any, g: Any, count: int, other: int, turn: int, buffer: Any) -> None:
    """Take the card from every hand that came in this turn, and ask whether it would have been taken or drawn."""
    took = began_with_discard(states[ROOT], turn)
    retell(states[ROOT], turn, states[SCENE])
    states[SUPPOSED] = states[SCENE]
    top = states[SCENE].discards[states[SCENE].discards_left - 1]
    for k in range(count):
        place = place_of_card(notes[k], top) if took else place_of_draw(states[SCENE], notes[k], other, g)
        if place == NOWHERE:
            likelihoods[k] -= 2 * SURPRISE
            place = HAND
        notes[k, place] = notes[k, HAND]
        suppose(states[SCENE], states[SUPPOSED], other, notes[k], HAND)
        if may_take(states[SUPPOSED]) and wants_discard(states[SUPPOSED], other, PLAIN, buffer) != took:
            likelihoods[k] -= SURPRISE


@rule
def place_of_card(cards: Any, face: int) -> int:
    place = HAND
    while place >= 0 and cards[place] != face:
        place -= 1
    return place


@rule
def place_of_draw(scene: Any, cards: Any, other: int, g: Any) -> int:
    """The place of a card that may have been drawn: any but those that everybody saw come."""
    seen = 0
    for k in range(scene.held[other]):
        place = 0
        while place <= HAND and ((seen >> place) & 1 or cards[place] != scene.hand[other, k]):
            place += 1
        seen |= 1 << place
    place, hidden = NOWHERE, 0
    for k in range(HAND + 1):
        if (seen >> k) & 1 == 0:
            hidden += 1
            if below(g, hidden) == 0:
                place = k
    return place


@big_rule
def weigh_time(states: Any, notes: Any, likelihoods: Any, count: int, other: int, buffer: Any) -> None:
    """Of what came before that only this is known: how long the hands had been collected."""
    for k in range(count):
        suppose(states[SCENE], states[SUPPOSED], other, notes[k], HAND)
        worth = appraise(states[SUPPOSED], other, NO_CARD, PLAIN, buffer)
        likelihoods[k] += worth_of_time(states[SUPPOSED], worth)


@big_rule
def choose_again(notes: Any, likelihoods: Any, g: Any, count: int) -> None:
    """Keep hands in proportion to their likelihood, the likely ones several times."""
    highest = NEVER
    for k in range(count):
        highest = max(highest, likelihoods[k])
    total = 0.0
    for k in range(count):
        likelihoods[k] = exp(likelihoods[k] - highest)
        total += likelihoods[k]
        for place in range(HAND + 2):
            notes[k, ASIDE + place] = notes[k, place]
    at, passed, step = 0, likelihoods[0], total / count
    start = chance(g)
    for k in range(count):
        while passed < (k + start) * step and at < count - 1:
            at += 1
            passed += likelihoods[at]
        for place in range(HAND + 2):
            notes[k, place] = notes[at, ASIDE + place]
