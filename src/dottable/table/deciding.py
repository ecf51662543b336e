"""What a player's command leads to. Nothing here changes a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dottable.core.match import SALT_BYTES, Match
from dottable.core.refusals import NO_SUCH_ACTION, SENTENCES
from dottable.table.answers import Accepted, Answer, Held, Refusal, Repeated
from dottable.table.commands import (
    Abort,
    AnyCommand,
    Move,
    React,
    Ready,
    Rematch,
    Say,
    SeatBot,
    Sit,
    Stand,
    Start,
    Unseat,
)
from dottable.table.events import Ended, Event, Moved, Reacted, Renewed, Said, Started
from dottable.table.races import Claim, is_raced
from dottable.table.seating import NOT_FULL, NOT_HOST, NOT_SEATED, Stamp, bot_sits

if TYPE_CHECKING:
    from dottable.table.table import Table

SeatCommand = Sit | Stand | SeatBot | Unseat | Ready | Start | Abort

NOT_OPEN = Refusal("not-open", "The match has begun already.")
NOT_LIVE = Refusal("not-live", "The match has not begun yet.")
ENDED = Refusal("ended", "This table is closed: the match has ended.")
NOT_ENDED = Refusal("not-ended", "The match has not ended yet.")
BEING_JUDGED = Refusal("being-judged", "Your last claim is still being judged.")


def decide(table: Table, player: str, command: AnyCommand, now: int) -> Answer:
    """Events, a claim to hold, or why not."""
    version = table.acked(player, command.client_id)
    if version is not None:
        return Repeated(version)
    stamp = table.stamp(now, player, command.client_id)
    if isinstance(command, Move):
        return _decide_move(table, player, command, stamp)
    if isinstance(command, Say | React):
        return Accepted([_spoken(table, player, command, stamp)])
    if isinstance(command, Rematch):
        return _decide_rematch(table, player, command, stamp)
    if table.is_over:
        return ENDED
    decided = _decide_seat(table, player, command, stamp)
    return decided if isinstance(decided, Refusal) else Accepted(_with_start(table, decided, stamp))


def _decide_seat(table: Table, player: str, command: SeatCommand, stamp: Stamp) -> list[Event] | Refusal:
    seating = table.seating
    if isinstance(command, Abort | SeatBot | Unseat | Start) and not table.leads(player):
        return NOT_HOST
    if isinstance(command, Abort):
        return [Ended(**stamp, reason="aborted")]
    if table.status == "live":
        return _leave(table, player, stamp) if isinstance(command, Stand) else NOT_OPEN
    if isinstance(command, Sit):
        return seating.sit(player, command, stamp)
    if isinstance(command, SeatBot):
        return seating.seat_bot(command, stamp)
    if isinstance(command, Unseat):
        return seating.unseat(command, stamp)
    if isinstance(command, Ready):
        return seating.ready(player, command, stamp)
    if isinstance(command, Stand):
        return seating.stand(player, stamp)
    return [_start(table, stamp)] if seating.is_full else NOT_FULL


def _with_start(table: Table, events: list[Event], stamp: Stamp) -> list[Event]:
    """The same events, and the start if they make everybody ready."""
    is_complete = table.status == "open" and table.seating.completes(events[-1])
    return [*events, _start(table, stamp)] if is_complete else events


def _start(table: Table, stamp: Stamp) -> Started:
    return Started(**stamp, seed=table.draw(32).hex(), salt=table.draw(SALT_BYTES).hex())


def _leave(table: Table, player: str, stamp: Stamp) -> list[Event] | Refusal:
    """A bot takes over for good; the last player to leave ends the match."""
    seat = table.seating.seat_of(player)
    if seat is None:
        return NOT_SEATED
    if len(table.seating.players()) == 1:
        return [Ended(**stamp, reason="aborted")]
    return [bot_sits(seat, table.settings.absent_level, stamp)]


def _spoken(table: Table, player: str, command: Say | React, stamp: Stamp) -> Event:
    seat = table.seating.seat_of(player)
    holder = table.seating.holders[seat] if seat is not None else None
    name = holder.name if holder else command.name
    if isinstance(command, Say):
        return Said(**stamp, player=player, name=name, text=command.text)
    return Reacted(**stamp, player=player, name=name, reaction=command.reaction)


def _decide_rematch(table: Table, player: str, command: Rematch, stamp: Stamp) -> Answer:
    if not table.is_over:
        return NOT_ENDED
    if table.seating.seat_of(player) is None:
        return NOT_SEATED
    if table.rematch is not None:
        return Repeated(table.version)
    return Accepted([Renewed(**stamp, table=command.table)])


def _decide_move(table: Table, player: str, command: Move, stamp: Stamp) -> Answer:
    seat, match = table.seating.seat_of(player), table.match
    if seat is None:
        return NOT_SEATED
    if table.is_over:
        return ENDED
    if match is None:
        return NOT_LIVE
    claim = table.claims.get(seat)
    if claim is not None:
        is_same = claim.client_id is not None and claim.client_id == command.client_id
        return Held(claim) if is_same else BEING_JUDGED
    if not 0 <= command.action < table.game.state.ACTIONS.size:
        return Refusal("rules", SENTENCES[NO_SUCH_ACTION], NO_SUCH_ACTION)
    if is_raced(table.game, command.action):
        return _decide_claim(table, match, seat, command, stamp)
    at_ms = max(table.match_ms(stamp["at"]), match.now_ms)
    refused = match.refusal(seat, command.action, at_ms)
    if refused:
        return Refusal("rules", refused.sentence, refused.code)
    return Accepted([Moved(**stamp, seat=seat, action=command.action, at_ms=at_ms, by="player")])


def _decide_claim(table: Table, match: Match, seat: int, command: Move, stamp: Stamp) -> Answer:
    """Hold a claim for its race, unless the rules refuse it as things stand."""
    player = stamp["asker"]
    arrived_ms, credit_ms = table.match_ms(stamp["at"]), table.presence.credit_ms(player)
    refused = match.refusal(seat, command.action, max(arrived_ms, match.now_ms))
    if refused:
        deadline_ms = match.deadline_ms
        if deadline_ms is None or deadline_ms >= arrived_ms:
            return Refusal("rules", refused.sentence, refused.code)
        credit_ms = min(credit_ms, arrived_ms - deadline_ms - 1)  # its turn comes after the clock's
    return Held(Claim(seat, command.action, arrived_ms, credit_ms, "player", player, command.client_id))
