"""What becomes due at a table without a command: races decided, clocks, bots' moves, limits, absences."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING

from dottable.core.refusals import OVER, SENTENCES
from dottable.core.seats import CLOCK
from dottable.table.answers import NOTHING, Refusal, Refused, Woken
from dottable.table.clocks import SECOND_MS, Wait, is_time_limited
from dottable.table.defaults import default_action
from dottable.table.events import Ended, Level, Moved, Sat
from dottable.table.plans import Plan
from dottable.table.races import Claim, decidable_ms, in_order, race_of, raced_actions

if TYPE_CHECKING:
    from dottable.table.table import Table

STALE_MS = 24 * 3600 * SECOND_MS
"""An open table that nobody looks at is closed after a day."""


def wake_at(table: Table, now: int) -> int | None:
    """When something becomes due, in the host's time."""
    if table.status == "open":
        return None if table.presence.is_anyone_here else table.clock.host_time(_stale_ms(table))
    if table.status != "live":
        return None
    if table.to_act and _is_up_to_players(table):
        return None
    if not table.to_act or _returning(table):
        return now
    times = [table.host_time(at_ms) for at_ms in _match_times(table, table.match_ms(now))]
    times += [table.clock.host_time(at_ms) for at_ms, _ in _absences(table)]
    return min(times, default=None)


def wake(table: Table, now: int) -> Woken:
    """The first thing that is due."""
    if table.status == "open":
        return _close_if_stale(table, now)
    if table.status != "live":
        return NOTHING
    if not table.to_act:
        return _finish(table, now)
    for step in (_change_stand_ins, _decide_race, _carry_out_plan, _act_for_slow_seat):
        woken = step(table, now)
        if not woken.is_empty:
            return woken
    return NOTHING


def _is_up_to_players(table: Table) -> bool:
    """Whether nothing can become due before a player acts or leaves: so it is most of the time, and soon seen."""
    if table.plans.by_seat or table.claims or CLOCK in table.to_act or is_time_limited(table.settings):
        return False
    is_here = table.presence.is_here
    for holder in table.seating.holders:
        if holder is None or holder.player is None or holder.bot is not None or not is_here(holder.player):
            return False
    return True


def _match_times(table: Table, now_ms: int) -> Iterator[int]:
    """Match times at which a race, the clock, a plan or a limit is due."""
    race_ms = _race_due_ms(table, now_ms)
    if race_ms is not None:
        yield race_ms
    for plan in table.plans.by_seat.values():
        if plan.due_ms > now_ms or not plan.is_raced:
            yield plan.due_ms
    for _, limit_ms in _limits(table):
        yield limit_ms


def _finish(table: Table, now: int) -> Woken:
    """The match is over, and claims that are still held come too late."""
    refusal = Refusal("rules", SENTENCES[OVER], OVER)
    claims = table.claims.values()
    refused = [Refused(claim.asker, claim.client_id, refusal) for claim in claims if claim.asker is not None]
    table.claims.clear()
    return Woken([Ended(**table.stamp(now), reason="finished")], refused)


# Open tables


def _stale_ms(table: Table) -> int:
    return max(table.presence.empty_since_ms, table.clock.last_ms) + STALE_MS


def _close_if_stale(table: Table, now: int) -> Woken:
    is_stale = not table.presence.is_anyone_here and table.clock.read(now) >= _stale_ms(table)
    return Woken([Ended(**table.stamp(now), reason="aborted")], []) if is_stale else NOTHING


# Bots for players who are away


def _returning(table: Table) -> list[int]:
    """Seats at which a bot plays for somebody who is back."""
    return [
        seat
        for seat, holder in enumerate(table.seating.holders)
        if holder and holder.bot and holder.player is not None and table.presence.is_here(holder.player)
    ]


def _absences(table: Table) -> list[tuple[int, int]]:
    """Table times at which seats are given to bots for as long as their players are away.

    It spares those who are here a wait; a table that all have left waits for them.
    """
    settings, presence = table.settings, table.presence
    if not settings.bots_for_absent:
        return []
    players = table.seating.players()
    if not any(presence.is_here(player) for _, player, _ in players):
        return []
    return [
        (presence.away_since_ms(player) + settings.absent_after_s * SECOND_MS, seat)
        for seat, player, holder in players
        if holder.bot is None and not presence.is_here(player)
    ]


def _change_stand_ins(table: Table, now: int) -> Woken:
    """Let bots in for players who have been away too long, and out for those who are back."""
    clock_ms = table.clock.read(now)
    changes: list[tuple[int, Level | None]] = [(seat, None) for seat in _returning(table)]
    changes += [(seat, table.settings.absent_level) for at_ms, seat in _absences(table) if at_ms <= clock_ms]
    events: list[Sat] = []
    for seat, bot in changes:
        holder = table.seating.holders[seat]
        if holder is not None:
            stamp = table.stamp(now)
            events.append(
                Sat(**stamp, seat=seat, player=holder.player, name=holder.name, colour=holder.colour, bot=bot)
            )
    return Woken([*events], [])


# Races and the clock


