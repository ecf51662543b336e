"""Handling of players' commands: the events that a command leads to. Nothing here changes the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dottable.core.matches.match import Match
from dottable.core.primitives.refusals import CORE_REFUSAL_SENTENCES, NO_SUCH_ACTION, Refusal
from dottable.core.primitives.seats import CLOCK
from dottable.table.commands import (
    Abort,
    AnyCommand,
    ChooseTeam,
    Contribute,
    MakeMove,
    React,
    Rematch,
    Reveal,
    Say,
    SeatBot,
    SetReady,
    Sit,
    Stand,
    Start,
    TakeHint,
    Unseat,
)
from dottable.table.decisions.command_results import Accepted, Decision, DuplicateCommand, HeldClaim, Rejected
from dottable.table.decisions.hints import decide_hint
from dottable.table.decisions.races import Claim, is_race_action
from dottable.table.decisions.shared_shuffle_start import START_PENDING, contribution_events, reveal_events, start_event
from dottable.table.events import ChatSent, Ended, Event, Moved, ReactionSent, ReadyChanged, RematchOpened, SeatTaken
from dottable.table.seats.clocks import MS_PER_SECOND
from dottable.table.seats.planned_bot_moves import is_deal_action, waits_for_ready
from dottable.table.seats.seating import HOST_ONLY, NOT_SEATED, TABLE_NOT_FULL, EventFields

if TYPE_CHECKING:
    from dottable.table.table import Table

SeatCommand = Sit | Stand | SeatBot | Unseat | ChooseTeam | SetReady | Start | Contribute | Reveal | Abort

ALREADY_STARTED = Rejected("not-open", "The match has already started.")
NOT_STARTED = Rejected("not-live", "The match has not started yet.")
MATCH_ENDED = Rejected("ended", "This table is closed: the match has ended.")
MATCH_NOT_ENDED = Rejected("not-ended", "The match has not ended yet.")
OTHERS_ARE_PLAYING = Rejected(
    "others-are-playing", "Other players are still in the match. You can leave it: a bot takes over your seat."
)
CLAIM_PENDING = Rejected("being-judged", "Your last claim is still being judged.")
TOO_MANY_MESSAGES = Rejected("full", "This table has too many messages. Go on at another table.")
TOO_MANY_CHANGES = Rejected("full", "The seats of this table changed too often. Open another table.")
UNKNOWN_ACTION = Rejected("rules", CORE_REFUSAL_SENTENCES[NO_SUCH_ACTION], NO_SUCH_ACTION)


def decide_command(table: Table, player: str, command: AnyCommand, now: int) -> Decision:
    """Return the events of a command, a claim to hold, or the reason why it is refused. Changes nothing.

    `now` is the host time at which the command arrived.
    """
    version = table.acknowledged_version(player, command.client_id)
    if version is not None:
        return DuplicateCommand(version)
    if isinstance(command, MakeMove):
        return _decide_move(table, player, command, now)
    if table.has_many_messages and isinstance(command, Say | React):
        return TOO_MANY_MESSAGES
    if table.has_many_seat_changes and isinstance(command, Sit | SeatBot | Unseat | ChooseTeam | SetReady | Contribute):
        return TOO_MANY_CHANGES
    fields = table.event_fields(now, player, command.client_id)
    if isinstance(command, Say | React):
        return Accepted([_chat_event(table, player, command, fields)])
    if isinstance(command, TakeHint):
        return decide_hint(table, player, command, fields)
    if isinstance(command, Rematch):
        return _decide_rematch(table, player, command, fields)
    if table.is_over:
        return MATCH_ENDED
    if table.status == "live" and isinstance(command, SetReady) and command.is_ready:
        return _deal_for_bot(table, player, fields)
    decided = _decide_seat_command(table, player, command, fields)
    if isinstance(decided, Rejected):
        return decided
    started = _with_start_if_ready(table, player, decided, fields)
    return started if isinstance(started, Rejected) else Accepted(started)


def _decide_seat_command(
    table: Table, player: str, command: SeatCommand, fields: EventFields
) -> list[Event] | Rejected:
    if table.status == "live" and isinstance(command, Abort):
        return _abort_match(table, player, fields)
    is_for_host = isinstance(command, Abort | SeatBot | Unseat | Start)
    if is_for_host and not table.has_host_rights(player, fields["clock_ms"]):
        return HOST_ONLY
    if isinstance(command, Abort):
        return [Ended(**fields, reason="aborted")]
    if table.status == "live":
        return _leave_match(table, player, fields) if isinstance(command, Stand) else ALREADY_STARTED
    if isinstance(command, Reveal):
        return reveal_events(table, player, command, fields)
    return START_PENDING if table.shuffle.prepared else _decide_before_start(table, player, command, fields)


def _decide_before_start(
    table: Table, player: str, command: SeatCommand, fields: EventFields
) -> list[Event] | Rejected:
    seating = table.seating
    if isinstance(command, Sit):
        return seating.sit_event(player, command, fields)
    if isinstance(command, SeatBot):
        return seating.seat_bot_event(command, fields)
    if isinstance(command, Unseat):
        return seating.unseat_event(command, fields)
    if isinstance(command, SetReady):
        return seating.ready_event(player, command, fields)
    if isinstance(command, Stand):
        return seating.stand_event(player, fields)
    if isinstance(command, Contribute):
        return contribution_events(table, player, command, fields)
    if isinstance(command, ChooseTeam):
        is_host = table.has_host_rights(player, fields["clock_ms"])
        return table.teams.choose_team_event(seating, player, command, fields, is_host=is_host)
    if not seating.is_full:
        return TABLE_NOT_FULL
    return table.teams.start_refusal or [start_event(table, player, fields)]


def _with_start_if_ready(table: Table, player: str, events: list[Event], fields: EventFields) -> list[Event] | Rejected:
    """Return the events, followed by the start of the match if they make every seat ready.

    If the rules do not allow the chosen teams, the match does not start, and the last player cannot become ready.
    """
    if table.status != "open" or not table.seating.makes_all_ready(events[-1]):
        return events
    refusal = table.teams.start_refusal
    if refusal is None:
        return [*events, start_event(table, player, fields)]
    return refusal if isinstance(events[-1], ReadyChanged) else events


def _deal_for_bot(table: Table, player: str, fields: EventFields) -> Decision:
    """Return the deal of the bot that is to begin the next round."""
    if table.seating.seat_of(player) is None:
        return NOT_SEATED
    match, dealer = table.live_match(), table.to_act[0] if len(table.to_act) == 1 else CLOCK
    legal = [] if dealer == CLOCK or table.seating.bot_level_at(dealer) is None else match.legal(dealer)
    if not waits_for_ready(table) or len(legal) != 1 or not is_deal_action(match, legal[0]):
        return ALREADY_STARTED
    at_ms = max(table.match_ms(fields["at"]), match.now_ms)
    return Accepted([Moved(**fields, seat=dealer, action=legal[0], at_ms=at_ms, by="bot")])


def _abort_match(table: Table, player: str, fields: EventFields) -> list[Event] | Rejected:
    """Return the event that ends a live match without a result. All other players must have been away for 60 s."""
    if player != table.seating.host and table.seating.seat_of(player) is None:
        return NOT_SEATED
    clock_ms = fields["clock_ms"]
    other_players = [(other, holder) for _, other, holder in table.seating.seated_players() if other != player]
    if any(table.presence.is_connected(other) for other, _ in other_players):
        return OTHERS_ARE_PLAYING
    graces = [(table.presence.grace_until_ms(other) or 0, holder.name) for other, holder in other_players]
    until_ms, name = max(graces, default=(0, ""))
    if until_ms > clock_ms:
        left_s = -(-(until_ms - clock_ms) // MS_PER_SECOND)
        return Rejected("grace", f"{name} lost the connection and may return. You can end the match in {left_s} s.")
    return [Ended(**fields, reason="aborted")]


def _leave_match(table: Table, player: str, fields: EventFields) -> list[Event] | Rejected:
    """Return the event by which a bot replaces a leaving player, or the end of the match if no other player is left."""
    seat = table.seating.seat_of(player)
    holder = None if seat is None else table.seating.holders[seat]
    if seat is None or holder is None:
        return NOT_SEATED
    if len(table.seating.seated_players()) == 1:
        return [Ended(**fields, reason="aborted")]
    level, name, colour = table.settings.absent_level, holder.name, holder.colour
    return [SeatTaken(**fields, seat=seat, name=name, colour=colour, bot=level, left=player)]


def _chat_event(table: Table, player: str, command: Say | React, fields: EventFields) -> Event:
    seat = table.seating.seat_of(player)
    holder = table.seating.holders[seat] if seat is not None else None
    name = holder.name if holder else command.name
    if isinstance(command, Say):
        return ChatSent(**fields, player=player, name=name, text=command.text)
    return ReactionSent(**fields, player=player, name=name, reaction=command.reaction)


def _decide_rematch(table: Table, player: str, command: Rematch, fields: EventFields) -> Decision:
    if not table.is_over:
        return MATCH_NOT_ENDED
    if table.seating.seat_of(player) is None:
        return NOT_SEATED
    if table.rematch is not None:
        return DuplicateCommand(table.version)
    return Accepted([RematchOpened(**fields, table=command.table)])


def check_can_move(table: Table, player: str, action: int) -> tuple[int, Match] | Rejected:
    """Return the player's seat and the match; a rejection if not seated, not live, or the action number is invalid."""
    seat, match = table.seating.seat_of(player), table.match
    if seat is None:
        return NOT_SEATED
    if table.is_over:
        return MATCH_ENDED
    if match is None:
        return NOT_STARTED
    if not 0 <= action < table.game.state.ACTIONS.size:
        return UNKNOWN_ACTION
    return seat, match


