"""What hostile input may take: brackets inside each other, files without an end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from console import SOLVED, run

from nonet import Puzzle
from nonet.constraints import AntiKnight, AnyOf, Constraint, LineRule
from nonet.errors import NonetError, RulesError
from nonet.formats import parse
from nonet.rules import Rules
from nonet.steps import Profile
from nonet.variants import format_rules, parse_rules
from nonet.web.limits import Job, Pool
from nonet.web.verbs import Verb

BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TOO_DEEP = "expected at most 32"


def nested(count: int, word: str = "anyof") -> str:
    """Return a rule with so many others around it."""
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
    def broken(request: object) -> dict[str, object]:
        raise RuntimeError("a fault")

    pool = Pool(workers=1)
    try:
        status, body = pool.submit(Job(Verb("solve", broken), b"{}")).result(timeout=60)
    finally:
        pool.close()
    assert status == 500
    assert json.loads(body)["error"] == {
        "code": "internal_error",
        "message": "the server failed to answer (RuntimeError)",
    }
    assert "RuntimeError: a fault" in capsys.readouterr().err
