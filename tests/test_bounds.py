"""The core's bounds of lists: each is as documented; longer lists are refused in one sentence everywhere."""

from __future__ import annotations

import json
import sys
import time
from array import array
from types import FrameType
from typing import Any

import pytest
from console import run

from nonet import Puzzle, Rules, RulesError, TimeLimitReached, engine
from nonet.engine import time_limits
from nonet.engine.models import model_tables, search_model, tables_of_words
from nonet.rules.constraints import LineRule
from nonet.rules.constraints.primitives import Automaton
from nonet.web import answering
from nonet.web.verbs import VERBS

BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CELLS = [f"r{i // 9 + 1}c{i % 9 + 1}" for i in range(81)]
MACHINE = [5, 8, 1, 1, 1, 0, 0, 0, 2, 0]
"""A machine of one state, without moves but one."""

LISTS: dict[str, tuple[list[int], int, int, list[int]]] = {
    "different cells": ([2], 2048, 1, []),
    "a sum": ([3, 0, 99], 16384, 2, []),
    "an automaton": ([6, 0], 16384, 1, []),
    "a count": ([7, 3, 0, 9], 16384, 1, []),
    "a counter": ([8, 3, 0], 16384, 1, []),
    "an index": ([9, 0, 0, 0], 16384, 1, []),
    "equal sets": ([10, 1], 16384, 1, []),
    "edges of an area": ([12, 3, 0, 1, 1, 0], 32768, 2, []),
    "edges of regions": ([13, 1, 1, 0, 1], 32768, 2, []),
    "arms of a run": ([16, 0, 0, 0], 16384, 1, []),
    "a number of digits": ([17, 0], 16384, 1, []),
}
"""The first words, the most entries, and the words of an entry, which may be zeros."""


def words_of(kind: str, entries: int) -> array[int]:
    head, _, step, _ = LISTS[kind]
    body = [*head[1:], *([0] * (entries * step))]
    machine = MACHINE if head[0] == 6 else []
    return array("q", [*machine, head[0], len(body), *body])


@pytest.mark.parametrize("kind", LISTS)
def test_a_list_may_be_as_long_as_its_bound_and_no_longer(kind: str) -> None:
    most = LISTS[kind][1]
    assert tables_of_words(2, range(1, 3), words_of(kind, most)) is not None
    with pytest.raises(
        RulesError, match=rf"^too many .*expected at most {most:,}, got {most + 1:,}$"
    ):
        tables_of_words(2, range(1, 3), words_of(kind, most + 1))


@pytest.mark.parametrize(
    "words",
    [
        [12, 6, 3, 0, 2, 2, 0, 0],
        [13, 6, 1, 2, 0, 1, 1, 2],
        [14, 3, 0, 1, 1],
        [15, 3, 1, 1, 1],
    ],
)
def test_a_cell_that_may_be_listed_once_is_refused_the_second_time(words: list[int]) -> None:
    with pytest.raises(RulesError, match=r"^expected different cells in .*, got cell \d twice$"):
        tables_of_words(4, range(1, 5), array("q", words))


@pytest.mark.parametrize(
    "words",
    [
        *(
            [1, 2, 9, 1],
            [2, 2, 0, 9],
            [3, 4, 0, 9, 9, 1],
            [4, 6, 9, 0, 1, 1, 1, 1],
            [4, 6, 0, 9, 1, 1, 1, 1],
        ),
        *(
            [*MACHINE, 6, 2, 0, 9],
            [7, 4, 1, 0, 1, 9],
            [8, 3, 1, 9, 0],
            [8, 3, 1, 0, 9],
            [9, 4, 9, 0, 0, 0],
        ),
        *([9, 4, 0, 0, 0, 9], [10, 2, 1, 9], [12, 5, 1, 0, 1, 1, 9], [12, 7, 1, 0, 1, 1, 0, 0, 9]),
        *(
            [13, 4, 1, 1, 0, 9],
            [13, 6, 1, 1, 0, 1, 0, 9],
            [14, 3, 0, 1, 9],
            [15, 3, 1, 1, 9],
            [16, 3, 0, 9, 0],
        ),
        *([16, 5, 0, 0, 0, 1, 9], [17, 2, 9, 0], [17, 2, 0, 9], [11, 5, 4, 2, 2, 0, 9]),
    ],
)
def test_a_cell_outside_of_the_board_is_named(words: list[int]) -> None:
    with pytest.raises(RulesError, match=r"^unknown cell in .*: expected 0 to 3, got 9$"):
        tables_of_words(4, range(1, 5), array("q", words))