def _contenders(table: Table, now_ms: int) -> list[Claim]:
    """All claims that are there, those of bots included, in the order in which they count."""
    plans = table.plans.by_seat.items()
    due = [_claim_of(seat, plan) for seat, plan in plans if plan.is_raced and plan.due_ms <= now_ms]
    claims = [*table.claims.values(), *due]
    return in_order(claims, table.commitment or "", table.move_number) if claims else []


def _claim_of(seat: int, plan: Plan) -> Claim:
    return Claim(seat, plan.action, plan.due_ms, 0, "bot")


def _rival_credits_ms(table: Table, contenders: list[Claim]) -> list[int]:
    """The credits of all players that could still be heard of."""
    heard = {claim.seat for claim in contenders}
    presence = table.presence
    return [presence.credit_ms(player) for seat, player, _ in table.seating.players() if seat not in heard]


def _clock_ms(table: Table) -> int | None:
    """Match time of the clock's move, if it has one to make."""
    return table.live_match().deadline_ms if CLOCK in table.to_act else None


def _race_due_ms(table: Table, now_ms: int) -> int | None:
    """Match time at which the first claim is decided or the clock moves, whichever counts first."""
    if not table.claims and not table.plans.by_seat and CLOCK not in table.to_act:
        return None
    contenders, deadline_ms = _contenders(table, now_ms), _clock_ms(table)
    if contenders and (deadline_ms is None or contenders[0].credited_ms <= deadline_ms):
        return decidable_ms(contenders[0], _rival_credits_ms(table, contenders))
    if deadline_ms is None:
        return None
    return deadline_ms + max(_rival_credits_ms(table, contenders), default=0)


def _decide_race(table: Table, now: int) -> Woken:
    """Judge the claim that counts first, or let the clock move if its time was before."""
    now_ms = table.match_ms(now)
    due_ms = _race_due_ms(table, now_ms)
    if due_ms is None or due_ms > now_ms:
        return NOTHING
    contenders, deadline_ms = _contenders(table, now_ms), _clock_ms(table)
    if contenders and (deadline_ms is None or contenders[0].credited_ms <= deadline_ms):
        return _judge(table, contenders, now)
    match = table.live_match()
    at_ms = max(deadline_ms or 0, match.now_ms)
    action = match.legal(CLOCK)[0]
    return Woken([Moved(**table.stamp(now), seat=CLOCK, action=action, at_ms=at_ms, by="clock")], [])


def _judge(table: Table, contenders: list[Claim], now: int) -> Woken:
    """The first claim becomes a move, or is refused because of what happened before it."""
    claim, match = contenders[0], table.live_match()
    at_ms = max(claim.credited_ms, match.now_ms)
    refused = match.refusal(claim.seat, claim.action, at_ms)
    if refused is None:
        stamp = table.stamp(now, claim.asker, claim.client_id)
        race = race_of(contenders)
        return Woken([Moved(**stamp, seat=claim.seat, action=claim.action, at_ms=at_ms, by=claim.by, race=race)], [])
    if claim.asker is None:
        table.plans.drop(claim.seat, Wait(table.match_ms(now), table.version))
        return wake(table, now)
    del table.claims[claim.seat]
    return Woken([], [Refused(claim.asker, claim.client_id, Refusal("rules", refused.sentence, refused.code))])


# Bots and limits


def _carry_out_plan(table: Table, now: int) -> Woken:
    """The bot's move that is due first, if nobody races for it."""
    now_ms, match = table.match_ms(now), table.live_match()
    due = [(plan.due_ms, seat) for seat, plan in table.plans.by_seat.items() if not plan.is_raced]
    if not due or min(due)[0] > now_ms:
        return NOTHING
    due_ms, seat = min(due)
    action, at_ms = table.plans.by_seat[seat].action, max(due_ms, match.now_ms)
    return Woken([Moved(**table.stamp(now), seat=seat, action=action, at_ms=at_ms, by="bot")], [])


def _limits(table: Table) -> Iterator[tuple[int, int]]:
    """Seats whose time is limited, and when it is up; whoever is slow to be heard has that time more."""
    if not is_time_limited(table.settings):
        return
    for seat in table.waits.by_seat:
        limit_ms = table.waits.limit_ms(seat, table.settings)
        if limit_ms is not None and seat not in table.claims and _is_obliged(table, seat):
            holder = table.seating.holders[seat]
            yield seat, limit_ms + table.presence.credit_ms(holder.player if holder else None)


def _is_obliged(table: Table, seat: int) -> bool:
    """Whether the seat has anything else to do than to race: nobody has to do that."""
    if not table.game.races:
        return True
    legal = table.live_match().legal(seat)
    raced = sum(bisect_left(legal, span.stop) - bisect_left(legal, span.start) for span in raced_actions(table.game))
    return raced < len(legal)


def _act_for_slow_seat(table: Table, now: int) -> Woken:
    """The default action for the seat whose time was up first."""
    limits = [(limit_ms, seat) for seat, limit_ms in _limits(table)]
    now_ms, match = table.match_ms(now), table.live_match()
    if not limits or min(limits)[0] > now_ms:
        return NOTHING
    seat = min(limits)[1]
    action, at_ms = default_action(match, seat), max(now_ms, match.now_ms)
    return Woken([Moved(**table.stamp(now), seat=seat, action=action, at_ms=at_ms, by="default")], [])
