"""Faults of tables that were found in files, and how programs write them."""

from __future__ import annotations

import bz2
import csv
import gzip
import json
import lzma
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from console import run
from table_readers import (
    EASY,
    LOST,
    LOST_SOLVED,
    NESTED,
    ROWS,
    SOLVED,
    ZEROS,
    Made,
    by_batch,
    by_command,
    by_reading,
    records,
)

import nonet
from nonet import batch
from nonet.base.errors import ParseError
from nonet.batch import files
from nonet.batch.distinct import dedupe

pa = pytest.importorskip("pyarrow")

parquet = pytest.importorskip("pyarrow.parquet")

SPARSE = "1.2.......6.....9..7..41...2..9..6.5....8..4...8..4.....6.2...7...5.....5..8....3"


# -- faults that were found in files --------------------------------------------------------------


def rejected(path: Path, out: Path) -> list[dict[str, str]]:
    """Return the rows that a run rejects."""
    summary = batch.run(path, out, ["solution"])
    if summary.rejects is None:
        return []
    return records(summary.rejects)


def test_a_quote_that_is_never_closed_is_named_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    rows = "".join(f"{n},{EASY}\n" for n in range(3, 60))
    path.write_text(f'id,puzzle\n1,{EASY}\n2,"{EASY}\n{rows}')
    bad = rejected(path, tmp_path / "out.csv")
    reason = "expected CSV: the quote opened on line 3 is never closed;"
    reason += " lines 4 to 60 are read as rows of their own"
    assert [(row["row"], row["reason"]) for row in bad] == [("2", reason)]
    assert bad[0]["text"] == f'2,"{EASY}'
    rest = [str(n) for n in (1, *range(3, 60))]
    assert [row["id"] for row in records(tmp_path / "out.csv")] == rest
    done = run("solve", path, "--to", "csv")
    assert f"{path}:3: {reason}" in done.err and done.out.count("unique") == len(rest)


def test_a_quote_that_is_only_a_character_takes_no_row(tmp_path: Path) -> None:
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text(
        f'id,puzzle,note\n1,{EASY},"two\nlines"\n2,{EASY},"b\n3,{EASY},c\n\n4,{EASY},"d"\n'
    )
    summary = batch.run(path, out, ["givens"])
    assert [row["note"] for row in records(out)] == ["two\nlines", '"b', "c", "d"]
    assert summary.rejects is None and "line" in summary.notes[0]
    solved = run("solve", path, "--to", "csv")
    assert [row["note"] for row in csv.DictReader(solved.out.splitlines(True))] == [
        "two\nlines",
        '"b',
        "c",
        "d",
    ]
    assert solved.err.splitlines() == list(summary.notes)


@pytest.mark.parametrize("seed", range(12))
def test_stray_quotes_lose_no_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    rng = random.Random(seed)
    delimiter = rng.choice(",;\t")
    monkeypatch.setattr(files, "_BYTES", rng.choice([2000, 1 << 20]))
    notes = [rng.choice(["plain", "", '"open', '5" disk', '"closed"']) for _ in range(19)]
    notes.append("plain")  # the last row of a file cannot join another
    rows = [delimiter.join([str(n), EASY, note]) for n, note in enumerate(notes)]
    path, out = tmp_path / "table.csv", tmp_path / "out.csv"
    path.write_text("\n".join([delimiter.join(["id", "puzzle", "note"]), *rows]) + "\n")
    expected = [note.strip('"') if note == '"closed"' else note for note in notes]
    solved = run("solve", path, "--to", "csv").out.splitlines(True)
    batch.run(path, out, ["solution"])
    for found in (list(csv.DictReader(solved)), records(out)):
        assert [row["id"] for row in found] == list(map(str, range(20)))
        assert [row["note"] for row in found] == expected


def test_a_quote_in_a_cell_does_not_join_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_BYTES", 500)
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text("puzzle,note\n" + f'{EASY},5" disk\n' * 101)
    assert batch.run(path, out, ["solution"]).written == 101
    assert len(records(out)) == 101


def test_zeros_that_a_spreadsheet_dropped(tmp_path: Path) -> None:
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    lost = LOST.lstrip("0")
    path.write_text(f"quizzes,solutions\n{lost},{LOST_SOLVED}\n{lost},{SOLVED}\n{lost},\n")
    bad = rejected(path, out)
    assert [row["row"] for row in bad] == ["2", "3"]
    assert (
        "if a spreadsheet dropped zeros at the front, save the column as text" in bad[0]["reason"]
    )
    rows = records(out)
    assert [(row["quizzes"], row["solution"]) for row in rows] == [(LOST, LOST_SOLVED)]
    assert "unique, solution right" in run("check", path).out


