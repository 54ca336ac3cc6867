"""`nonet trace`, `compare` and `worst-case` as a user meets them, in pipes; the player has tests of its own."""

from __future__ import annotations

import json
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from console import COMMAND, CONFLICT, EASY, NONE, OPEN, SOLVED, run, write
from films import SVG
from quick import some

from nonet import Puzzle, lab, teach
from nonet.base.cells import cell_index
from nonet.cli.commands import _runs
from nonet.teach import Event, replay

FOUR = "1.....3..4.....2"
FOUR_BY_FOUR = 288  # solutions of the empty 4x4 board


# -- trace ----------------------------------------------------------------------------------------


def test_a_pipe_gets_a_line_for_each_step_and_the_counters_on_standard_error() -> None:
    done = run("trace", FOUR)
    trace = teach.solve(FOUR, "backtracking", trace=True).trace
    assert trace is not None
    assert done.code == 0 and len(done.lines) == len(trace)
    assert done.lines[:3] == ["try r1c2=1", "conflict r1c2=1", "try r1c2=2"]
    assert done.lines[-1] == "solved" and done.err.startswith("solved: calls 1")


@pytest.mark.parametrize("name", some(["norvig", "backtracking", "annealing"], 3))
def test_json_lines_replay_to_the_solution(name: str) -> None:
    done = run("trace", "--json", "--with", name, EASY)
    items = [json.loads(line) for line in done.lines]
    events = [
        Event(
            item["event"],
            cell_index(item["cell"]) if "cell" in item else -1,
            item.get("digit", 0),
            item.get("note", ""),
        )
        for item in items
    ]
    *_, last = replay(bytes(Puzzle(EASY).givens), events)
    assert "".join(map(str, last.digits)) == SOLVED


def test_a_part_of_the_steps_can_be_chosen() -> None:
    everything = run("trace", FOUR).lines
    done = run("trace", "--from-step", "5", "--frames", "7", FOUR)
    assert done.lines == everything[4:11] and done.code == 0
    assert done.err.startswith("not finished: ")
    beyond = run("trace", "--from-step", "5000", FOUR)
    assert (beyond.code, beyond.out) == (1, "")
    assert beyond.err == f"no step 5,000: the run has {len(everything)} steps\n"


def test_the_order_the_limit_the_rules_and_the_options_reach_the_algorithm() -> None:
    assert run("trace", "--digits", "descending", FOUR).lines[0] == "try r1c2=4"
    assert run("trace", "--limit", "3", "." * 16).lines.count("solved") == 3
    assert run("trace", "--rules", "latin", "1...").code == 1
    latin = run("trace", "--rules", "latin4", "--with", "norvig", "1234........4...")
    assert latin.lines[-1] == "solved"
    singles, search = (
        run("trace", "--with", "rules_then_search", "--set", f"rules={word}", EASY).out
        for word in ("yes", "no")
    )
    assert "naked single" in singles and "naked single" not in search
    seeds = [run("trace", "--with", "annealing", "--seed", seed, FOUR).out for seed in "112"]
    assert seeds[0] == seeds[1] != seeds[2]


@pytest.mark.parametrize("name", some(["backtracking", "norvig", "exact_cover"], 2))
def test_a_run_can_go_to_its_last_solution(name: str) -> None:
    done = run("trace", "--all", "--with", name, "." * 16)
    assert done.code == 0 and done.lines.count("solved") == FOUR_BY_FOUR
    assert done.err.startswith("288 solutions: ") and len(done.err.splitlines()) == 1


def test_the_bound_of_all_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_runs, "MOST", 5)
    sentence = "5 solutions are found; --limit N finds more"
    done = run("trace", "--all", "." * 16)
    assert done.lines.count("solved") == 5 and done.err.splitlines()[1:] == [sentence]
    table = run("compare", "--all", "--with", "norvig", "." * 16)
    assert table.err == f"{sentence}\n" and "288" not in table.out
    assert run("compare", "--all", "--with", "norvig", FOUR).err == ""


@pytest.mark.parametrize("verb", ["trace", "compare"])
def test_all_has_its_own_limit(verb: str) -> None:
    done = run(verb, "--all", "--limit", "3", FOUR)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"nonet {verb}: --all and --limit cannot be combined\n"


def test_all_solutions_of_a_search_without_an_end_need_a_budget() -> None:
    endless = ("trace", "--all", "--with", "annealing", FOUR)
    assert run(*endless).err.endswith("all solutions; with --all it needs --budget\n")
    done = run(*endless, "--budget", "9999")
    assert done.lines.count("solved") == 1 and done.err.startswith("solved; then the budget")


