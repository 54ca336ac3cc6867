"""The paths of many puzzles as columns: they say what the steps of each puzzle say."""

from __future__ import annotations

import numpy as np
import pytest
import rated

from nonet import Puzzle, batch, cell_name
from nonet.engine import Status, logic
from nonet.steps import TECHNIQUES

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [row.puzzle for row in rated.rows()[::12] if row.er < 6]


def test_the_columns_say_what_the_steps_say() -> None:
    found = batch.steps(ROWS)
    assert found.solved.all()
    for row, text in enumerate(ROWS):
        path = tuple(Puzzle(text).steps())
        lo, hi = found.offsets[row : row + 2].tolist()
        assert [TECHNIQUES[i] for i in found.technique[lo:hi]] == [each.technique for each in path]
        assert found.rating[lo:hi].tolist() == [each.rating for each in path]
        places = [each.places or (255, 0) for each in path]
        assert list(zip(found.cell[lo:hi], found.digit[lo:hi], strict=True)) == places
        for step, (first, last) in zip(
            path,
            np.lib.stride_tricks.sliding_window_view(found.removed_offsets[lo : hi + 1], 2),
            strict=True,
        ):
            removed = zip(
                found.removed_cell[first:last], found.removed_digit[first:last], strict=True
            )
            assert set(removed) == {(c, d) for c, digits in step.removes.items() for d in digits}
        assert found.path(row) == path
        assert [each.board for each in found.path(row)] == [each.board for each in path]


def test_a_path_that_takes_several_calls_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = batch.steps(ROWS)
    monkeypatch.setattr(logic, "_WHOLE", 5)
    parts = batch.steps(ROWS)
    assert parts.solved.all()
    assert parts.offsets.tolist() == whole.offsets.tolist()
    assert [parts.path(row) for row in range(len(ROWS))] == [
        whole.path(row) for row in range(len(ROWS))
    ]


@pytest.mark.parametrize("threads", [2, 5])
def test_the_number_of_threads_changes_nothing(threads: int) -> None:
    one, many = batch.steps(ROWS, threads=1), batch.steps(ROWS, threads=threads)
    for name in ("status", "solved", "offsets", "technique", "rating", "cell", "removed_digit"):
        assert getattr(one, name).tolist() == getattr(many, name).tolist()


def test_rows_without_a_path_keep_their_numbers() -> None:
    several = "." * 81
    found = batch.steps([several, "bad", EASY, "55" + "." * 79])
    assert [Status(status).word for status in found.status] == [
        "multiple",
        "bad cell",
        "unique",
        "conflict",
    ]
    assert found.solved.tolist() == [False, False, True, False]
    assert found.offsets.tolist() == [0, 0, 0, 51, 51]
    assert [len(found.path(row)) for row in range(4)] == [0, 0, 51, 0]
    with pytest.raises(IndexError, match="there is no puzzle 4"):
        found.path(4)


def test_lines_of_a_file_keep_their_numbers() -> None:
    found = batch.steps(f"# two\n\n{EASY}\nbad\n{EASY}\n".encode())
    assert found.lines is not None
    assert found.lines.tolist() == [3, 4, 5]
    assert np.diff(found.offsets).tolist() == [51, 0, 51]


def test_a_spent_budget_ends_a_path_after_the_steps_before() -> None:
    hard = max(rated.rows(), key=lambda row: row.er).puzzle
    found = batch.steps([EASY, hard], budget=10)
    assert found.status.tolist() == [Status.UNIQUE, Status.OUT_OF_BUDGET]
    assert found.solved.tolist() == [True, False]


def test_the_table_has_a_list_of_steps_for_each_puzzle() -> None:
    pytest.importorskip("pyarrow")
    table = batch.steps([EASY, "bad"]).to_arrow()
    first, second = table["steps"].to_pylist()
    path = list(Puzzle(EASY).steps())
    assert [step["technique"] for step in first] == [step.technique.id for step in path]
    places = path[0].places
    assert places is not None
    assert (first[0]["cell"], first[0]["digit"]) == (cell_name(places.cell), places.digit)
    assert second == []


def test_other_boards_and_techniques_of_your_own_are_refused() -> None:
    with pytest.raises(ValueError, match=r"steps\(\) needs digits, got candidates"):
        batch.steps(np.full((1, 81), 511, np.uint16))
    with pytest.raises(ValueError, match="unknown profile"):
        batch.steps([EASY], profile="none such")