@pytest.mark.parametrize("nested", [False, True])
def test_columns_of_lists_are_boards(tmp_path: Path, nested: bool) -> None:
    def board(text: str) -> list[Any]:
        cells = [int(char) for char in text.replace(".", "0")]
        return [cells[i : i + 9] for i in range(0, len(cells), 9)] if nested else cells

    columns = {
        "tags": [[1, 2], [3], None, [], [4]],
        "puzzle": [board(EASY), board(EASY[:80]), None, [*board(EASY[:80]), [10] if nested else 10],
                   board(ZEROS)],
        "solution": [board(SOLVED), None, None, None, board(SOLVED)],
    }  # fmt: skip
    path, out = tmp_path / "table.parquet", tmp_path / "out.parquet"
    parquet.write_table(pa.table(columns), path)
    summary = batch.run(path, out, ["givens"])
    assert (summary.written, summary.rejected) == (2, 3)
    assert parquet.read_table(out)["puzzle"].to_pylist() == [board(EASY), board(ZEROS)]
    assert parquet.read_table(out)["givens"].to_pylist() == [30, 30]
    assert run("check", path).out.count("unique, solution right") == 2
    solved = run("solve", path, "--to", "csv", "--replace").out
    assert solved.count(SOLVED) == 2 and "[1, 2]" in solved
    assert summary.rejects is not None
    reasons = [row["reason"] for row in records(summary.rejects)]
    assert reasons == list(by_command("solve", path).values())


def test_a_bad_line_of_json_does_not_hide_the_others(tmp_path: Path) -> None:
    path, out = tmp_path / "in.jsonl", tmp_path / "out.csv"
    good = json.dumps({"id": 1, "puzzle": EASY})
    lines = ['{"puzzle":' + "9" * 5000 + "}", good, "{", "", "# note", '{"id": 7}', good]
    path.write_text("\n".join(lines) + "\n")
    bad = rejected(path, out)
    assert [row["row"] for row in bad] == ["1", "3", "4"]
    assert bad[0]["reason"] == "expected a number of at most 99 digits, found one of 5000"
    assert len(records(out)) == 2
    solved = run("solve", path)
    assert solved.out.splitlines().count(SOLVED) == 2
    assert f"{path}:1: {bad[0]['reason']}" in solved.err and f"{path}:3" in solved.err


@pytest.mark.parametrize("name", ["rules", "Rules", "RULES"])
def test_rules_of_a_row_are_not_passed_over(tmp_path: Path, name: str) -> None:
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text(f"puzzle,{name}\n{EASY},\n{EASY},diagonals\n{EASY},3x3\n{EASY},diagonls\n")
    (bad,) = rejected(path, out)
    assert bad["row"] == "4" and "did you mean" in bad["reason"]
    assert [row["solution"] for row in records(out)] == [SOLVED, "", SOLVED]
    assert [row["status"] for row in records(out)] == ["unique", "no solution", "unique"]


DIAGONAL = ".......1..81..5.....7...2.3..5.....8.....8......3..6........1....9.8.4.76....7..."


def test_rate_and_batch_agree_on_boards_with_rules(tmp_path: Path) -> None:
    rows = [
        *([EASY, ""], [DIAGONAL, "diagonals"], [EASY, "antiknight"], ["1" + "." * 35, "2x3"]),
        *(["1..." + "." * 12, ""], [EASY, "killr"], ["." * 36, ""], [EASY, "diagonals"]),
        *(["1.....3..4.....2", ""], [EASY[:80], "diagonals"]),
    ]
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text(
        "".join(f"{puzzle},{rules}\n" for puzzle, rules in [["puzzle", "rules"], *rows])
    )
    rated = [json.loads(line) for line in run("rate", "--json", path).out.splitlines()]
    assert run("batch", "--columns", "rating,technique,difficulty", path, "-o", out).code == 1
    bad = {int(row["row"]) - 1: row["reason"] for row in records(Path(f"{out}.rejected.csv"))}
    good = iter(records(out))
    for number, row in enumerate(rated):
        if number in bad:
            assert (row["status"], row["message"]) == ("unreadable", bad[number])
            continue
        found = next(good)
        assert found["status"] == row["status"]
        assert found["rating"] == ("" if row["er"] is None else str(row["er"]))
        assert (found["technique"], found["difficulty"]) == (
            row["hardest"] or "",
            row["difficulty"] or "",
        )
    assert sorted(bad) == [5, 6, 9]
    assert [row.get("profile") for row in rated[:2]] == [None, "sukaku"]
    assert rated[8]["profile"] == "nonet" and rated[8]["status"] == "unique"


