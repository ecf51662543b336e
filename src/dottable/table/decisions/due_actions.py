"""Actions that become due without a command: race decisions, clock moves, bot moves, time limits, absent players."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING

from dottable.core.primitives.refusals import CORE_REFUSAL_SENTENCES, MATCH_OVER
from dottable.core.primitives.seats import CLOCK
from dottable.table.decisions.command_results import NO_DUE_ACTIONS, DueActions, Rejected, RejectedClaim
from dottable.table.decisions.default_action import default_action
from dottable.table.decisions.races import (
    Claim,
    by_credited_time,
    cached_race_action_ranges,
    decision_time_ms,
    race_outcome,
)
from dottable.table.decisions.shared_shuffle_start import cancel_late_start, reveal_limit_ms
from dottable.table.events import Ended, Level, Moved, SeatTaken
from dottable.table.seats.clocks import MS_PER_SECOND, SeatWait
from dottable.table.seats.planned_bot_moves import PlannedBotMove

if TYPE_CHECKING:
    from dottable.table.table import Table


def next_due_at(table: Table, now: int) -> int | None:
    """Return when the next automatic action is due, in ms since the epoch; None while only players can act."""
    if table.status == "open" and table.shuffle.prepared:
        return table.clock.host_time(reveal_limit_ms(table.shuffle.prepared))
    if table.status != "live":
        return None
    if table.to_act and _can_only_players_act(table):
        return None
    if not table.to_act or _returned_seats(table):
        return now
    times = [table.host_time(at_ms) for at_ms in _due_match_times(table, table.match_ms(now))]
    times += [table.clock.host_time(at_ms) for at_ms, _ in _absent_seat_deadlines(table)]
    return min(times, default=None)


def due_actions(table: Table, now: int) -> DueActions:
    """Return the first automatic action that is due at `now` (ms since the epoch).

    Apply it, and call again until empty.
    """
    if table.status == "open" and table.shuffle.prepared:
        return cancel_late_start(table, table.shuffle.prepared, now)
    if table.status != "live":
        return NO_DUE_ACTIONS
    if not table.to_act:
        return _end_match(table, now)
    for step in (_change_stand_ins, _decide_race, _due_bot_move, _act_for_timed_out_seat):
        due = step(table, now)
        if not due.is_empty:
            return due
    return NO_DUE_ACTIONS


def _can_only_players_act(table: Table) -> bool:
    """Return whether no automatic action can become due before a player acts or leaves. A fast path."""
    if table.plans.by_seat or table.claims or CLOCK in table.to_act or table.is_time_limited:
        return False
    is_connected = table.presence.is_connected
    for holder in table.seating.holders:
        if holder is None or holder.player is None or holder.bot is not None or not is_connected(holder.player):
            return False
    return True


def _due_match_times(table: Table, now_ms: int) -> Iterator[int]:
    """Yield the match times in ms of the next race decision, clock move, bot moves and time limits."""
    race_ms = _race_due_ms(table, now_ms)
    if race_ms is not None:
        yield race_ms
    for plan in table.plans.by_seat.values():
        if plan.due_ms > now_ms or not plan.is_race:
            yield plan.due_ms
    for _, limit_ms in _time_limits(table):
        yield limit_ms


def _end_match(table: Table, now: int) -> DueActions:
    """Return the event that ends the finished match, and reject the claims that are still held."""
    rejected = Rejected("rules", CORE_REFUSAL_SENTENCES[MATCH_OVER], MATCH_OVER)
    claims = table.claims.values()
    late = [RejectedClaim(claim.asker, claim.client_id, rejected) for claim in claims if claim.asker is not None]
    table.claims.clear()
    return DueActions([Ended(**table.event_fields(now), reason="finished")], late)


# Stand-in bots for absent players


def _returned_seats(table: Table) -> list[int]:
    """Return the seats where a bot plays for a player who is connected again."""
    return [
        seat
        for seat, holder in enumerate(table.seating.holders)
        if holder and holder.bot and holder.player is not None and table.presence.is_connected(holder.player)
    ]


def _absent_seat_deadlines(table: Table) -> list[tuple[int, int]]:
    """Return (table time in ms, seat) for every absent player's seat that a bot will take over at that time.

    Bots stand in so that connected players need not wait. Without a connected player there are no deadlines.
    """
    settings, presence = table.settings, table.presence
    if not settings.bots_for_absent or table.has_many_seat_changes:
        return []
    players = table.seating.seated_players()
    if not any(presence.is_connected(player) for _, player, _ in players):
        return []
    return [
        (presence.absent_since_ms(player) + settings.absent_after_s * MS_PER_SECOND, seat)
        for seat, player, holder in players
        if holder.bot is None and not presence.is_connected(player)
    ]


def _change_stand_ins(table: Table, now: int) -> DueActions:
    """Return events that seat bots for players absent for too long, and give returned players their seats back."""
    clock_ms = table.clock.table_time(now)
    changes: list[tuple[int, Level | None]] = [(seat, None) for seat in _returned_seats(table)]
    changes += [
        (seat, table.settings.absent_level) for at_ms, seat in _absent_seat_deadlines(table) if at_ms <= clock_ms
    ]
    events: list[SeatTaken] = []
    for seat, bot in changes:
        holder = table.seating.holders[seat]
        if holder is not None:
            fields = table.event_fields(now)
            name, colour = holder.name, holder.colour
            events.append(SeatTaken(**fields, seat=seat, player=holder.player, name=name, colour=colour, bot=bot))
    return DueActions([*events], [])


# Races and the clock


def _ordered_claims(table: Table, now_ms: int) -> list[Claim]:
    """Return all claims of players and bots in the current race, the winning one first."""
    plans = table.plans.by_seat.items()
    due = [_bot_claim(seat, plan) for seat, plan in plans if plan.is_race and plan.due_ms <= now_ms]
    claims = [*table.claims.values(), *due]
    return by_credited_time(claims, table.public_seed, table.move_number) if claims else []


def _bot_claim(seat: int, plan: PlannedBotMove) -> Claim:
    return Claim(seat, plan.action, plan.due_ms, 0, "bot")


def _rival_credits_ms(table: Table, contenders: list[Claim]) -> list[int]:
    """Return the latency credits in ms of all players who have not made a claim in the race."""
    heard = {claim.seat for claim in contenders}
    presence = table.presence
    return [
        presence.latency_credit_ms(player) for seat, player, _ in table.seating.seated_players() if seat not in heard
    ]


def _clock_move_ms(table: Table) -> int | None:
    """Return the match time in ms of the pseudo-seat CLOCK's next move; None if the clock has no move."""
    return table.live_match().deadline_ms if CLOCK in table.to_act else None