def test_words_of_choices_and_of_machines_have_a_bound() -> None:
    most = 1 << 22
    for words in (
        [11, most, *[0] * most],
        [5, most + 2, 1, 1, 0, 0, *[0, 1, 0] * ((most - 1) // 3)],
    ):
        longer = [words[0], words[1] + 3, *words[2:], 0, words[0] == 5, 0]
        with pytest.raises(
            RulesError, match=r"^too many words in .*: expected at most 4,194,304, got"
        ):
            tables_of_words(1, range(1, 2), array("q", longer))


def test_what_an_automaton_reads_is_bounded_as_a_whole() -> None:
    moves = tuple((i % 16, 1, i // 16) for i in range(1 << 15))
    wide = Automaton((0,) * 16384, 1 << 11, frozenset([0]), frozenset([0]), moves)
    with pytest.raises(RulesError, match="too many moves for all cells of an automaton"):
        model_tables(1, range(1, 10), [wide])
    tall = Automaton((0,) * 16384, 1 << 16 | 1, frozenset([0]), frozenset([0]), ())
    with pytest.raises(RulesError, match="the core does not understand an automaton"):
        model_tables(1, range(1, 10), [tall])


@pytest.mark.parametrize("length", [2049, 2100, 16384])
def test_a_line_may_be_longer_than_the_board_has_cells(length: int) -> None:
    line = [CELLS[i % 81] for i in range(length)]
    assert Puzzle(BOARD, rules=Rules(constraints=[LineRule(line, ".*")])).count() == 1
    wrong = Puzzle(BOARD, rules=Rules(constraints=[LineRule(line, ".*1")]))
    assert wrong.count() == (Puzzle(BOARD).solution()[(length - 1) % 81] == 1)


def too_long(length: int = 20_000) -> str:
    return "line:.*=" + "".join(CELLS[i % 81] for i in range(length))


SENTENCE = "line: too many cells in an automaton: expected at most 16,384, got 20,000"


def test_a_longer_line_is_refused_in_the_same_sentence_everywhere(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RulesError) as error:
        Puzzle(BOARD, rules=too_long()).count()
    assert str(error.value) == SENTENCE
    file = tmp_path / "long.jsonl"
    file.write_text(json.dumps({"puzzle": BOARD, "rules": too_long()}) + "\n")
    done = run("count", file)
    assert done.code and SENTENCE in done.err + done.out
    givens = list(Puzzle(BOARD).givens)
    request = {"puzzle": {"givens": givens, "rules": too_long()}}
    status, found = answering.answer(VERBS["count"], json.dumps(request).encode(), 10.0)
    assert status == 422 and SENTENCE in json.dumps(found)


def test_a_long_canonical_form_ends_at_a_time_limit() -> None:
    with pytest.raises(TimeLimitReached), engine.time_limit(0.02):
        Puzzle("123456789" + "." * 72).canonical()


def test_no_time_limit_stays_after_an_interrupt_in_any_line_of_it() -> None:
    """After Ctrl-C while a limit begins or ends, also while its traceback is kept, no other call has the limit."""
    lines, last, interrupts = 1, 0, []

    def trace(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal lines
        if event != "line":
            return trace if frame.f_code.co_filename == time_limits.__file__ else None
        lines += 1
        is_in_block = (
            frame.f_code.co_name == "__exit__" and frame.f_lineno == frame.f_code.co_firstlineno + 1
        )
        if lines == last and not is_in_block:
            sys.settrace(None)
            raise KeyboardInterrupt
        return trace

    while lines > last:
        lines, last = 0, last + 1
        before = sys.gettrace()
        sys.settrace(trace)
        try:
            with engine.time_limit(0.001):
                pass
        except KeyboardInterrupt as interrupt:
            lines = last + 1
            interrupts.append(interrupt)
        finally:
            sys.settrace(before)
        assert not engine.time_limits.has_time_limit()
        time.sleep(0.002)
        Puzzle("." * 81).count(limit=1000)
    assert len(interrupts) > 10


def slow_line() -> Automaton:
    moves = tuple((s, 1 << d, (7 * s + d) % 100) for s in range(100) for d in range(9))
    cells = tuple(i % 512 for i in range(16384))
    return Automaton(cells, 100, frozenset([0]), frozenset(range(100)), moves)


def test_propagation_ends_at_a_time_limit_and_goes_on_where_it_was() -> None:
    tables = model_tables(512, range(1, 10), [slow_line()] * 20)
    masks = array("Q", [0b111111111] * 512)
    with pytest.raises(TimeLimitReached), engine.time_limit(0.02):
        tables.prune(masks)
    assert tables.prune(masks)[0] == 1
    with pytest.raises(TimeLimitReached), engine.time_limit(0.02):
        search_model(tables, masks)


def test_the_making_of_tables_ends_at_a_time_limit() -> None:
    same = tuple((0, digit, i) for digit in (1, 2) for i in range(30_000))
    with pytest.raises(TimeLimitReached), engine.time_limit(0.05):
        model_tables(1, range(36), [Automaton((0,), 30_000, frozenset([0]), frozenset([0]), same)])