def test_lines_with_rules_become_rows_with_rules(tmp_path: Path) -> None:
    made = run("generate", "--rules", "diagonals", "--seed", "1", "-n", "2").out
    path, out = tmp_path / "in.txt", tmp_path / "out.csv"
    path.write_text(made)
    assert run("batch", "--columns", "count,rating,givens", path, "-o", out).code == 0
    assert [row["rules"] for row in records(out)] == ["3x3 diagonals"] * 2
    assert [row["count"] for row in records(out)] == ["1", "1"]
    assert [row["rating"] for row in records(out)] == [
        str(each.rate().er) for each in nonet.read(path)
    ]
    forms = tmp_path / "forms.csv"
    assert run("batch", "--columns", "canonical", path, "-o", forms).code == 1
    reasons = [row["reason"] for row in records(Path(f"{forms}.rejected.csv"))]
    assert reasons == ["expected a classic board, found the rules 'diagonals'"] * 2


def test_an_answer_replaces_a_column_of_json(tmp_path: Path) -> None:
    path, out = tmp_path / "in.jsonl", tmp_path / "out.csv"
    path.write_text(
        "".join(
            json.dumps(row) + "\n"
            for row in (
                {"puzzle": EASY, "givens": 3, "rules": None},
                {"puzzle": EASY, "rules": "diagonals"},
            )
        )
    )
    assert run("batch", "--columns", "givens", "--replace", path, "-o", out).code == 0
    assert [(row["givens"], row["rules"]) for row in records(out)] == [
        ("30", ""),
        ("30", "diagonals"),
    ]
    kept = tmp_path / "kept.csv"
    assert run("batch", "--distinct", path, "-o", kept).code == 1
    (bad,) = records(Path(f"{kept}.rejected.csv"))
    assert (bad["row"], bad["reason"]) == (
        "2",
        "expected a classic board, found the rules 'diagonals'",
    )


@pytest.mark.parametrize(
    "cell",
    [" ".join(ROWS), "\n".join(ROWS), str(NESTED), str(list(map(int, ZEROS)))],
    ids=["blocks", "lines", "nested list", "list"],
)
def test_a_cell_may_have_its_board_in_rows(tmp_path: Path, cell: str) -> None:
    path, out = tmp_path / "table.csv", tmp_path / "out.csv"
    path.write_text(f'id,puzzle\n1,{EASY}\n2,"{cell}"\n')
    assert run("solve", path).out.splitlines() == [SOLVED] * 2
    assert [str(board.givens) for board in nonet.read(path)] == [str(nonet.parse(EASY).givens)] * 2
    assert rejected(path, out) == []
    assert [row["solution"] for row in records(out)] == [SOLVED] * 2
    given = pa.table({"id": [1, 2], "puzzle": [EASY, cell]})
    found = batch.with_columns(given, ["solution"])
    assert found["solution"].to_pylist() == [SOLVED] * 2
    assert found["puzzle"].to_pylist() == [EASY, cell]
    path = tmp_path / "table.jsonl"
    path.write_text("".join(json.dumps({"puzzle": text}) + "\n" for text in (EASY, cell)))
    assert run("solve", path).out.splitlines() == [SOLVED] * 2
    assert str(dedupe(path, out)) == "2 rows in = 1 out + 0 rejected + 1 equivalent"


# -- lines ----------------------------------------------------------------------------------------

FORMS = {
    "quoted": f"> {EASY}",
    "numbered": f"2. {EASY}",
    "tagged": f"<p>{EASY}</p>",
    "blocks": " ".join(ROWS),
    "string": f'"{EASY}",',
    "link": f"https://sudokuexchange.com/play/?s={EASY}",
    "hodoku": f":0000:x:{EASY}:::",
    "slashes": "/".join(ROWS),
    "commas": ",".join(ZEROS),
    "rows with commas": ",".join(ROWS),
    "commas and nothing": ",".join(SPARSE).replace(".", ""),
    "indented": f"  {EASY}",
    "nested list": str(NESTED),
    "list": str(list(map(int, ZEROS))),
    "json": json.dumps({"puzzle": EASY}),
    "hashes": "#" + EASY[1:].replace(".", "#"),
}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_of_other_forms_are_rows_as_good_as_plain_ones(tmp_path: Path, end: str) -> None:
    path, out = tmp_path / "table.txt", tmp_path / "out.csv"
    bad = ["?", EASY[:80], f"> {EASY[:80]}", f":0000:x:{EASY[:80]}:::", "/".join(ROWS)[:-1]]
    for name, form in FORMS.items():
        lines = [form, ZEROS, *bad, "", "# a comment", EASY, form, f"{EASY} # easy"]
        if name in ("string", "json"):  # as a first line, these show a table
            lines.insert(0, EASY)
        path.write_text(end.join(lines) + end, newline="")
        rows = [n for n, line in enumerate(lines, 1) if line and not line.startswith("# ")]
        expected = Made("", rows).by_row(by_reading(path))
        first = rows[lines.index(bad[0])]
        assert list(expected) == [*range(first, first + len(bad))], name
        assert Made("", rows).by_row(by_command("solve", path)) == expected, name
        assert by_batch(path, rows) == expected, name
        given = [row["puzzle"] for row in records(out)]
        board = nonet.parse(form).givens.text()
        assert given[-5:] == [board, ZEROS, EASY, board, EASY], name
        assert [row["comment"] for row in records(out)][-5:] == ["", "", "", "", "easy"], name