def _race_due_ms(table: Table, now_ms: int) -> int | None:
    """Return the match time in ms of the next race decision or clock move, whichever counts first; None if neither."""
    if not table.claims and not table.plans.by_seat and CLOCK not in table.to_act:
        return None
    contenders, deadline_ms = _ordered_claims(table, now_ms), _clock_move_ms(table)
    if contenders and (deadline_ms is None or contenders[0].credited_ms <= deadline_ms):
        return decision_time_ms(contenders[0], _rival_credits_ms(table, contenders))
    if deadline_ms is None:
        return None
    return deadline_ms + max(_rival_credits_ms(table, contenders), default=0)


def _decide_race(table: Table, now: int) -> DueActions:
    """Return the result of the first claim in a race, or the clock's move if that comes first."""
    now_ms = table.match_ms(now)
    due_ms = _race_due_ms(table, now_ms)
    if due_ms is None or due_ms > now_ms:
        return NO_DUE_ACTIONS
    contenders, deadline_ms = _ordered_claims(table, now_ms), _clock_move_ms(table)
    if contenders and (deadline_ms is None or contenders[0].credited_ms <= deadline_ms):
        return _judge_first_claim(table, contenders, now)
    match = table.live_match()
    at_ms = max(deadline_ms or 0, match.now_ms)
    action = match.legal(CLOCK)[0]
    return DueActions([Moved(**table.event_fields(now), seat=CLOCK, action=action, at_ms=at_ms, by="clock")], [])


def _judge_first_claim(table: Table, contenders: list[Claim], now: int) -> DueActions:
    """Return the move of the earliest claim, or its rejection if earlier moves made it illegal."""
    claim, match = contenders[0], table.live_match()
    at_ms = max(claim.credited_ms, match.now_ms)
    refused = match.refusal(claim.seat, claim.action, at_ms)
    if refused is None:
        fields = table.event_fields(now, claim.asker, claim.client_id)
        race = race_outcome(contenders)
        moved = Moved(**fields, seat=claim.seat, action=claim.action, at_ms=at_ms, by=claim.by, race=race)
        return DueActions([moved], [])
    if claim.asker is None:
        table.plans.drop_impossible_plan(claim.seat, SeatWait(table.match_ms(now), table.version))
        return due_actions(table, now)
    del table.claims[claim.seat]
    rejected = Rejected("rules", refused.sentence, refused.code)
    return DueActions([], [RejectedClaim(claim.asker, claim.client_id, rejected)])


# Bots and time limits


def _due_bot_move(table: Table, now: int) -> DueActions:
    """Return the planned bot move that is due first, races excluded; nothing if none is due."""
    now_ms, match = table.match_ms(now), table.live_match()
    due = [(plan.due_ms, seat) for seat, plan in table.plans.by_seat.items() if not plan.is_race]
    if not due or min(due)[0] > now_ms:
        return NO_DUE_ACTIONS
    due_ms, seat = min(due)
    action, at_ms = table.plans.by_seat[seat].action, max(due_ms, match.now_ms)
    return DueActions([Moved(**table.event_fields(now), seat=seat, action=action, at_ms=at_ms, by="bot")], [])


def _time_limits(table: Table) -> Iterator[tuple[int, int]]:
    """Yield (seat, match time in ms) of every running time limit, extended by the player's latency credit."""
    if not table.is_time_limited:
        return
    for seat in table.seat_clocks.waits:
        limit_ms = table.seat_clocks.time_up_ms(seat, table.settings)
        if limit_ms is not None and seat not in table.claims and _has_non_race_action(table, seat):
            holder = table.seating.holders[seat]
            yield seat, limit_ms + table.presence.latency_credit_ms(holder.player if holder else None)


def _has_non_race_action(table: Table, seat: int) -> bool:
    """Return whether a seat has a legal action outside races. Only then does its time run: races are optional."""
    if not table.game.races:
        return True
    legal = table.live_match().legal(seat)
    races = sum(
        bisect_left(legal, span.stop) - bisect_left(legal, span.start) for span in cached_race_action_ranges(table.game)
    )
    return races < len(legal)


def _act_for_timed_out_seat(table: Table, now: int) -> DueActions:
    """Return the default action for the seat whose time ran out first; nothing if no time is up."""
    limits = [(limit_ms, seat) for seat, limit_ms in _time_limits(table)]
    now_ms, match = table.match_ms(now), table.live_match()
    if not limits or min(limits)[0] > now_ms:
        return NO_DUE_ACTIONS
    seat = min(limits)[1]
    action, at_ms = default_action(match, seat), max(now_ms, match.now_ms)
    return DueActions([Moved(**table.event_fields(now), seat=seat, action=action, at_ms=at_ms, by="default")], [])