def test_a_board_without_solution_and_a_spent_budget_are_reported_by_the_code() -> None:
    none = run("trace", "--with", "norvig", NONE)
    assert none.code == 1 and none.err.startswith("no solution: every possibility was tried: ")
    spent = run("trace", "--budget", "100", OPEN)
    assert spent.code == 1 and spent.err.startswith("stopped without a solution: ")
    assert run("trace", CONFLICT).err == ("r1c1 and r1c2 are both 5\n")


def test_a_long_run_streams_and_ends_with_its_reader() -> None:
    """An empty 25x25 board keeps annealing busy for ever: the first lines must come before any end."""
    command = [*COMMAND, "trace", "--with", "annealing", "." * 625]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=30) == 141
        assert process.stderr.read() == b""


@pytest.mark.parametrize("suffix", ["svg", "html"])
def test_a_film_is_written(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"film.{suffix}"
    done = run("trace", "--with", "norvig", "--output", path, "--frames", "9", FOUR)
    assert (done.code, done.out) == (0, "")
    assert done.err == f"{path}: 9 steps; shows steps 1 to 9; the run continues\n"
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<svg") if suffix == "svg" else text.startswith("<!doctype html>")
    assert "the run continues" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--with", "magic"],
            "unknown algorithm 'magic'; choose one of backtracking, backtracking_w",
        ),
        (["-o", "film.png"], 'cannot write "film.png": unknown format; use .txt, .jsonl, .svg'),
        (["--to", "svg", "--json"], "--json and --to cannot be combined"),
        (["--set", "speed=9"], "--set 'speed=9': backtracking has no options"),
        (
            ["--with", "rules_then_search", "--set", "rules=maybe"],
            "--set 'rules=maybe': rules is yes or no",
        ),
        (
            ["--with", "preemptive_sets", "--set", "largest=two"],
            "--set 'largest=two': largest is a whole number",
        ),
        (["--pace", "0"], "--pace must be 0.001 to 60, got '0'"),
        (["--rules", "7x"], "--rules: unknown rule '7x'"),
    ],
)
def test_wrong_options_are_reported(arguments: list[str], message: str) -> None:
    done = run("trace", *arguments, FOUR)
    assert done.code == 2 and done.out == ""
    assert message in done.err


def test_what_cannot_be_read_or_written_is_reported(tmp_path: Path) -> None:
    assert run("trace", EASY[:80]).err == "<argument>:1:81: expected 81 cells, found 80\n"
    missing = run("compare", "nowhere.txt")
    assert missing.code == 1
    assert missing.err == "nowhere.txt: no such file, and this is not a board\n"
    assert run("trace", write(tmp_path / "empty.txt")).err.endswith(
        "empty.txt: the text is empty\n"
    )
    there = tmp_path / "no" / "film.svg"
    assert (
        run("trace", "--output", there, FOUR).err
        == f"{there}: its folder does not exist; make it first\n"
    )
    assert run("trace", "--with", "annealing", "--set", "cooling=7", FOUR).code == 1


# -- compare --------------------------------------------------------------------------------------


def test_the_table_has_a_row_for_each_algorithm_and_the_core() -> None:
    done = run("compare", "--with", "backtracking,norvig", EASY)
    assert done.code == 0 and done.err == ""
    head, *rows = [line.split() for line in done.lines]
    assert head[:4] == ["algorithm", "result", "calls", "guesses"]
    assert [row[:3] for row in rows] == [
        ["backtracking", "solved", "4,209"],
        ["norvig", "solved", "1"],
        ["core", "solved", "-"],
    ]


def test_many_puzzles_get_medians_and_a_spent_budget_says_at_least(tmp_path: Path) -> None:
    path = write(tmp_path / "puzzles.txt", EASY, FOUR, lab.WORST_CASE)
    done = run("compare", "--with", "backtracking,norvig", "--budget", "100000", path)
    rows = {line.split()[0]: line for line in done.lines}
    assert "2/3, 1 budget spent" in rows["backtracking"]
    assert "\N{GREATER-THAN OR EQUAL TO}" in rows["backtracking"]
    assert "3/3" in rows["norvig"] and "\N{GREATER-THAN OR EQUAL TO}" not in rows["norvig"]


