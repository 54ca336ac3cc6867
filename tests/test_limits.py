"""What hostile input may take: brackets inside each other, files without an end."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from console import SOLVED, run
from odd_verbs import faulty

from nonet import Puzzle
from nonet.base.errors import NonetError, RulesError
from nonet.formats import format, parse, write
from nonet.puzzle.errors import PuzzleError
from nonet.rules import Rules
from nonet.rules.constraints import AntiKnight, AnyOf, Constraint, LineRule
from nonet.rules.variants import format_rules, parse_rules
from nonet.steps import Profile
from nonet.web import answering
from nonet.web.verbs import Verb

BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
JIGSAW = "1112122233343444"
TOO_DEEP = "expected at most 32"


def nested(count: int, word: str = "anyof") -> str:
    """Return a rule inside ``count`` others."""
    return f"{word}:" * count + "antiknight"


def listed(count: int) -> object:
    """Return the same as a list of rules."""
    rule: object = "antiknight"
    for _ in range(count):
        rule = {"anyof": [rule]}
    return rule


@pytest.mark.parametrize("count", [33, 150, 5_000])
def test_deep_rules_are_refused_in_every_form(count: int) -> None:
    yaml = f"rules:\n- {nested(count)}\npuzzle: {BOARD}\n"
    items = ".Or" * count + ".AntiKnight" + ".End" * count
    for text in (
        json.dumps({"puzzle": BOARD, "rules": nested(count)}),
        json.dumps({"puzzle": BOARD, "rules": [{"anyof": [nested(count)]}]}),
        yaml,
        items,
    ):
        with pytest.raises(NonetError, match=TOO_DEEP):
            parse(text)
    with pytest.raises(RulesError, match=TOO_DEEP):
        parse_rules(nested(count))


@pytest.mark.parametrize("count", [33, 150, 20_000])
def test_deep_lists_are_refused(count: int) -> None:
    brackets = "[" * count + "]" * count
    for text in (
        '{"puzzle": "' + BOARD + '", "rules": ' + brackets + "}",
        f"puzzle: {BOARD}\nrules: {brackets}\n",
    ):
        with pytest.raises(NonetError, match=r"brackets|expected a rule such as"):
            parse(text)


def test_rules_that_are_as_deep_as_allowed_are_solved() -> None:
    rules = parse_rules(nested(32, "allof"))
    assert parse_rules(format_rules(rules)) == rules
    plain = Puzzle(BOARD, rules="antiknight")
    assert Puzzle(BOARD, rules=rules).count() == plain.count()
    puzzle = parse(json.dumps({"puzzle": BOARD, "rules": [listed(13)]}))
    assert puzzle.rules.constraints[0].depth == 13


def test_deep_constraints_of_python_are_refused() -> None:
    constraint: Constraint = AntiKnight()
    for _ in range(32):
        constraint = AnyOf([constraint])
    with pytest.raises(RulesError, match=TOO_DEEP):
        AnyOf([constraint])


@pytest.mark.parametrize("count", [150, 3_000])
def test_a_row_with_deep_rules_is_an_error_of_its_row(count: int, tmp_path: Path) -> None:
    rows = [{"puzzle": BOARD}, {"puzzle": BOARD, "rules": nested(count)}, {"puzzle": BOARD}]
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    for command in ("solve", "count", "check", "rate", "minimise"):
        found = run(command, path)
        assert len(found.out.splitlines()) == 3, command
        assert f"rows.jsonl:2: {TOO_DEEP}" in found.err, command
        assert "Traceback" not in found.err


@pytest.mark.parametrize(
    "text",
    ["without = " + "[" * 3_000, "[" + ".".join("a" * 3_000) + "]", "levels = " + "{a = " * 3_000],
)
def test_a_deep_profile_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "deep.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"deep.toml: expected at most 32 brackets"):
        Profile.read(path)


def test_a_profile_without_an_end_is_refused() -> None:
    found = run("rate", BOARD, "--profile", "/dev/zero")
    assert found.code == 2
    assert found.err == (
        "nonet rate: --profile: /dev/zero: expected a profile of at most 256 KB, found more\n"
    )


@pytest.mark.parametrize("pattern", ["(" * 5_000 + "1" + ")" * 5_000, "1" + "*" * 5_000])
def test_deep_patterns_are_refused(pattern: str) -> None:
    with pytest.raises(RulesError, match=r"line: expected at most \d+ (brackets|repeats)"):
        LineRule("r1c1 r1c2", pattern)


def test_patterns_that_could_match_in_many_ways_are_checked_at_once() -> None:
    cells = " ".join(f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10))
    rules = Rules(constraints=[LineRule(cells, "((.*)*)*12")])
    assert len(list(rules.violations(map(int, SOLVED)))) == 1
    with pytest.raises(RulesError, match="more than 131,072 ways"):
        Puzzle(BOARD, rules=Rules(constraints=[LineRule(cells, "(1?){2000}")])).count()


def test_a_fault_of_the_server_is_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    status, found = answering.answer(Verb("solve", faulty), b"{}", 60)
    assert status == 500
    assert found["error"] == {
        "code": "internal_error",
        "message": "the server failed to answer (RuntimeError)",
    }
    assert "RuntimeError: a fault" in capsys.readouterr().err


HOUSES = ("diagonals", "windoku", "2x3", "3x2 diagonals", "disjoint", "latin5", f"jigsaw:{JIGSAW}")


@pytest.mark.parametrize("rules", HOUSES)
def test_lines_carry_the_rules_from_command_to_command(rules: str, tmp_path: Path) -> None:
    made = run("generate", "--rules", rules, "--seed", "1")
    puzzle = parse(made.out)
    assert format_rules(puzzle.rules) == format_rules(parse_rules(rules))
    assert run("check", "-", stdin=made.out).out == "unique\n"
    for command in ("minimise", "repair"):
        assert parse(run(command, "-", stdin=made.out).lines[0]).rules == puzzle.rules
    empty = run("solve", "-", "--rules", rules, stdin="." * puzzle.rules.size**2)
    assert "several solutions" in empty.out
    kept = run("rate", "-", stdin=made.out).lines[0]
    assert parse(kept).rules == puzzle.rules
    for form in ("line", "grid", "list", "sukaku"):
        refused = run("convert", "--to", form, "-", stdin=made.out)
        assert refused.code == 1 and "has no place for rules" in refused.err, form
        assert "'jsonl'" in refused.err
    with pytest.raises(PuzzleError, match="has no place for rules"):
        write(puzzle, tmp_path / "puzzle.txt")


@pytest.mark.parametrize("form", ["boxed", "pm", "jigsaw", "sumocue"])
def test_drawn_forms_refuse_extra_houses(form: str) -> None:
    with pytest.raises(PuzzleError, match="diagonals; use 'iss'"):
        format(Puzzle(BOARD, rules="diagonals"), form)


def test_solutions_are_written_in_every_form() -> None:
    solved = run("solve", "--to", "boxed", "--rules", "diagonals", "1..." + "." * 11 + "2")
    assert solved.out.startswith("+-")


@pytest.mark.parametrize("loaded", ["nonet.base.errors", "nonet.base.suggestions", "typer"])
def test_an_interrupt_while_the_command_is_loaded_ends_it_quietly(loaded: str) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "nonet", "count", "--exact", "." * 81]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.decode().rstrip().endswith(f" {loaded}"):
                process.send_signal(signal.SIGINT)
                break
        rest = process.stderr.read().decode()
    assert process.returncode == 130
    assert "Traceback" not in rest


@pytest.mark.parametrize("command", [["solve", BOARD], ["odds", BOARD], ["--help"], ["techniques"]])
def test_a_closed_standard_output_is_named(command: list[str]) -> None:
    words = " ".join([sys.executable, "-m", "nonet", *command, ">&-"])
    found = subprocess.run(words, shell=True, capture_output=True, text=True)
    assert found.returncode == 1
    assert found.stderr.endswith("Bad file descriptor\n") and found.stderr.count("\n") == 1


def test_a_file_is_written_without_a_standard_output(tmp_path: Path) -> None:
    words = f"{sys.executable} -m nonet solve {BOARD} -o {tmp_path}/out.txt >&- 2>&-"
    assert subprocess.run(words, shell=True).returncode == 0
    assert (tmp_path / "out.txt").read_text() == f"{SOLVED}\n"


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (["solve", "-j", "1000000000", BOARD], "--jobs must be 1 to 1,024, got '1000000000'"),
        (["generate", "--rating", "5-inf"], "--rating must be a number or a range such as"),
        (["generate", "--rating", "nan"], "--rating must be a number or a range such as"),
        (["generate", "--givens", "9" * 30], "givens must be 0 to 81"),
    ],
)
def test_numbers_beyond_all_limits_are_refused(command: list[str], sentence: str) -> None:
    found = run(*command)
    assert (found.code, found.out) == (2, "")
    assert sentence in found.err


def test_all_solutions_are_printed_one_per_line(tmp_path: Path) -> None:
    two = BOARD.replace("8", ".")
    every = {grid.text() for grid in Puzzle(two).solutions()}
    assert len(every) > 3
    assert set(run("solve", "--all", two).lines) == every
    assert len(run("solve", "--limit", "3", two, BOARD).lines) == 4
    rows = [json.loads(line) for line in run("solve", "--all", "--json", two).lines]
    assert [row["number"] for row in rows] == list(range(1, len(every) + 1))
    assert {row["solution"] for row in rows} == every
    assert len(set(run("solve", "--limit", "5", "." * 81).lines)) == 5
    short = run("solve", "--all", "--budget", "1", two)
    assert short.code == 1 and "the budget of 1 guess is spent" in short.err
    none = run("solve", "--all", "11" + BOARD[2:])
    assert none.code == 1 and "conflict" in none.err


def test_a_picture_has_all_boards(tmp_path: Path) -> None:
    path = tmp_path / "ten.svg"
    assert run("show", *[BOARD] * 10, "-o", path).code == 0
    boards = list(ElementTree.parse(path).getroot())
    assert len(boards) == 10
    assert len({(board.get("x"), board.get("y")) for board in boards}) == 10


def test_samples_are_other_ones_each_time() -> None:
    assert run("sample").out != run("sample").out
    assert run("sample", "--seed", "0").out == run("sample", "--seed", "0").out
