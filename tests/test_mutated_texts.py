"""Damaged texts to every reader: each raises an error of nonet or none, and comes to an end.

`scripts/mutate_texts.py` gives as many as one likes to the readers; this is a sample.
"""

from __future__ import annotations

import json
import random

import mutated_texts
import pytest
from console import EASY, SOLVED, run
from quick import examples

from nonet import formats
from nonet.base.errors import NonetError, ParseError, RulesError
from nonet.puzzle import Puzzle
from nonet.rules.variants import parse_rules

ONES = "1" * 5_000
LINE = f"3x3:{ONES}"
AMONG = f"{EASY}\n{LINE}\n{EASY}\n"


def check(seeds: range) -> None:
    wrong = [(seed, *found) for seed in seeds for found in mutated_texts.failures(seed)]
    assert not wrong, f"text {wrong[0][0]}, {wrong[0][1]}: {wrong[0][3]!r}"


def test_damaged_texts_raise_nothing_but_errors_of_nonet() -> None:
    check(range(examples(8_000)))


READ = [name for name, each in formats.FORMATS.items() if each.can_read]


@pytest.mark.parametrize("name", READ)
def test_the_reader_of_a_format_raises_nothing_but_errors_of_nonet(name: str) -> None:
    """Its own example, damaged: a reader of a new format is tried as soon as it is in the table."""
    rng = random.Random(name)
    for _ in range(examples(800)):
        text = mutated_texts.damaged(rng, formats.FORMATS[name].example)
        try:
            for record in formats.records(text.split("\n"), format=name):
                assert record.error is None or isinstance(record.error, NonetError)
        except NonetError:
            continue


@pytest.mark.slow
@pytest.mark.parametrize(
    "first",
    [100_000, *(pytest.param(n, marks=pytest.mark.long) for n in range(101_000, 125_000, 1_000))],
)
def test_thousands_of_damaged_texts_raise_nothing_but_errors_of_nonet(first: int) -> None:
    check(range(first, first + 1_000))


def test_the_damaged_texts_are_of_every_form_and_some_are_still_read() -> None:
    names = {name for name, _ in mutated_texts.corpus()}
    assert names >= {name for name, fmt in formats.FORMATS.items() if fmt.can_read}
    assert {"rules", "save"} <= names
    read = 0
    for seed in range(60):
        _, text = mutated_texts.mutated(seed)
        try:
            formats.parse(text)
            read += 1
        except NonetError:
            continue
    assert 5 < read < 50


# -- numbers of 5,000 digits -----------------------------------------------------------------------


@pytest.mark.parametrize("command", ["solve", "check", "count"])
def test_a_line_with_an_endless_number_is_one_bad_row(command: str) -> None:
    found = run(command, "-", stdin=AMONG)
    assert found.code == 1
    assert "Traceback" not in found.err
    assert "<stdin>:2: expected a given of 1 to 9" in found.err
    assert found.out.count("\n") >= 2


def test_readers_of_many_answer_the_boards_around_an_endless_number() -> None:
    found = list(formats.records(AMONG.split("\n")))
    assert [record.board is not None for record in found] == [True, False, True]
    assert [Puzzle(each.board).solution().text() for each in found if each.board] == [SOLVED] * 2
    with pytest.raises(ParseError, match="line 2: expected a given of 1 to 9"):
        formats.parse_all(AMONG)


@pytest.mark.parametrize(
    "text",
    [
        f".Shape~9x9~1-{ONES}", f".RegionSize~{ONES}", f".Cage~{ONES}~R1C1~R1C2", f".Var~X~~{ONES}.",
        ".Var~X~~2000x2000.", f".~R1C1_{ONES}", "SumoCueV1=" + f"{ONES}J0" + "=0J0" * 80,
        "SumoCueV1=" + f"0J{ONES}" + "=0J0" * 80, "3x3::k:" + f"{ONES}:" + "0:" * 80, LINE,
        f"{ONES}x3:a", f"https://puzz.link/p?sudoku/9/9/{ONES}", f"version: {ONES} 1|2|3",
        f"[[{ONES}" + ",0" * 80 + "]]",
        '{"puzzle": ' + ONES + "}", '{"size": ' + ONES + ', "puzzle": "' + EASY + '"}',
        f"puzzle: {EASY}\nrules: killer:{ONES}=r1c1\n",
    ],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_an_endless_number_is_an_error_of_that_text(text: str) -> None:
    with pytest.raises(NonetError) as found:
        formats.parse(text)
    assert len(str(found.value)) < 600


def test_an_endless_key_in_a_link_of_penpa_is_an_error() -> None:
    with pytest.raises(ParseError, match="expected the number of a cell in the link, found 1111"):
        formats.parse(
            mutated_texts.penpa(EASY, lambda text: text.replace('zN:{"', f'zN:{{"{ONES}', 1))
        )


@pytest.mark.parametrize(
    "text",
    [
        f"thermo:r1c1r{ONES}c1", f"killer:{ONES}=r1c1r1c2", f"latin{ONES}", f"{ONES}x3", f"sandwich:{ONES}=r1",
        f"line:1%7B{ONES}%7D=r1c1r1c2", f"automaton:a={ONES};1;0:12>1=r1c1r1c2", f"house:r{ONES}c1",
        f"lookandsay:{'12' * 2_500}=r1c1r1c2", f"littlekiller:{ONES}=r1c9=sw", "jigsaw:" + ONES, f"xv:{ONES}=r1c1r1c2",
    ],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_an_endless_number_in_rules_is_an_error_of_these_rules(text: str) -> None:
    with pytest.raises(RulesError) as found:
        parse_rules(text)
    assert len(str(found.value)) < 1_000


@pytest.mark.parametrize("number", ["9" * 5_000, "1e999", "NaN", "-Infinity"])
def test_numbers_that_json_cannot_hold_are_errors(number: str) -> None:
    text = json.dumps({"size": 9, "grid": 0}).replace("0", number)
    with pytest.raises(ParseError, match="expected a number"):
        formats.parse(text, format="f-puzzles")


def test_capital_letters_do_not_hide_a_board() -> None:
    puzzle = Puzzle(EASY)
    for name, start in (("solo", "3x3:"), ("puzz.link", "https://puzz.link/p?sudoku/")):
        text = formats.format(puzzle, name)
        assert text.startswith(start)
        assert formats.parse(text.upper()) == puzzle, text.upper()
