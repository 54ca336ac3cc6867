"""Files of many puzzles: solved, counted and rated in the page, in the order of the file, with every row kept."""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import expect
from wasm_core import MODULE

from nonet import Puzzle, batch, lab

pytestmark = pytest.mark.skipif(not MODULE.exists(), reason="core.wasm is not built: make wasm")

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
CLASH = "11" + "." * 79
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
SEVERAL = "..3" + EASY[3:80] + "."
LINES = f"# a comment\n{EASY}\n\n{HARD} # a name\n{CLASH}\n{IMPOSSIBLE}\n{EASY[:-1]}\nx{EASY[1:]}\n"


def answered(
    page: Any, text: str | bytes, task: str = "solve", name: str = "a.txt"
) -> list[dict[str, str]]:
    """Give a file to the page; return the rows of the table that it saves."""
    page.get_by_label("Task").select_option(task)
    body = text if isinstance(text, bytes) else text.encode()
    page.set_input_files(
        "input[type=file]", {"name": name, "mimeType": "text/plain", "buffer": body}
    )
    save = page.get_by_role("button", name="Save a-")
    expect(save).to_be_visible()
    with page.expect_download() as download:
        save.click()
    assert download.value.suggested_filename == f"a-{task}.csv"
    table = download.value.path().read_text("utf-8")
    return list(csv.DictReader(io.StringIO(table)))


def test_every_row_has_an_answer_or_a_reason(open_page: Callable[..., Any]) -> None:
    page = open_page("#many")
    rows = answered(page, LINES)
    assert [row["line"] for row in rows] == ["2", "4", "5", "6", "7", "8"]
    found = [(row["status"], row["message"]) for row in rows]
    assert found == [
        ("unique", ""),
        ("unique", ""),
        ("conflict", "two equal givens in one house"),
        ("no solution", "no solution"),
        ("unreadable", "expected 81 cells, found 80"),
        ("unreadable", 'expected digits and blanks, found "x" in cell 1'),
    ]
    assert [row["solution"] for row in rows[:2]] == [
        Puzzle(p).solution().text() for p in (EASY, HARD)
    ]
    assert rows[1]["puzzle"] == f"{HARD} # a name"
    kinds = page.locator(".many-kinds li")
    expect(kinds).to_have_text(["2 with one solution", "2 without a solution", "2 unreadable"])


def test_solutions_are_counted_and_puzzles_rated(open_page: Callable[..., Any]) -> None:
    page = open_page("#many")
    several = HARD.replace("8", ".")
    rows = answered(page, f"{EASY}\n{several}\n{'.' * 81}\n", "count")
    assert [int(row["count"]) for row in rows] == [1, Puzzle(several).count(100_000), 100_000]
    assert [row["exact"] for row in rows] == ["true", "true", "false"]
    rows = answered(page, f"{EASY}\n{HARD}\n{several}\n", "rate")
    for row, puzzle in zip(rows, (EASY, HARD), strict=False):
        rating = Puzzle(puzzle).rate()
        assert [float(row[key]) for key in ("er", "ep", "ed")] == [rating.er, rating.ep, rating.ed]
        assert rating.hardest and row["hardest"] == rating.hardest.id
    assert (rows[2]["er"], rows[2]["status"]) == ("", "multiple")


def test_a_table_keeps_its_columns(open_page: Callable[..., Any]) -> None:
    page = open_page("#many")
    table = f'id,puzzle,note\r\n1,{EASY},"a, ""b"""\r\n2,{HARD[:5]},\r\n'
    rows = answered(page, gzip.compress(table.encode()), name="a.csv.gz")
    assert [(row["id"], row["puzzle"], row["note"], row["status"]) for row in rows] == [
        ("1", EASY, 'a, "b"', "unique"),
        ("2", HARD[:5], "", "unreadable"),
    ]


def test_a_long_file_stays_in_order(open_page: Callable[..., Any]) -> None:
    givens = np.array([[int(c) if c != "." else 0 for c in p] for p in (EASY, HARD)], np.uint8)
    boards = lab.shuffled(np.repeat(givens, 10_000, axis=0), 1)
    lines = ["".join(map(str, row)) for row in boards.tolist()]
    page = open_page("#many")
    rows = answered(page, "\n".join(lines))
    assert [row["puzzle"] for row in rows] == lines
    solutions = batch.solve(boards).solutions
    assert [row["solution"] for row in rows] == [
        "".join(map(str, row)) for row in solutions.tolist()
    ]


def test_cancelling_ends_the_work(open_page: Callable[..., Any]) -> None:
    page = open_page("#many")
    page.get_by_label("Task").select_option("count")
    body = (("." * 81 + "\n") * 2000).encode()
    page.set_input_files(
        "input[type=file]", {"name": "a.txt", "mimeType": "text/plain", "buffer": body}
    )
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled. Nothing was saved.")).to_be_visible()
    assert answered(page, EASY)[0]["status"] == "unique"


def test_without_the_core_a_sentence_says_so(open_page: Callable[..., Any]) -> None:
    page = open_page("#many")
    page.expected_errors = "404|Failed to load"
    page.route("**/core.wasm", lambda route: route.fulfill(status=404))
    body = EASY.encode()
    page.set_input_files(
        "input[type=file]", {"name": "a.txt", "mimeType": "text/plain", "buffer": body}
    )
    expect(page.get_by_text("This copy of the app has no core.wasm.")).to_be_visible()


def test_the_place_is_found_and_has_no_faults_of_access(
    page: Any, faults_of_access: Callable[[Any], list[str]]
) -> None:
    expect(page.get_by_role("grid")).to_be_visible()
    page.get_by_role("button", name="New", exact=True).click()
    page.get_by_role("link", name="A file of many puzzles").click()
    expect(page.get_by_role("heading", name="Many puzzles")).to_be_visible()
    assert faults_of_access(page) == []
