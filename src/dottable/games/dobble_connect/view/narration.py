"""Actions in words, and the narration of moves as messages for `narration_templates.py`."""

from __future__ import annotations

from dottable.core.views.narration import Narration, NarrationMessage, message
from dottable.games.dobble_connect.pieces import SIDE_CODES, SIDE_WORDS
from dottable.games.dobble_connect.state import ACTIONS
from dottable.games.dobble_connect.view.seat_view import ENDED_BY_PLAYING_OUT, OVER_NAME, PLAYING_NAME, Team, View


def describe_action(view: View, action: int) -> str:
    """Return an action in words, for the seat that may choose it."""
    verb, arguments = ACTIONS.decode(action)
    if verb == "deal":
        return f"Deal round {view.round + 1}"
    if verb == "unlock":
        return "End a wait"
    spot, side, place = arguments
    top = view.players[view.seat].top
    assert top is not None  # a seat without a card has no claims
    symbol, card = top.symbols[place], _spot_code(view, spot)
    return f"Find the {symbol} on {card} and lay your {top.kind} card to its {SIDE_WORDS[side]}"


def _spot_code(view: View, spot: int) -> str:
    """Return the letter and spot of a card on the table, as shown on the map, such as "P4"."""
    return f"{view.table[spot].card.letter}{spot}"


def narrate(before: View, seat: int, action: int, after: View) -> Narration:
    """Return a description of a move as messages, derived only from the viewer's own two views."""
    verb, arguments = ACTIONS.decode(action)
    if verb == "deal":
        return _narrate_deal(before, seat, after)
    if verb == "unlock":
        return _narrate_unlock(before, after)
    spot, side, place = arguments
    top = before.players[seat].top
    assert top is not None  # a seat without a card has no claims
    claim = {"seat": seat, "symbol": message(f"symbol.{top.symbols[place]}"), "spot": _spot_code(before, spot)}
    if len(after.table) > len(before.table):
        sentence = message(
            "placed", **claim, card=message(f"card.{top.kind}"), side=message(f"side.{SIDE_CODES[side]}")
        )
    elif after.players[seat].locked_until_ms is not None:
        sentence = message("wrong_and_locked", **claim, seconds=after.options.lock_seconds)
    else:
        sentence = message("wrong", **claim)
    return (sentence, *narrate_round_end(after))


def _kind_message(kind: str) -> NarrationMessage:
    return message(f"kind.{kind}")


def narrate_round_end(view: View) -> Narration:
    """Return messages that say how a round ended; empty while it is being played."""
    if view.phase == PLAYING_NAME:
        return ()
    if view.scorer:
        team = _team_of(view, view.scorer)
        code = "won" if view.phase == OVER_NAME and team.points == view.goal else "scored"
        if len(team.seats) == 1:
            return (message(f"{code}_alone", colour=_kind_message(team.colour), seat=team.seats[0]),)
        return (message(code, colour=_kind_message(team.colour)),)
    return (message("played_out" if view.ended_by == ENDED_BY_PLAYING_OUT else "too_many_wrong"),)


def _narrate_deal(before: View, seat: int, after: View) -> Narration:
    """Return messages about a deal, and about the cards that the last scorer received (E9)."""
    dealt = message("dealt", seat=seat, round=after.round)
    if not after.gifts or before.scorer is None:
        return (dealt,)
    team = _team_of(after, before.scorer)
    numbers = {"points": team.points, "count": len(after.gifts)}
    if len(team.seats) > 1:
        return dealt, message("received", colour=_kind_message(team.colour), **numbers)
    receiver, *others = sorted(range(after.seats), key=lambda other: other not in team.seats)
    if len(others) > 1:
        return dealt, message("received_alone", seat=receiver, **numbers)
    return dealt, message("given", seat=receiver, giver=others[0], **numbers)


def _team_of(view: View, colour: str) -> Team:
    """Return the team of a colour."""
    return next(team for team in view.teams if team.colour == colour)


def _narrate_unlock(before: View, after: View) -> Narration:
    """Return messages about the seats whose lock has ended (E7)."""
    pairs = enumerate(zip(before.players, after.players, strict=True))
    free = [seat for seat, (b, a) in pairs if b.locked_until_ms is not None and a.locked_until_ms is None]
    return (message("unlocked", seats=free),)


def is_public(action: int) -> bool:
    """Return True, because every action of this game is visible to all players."""
    return True
