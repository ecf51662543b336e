"""Samples choices from self-play, and estimates the value of each candidate by rollouts."""

from __future__ import annotations

from math import exp, log
from typing import Any, NamedTuple

from dottable.core.primitives import fast_rng
from dottable.core.primitives.chance import random_below, rekey, shuffle
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_72.bot.evaluation import strength_of_total
from dottable.games.dots_72.bot.hand_value import LOSSES_OFFSET, TOTAL_OFFSET, place_of_least_loss
from dottable.games.dots_72.bot.penalty_features import take_penalty
from dottable.games.dots_72.bot.policy import (
    LOSS_OF_LISTED_CARD,
    NO_ACTION,
    call_or_deal,
    fitted_action,
    greedy_action,
    list_cards_by_loss,
)
from dottable.games.dots_72.bot.turn_choices import evaluate_hand_with_card, write_discard_losses
from dottable.games.dots_72.bot.weights import PENALTY_UNIT
from dottable.games.dots_72.rules.flow import deal, is_first_of_face, play, to_act
from dottable.games.dots_72.state import DISCARD, DISCARDING, DRAW, HAND_OVER, OVER, START, TAKE, may_take_discard

SEATS = 2
MAX_CANDIDATES = 5
"""Maximum number of candidates of a choice: the cards with the smallest loss by the present weights."""
ROLLOUTS_PER_CANDIDATE = 2
"""Number of rollouts of each candidate. All candidates of a choice share the random numbers."""
CHOICES_PER_SAMPLE = 2
"""Every n-th choice is sampled, so that the choices of a batch come from many hands."""
MATCH_STATE, SHUFFLED_STATE, ROLLOUT_STATE, NEW_MATCH_STATE, STATE_COUNT = range(5)
"""Indices of states: the match in progress, a copy with another pile, a rollout, a new match."""


class Choices(NamedTuple):
    """A batch of choices: the state, the seat, and candidate actions with their estimated win probabilities."""

    states: Any
    seats: Any
    counts: Any
    actions: Any
    values: Any


class Generators(NamedTuple):
    """Random generators: a ChaCha generator `g` for cards, a fast generator `q` for the rest."""

    g: Any
    q: Any


@noinline_rule
def start_match(states: Any, rng: Generators) -> None:
    """Set up a new match of two with a random dealer."""
    states[MATCH_STATE] = states[NEW_MATCH_STATE]
    s = states[MATCH_STATE]
    rekey(s.rng, rng.g)
    s.hand_number = 0
    s.dealer = random_below(rng.g, SEATS)
    deal(s)


@rule
def acting_seat(s: Any) -> int:
    """Return the lowest seat that may act."""
    return 0 if to_act(s) & 1 else 1


@rule
def play_one_action(s: Any, learner: int, w: Any, buffer: Any) -> None:
    """Play one action: the learner's by the weights `w`, the opponent's by `greedy`."""
    seat = acting_seat(s)
    action = fitted_action(s, seat, w, buffer) if seat == learner else greedy_action(s, seat, buffer)
    play(s, seat, action, 0)


@rule
def win_probability(s: Any, seat: int) -> float:
    """Return the estimated probability that a seat wins, between hands or at the end."""
    mine, other = s.scores[seat], s.scores[1 - seat]
    if s.phase == OVER:
        return 0.5 if mine == other else (1.0 if mine > other else 0.0)
    return 1.0 / (1.0 + exp(strength_of_total(other, SEATS) - strength_of_total(mine, SEATS)))


@rule
def has_choice(s: Any, seat: int) -> bool:
    """Return whether the weights decide the seat's action: to draw or take, or which card to discard.

    Always False after the discards were turned over (B10), because such hands are not sampled.
    """
    if s.turn_overs > 0 or call_or_deal(s, seat) != NO_ACTION:
        return False
    return s.phase == DISCARDING or (s.phase == START and may_take_discard(s))


@rule
def list_candidates(s: Any, seat: int, w: Any, margin: float, buffer: Any, out: Any) -> int:
    """Write the candidates of a choice whose utility is within `margin` of the best. Return their number.

    Utilities are logarithms of hand values minus penalties. A single candidate means that the choice is clear.
    """
    if s.phase == START:
        out[0], out[1] = DRAW, TAKE
        return 2 if abs(take_utility(s, seat, w, buffer)) < margin else 1
    write_discard_losses(s, seat, w, buffer)
    return list_close_discards(s, seat, margin, buffer, out)


