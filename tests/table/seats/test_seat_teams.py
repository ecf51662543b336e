"""Seats choose their teams before the start (E3): who may, when, and what the match then has."""

from __future__ import annotations

import pytest

from dottable.core.game import Game
from dottable.core.matches.match_log import read_log, write_log
from dottable.table.commands import ChooseTeam, SeatBot, SetReady, Sit, Start
from dottable.table.decisions.command_results import Accepted, Rejected
from dottable.table.table import Table
from dottable.table.unreplayable_tables import log_without_rules
from dottable.table.viewers.snapshots import Snapshot, build_snapshot
from tests.table.harness import RED, TableHarness


def harness(seats: int = 4, **options: str) -> TableHarness:
    return TableHarness("dobble_connect", seats=seats, options=options)


def choose(at: TableHarness, player: str, team: str, seat: int | None = None) -> object:
    return at.command(player, ChooseTeam(team=team, seat=seat))


def teams(table: Table) -> list[str | None]:
    return [table.teams.team_at(seat) for seat in range(table.opened.seats)]


def shown(at: TableHarness) -> Snapshot:
    return build_snapshot(at.table, -1, at.now)


def code(answer: object) -> str:
    assert isinstance(answer, Rejected)
    return answer.code


def test_E3_seats_join_the_teams_in_turn_until_they_choose() -> None:
    assert teams(harness(5).table) == ["pink", "orange", "pink", "orange", "pink"]
    assert teams(harness(4, teams="BBBG").table) == ["blue", "blue", "blue", "green"]


def test_E3_players_choose_their_own_team_and_the_match_has_it() -> None:
    at = harness()
    at.seat_people()
    choose(at, "ann", "blue")
    choose(at, "bob", "pink")
    choose(at, "dot", "pink")
    at.command("ann", Start())
    match = at.table.live_match()
    assert match.options.teams == "BPPP"  # type: ignore[attr-defined]
    assert [player.team for player in match.view(0).players] == ["blue", "pink", "pink", "pink"]
    assert shown(at).options == "teams=BPPP points=0 lock-seconds=3"


def test_E3_the_chosen_colour_is_the_colour_of_the_seat_before_and_in_the_match() -> None:
    at = harness()
    at.seat_people()
    choose(at, "ann", "green")
    before = shown(at)
    at.command("ann", Start())
    for seats in (before.seats, shown(at).seats):
        assert (seats[0].team, seats[0].colour) == ("green", "#22793a")
        assert (seats[1].team, seats[1].colour) == ("orange", "#c05600")


def test_an_empty_seat_has_a_team_and_no_colour_of_a_player() -> None:
    seat = shown(harness()).seats[0]
    assert (seat.team, seat.colour) == ("pink", None)


def test_only_the_host_chooses_for_others() -> None:
    at = harness()
    at.seat_people()
    assert code(choose(at, "bob", "blue", 2)) == "not-host"
    assert isinstance(choose(at, "ann", "blue", 2), Accepted)
    assert isinstance(choose(at, "bob", "blue", 1), Accepted)
    assert teams(at.table) == ["pink", "blue", "blue", "orange"]


@pytest.mark.parametrize(
    ("player", "team", "seat", "expected"),
    [
        ("ann", "red", None, "no-such-team"),
        ("ann", "pink", 7, "no-such-seat"),
        ("eve", "pink", None, "not-seated"),
    ],
)
def test_a_wrong_choice_is_refused(player: str, team: str, seat: int | None, expected: str) -> None:
    at = harness()
    at.seat_people()
    assert code(choose(at, player, team, seat)) == expected


def test_a_game_without_teams_refuses_the_choice(last_dot: Game) -> None:
    at = TableHarness(last_dot, seats=2)
    at.seat_people()
    assert code(choose(at, "ann", "pink")) == "no-teams"
    assert shown(at).teams is None
    assert shown(at).seats[0].team is None


