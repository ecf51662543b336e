"""The command line: what it prints, and one clear sentence for bad input."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time

import pytest

from dottable.cli import COMMANDS, main, make_parser
from dottable.core.registry import installed_games
from tests.conftest import LAST_DOT, ROOT
from tests.sizes import full_only

FAULTY_BOTS_FILE = ROOT / "tests" / "bots" / "faulty_bots.py"


def run_json(capsys, *arguments):
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def run_dottable_process(*arguments, **variables):
    return subprocess.run(
        [sys.executable, "-m", "dottable", *arguments],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env=os.environ | variables,
    )


@pytest.fixture(scope="module")
def log_file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("logs")
    assert main(["simulate", "dot_tiles", "--matches", "1", "--seed", "9", "--logs", str(folder)]) == 0
    return next(folder.iterdir())


def test_help_names_every_command(capsys):
    with pytest.raises(SystemExit) as leaving:
        main(["--help"])
    assert leaving.value.code == 0
    text = capsys.readouterr().out
    names = list(COMMANDS)
    assert {"play", "drill", "games", "simulate", "tournament", "bench", "deck", "replay", "check"} <= set(names)
    for name in (*names, "verify"):
        assert re.search(rf"^    {name}\b", text, re.MULTILINE)


def test_the_help_texts_of_the_commands_are_those_of_their_modules():
    action = next(action for action in make_parser()._actions if action.dest == "==SUPPRESS==" and action.choices)
    assert {choice.dest: choice.help for choice in vars(action)["_choices_actions"]} == COMMANDS


def test_without_arguments_a_terminal_gets_the_server_and_others_the_usage(capsys, monkeypatch):
    started = []

    def run(args):
        started.append(args.open)
        return 0

    monkeypatch.setattr("dottable.cli.serve.run", run)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main([]) == 0
    assert started == [True]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False)
    with pytest.raises(SystemExit) as leaving:
        main([])
    assert leaving.value.code == 2
    assert "COMMAND" in capsys.readouterr().err


def test_a_missing_package_is_named_with_its_extra(capsys, monkeypatch):
    def run(_):
        raise ModuleNotFoundError("No module named 'jinja2'", name="jinja2")

    monkeypatch.setattr("dottable.cli.games.run", run)
    assert main(["games"]) == 2
    assert capsys.readouterr().err == "dottable: Package 'jinja2' is not installed. Run: pip install 'dottable[lab]'\n"


HEAVY_MODULES = ("numba", "numpy", "asyncio", "litestar", "rich", "argcomplete")


@pytest.mark.parametrize("arguments", [("--help",), ("--version",)])
def test_help_imports_no_heavy_module(arguments):
    code = (
        "import sys\nfrom dottable.cli import main\ntry:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        f"sys.exit(str(set({HEAVY_MODULES!r}) & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    assert ran.stderr.strip() == "set()"


def test_games_lists_every_game(capsys):
    rows = run_json(capsys, "games")["games"]
    assert [row["slug"] for row in rows] == list(installed_games())
    main(["games", "dot_tiles"])
    assert "single-colour-bonus=off|on" in capsys.readouterr().out


def test_games_does_not_load_numba():
    code = "import sys; from dottable.cli import main; main(['games']); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_simulate_json_has_the_summary(capsys):
    arguments = ("simulate", "dot_tiles", "--matches", "300", "--seats", "3", "--seed", "7")
    report = run_json(capsys, *arguments, "--option", "single-colour-bonus=off")
    assert report["game"] == "dot_tiles"
    assert report["options"] == {"single-colour-bonus": False}
    assert (report["seats"], report["matches"], report["steps"]) == (3, 300, 300 * 96)
    assert report["mean_steps"] == 96
    assert len(report["mean_returns"]) == len(report["win_share"]) == 3
    assert sum(report["win_share"]) == pytest.approx(1)
    assert (report["planned"], report["bots"]) == (300, None)


def test_simulate_is_the_same_to_the_byte_for_one_and_two_workers(capsys):
    printed = []
    for workers in ("1", "2"):
        assert main(["simulate", "dots_52", "--matches", "9000", "--seed", "7", "--workers", workers, "--json"]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]


def test_simulate_text_shows_the_seed(capsys):
    assert main(["simulate", "dot_tiles", "--matches", "10"]) == 0
    assert "seed " in capsys.readouterr().out


def test_simulate_lets_bots_play_and_writes_their_logs(capsys, tmp_path):
    arguments = ("simulate", str(LAST_DOT), "--bots", "greedy,random", "--matches", "4", "--workers", "1")
    report = run_json(capsys, *arguments, "--logs", str(tmp_path))
    assert (report["matches"], report["bots"]) == (4, ["greedy", "random"])
    assert report["faults"] == {"greedy": 0, "random": 0}
    assert len(list(tmp_path.iterdir())) == 4
    assert 'players ["greedy","random"]' in next(tmp_path.iterdir()).read_text()
    main(arguments)
    assert "4 matches between bots" in capsys.readouterr().out


TOURNAMENT_ARGUMENTS = (
    "tournament",
    str(LAST_DOT),
    "--bots",
    "random,greedy,search:20",
    "--matches",
    "4",
    "--workers",
    "1",
)


def test_tournament_json_has_ratings_pairs_times_and_faults(capsys):
    report = run_json(capsys, *TOURNAMENT_ARGUMENTS, "--seed", "7")
    assert (report["matches"], report["planned"], report["seats"]) == (12, 12, 2)
    assert {standing["bot"] for standing in report["standings"]} == {"random", "greedy", "search:20"}
    ratings = [standing["rating"]["rating"] for standing in report["standings"]]
    assert ratings == sorted(ratings, reverse=True)
    for standing in report["standings"]:
        assert standing["rating"]["low"] < standing["rating"]["rating"] < standing["rating"]["high"]
        assert standing["thinking"]["max_ms"] >= standing["thinking"]["p50_ms"] >= 0
        assert standing["faults"] == {}
    assert [pair["bots"] for pair in report["pairs"]] == [
        ["random", "greedy"],
        ["random", "search:20"],
        ["greedy", "search:20"],
    ]
    assert sum(sum(pair["wins"]) + pair["draws"] for pair in report["pairs"]) == 12


def test_tournament_text_has_a_row_for_every_bot_and_pair_and_names_faults(capsys, monkeypatch):
    monkeypatch.setenv("DOTTABLE_BOTS_INTERPRETED", "1")  # for the foreign bot's process, which starts sooner so
    cheat = f"{FAULTY_BOTS_FILE}:ChoosingIllegally"
    assert main(["tournament", str(LAST_DOT), "--bots", f"random,{cheat}", "--matches", "2", "--workers", "1"]) == 0
    text = capsys.readouterr().out
    assert "2 matches in " in text
    assert f"random : {cheat}" in text
    assert f"fault  {cheat}: illegal, " in text
    assert "first: action 10000000 is not legal here" in text
    assert "seed " in text


def test_a_stopped_tournament_shows_its_results_so_far(capsys, monkeypatch):
    from dottable.lab.tournament import Tournament

    play = Tournament.play

    def play_a_little(tournament, *pool, **more):
        tournament.schedule, rest = tournament.schedule[:5], tournament.schedule[5:]
        play(tournament, *pool, **more)
        tournament.schedule += rest
        raise KeyboardInterrupt

    monkeypatch.setattr(Tournament, "play", play_a_little)
    assert main([*TOURNAMENT_ARGUMENTS]) == 130
    shown = capsys.readouterr()
    assert "Stopped after 5 of 12 matches. The results cover these." in shown.err
    assert "5 matches in " in shown.out


def test_bench_reports_a_missing_peer_before_it_measures(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setattr("dottable.cli.bench.load_game", lambda _: pytest.fail("a game was loaded first"))
    assert main(["bench", "--peers"]) == 2
    assert "OpenSpiel is not installed" in capsys.readouterr().err


def test_bench_json_has_a_row_per_game_and_ratios(capsys):
    report = run_json(capsys, "bench", "--rounds", "1")
    assert [row["game"] for row in report["games"]] == list(installed_games())
    report = run_json(capsys, "bench", "dot_tiles", "--peers", "--rounds", "1")
    assert [peer["name"] for peer in report["peers"]] == ["crazy_eights", "hearts", "connect_four"]
    row = report["games"][0]
    assert row["steps_per_second"] > 0
    assert set(row["ratios"]) == {"crazy_eights", "hearts", "connect_four"}


def test_a_log_replays_and_verifies(capsys, log_file):
    assert run_json(capsys, "verify", str(log_file))["verified"] is True
    assert main(["replay", str(log_file), "--seat", "1"]) == 0
    text = capsys.readouterr().out
    assert "  60. " in text
    assert "Result: player 1:" in text


def test_replay_can_stop_early(capsys, log_file):
    assert main(["replay", str(log_file), "--to", "3", "--boards"]) == 0
    text = capsys.readouterr().out
    assert "   3. " in text
    assert "   4. " not in text


@full_only("compiling takes 10 s; in quick runs tests/docs runs the command of the README")
def test_check_passes_a_sound_game(capsys):
    assert main(["check", str(LAST_DOT), "--matches", "40", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"ok": True, "games": {"last_dot": []}}


def test_check_lists_its_properties(capsys):
    assert main(["check", "--list"]) == 0
    assert "leak-view" in capsys.readouterr().out


def test_check_fails_a_broken_game(tmp_path):
    from tests.core.conformance.mutants import MUTANTS, write_mutant

    mutant = next(m for m in MUTANTS if m.breaks == "pieces")
    folder = write_mutant(mutant, tmp_path / "broken_by_cli")
    ran = run_dottable_process("check", str(folder), "--matches", "5", NUMBA_DISABLE_JIT="1")
    assert ran.returncode == 1
    assert re.search(r"broken_by_cli/rules.py:\d+: pieces: No piece is lost or added", ran.stdout)


BAD_INPUT = [
    (("simulate", "dot_tile"), "Unknown game 'dot_tile'"),
    (("play", "chess"), "Unknown game 'chess'"),
    (("check", "no/such/folder"), "No game package in"),
    (("simulate", "dot_tiles", "--seats", "9"), "DOT: Dice or Tiles takes 2 to 4 seats, not 9."),
    (("bench", "dot_tiles", "--seats", "9"), "takes 2 to 4 seats"),
    (("simulate", "dot_tiles", "--option", "bonus=on"), "Unknown option 'bonus'"),
    (("simulate", "dot_tiles", "--option", "single-colour-bonus"), "is not an option. Write name=value."),
    (("simulate", "dot_tiles", "--option", "single-colour-bonus=red"), "Invalid value 'red'"),
    (("simulate", "dot_tiles", "--deck", "x.toml"), "has no deck files"),
    (("simulate", "dot_tiles", "--matches", "0"), "not a whole number above 0"),
    (("simulate", "dot_tiles", "--matches", "many"), "not a whole number above 0"),
    (("simulate", "dot_tiles", "--bots", "grandmaster"), "Unknown bot 'grandmaster'. Available: random, greedy"),
    (("simulate", "dot_tiles", "--bots", "a,b,c"), "Expected 1 or 2 bot names for 2 seats, not 3."),
    (
        ("simulate", "dot_tiles", "--bots", "random", "--reaction-times", "sharp"),
        "Leave out --reaction-times or --bots",
    ),
    (("play", "dot_tiles", "--bots", "no.py:Bot"), "Cannot start the bot 'no.py:Bot': There is no file 'no.py'."),
    (("play", "dot_tiles", "--seats", "9"), "takes 2 to 4 seats, not 9"),
    (("tournament", "dot_tiles"), "the following arguments are required: --bots"),
    (("tournament", "dot_tiles", "--bots", "random"), "A tournament takes two or more bots. Name each bot once."),
    (("tournament", "dot_tiles", "--bots", "random,fool"), "Unknown bot 'fool'"),
    (("tournament", "dot_tiles", "--bots", "random,greedy", "--seats", "9"), "takes 2 to 4 seats, not 9"),
    (("verify", "/no/such/file"), "Cannot read the file '/no/such/file': No such file or directory."),
    (("replay", "/"), "Cannot read the file '/': Is a directory."),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD_INPUT, ids=[" ".join(a) for a, _ in BAD_INPUT])
def test_bad_input_is_one_clear_sentence_and_exit_code_2(capsys, arguments, sentence):
    code: str | int | None
    try:
        code = main(arguments)
    except SystemExit as leaving:  # argparse's own way
        code = leaving.code
    shown = capsys.readouterr()
    assert code == 2
    assert sentence in shown.err
    assert "Traceback" not in shown.err
    assert shown.out == ""


@pytest.mark.parametrize("damage", ["malformed", "truncated", "tampered", "binary", "empty"])
def test_a_damaged_log_is_one_clear_sentence_and_exit_code_2(tmp_path, capsys, log_file, damage):
    lines = log_file.read_text().splitlines()
    move = 14
    tampered = [*lines]
    tampered[move] = tampered[move][:-1] + ("0" if tampered[move][-1] != "0" else "1")
    contents = {
        "malformed": "\n".join([*lines[:move], "what is this?", *lines[move + 1 :]]).encode(),
        "truncated": "\n".join(lines[:move]).encode(),
        "tampered": "\n".join(tampered).encode(),
        "binary": b"\xff\xfe\x00",
        "empty": b"",
    }
    sentences = {
        "malformed": f"Line {move + 1}: Expected move",
        "truncated": f"The log is cut off after line {move}",
        "tampered": f"Line {move + 1}: The move was altered",
        "binary": "is not plain text",
        "empty": "Line 1: A log must begin with",
    }
    path = tmp_path / "damaged.log"
    path.write_bytes(contents[damage])
    assert main(["verify", str(path)]) == 2
    shown = capsys.readouterr()
    assert sentences[damage] in shown.err
    assert len(shown.err.strip().splitlines()) == 1


def test_replay_of_a_seat_that_is_not_there(capsys, log_file):
    assert main(["replay", str(log_file), "--seat", "3"]) == 2
    assert "There is no player 3 in this match. Choose 1 to 2." in capsys.readouterr().err


def test_bad_input_has_no_traceback_in_a_real_process():
    ran = run_dottable_process("simulate", "nothing")
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert ran.stderr.startswith("dottable: Unknown game 'nothing'")


def test_the_first_start_says_that_it_compiles(tmp_path):
    ran = run_dottable_process("simulate", str(LAST_DOT), "--matches", "1", DOTTABLE_CACHE=str(tmp_path))
    assert ran.returncode == 0
    assert "Compiling the rules of Last Dot" in ran.stderr
    start = time.perf_counter()
    ran = run_dottable_process("simulate", str(LAST_DOT), "--matches", "1", DOTTABLE_CACHE=str(tmp_path))
    assert "Compiling" not in ran.stderr
    assert time.perf_counter() - start < 60