@rule
def take_utility(s: Any, seat: int, w: Any, buffer: Any) -> float:
    """Return the utility of taking the top discard, relative to drawing."""
    top = s.discards[s.discards_left - 1]
    without, value = evaluate_hand_with_card(s, seat, top, w, buffer)
    return log(max(1.0, value) / max(1.0, without)) - take_penalty(s, seat, top, w, buffer) / PENALTY_UNIT


@rule
def list_close_discards(s: Any, seat: int, margin: float, buffer: Any, out: Any) -> int:
    """Write the discards whose log value is within `margin` of the best, best first. Return their number.

    Overwrites the losses in `buffer`.
    """
    lowest = (buffer[TOTAL_OFFSET] - buffer[LOSSES_OFFSET + place_of_least_loss(buffer, s.held[seat])]) * exp(-margin)
    count = 0
    for k in range(s.held[seat]):
        is_close = is_first_of_face(s, seat, k) == 1 and buffer[TOTAL_OFFSET] - buffer[LOSSES_OFFSET + k] >= lowest
        count += is_close
        if not is_close:
            buffer[LOSSES_OFFSET + k] = LOSS_OF_LISTED_CARD
    count = min(count, MAX_CANDIDATES)
    list_cards_by_loss(DISCARD, s.held[seat], count, buffer, out)
    return count


@noinline_rule
def estimate_values(states: Any, seat: int, choices: Choices, n: int, w: Any, rng: Generators, buffer: Any) -> None:
    """Write the mean value of every candidate over ROLLOUTS_PER_CANDIDATE rollouts to the end of the hand."""
    for k in range(choices.counts[n]):
        choices.values[n, k] = 0.0
    for _ in range(ROLLOUTS_PER_CANDIDATE):
        states[SHUFFLED_STATE] = states[MATCH_STATE]
        shuffle(rng.g, states[SHUFFLED_STATE].pile, states[SHUFFLED_STATE].pile_left)
        rekey(states[SHUFFLED_STATE].rng, rng.g)
        for k in range(choices.counts[n]):
            states[ROLLOUT_STATE] = states[SHUFFLED_STATE]
            s = states[ROLLOUT_STATE]
            play(s, seat, choices.actions[n, k], 0)
            while s.phase < HAND_OVER:
                play_one_action(s, seat, w, buffer)
            choices.values[n, k] += win_probability(s, seat) / ROLLOUTS_PER_CANDIDATE


@noinline_rule
def sample_choices(
    states: Any, learner: int, choices: Choices, weights: Any, margin: float, rng: Generators, buffer: Any
) -> int:
    """Fill a batch from self-play, which continues in states[MATCH_STATE]. Return the learner's seat in that match."""
    n = 0
    while n < len(choices.seats):
        s = states[MATCH_STATE]
        if s.phase == OVER:
            start_match(states, rng)
            learner = fast_rng.random_below(rng.q, SEATS)
            continue
        seat = acting_seat(s)
        if seat == learner and has_choice(s, seat) and fast_rng.random_below(rng.q, CHOICES_PER_SAMPLE) == 0:
            choices.states[n] = s
            choices.seats[n] = seat
            choices.counts[n] = list_candidates(s, seat, weights[0], margin, buffer, choices.actions[n])
            if choices.counts[n] > 1:
                estimate_values(states, seat, choices, n, weights[0], rng, buffer)
                n += 1
        play_one_action(states[MATCH_STATE], learner, weights[0], buffer)
    return learner


@noinline_rule
def count_wins(states: Any, matches: int, weights: Any, rng: Generators, buffer: Any) -> float:
    """Return the wins of the weights against `greedy`. Ties count 1/2, and every deal is played from both seats."""
    wins = 0.0
    for _ in range(matches // 2):
        start_match(states, rng)
        states[SHUFFLED_STATE] = states[MATCH_STATE]
        for learner in range(SEATS):
            states[ROLLOUT_STATE] = states[SHUFFLED_STATE]
            while states[ROLLOUT_STATE].phase != OVER:
                play_one_action(states[ROLLOUT_STATE], learner, weights[0], buffer)
            wins += win_probability(states[ROLLOUT_STATE], learner)
    return wins