def test_all_boards_of_a_line_are_rows(tmp_path: Path) -> None:
    path, out = tmp_path / "table.txt", tmp_path / "out.csv"
    path.write_text(f"{EASY}\n{EASY} {ZEROS}\n{json.dumps([EASY, ZEROS])}\n")
    assert str(batch.run(path, out, ["count"])) == "5 rows in = 5 out + 0 rejected"
    assert [row["puzzle"] for row in records(out)] == [EASY] * 5  # zeros are written as dots
    assert run("count", path).out.splitlines() == run("count", out).out.splitlines() == ["1"] * 5


def test_lines_may_end_as_on_old_macs(tmp_path: Path) -> None:
    for name, text in (("t.csv", f"id,puzzle\r1,{EASY}\r2,?\r"), ("t.txt", f"{EASY}\r?\r{EASY}\r")):
        path = tmp_path / name
        path.write_text(text, newline="")
        done = batch.run(path, tmp_path / f"{name}.out.csv", ["count"])
        assert (done.written, done.rejected) == (text.count(EASY), 1)


# -- how programs write tables --------------------------------------------------------------------


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_tables_in_utf_16(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, coding: str) -> None:
    monkeypatch.setattr(files, "_BYTES", 300)
    path, out = tmp_path / "table.csv", tmp_path / "out.csv"
    mark = "" if coding == "utf-16" else "\ufeff"
    path.write_bytes(f"{mark}id,puzzle\r\né,{EASY}\r\n2,?\r\n".encode(coding) * 1)
    assert by_batch(path, [2, 3]) == {2: "expected 81 cells, found 1"}
    assert [row["id"] for row in records(out)] == ["é"]
    assert by_reading(path) == by_command("solve", path) == {3: "expected 81 cells, found 1"}


@pytest.mark.parametrize("header", ["id;puzzle\n", ""])
@pytest.mark.parametrize("first", ["sep=;", '"sep=;"', "SEP=;\r"])
def test_a_first_line_may_name_the_delimiter(tmp_path: Path, header: str, first: str) -> None:
    path, out = tmp_path / "table.csv", tmp_path / "out.csv"
    path.write_text(f"{first}\n{header}1,5;{EASY}\n2;?\n3;{ZEROS}\n", newline="")
    above = 2 if header else 1
    assert by_batch(path, [above + row for row in (1, 2, 3)]) == {2: "expected 81 cells, found 1"}
    assert [next(iter(row.values())) for row in records(out)] == ["1,5", "3"]
    bad = {above + 2: "expected 81 cells, found 1"}
    assert by_reading(path) == by_command("solve", path) == bad
    assert run("solve", path).out.splitlines().count(SOLVED) == 2


def test_a_comment_that_is_not_utf_8_is_told(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_bytes(f"{EASY}\n# né\n{EASY}\n".encode("latin-1"))
    note = f"{path}:2: a line is not UTF-8; read as Latin-1"
    assert run("solve", path).err.splitlines() == [note]
    assert list(batch.run(path, tmp_path / "out.csv", ["count"]).notes) == [note]


# -- compression ----------------------------------------------------------------------------------

PACKERS: dict[str, Callable[[bytes], Any]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstandard": lambda data: pa.compress(data, "zstd", asbytes=True),
}


@pytest.mark.parametrize("kind", list(PACKERS))
def test_compression_is_known_by_its_bytes(tmp_path: Path, kind: str) -> None:
    text = f"id,puzzle\n1,{EASY}\n2,?\n3,{ZEROS}\n".encode()
    path, out = tmp_path / "table.csv", tmp_path / "out.csv"
    path.write_bytes(PACKERS[kind](text))
    assert batch.run(path, out, ["givens"]).written == 2
    assert by_reading(path) == by_command("solve", path) == {3: "expected 81 cells, found 1"}
    for command in ("solve", "count", "rate", "check"):
        assert f"{path}:3" in run(command, path).err, command
    path.write_bytes(PACKERS[kind](text * 300)[:-30])
    sentence = f"the {kind} data is (cut off: the end of the file is missing|damaged .*)"
    with pytest.raises(ParseError, match=f"{path}: {sentence}"):
        batch.run(path, out, ["givens"])
    assert re.search(f"{path}: {sentence}", run("solve", path).err)
    path.rename(tmp_path / "table.csv.gz")
    (tmp_path / "table.csv.gz").write_bytes(text)
    assert batch.run(tmp_path / "table.csv.gz", out, ["givens"]).written == 2
