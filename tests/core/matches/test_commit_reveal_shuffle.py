"""Shared shuffles: the seed of the deal, and logs with the contributions of the players."""

from __future__ import annotations

import hashlib

import pytest

from dottable.core.errors import BadLog
from dottable.core.matches.commit_reveal_shuffle import Contribution, combine_seed
from dottable.core.matches.log_format import SHARED_SHUFFLE
from dottable.core.matches.match import Match
from dottable.core.matches.match_log import read_log, verify_log, write_log
from dottable.core.primitives import chance
from dottable.core.registry import find_game

SEED, SALT = bytes(range(32)), bytes(16)
PARTS = (Contribution(0, b"a" * 32), Contribution(2, b"c" * 32))


@pytest.fixture
def match():
    match = Match(find_game("dots_52"), seats=3, seed=SEED, salt=SALT, contributions=PARTS)
    for _ in range(12):
        seat = match.to_act[0]
        match.apply(seat, match.legal(seat)[0])
    return match


@pytest.fixture
def text(match):
    return write_log(match, ["Ann", "Bo", "Cem"])


def replaced(text: str, name: str, value: str) -> str:
    lines = [f"{name} {value}" if line.startswith(f"{name} ") else line for line in text.splitlines()]
    return "\n".join(lines) + "\n"


def test_the_seed_of_the_deal_is_the_documented_hash():
    hashed = b"dottable shuffle 1" + SEED + b"\x00" + b"a" * 32 + b"\x02" + b"c" * 32
    assert combine_seed(SEED, PARTS) == hashlib.sha256(hashed).digest()


def test_without_contributions_the_server_s_seed_is_the_seed_of_the_deal():
    assert Match(find_game("dots_52"), seed=SEED).deal_seed == SEED


@pytest.mark.parametrize(
    "other",
    [(), PARTS[:1], PARTS[1:], (Contribution(1, b"a" * 32), PARTS[1]), (PARTS[0], Contribution(2, b"d" * 32))],
)
def test_every_contribution_and_its_seat_change_the_deal(other):
    assert combine_seed(SEED, other) != combine_seed(SEED, PARTS)
    before = Match(find_game("dots_52"), seats=3, seed=SEED, salt=SALT, contributions=PARTS).state_bytes
    assert Match(find_game("dots_52"), seats=3, seed=SEED, salt=SALT, contributions=other).state_bytes != before


def test_a_determinized_match_holds_only_the_public_part_of_the_shuffle(match):
    twin = match.determinize(0, chance.seeded_generator(bytes(32)))
    assert (twin.seed, twin.salt, twin.contributions) == (bytes(32), bytes(16), PARTS)
    assert twin.deal_seed != match.deal_seed


def test_a_log_holds_hashes_in_its_header_and_bytes_in_its_footer(match, text):
    log = read_log(text)
    lines = text.splitlines()
    assert lines[0] == "dottable-log 2"
    assert log.header["contributions"] == f"p1:{PARTS[0].entropy_hash} p3:{PARTS[1].entropy_hash}"
    assert log.footer["entropies"] == f"p1:{PARTS[0].entropy.hex()} p3:{PARTS[1].entropy.hex()}"
    assert log.contributions == PARTS
    assert verify_log(log).state_bytes == match.state_bytes


def test_every_altered_line_of_a_log_is_found(text):
    for k, line in enumerate(text.splitlines()):
        lines = text.splitlines()
        lines[k] = line[:-1] + ("9" if line[-1] != "9" else "8")
        with pytest.raises(BadLog) as error:
            verify_log(read_log("\n".join(lines)))
        assert error.value.line is None or error.value.line <= k + 1, line


def test_bytes_that_were_exchanged_with_their_hash_do_not_give_the_deal(text):
    other = Contribution(2, b"x" * 32)
    forged = replaced(text, "contributions", f"p1:{PARTS[0].entropy_hash} p3:{other.entropy_hash}")
    forged = replaced(forged, "entropies", f"p1:{PARTS[0].entropy.hex()} p3:{other.entropy.hex()}")
    with pytest.raises(BadLog, match="header"):
        verify_log(read_log(forged))


@pytest.mark.parametrize(
    "entropies",
    [
        "none",
        "p1:00",
        f"p1:{'0' * 64} p1:{'0' * 64}",
        f"p3:{'0' * 64} p1:{'0' * 64}",
        f"p4:{'0' * 64}",
        f"p0:{'0' * 64}",
    ],
)
def test_a_malformed_line_of_bytes_gives_a_clear_sentence(text, entropies):
    with pytest.raises(BadLog, match="Expected entropies") as error:
        read_log(replaced(text, "entropies", entropies))
    assert error.value.line == SHARED_SHUFFLE.line_of_entry("entropies", 12)


def test_bytes_without_the_published_hash_are_named(text):
    with pytest.raises(BadLog, match="do not have the published hashes"):
        read_log(replaced(text, "entropies", f"p1:{'0' * 64} p3:{'0' * 64}"))


def test_the_public_seed_depends_on_every_part_and_reveals_nothing(match):
    alone = Match(match.game, seats=3, seed=SEED, salt=SALT)
    assert alone.public_seed == alone.commitment == match.commitment
    hashed = bytes.fromhex(match.commitment) + b"a" * 32 + b"c" * 32
    assert match.public_seed == hashlib.sha256(hashed).hexdigest()
    assert match.public_seed != match.deal_seed.hex()