def test_all_solutions_are_counted_by_each_algorithm(tmp_path: Path) -> None:
    table = ("compare", "--with", "norvig,backtracking")
    head, *rows = [line.split() for line in run(*table, "--all", "." * 16).lines]
    assert [row[head.index("solutions")] for row in rows] == ["288"] * 3
    assert "solutions" not in run(*table, "." * 16).out
    path = write(tmp_path / "puzzles.txt", FOUR, "." * 16, FOUR)
    line, *lines = run(*table, "--all", path).lines
    where = line.index("solutions (median)  (worst)")
    assert [each[where:].split()[:2] for each in lines] == [["1", "288"]] * 3


def test_json_has_an_object_for_each_run(tmp_path: Path) -> None:
    path = write(tmp_path / "puzzles.txt", EASY, NONE)
    done = run("compare", "--json", "--with", "norvig", path)
    found = [json.loads(line) for line in done.lines]
    assert [(item["algorithm"], item["status"]) for item in found] == [
        ("norvig", "solved"),
        ("norvig", "no solution"),
        ("core", "solved"),
        ("core", "no solution"),
    ]
    assert found[0]["solution"] == SOLVED and found[0]["assignments"] == 51
    assert done.code == 1


def test_an_algorithm_named_twice_is_refused() -> None:
    done = run("compare", "--with", "norvig,backtracking,norvig", FOUR)
    assert done.code == 2
    assert done.err == "nonet compare: --with names 'norvig' twice; name each algorithm once\n"


def test_the_plot_has_a_dot_for_each_run(tmp_path: Path) -> None:
    path = write(tmp_path / "puzzles.txt", EASY, FOUR)
    picture = tmp_path / "runs.svg"
    options = ("--with", "norvig,backtracking", "--plot", picture, "--plot-of", "calls")
    assert run("compare", *options, path).code == 0
    root = ET.parse(picture).getroot()
    assert len(list(root.iter(SVG + "circle"))) == 6
    texts = {element.text for element in root.iter(SVG + "text")}
    assert {"norvig", "backtracking", "core", "calls"} <= texts
    assert (
        "unknown counter 'joy' for --plot-of; use calls"
        in run("compare", "--plot-of", "joy", FOUR).err
    )


def test_bad_puzzles_among_good_ones_are_reported_and_left_out(tmp_path: Path) -> None:
    path = write(tmp_path / "puzzles.txt", EASY, EASY[:80], CONFLICT)
    done = run("compare", "--with", "norvig", path)
    assert done.code == 1
    assert done.err == f"{path}:2:81: expected 81 cells, found 80\n"
    assert "1/2, 1 conflict" in done.lines[1]


def test_a_puzzle_that_cannot_be_read_is_a_failure_though_all_others_are_solved(
    tmp_path: Path,
) -> None:
    path = write(tmp_path / "puzzles.txt", EASY, EASY[:80])
    done = run("compare", "--with", "norvig", path)
    assert done.code == 1 and done.err == f"{path}:2:81: expected 81 cells, found 80\n"
    assert run("compare", "--with", "norvig", EASY).code == 0


# -- worst-case -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_worst_case_has_its_figures_and_says_why() -> None:
    done = run("worst-case", "--budget", "700000")
    assert done.code == 0
    lines = {line.split()[0]: line for line in done.lines if line}
    assert lines["ascending"].endswith("calls") and "given up" in lines["ascending"]
    assert lines["descending"].split() == ["descending", "solved", "31,975", "calls"]
    assert "of the 8,925 first rows before the solution's were done" in done.out
    assert "987654321" in done.out and "69,175,317" in done.out


def test_the_worst_case_advises_only_what_was_not_done() -> None:
    other = run("worst-case", "--with", "norvig")
    assert "solve it without a guess, as here.\n" in other.out and "try nonet" not in other.out
    done = run("worst-case", "--budget", "1000")
    assert "without a guess (try nonet worst-case --with norvig).\n" in done.out


def test_the_worst_case_as_json_and_of_another_puzzle() -> None:
    found = [json.loads(line) for line in run("worst-case", "--json", EASY).lines]
    calls = {item["digits"]: item["calls"] for item in found}
    assert calls["ascending"] == 4209 and calls["descending"] == 475
    assert all(item["solution"] == SOLVED and item["first_row"] is None for item in found)
    assert "Why" not in run("worst-case", EASY).out
    wrong = run("worst-case", "--rules", "diagonals")
    assert wrong.code == 2 and "the famous board is classic" in wrong.err


@pytest.mark.parametrize("verb", ["trace", "compare", "worst-case"])
def test_every_verb_has_help(verb: str) -> None:
    done = run(verb, "--help")
    assert done.code == 0 and "--with" in done.out and "--json" in done.out
    assert verb in run("--help").out
