"""What the teaching solvers share: boards, events, counters, budgets, replay, and running an algorithm."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path

import pytest

from nonet import teach
from nonet.base.cells import cell_name
from nonet.base.errors import ParseError, RulesError
from nonet.boards.grid import Candidates, Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import Conflict
from nonet.rules import CLASSIC, House, Rules
from nonet.rules.variants import latin_square
from nonet.teach import Event, Recorder, Spent, Trace, make_board, replay
from nonet.teach.trace import KINDS, as_json

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def easy_trace() -> Trace:
    trace = teach.solve(EASY, "rules_then_search", trace=True).trace
    assert trace is not None
    return trace


# -- board ---------------------------------------------------------------------------------------


def test_a_board_is_plain_tuples() -> None:
    board = make_board(CLASSIC, Grid(EASY))
    assert board.size == 9 and bytes(board.givens) == bytes(Grid(EASY))
    assert len(board.houses) == 27 and board.full_houses == list(board.houses)
    assert board.options[0] == (5,) and board.options[2] == tuple(range(1, 10))
    assert len(board.empty) == EASY.count(".") and 2 in board.empty and 0 not in board.empty
    for cell in range(81):
        seen = {other for house in board.houses_of[cell] for other in board.houses[house]}
        assert seen - {cell} == set(board.peers[cell]) and len(board.peers[cell]) == 20


def test_the_order_of_digits() -> None:
    grid = Grid([0] * 81)
    assert make_board(CLASSIC, grid).digits == tuple(range(1, 10))
    assert make_board(CLASSIC, grid, digits="descending").options[7] == tuple(range(9, 0, -1))
    mixed = [make_board(CLASSIC, grid, digits="shuffled", seed=seed).digits for seed in range(5)]
    assert len(set(mixed)) > 1 and all(sorted(order) == list(range(1, 10)) for order in mixed)
    assert mixed[3] == make_board(CLASSIC, grid, digits="shuffled", seed=3).digits
    with pytest.raises(
        ValueError, match=r"^digits must be ascending, descending or shuffled, got 'up'"
    ):
        make_board(CLASSIC, grid, digits="up")  # type: ignore[arg-type]


def test_candidates_of_a_sukaku_are_options() -> None:
    marks = Candidates.from_masks([0b0110, *[0b1111] * 15])
    board = make_board(Rules(size=4), Grid("......1........."), marks, digits="descending")
    assert board.options[0] == (3, 2) and board.options[6] == (1,)
    excluded = make_board(Rules(size=4), Grid("1..............."), marks)
    assert excluded.options[0] == ()


def test_short_houses_are_not_full() -> None:
    rules = CLASSIC.with_extra(House("pair", "r1c1 r9c9"))
    board = make_board(rules, Grid(EASY))
    assert (0, 80) in board.houses and (0, 80) not in board.full_houses
    assert len(board.full_houses) == 27 and 80 in board.peers[0]
    assert not board.fits([0] * 80 + [7], 0, 7) and board.fits([0] * 80 + [7], 0, 6)


def test_equal_houses_count_once() -> None:
    assert len(make_board(CLASSIC.with_extra(CLASSIC.houses[0]), Grid(EASY)).houses) == 27
    assert len(make_board(latin_square(5), Grid([0] * 25)).houses) == 10


# -- trace ---------------------------------------------------------------------------------------

EVENTS = [
    Event("try", 0, 36),
    Event("place", 1295, 36),
    Event("conflict", -1, 9, "no place left in a house"),
    Event("conflict", 17),
    Event("remove", 80, 1),
    Event("rule", 3, 2, "naked single"),
    Event("rule", 4, 2, "naked single"),
    Event("rule", -1, 0, "größer als „vorher“"),
    Event("backtrack", 1295, 36),
    Event("restart"),
    Event("solved"),
]


def test_every_event_comes_back() -> None:
    trace = Trace(EVENTS, size=36)
    assert {event.kind for event in EVENTS} == set(KINDS)
    assert list(trace) == EVENTS and len(trace) == len(EVENTS)
    assert trace[0] == EVENTS[0] and trace[-1] == EVENTS[-1]
    assert trace[2:7:2] == EVENTS[2:7:2] and trace[::-1] == EVENTS[::-1] and trace[20:] == []
    with pytest.raises(IndexError):
        trace[len(EVENTS)]
    assert trace == Trace(EVENTS, size=36) != Trace(EVENTS[:-1], size=36)
    assert repr(trace) == "<nonet.teach.Trace: 11 events>"


def test_an_event_takes_eight_bytes() -> None:
    trace = Trace()
    for number in range(100_000):
        trace.append(Event("place", number % 81, number % 9 + 1, "a note" if number % 3 else ""))
    assert sys.getsizeof(trace._codes) < 9.2 * len(trace)
    assert trace._codes.itemsize == 8 and trace._notes == ["", "a note"]


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    trace = Trace(EVENTS, size=36)
    trace.save(path)
    assert Trace.load(path, size=36) == trace
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert lines[1] == {"event": "place", "cell": "r36c36", "digit": 36}
    assert lines[9] == {"event": "restart"}
    real = easy_trace()
    real.save(path)
    assert Trace.load(path) == real


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not an event of a 9x9 board: expected JSON: Expecting property name"),
        ("[1, 2]", "expected an object such as"),
        ('{"cell": "r1c1"}', "unknown event None; expected one of try, place"),
        ('{"event": "think"}', "unknown event 'think'"),
        ('{"event": "place", "cell": "r10c1"}', "r10c1 is outside a 9x9 board"),
        ('{"event": "place", "cell": "a1"}', "expected a cell name such as 'r4c5', got 'a1'"),
        ('{"event": "place", "digit": 10}', "digit must be 1 to 9, got 10"),
        ('{"event": "place", "digit": "5"}', "digit must be 1 to 9, got '5'"),
        ('{"event": "rule", "note": 5}', "note must be text, got 5"),
    ],
)
def test_a_damaged_file_says_where(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "trace.jsonl"
    path.write_text(f'{{"event": "solved"}}\n{line}\n', "utf-8")
    with pytest.raises(ParseError, match=message) as caught:
        Trace.load(path)
    assert caught.value.line == 2 and caught.value.source == str(path)


def test_events_as_json() -> None:
    assert as_json(Event("place", 17, 3), 16) == {"event": "place", "cell": "r2c2", "digit": 3}
    assert as_json(Event("conflict", 0)) == {"event": "conflict", "cell": "r1c1"}


# -- replay --------------------------------------------------------------------------------------


def test_a_backtrack_undoes_everything_after_it() -> None:
    events = [
        Event("place", 1, 2),
        Event("place", 2, 3),
        Event("place", 3, 4),
        Event("conflict", 3),
        Event("backtrack", 2, 3),
        Event("place", 2, 4),
    ]
    shown = [list(frame.digits) for frame in replay([1, 0, 0, 0], events)]
    assert shown[2:] == [[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 0, 0], [1, 2, 4, 0]]


def test_a_restart_leaves_the_givens() -> None:
    events = [Event("place", 1, 2), Event("place", 1, 3), Event("restart"), Event("place", 2, 2)]
    shown = [list(frame.digits) for frame in replay([1, 0, 0], events)]
    assert shown == [[1, 2, 0], [1, 3, 0], [1, 0, 0], [1, 0, 2]]


def test_undoing_a_replacement_restores_the_earlier_digit() -> None:
    events = [Event("place", 0, 2), Event("place", 0, 3), Event("backtrack", 0, 3)]
    assert [frame.digits[0] for frame in replay([0], events)] == [2, 3, 2]


# -- recorder ------------------------------------------------------------------------------------


def test_the_recorder_counts_and_reports() -> None:
    heard: list[Event] = []
    watch = Recorder(listen=heard.append)
    watch.call(3)
    watch.call(1)
    watch.check(5)
    watch.attempt(0, 1)
    watch.conflict(0, 1)
    watch.fill(1, 2, "naked single")
    watch.guess()
    watch.place(2, 3)
    watch.fill(3, 4, "naked single")
    watch.remove(4, 4)
    watch.backtrack(2, 3)
    watch.restart()
    watch.solved()
    counters = watch.stop()
    found = {name: value for name, value in counters.as_dict().items() if value}
    assert found.pop("seconds", 0) >= 0
    assert found == {
        "calls": 2, "tries": 1, "assignments": 3, "guesses": 1, "backtracks": 1, "conflicts": 1, "eliminations": 1,
        "checks": 5, "rules": 2, "filled_by_rules": 1, "restarts": 1, "depth": 3, "solutions": 1,
    }  # fmt: skip
    kinds = "try conflict rule place place rule place remove backtrack restart solved"
    assert [event.kind for event in heard] == kinds.split()


def test_the_budget_is_exact() -> None:
    watch = Recorder(budget=3)
    watch.place(0, 1)
    watch.call()
    watch.check()
    with pytest.raises(Spent):
        watch.attempt(0, 1)


def test_the_time_is_checked_regularly() -> None:
    watch = Recorder(seconds=0.0)
    with pytest.raises(Spent):
        for _ in range(2000):
            watch.check()
    assert watch.counters.checks <= 1024


# -- running -------------------------------------------------------------------------------------


def test_a_run_says_what_it_found() -> None:
    run = teach.solve(EASY, "backtracking")
    assert run.solution == Grid(SOLVED) and run.exact and run.trace is None
    assert (
        run == teach.solve(Grid(EASY), "backtracking") == teach.solve(Puzzle(EASY), "backtracking")
    )
    assert run.name == "backtracking" and run.counters.seconds > 0


def test_events_are_passed_on_or_kept() -> None:
    heard: list[Event] = []
    assert teach.solve(EASY, "norvig", trace=heard.append).trace is None
    trace = teach.solve(EASY, "norvig", trace=True).trace
    assert trace is not None and list(trace) == heard and heard[-1].kind == "solved"
    assert trace.size == 9


def test_a_listener_may_end_the_run() -> None:
    def listen(event: Event) -> None:
        if event.kind == "backtrack":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        teach.solve(EASY, "backtracking", trace=listen)


def test_limits() -> None:
    board = "1... .... .... ...."
    for limit in (1, 2, 71, 72, 73, None):
        run = teach.solve(board, "backtracking", limit=limit)
        assert len(run.solutions) == min(limit or 72, 72) and run.exact
    for wrong in (0, -1):
        with pytest.raises(
            ValueError, match=f"^limit must be at least 1, or None for all solutions, got {wrong}"
        ):
            teach.solve(board, "backtracking", limit=wrong)


def test_a_spent_budget_is_not_exact() -> None:
    run = teach.solve(EASY, "backtracking", budget=100)
    assert not run.exact and run.solutions == () and run.solution is None
    assert teach.solve(EASY, "backtracking", limit=None, budget=60_000).exact is False
    some = teach.solve("." * 16, "backtracking", limit=None, budget=500)
    assert not some.exact and 0 < len(some.solutions) < 288


def test_cells_without_candidates_need_no_algorithm() -> None:
    masks = [0b1111] * 16
    masks[5] = 0
    for name in teach.names():
        run = teach.solve(Puzzle(Candidates.from_masks(masks)), name, trace=True)
        assert run.exact and not run.solutions and run.counters.conflicts == 1
        assert run.trace is not None and cell_name(run.trace[-1].cell, 4) == "r2c2"
    given = Puzzle("2... .... .... ....", marks=Candidates.from_masks([1, *[15] * 15]))
    assert given.count() == 0 and teach.solve(given, "backtracking").solutions == ()


def test_clashing_givens_are_named() -> None:
    with pytest.raises(Conflict, match=r"^r1c1 and r2c2 are both 7$") as caught:
        teach.solve("7.........7......." + "." * 63, "norvig")
    assert caught.value.cells == (0, 10)


@pytest.mark.parametrize("name", ["Exact Cover", "exact-cover", "DLX", "dancing links"])
def test_an_algorithm_is_found_in_any_spelling(name: str) -> None:
    run = teach.solve(EASY, name)
    assert run.name == "exact_cover" and run.solution is not None


def test_wrong_names_and_options() -> None:
    with pytest.raises(
        ValueError, match=r"^unknown algorithm 'magic'; choose one of backtracking, "
    ):
        teach.solve(EASY, "magic")
    with pytest.raises(TypeError, match=r"^backtracking has no option 'rules'; its options: none$"):
        teach.solve(EASY, "backtracking", rules=False)
    with pytest.raises(
        TypeError, match=r"^preemptive_sets has no option 'x'; its options: largest$"
    ):
        teach.solve(EASY, "preemptive_sets", x=1)
    with pytest.raises(ValueError, match=r"^largest must be at least 1, got 0$"):
        teach.solve(EASY, "preemptive_sets", largest=0)
    with pytest.raises(RulesError, match="can have boxes of 2x3 or 3x2"):
        teach.solve("." * 36, "backtracking")


def full_board() -> list[int]:
    """Return a full board of 36x36 cells."""
    cells = range(36)
    return [(6 * (row % 6) + row // 6 + column) % 36 + 1 for row in cells for column in cells]


def test_the_recursion_limit_comes_back() -> None:
    before = sys.getrecursionlimit()
    empty = Puzzle([0] * 36**2)
    run = teach.solve(empty, "backtracking_walking", budget=20_000)
    assert not run.exact and sys.getrecursionlimit() == before
    full = full_board()
    run = teach.solve(Puzzle([0, *full[1:]]), "backtracking_walking", limit=None)
    assert run.solutions == (Grid(full),) and run.exact and run.counters.depth == 36**2
    assert sys.getrecursionlimit() == before


def test_a_run_that_ends_leaves_the_recursion_limit_to_other_threads() -> None:
    before, started, done = sys.getrecursionlimit(), threading.Event(), threading.Event()

    def wait(event: Event) -> None:
        started.set()
        done.wait(10)

    def short() -> None:
        teach.solve(Puzzle([0] * 256), "backtracking", trace=wait, budget=20)

    thread = threading.Thread(target=short)
    thread.start()
    assert started.wait(10)

    def end_the_other(event: Event) -> None:
        if not done.is_set():
            done.set()
            thread.join()

    board = Puzzle([0, *full_board()[1:]])
    run = teach.solve(board, "backtracking_walking", trace=end_the_other)
    assert run.counters.depth == 36**2 and sys.getrecursionlimit() == before