def _decide_move(table: Table, player: str, command: MakeMove, now: int) -> Decision:
    checked = check_can_move(table, player, command.action)
    if isinstance(checked, Rejected):
        return checked
    seat, match = checked
    claim = table.claims.get(seat)
    if claim is not None:
        is_same = claim.client_id is not None and claim.client_id == command.client_id
        return HeldClaim(claim) if is_same else CLAIM_PENDING
    arrived_ms = table.match_ms(now)
    at_ms = max(arrived_ms, match.now_ms)
    refused = match.refusal(seat, command.action, at_ms)
    if table.game.races and is_race_action(table.game, command.action):
        return _decide_claim(table, player, command, seat, arrived_ms, refused)
    if refused:
        return Rejected("rules", refused.sentence, refused.code)
    fields = table.event_fields(now, player, command.client_id)
    return Accepted([Moved(**fields, seat=seat, action=command.action, at_ms=at_ms, by="player")])


def _decide_claim(
    table: Table, player: str, command: MakeMove, seat: int, arrived_ms: int, refused: Refusal | None
) -> Decision:
    """Return a claim to hold until its race is decided; a rejection if the rules refuse it and no clock move is due."""
    credit_ms = table.presence.latency_credit_ms(player)
    if refused:
        deadline_ms = table.live_match().deadline_ms
        if deadline_ms is None or deadline_ms >= arrived_ms:
            return Rejected("rules", refused.sentence, refused.code)
        credit_ms = min(credit_ms, arrived_ms - deadline_ms - 1)  # judged after the clock's move
    return HeldClaim(Claim(seat, command.action, arrived_ms, credit_ms, "player", player, command.client_id))
