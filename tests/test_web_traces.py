"""Traces for the Lab: the lines are those that report the events, and the packed form loses nothing."""

from __future__ import annotations

import base64
import inspect
from array import array
from importlib import import_module

import pytest

from nonet import teach
from nonet.boards.grid import Candidates
from nonet.lab import WORST_CASE
from nonet.puzzle import Puzzle
from nonet.teach import Event, Trace
from nonet.teach.lines import LineRecorder, line_of, source_files
from nonet.teach.trace import KINDS
from nonet.web import traces
from nonet.web.answers import TraceAnswer

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MEDIUM = "000002030005800900900005000013406080060000070080501640000300006002007400070600000"
REPORTERS = {
    "try": ("watch.attempt(",),
    "place": ("watch.place(", "watch.fill("),
    "conflict": ("watch.conflict(",),
    "remove": ("watch.remove(",),
    "rule": ("watch.rule(", "watch.fill("),
    "backtrack": ("watch.backtrack(",),
    "restart": ("watch.restart(",),
    "solved": ("watch.solved(",),
}
PURE = [name for name in teach.names() if teach.algorithm(name).extra is None]


def recorded(puzzle: str, name: str, most: int = 5000) -> LineRecorder:
    recorder = LineRecorder(name, most=most)
    teach.solve(puzzle, name, trace=recorder)
    return recorder


# -- lines ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PURE)
@pytest.mark.parametrize("puzzle", [EASY, MEDIUM])
def test_each_line_is_the_one_that_reports_its_event(name: str, puzzle: str) -> None:
    recorder, files = recorded(puzzle, name), source_files(name)
    assert len(recorder.trace) == len(recorder.places) > 50
    for event, place in zip(recorder.trace, recorder.places, strict=True):
        file, line = line_of(place)
        text = files[file].text.splitlines()[line - files[file].first_line]
        assert any(call in text for call in REPORTERS[event.kind]), (event, text)


def test_a_part_from_another_module_has_its_own_file() -> None:
    recorder = recorded(MEDIUM, "rules_then_search")
    found = {
        (event.kind, line_of(place)[0])
        for event, place in zip(recorder.trace, recorder.places, strict=True)
    }
    assert ("rule", 0) in found and ("try", 1) in found and ("try", 0) not in found
    assert [file.name for file in source_files("iterated_local_search")][1:] == ["partial_board.py"]


@pytest.mark.parametrize("name", teach.names())
def test_the_program_is_shown_with_its_true_line_numbers(name: str) -> None:
    for file in source_files(name):
        module = import_module(f"nonet.teach.{file.name.removesuffix('.py')}")
        whole, shown = inspect.getsource(module).splitlines(), file.text.splitlines()
        assert whole[file.first_line - 1 : file.first_line - 1 + len(shown)] == shown
        assert "ALGORITHM" not in file.text and "import" not in file.text.split("def ")[0]
    assert "def solve(" in source_files(name)[0].text


def test_the_recorded_events_are_those_of_a_plain_run() -> None:
    whole = teach.solve(EASY, "norvig", trace=True).trace
    assert recorded(EASY, "norvig").trace == whole
    short = recorded(EASY, "norvig", most=100)
    assert whole is not None and short.is_full and list(short.trace) == whole[:100]
    assert not recorded(EASY, "norvig", most=len(whole)).is_full


def test_a_board_without_a_candidate_has_no_line() -> None:
    recorder = LineRecorder("backtracking")
    teach.solve(Candidates.from_masks([0, *[0b1111] * 15]), "backtracking", trace=recorder)
    assert [event.note for event in recorder.trace] == ["no candidate"]
    assert list(recorder.places) == [0]


# -- the answer ----------------------------------------------------------------------------------


def unpacked(answer: TraceAnswer) -> list[Event]:
    """Return the events of an answer, read as a browser reads them."""
    numbers = array("I", base64.b64decode(answer["events"]))
    return [
        Event(answer["kinds"][n >> 17 & 7], (n >> 6 & 0x7FF) - 1, n & 63, answer["notes"][n >> 20])
        for n in numbers
    ]


@pytest.mark.parametrize("name", ["backtracking", "norvig", "preemptive_sets", "annealing"])
def test_packed_events_are_the_trace(name: str) -> None:
    answer = traces.trace(Puzzle(EASY), name, events=3000)
    run = teach.solve(EASY, name, trace=True)
    assert run.trace is not None and answer["count"] == min(3000, len(run.trace))
    assert unpacked(answer) == run.trace[:3000]
    lines = array("H", base64.b64decode(answer["lines"]))
    assert len(lines) == answer["count"]
    assert answer["complete"] == (len(run.trace) <= 3000)
    assert answer["kinds"] == list(KINDS)


def test_figures_are_of_the_whole_run_and_beside_the_core() -> None:
    answer = traces.trace(Puzzle(MEDIUM), "backtracking", events=1000)
    assert not answer["complete"] and answer["finished"] and answer["result"] == "solved"
    assert answer["counters"]["calls"] == 17368 and answer["count"] == 1000
    assert answer["core"]["result"] == "solved" and answer["core"]["factor"] == 1
    assert answer["factor"] is not None and answer["factor"] > 1
    assert answer["solution"] is not None
    assert bytes(answer["solution"]) == bytes(Puzzle(MEDIUM).solution())


def test_an_unfinished_run_says_how_far_it_came() -> None:
    answer = traces.trace(Puzzle(WORST_CASE), "backtracking", events=50_000, seconds=0.05)
    assert not answer["complete"] and not answer["finished"]
    assert answer["result"] == "budget_spent" and answer["solution"] is None
    rows = answer["first_rows"]
    assert rows is not None and 0 <= rows["done"] < rows["total"] == 8925
    down = traces.trace(Puzzle(WORST_CASE), "backtracking", digits="descending", events=1000)
    assert down["finished"] and down["first_rows"] is None
    assert down["counters"]["calls"] == 31975


@pytest.mark.slow
def test_a_slow_machine_shows_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traces, "PATIENCE", 0.05)
    answer = traces.trace(Puzzle(WORST_CASE), "backtracking", events=500_000)
    assert 0 < answer["count"] < 500_000 and not answer["complete"] and not answer["finished"]
    assert len(unpacked(answer)) == answer["count"]


def test_a_puzzle_without_a_solution_is_proved_to_have_none() -> None:
    answer = traces.trace(Puzzle("123. ...4 .... ...."), "backtracking", limit=None)
    assert answer["result"] == "no_solution" and answer["finished"] and answer["complete"]


def test_notes_beyond_the_bits_are_left_out_and_nothing_else() -> None:
    trace = Trace([Event("rule", 4, 7, str(number)) for number in range(5)])
    assert [code >> 20 for code in trace.codes(2)] == [1, 2, 3, 0, 0]
    assert {code & 0xFFFFF for code in trace.codes(2)} == {4 << 17 | 5 << 6 | 7}


def test_algorithms_that_lack_a_package_say_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(traces, "find_spec", lambda name: None)
    found = {about["name"]: about for about in traces.algorithms()}
    assert tuple(found) == teach.names()
    assert found["sat"]["install"] == 'pip install "nonet[sat]"' and not found["sat"]["installed"]
    assert found["norvig"]["installed"] and found["norvig"]["install"] is None
    for about in found.values():
        assert about["title"] and about["idea"] and "def solve" in about["files"][0]["text"]