def test_E3_the_start_is_refused_with_a_reason_while_the_split_is_not_allowed() -> None:
    at = harness()
    at.seat_people()
    choose(at, "bob", "pink")
    choose(at, "dot", "pink")
    refused = at.command("ann", Start())
    assert isinstance(refused, Rejected)
    assert refused.sentence == "All players are in team pink. There must be at least 2 teams."
    info = shown(at).teams
    assert info is not None
    assert info.refusal == refused.sentence
    choose(at, "ann", "green")
    assert isinstance(at.command("ann", Start()), Accepted)


def test_E3_a_team_of_four_is_refused() -> None:
    at = harness(5)
    at.seat_people()
    choose(at, "bob", "pink")
    refused = at.command("ann", Start())
    assert isinstance(refused, Rejected)
    assert refused.sentence == "Team pink has 4 players. A team has at most 3."


def test_the_last_player_cannot_become_ready_while_the_split_is_not_allowed() -> None:
    at = harness(2)
    at.seat_people()
    choose(at, "bob", "pink")
    at.command("ann", SetReady())
    assert code(at.command("bob", SetReady())) == "teams"
    choose(at, "bob", "blue")
    at.command("bob", SetReady())
    assert at.table.status == "live"


def test_a_last_bot_sits_down_and_does_not_start_a_match_with_a_wrong_split() -> None:
    at = harness(2)
    at.command("ann", Sit(name="Ann", colour=RED))
    choose(at, "ann", "orange")
    at.command("ann", SetReady())
    assert isinstance(at.command("ann", SeatBot(level="steady")), Accepted)
    assert not at.table.match
    choose(at, "ann", "blue", 1)
    assert not at.table.match
    at.command("ann", SetReady())
    assert at.table.live_match().options.teams == "OB"  # type: ignore[attr-defined]


def test_a_choice_ends_the_readiness_of_that_player_and_of_the_asker_only() -> None:
    at = harness()
    at.seat_people()
    for name in ("ann", "bob", "cem"):
        at.command(name, SetReady())
    choose(at, "ann", "blue", 1)
    assert [seat.is_ready for seat in shown(at).seats] == [False, False, True, False]


def test_teams_cannot_be_chosen_in_a_live_match() -> None:
    at = harness(2)
    at.start()
    assert code(choose(at, "ann", "blue")) == "not-open"


def test_choices_survive_a_restart_before_and_after_the_start() -> None:
    at = harness()
    at.seat_people()
    choose(at, "ann", "blue")
    assert teams(at.restored()) == ["blue", "orange", "pink", "orange"]
    at.command("ann", Start())
    assert at.restored().live_match().state_bytes == at.table.live_match().state_bytes


def test_the_log_has_the_chosen_teams() -> None:
    at = harness()
    at.seat_people()
    choose(at, "ann", "blue")
    at.command("ann", Start())
    log = read_log(write_log(at.table.live_match()))
    assert log.header["options"] == "teams=BOPO points=0 lock-seconds=3"
    assert [player.team for player in log.new_match().view(0).players] == ["blue", "orange", "pink", "orange"]


def test_a_log_without_rules_has_the_chosen_teams_too() -> None:
    at = harness()
    at.seat_people()
    choose(at, "ann", "blue")
    at.command("ann", Start())
    at.abort()
    assert "options teams=BOPO points=0 lock-seconds=3" in log_without_rules(at.events)


def test_a_rematch_keeps_the_teams() -> None:
    at = harness()
    at.seat_people()
    choose(at, "ann", "blue")
    at.command("ann", Start())
    at.abort()
    again = Table.restore("t2", at.table.rematch_events(at.now, "ann"), at.now)
    assert teams(again) == ["blue", "orange", "pink", "orange"]


def test_a_shared_shuffle_starts_with_the_chosen_teams() -> None:
    at = harness(2)
    at.seat_people()
    choose(at, "ann", "blue")
    at.start_with_shared_shuffle()
    assert at.table.live_match().options.teams == "BO"  # type: ignore[attr-defined]
