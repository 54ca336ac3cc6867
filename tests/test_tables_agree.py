"""A row of a table is good or bad everywhere, with the same number and the same sentence.

Tables are made at random: a dialect of CSV, and rows with faults. `solve`, `check`, `batch`, `nonet.read` and
`nonet.batch.solve` read them; the number of a row is its line for those that read text, and its place for `batch`.
"""

from __future__ import annotations

import csv
import gzip
import json
import random
import re
from collections.abc import Callable
from itertools import accumulate
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
    ignored_by,
    records,
)

import nonet
from nonet import batch
from nonet.batch import files
from nonet.engine import Status

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


Fault = Callable[[random.Random], tuple[str, str]]
FAULTS: dict[str, Fault] = {
    "none": lambda _: (EASY, SOLVED),
    "zeros": lambda _: (ZEROS, SOLVED),
    "spaces around": lambda rng: (" " * rng.randrange(1, 4) + EASY + " ", ""),
    "mixed blanks": lambda _: (EASY.replace("..", ".0"), ""),
    "short": lambda rng: (EASY[: rng.randrange(82)].rstrip(), ""),
    "long": lambda rng: (EASY + "." * rng.randrange(1, 9), ""),
    "letter": lambda rng: (EASY[:40] + rng.choice("xyé?") + EASY[41:], ""),
    "lost zeros": lambda _: (LOST.lstrip("0"), LOST_SOLVED),
    "lost zeros and no solution": lambda _: (LOST.lstrip("0"), ""),
    "lost zeros of another": lambda _: (LOST.lstrip("0"), SOLVED),
    "blocks": lambda rng: (rng.choice(" \n").join(ROWS), ""),
    "blocks with a letter": lambda _: (" ".join(ROWS).replace("7", "x", 1), ""),
    "list": lambda _: (str(list(map(int, ZEROS))), ""),
    "nested list": lambda _: (str(NESTED), ""),
    "short list": lambda _: (str(NESTED[:8]), ""),
    "two in a cell": lambda _: (f"{EASY}\n{EASY}", ""),
    "other digits": lambda _: (EASY.translate({ord("0") + d: 0x6F0 + d for d in range(10)}), ""),
}


TITLES = [
    "",
    "My puzzles",
    "3",
    "Puzzles of May, by me",
    "easy;hard;harder",
    "Sudoku",
    'a 5" title',
    '"quoted"',
    "My puzzles,,,",
]
WORDS = ["thanks to all", "bla bla", "Page two"]


def table(rng: random.Random) -> Made:
    """Return a table in a dialect, some of whose rows are not puzzles."""
    delimiter, end = rng.choice(",;\t"), rng.choice(["\n", "\r\n"])
    always = rng.random() < 0.3
    names = rng.sample(["id", "puzzle", "solution", "note"], 4)
    titles = rng.choices(TITLES, k=rng.randrange(4)) if rng.random() < 0.5 else []
    ignored = [number for number, title in enumerate(titles, 1) if title]
    texts, lines, line = [*titles, delimiter.join(names)], [], 2 + len(titles)
    for number in range(rng.randrange(1, 30)):
        if rng.random() < 0.1:
            texts.append(rng.choice(["", "# a comment", f"# one{delimiter}two", delimiter * 3]))
            line += 1
        if rng.random() < 0.05:
            texts.append(rng.choice(WORDS))
            ignored.append(line)
            line += 1
        fault = "none" if number == 0 or rng.random() < 0.5 else rng.choice(list(FAULTS))
        board, solution = FAULTS[fault](rng)
        note = rng.choice(["", "plain", f"a{delimiter}b", "two\nlines", 'say "x"', "é"])
        row = {"id": str(number), "puzzle": board, "solution": solution, "note": note}
        cells = [quoted(row[name], delimiter, always=always) for name in names]
        shape = rng.random() if number else 1
        if shape < 0.05:
            cells = cells[: rng.randrange(1 + names.index("id"), 5)]
        elif shape < 0.1:
            cells.append(rng.choice(["", "more"]))
        elif shape < 0.13:
            cells[names.index("note")] = '5" disk'
        texts.append(delimiter.join(cells))
        lines.append(line)
        line += 1 + texts[-1].count("\n")
    if rng.random() < 0.2:
        texts.append(delimiter.join(["9", '"' + EASY, "", ""]))
        lines.append(line)
    text = end.join(text.replace("\n", end) for text in texts) + end * rng.randrange(2)
    return Made(rng.choice(["", "\ufeff"]) + text, lines, ignored)


def quoted(cell: str, delimiter: str, *, always: bool) -> str:
    if always or any(char in cell for char in f'{delimiter}"\n'):
        return '"' + cell.replace('"', '""') + '"'
    return cell


@pytest.mark.parametrize(
    "seeds", [range(5), pytest.param(range(5, 60), marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_a_row_is_good_or_bad_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seeds: range
) -> None:
    for module in ("pipeline", "report"):
        monkeypatch.setattr(f"nonet.cli.stream.{module}.SHOWN", 1000)
    bad = ignored = 0
    for seed in seeds:
        rng = random.Random(seed)
        made = table(rng)
        path = tmp_path / "table.csv"
        path.write_text(made.text, encoding="utf-8", newline="")
        monkeypatch.setattr(files, "_BYTES", rng.choice([300, 1 << 20]))
        expected = made.by_row(by_reading(path))
        for command in ("solve", "check"):
            assert made.by_row(by_command(command, path)) == expected, (seed, made.text)
        assert ignored_by(run("solve", path).err) == made.ignored, (seed, made.text)
        assert by_batch(path, made.lines, made.ignored) == expected, (seed, made.text)
        bad += len(expected)
        ignored += len(made.ignored)
    assert bad > len(seeds) < 2 * ignored


def test_columns_in_memory_are_as_good_as_rows_of_a_table(tmp_path: Path) -> None:
    texts = [FAULTS[name](random.Random(seed))[0] for name in FAULTS for seed in range(5)]
    texts = [text for text in texts if text.isascii() and "\n" not in text]
    path = tmp_path / "table.csv"
    path.write_text("puzzle\n" + "".join(f'"{text}"\n' for text in texts))
    bad = by_reading(path)
    expected = [number + 2 not in bad for number in range(len(texts))]
    found = batch.with_columns(pa.table({"puzzle": texts}), ["givens"])["status"].to_pylist()
    assert [status != "bad cell" for status in found] == expected
    # In memory, any of the usual blanks are read beside each other, and boards in rows are not read.
    solved = [status != Status.BAD_CELL for status in batch.solve(texts).status]
    for text, good, answered in zip(texts, expected, solved, strict=True):
        assert answered == (len(text.split()) == 1 and (good or ("." in text and "0" in text)))


# -- values ---------------------------------------------------------------------------------------

VALUES: list[Any] = [
    2, 2.0, -1.5, 1e300, 10**20, "hard", "2", "", "é", "2020-01-01", "null", True, False, None,
    [1, 2], [1.0], [], {"er": 1.5}, {"er": 2, "ep": None}, {}, ["a", {"b": 1}],
]  # fmt: skip


def objects(rng: random.Random) -> list[dict[str, Any]]:
    """Return puzzles as objects whose values have one type, two, or any, or are missing."""
    name = rng.choice(["puzzle", "quiz"])
    pools = {key: rng.sample(VALUES, rng.choice([1, 1, 2, len(VALUES)])) for key in "abc"}
    missing = rng.choice([0, 0.2])
    found = []
    for number in range(rng.randrange(1, 40)):
        row = {"id": number, name: EASY}
        row |= {key: rng.choice(pool) for key, pool in pools.items() if rng.random() >= missing}
        keys = rng.sample(list(row), len(row)) if rng.random() < 0.1 else list(row)
        found.append({key: row[key] for key in keys})
    return found


def exactly(rows: list[dict[str, Any]]) -> list[str]:
    """Return objects as JSON, which shows 2 and 2.0 as two values; the order of the keys does not count."""
    return [json.dumps(row, sort_keys=True) for row in rows]


@pytest.mark.parametrize(
    "seeds", [range(5), pytest.param(range(5, 25), marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_values_are_handed_on_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seeds: range
) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        rows = objects(rng)
        monkeypatch.setattr(files, "_BYTES", rng.choice([300, 1 << 20]))
        whole = rng.random() < 0.3
        path = tmp_path / ("table.json" if whole else "table.jsonl")
        lines = [json.dumps(row, ensure_ascii=rng.random() < 0.5) for row in rows]
        indent = rng.choice([None, 1])
        path.write_text(json.dumps(rows, indent=indent) if whole else "\n".join(lines) + "\n")
        answered = exactly([{**row, "solution": SOLVED, "status": "unique"} for row in rows])
        out = tmp_path / "out.jsonl"
        batch.run(path, out, ["solution"])
        assert exactly(list(map(json.loads, out.read_text().splitlines()))) == answered, seed
        solved = map(json.loads, run("solve", path, "--to", "jsonl").lines)
        found = [{key: row[key] for key in row if key != "message"} for row in solved]
        assert exactly(found) == answered, seed
        converted = map(json.loads, run("convert", path, "--to", "jsonl").lines)
        assert exactly(list(converted)) == exactly(rows), seed
        batch.run(path, tmp_path / "out.csv", ["solution"])
        table = csv.DictReader(run("solve", path, "--to", "csv").out.splitlines(True))
        cells = [{key: row[key] for key in row if key != "message"} for row in table]
        assert exactly(records(tmp_path / "out.csv")) == exactly(cells), seed
        batch.run(path, tmp_path / "out.parquet", ["solution"])
        assert len(parquet.read_table(tmp_path / "out.parquet")) == len(rows), seed


def test_the_columns_of_all_files_are_in_a_table(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.csv", "b.tsv", "c.jsonl")]
    paths[0].write_text(f"id,puzzle,level\n1,{EASY},easy\n")
    paths[1].write_text(f"id\tquiz\tauthor\n2\t{EASY}\tme\n")
    paths[2].write_text(json.dumps({"id": 3, "puzzle": EASY, "tags": [1]}) + "\n")
    for command, more in (("solve", ["solution", "status", "message"]), ("convert", [])):
        done = run(command, *paths, "--to", "csv")
        rows = list(csv.DictReader(done.out.splitlines(True)))
        assert done.err == "" and set(rows[0]) == {"id", "puzzle", "level", "author", "tags", *more}
        told = [(row["id"], row["level"], row["author"], row["tags"]) for row in rows]
        assert told == [("1", "easy", "", ""), ("2", "", "me", ""), ("3", "", "", "[1]")]


@pytest.mark.parametrize("suffix", ["csv", "csv.gz", "txt", "jsonl"])
def test_lines_that_are_not_utf_8_are_latin_1(tmp_path: Path, suffix: str) -> None:
    path, text = tmp_path / f"table.{suffix}", f"id,puzzle,comment\n1,{EASY},é\n2,{EASY},"
    if suffix == "txt":
        text = f"{EASY} # é\n{EASY} # "
    elif suffix == "jsonl":
        text = f'{{"comment": "é", "puzzle": "{EASY}"}}\n{{"puzzle": "{EASY}", "comment": "'
    end = '"}\n' if suffix == "jsonl" else "\n"
    data = text.encode() + "né".encode("latin-1") + end.encode()
    path.write_bytes(gzip.compress(data) if suffix.endswith("gz") else data)
    note = f"{path}:{data.count(10)}: a line is not UTF-8; read as Latin-1"
    assert run("solve", path).err.splitlines() == [note]
    for to in ("csv", "jsonl"):
        out = tmp_path / f"out.{to}"
        summary = batch.run(path, out, ["count"])
        assert list(summary.notes) == [note]
        done = run("solve", path, "--to", to)
        assert done.err.splitlines() == [note]
        for written in (done.out, out.read_text("utf-8")):
            if to == "csv":
                rows: list[Any] = list(csv.DictReader(written.splitlines(True)))
            else:
                rows = list(map(json.loads, written.splitlines()))
            assert [row["comment"] for row in rows] == ["é", "né"]


# -- long lines -----------------------------------------------------------------------------------


MOST = 1 << 20
"""Bytes of the longest line before its end."""


def odd_row(rng: random.Random, kind: str) -> str:
    """Return a row that is about as long as a row may be, longer, or with a NUL byte in it."""
    number, puzzle = rng.randrange(9), rng.choice([EASY, ZEROS])
    bare = {
        "lines": f"{puzzle} # ",
        "csv": f"{number},{puzzle},",
        "quoted": f'{number},{puzzle},""',
    }
    bare["jsonl"] = f'{{"puzzle": "{puzzle}", "note": ""}}'
    size = rng.choice([MOST - 1, MOST, MOST + 1, 3 * MOST, 20, 20])
    letters = "\u00e9" * (size // 2) if rng.random() < 0.3 else "x" * size
    if size == 20:
        letters = "a\0b" if rng.random() < 0.5 and kind != "jsonl" else "ab"
        if rng.random() < 0.3:
            bare[kind] = bare[kind].replace(puzzle, puzzle[:40] + "\0" + puzzle[41:])
    elif kind == "quoted":
        letters = letters.replace("xx", "x\n", rng.randrange(4))
    filled = letters.encode()[: size - len(bare[kind].encode())].decode("utf-8", "ignore")
    at = {"quoted": 1, "jsonl": 2}.get(kind, 0)
    row = bare[kind]
    return row[: len(row) - at] + filled + row[len(row) - at :]


@pytest.mark.parametrize("kind", ["lines", "csv", "jsonl"])
def test_a_long_row_and_a_nul_byte_are_one_bad_row_each(tmp_path: Path, kind: str) -> None:
    path = tmp_path / ("table.jsonl" if kind == "jsonl" else "table.csv")
    head, row = {
        "lines": ("", "{} # {}\n"),
        "csv": ("puzzle,note\n", "{},{}\n"),
        "jsonl": ("", '{{"puzzle": "{}", "note": "{}"}}\n'),
    }[kind]
    nul = EASY[:40] + "\0" + EASY[41:]
    rows = [row.format(EASY, "a"), row.format(EASY, "x" * MOST), row.format(nul, "a")]
    path.write_text(head + "".join(rows) + row.format(EASY, "b"))
    first = 1 + bool(head)
    expected = by_batch(path, [first, first + 1, first + 2, first + 3])
    assert list(expected) == [2, 3]
    assert expected[2] == "a record of more than 1,048,576 bytes is not read"
    assert {number + first - 1: expected[number] for number in expected} == by_command(
        "solve", path
    )


@pytest.mark.parametrize("unit", ["x", "x\n"], ids=["one line", "many lines"])
def test_a_long_row_in_quotes_is_one_bad_row(tmp_path: Path, unit: str) -> None:
    path = tmp_path / "table.csv"
    long = f'{EASY},"{unit * (MOST // len(unit))}"\n'
    path.write_text(f"puzzle,note\n{EASY},a\n{long}{EASY},b\n")
    expected = by_batch(path, [2, 3, 3 + long.count("\n")])
    assert expected == {2: "a record of more than 1,048,576 bytes is not read"}
    assert by_command("solve", path) == {3: expected[2]}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", ""], ids=repr)
@pytest.mark.parametrize("kind", ["lines", "csv", "jsonl"])
def test_the_end_of_a_line_does_not_count(tmp_path: Path, kind: str, end: str) -> None:
    """The longest row is good, one of a byte more is bad; without an end it is the last one."""
    path = tmp_path / ("table.jsonl" if kind == "jsonl" else "table.csv")
    head, begin, tail = {
        "lines": ([], f"{EASY} # ", ""),
        "csv": (["puzzle,note"], f"{EASY},", ""),
        "jsonl": ([], f'{{"puzzle": "{EASY}", "note": "', '"}'),
    }[kind]
    for more in (0, 1):
        row = begin + "x" * (MOST + more - len(begin) - len(tail)) + tail
        rows = [*head, begin + tail, row, *[row] * bool(end)]
        path.write_text((end or "\n").join(rows) + end, newline="")
        lines = list(range(len(head) + 1, len(rows) + 1))
        bad = set(lines[1:]) if more else set()
        assert set(by_command("solve", path)) == set(by_reading(path)) == bad, more
        assert {row + len(head) for row in by_batch(path, lines)} == bad, more


@pytest.mark.parametrize("rows", [20, 12_700, 210_000], ids=["near", "a row away", "far away"])
def test_a_quote_that_is_never_closed_costs_its_own_row(tmp_path: Path, rows: int) -> None:
    path = tmp_path / "table.csv"
    row = f"{EASY},c\n"
    path.write_text(f'puzzle,note\n{row}{EASY},"abc\n{row * rows}')
    good = batch.run(path, tmp_path / "out.csv", ["givens"])
    assert (good.written, good.rejected) == (rows + 2, 0)
    done = run("solve", path)
    assert done.out.count(SOLVED) == rows + 2
    assert f"{path}:3: " in done.err and "the quote opened on line 3" in done.err


def test_a_comment_that_is_too_long_is_a_bad_record(tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    for end in ("\n", "\r\n", "\r"):
        path.write_text(f"{EASY}{end}#{'x' * MOST}{end}{EASY}{end}", newline="")
        assert set(by_command("solve", path)) == set(by_reading(path)) == {2}, repr(end)
        assert set(by_batch(path, [1, 2, 3])) == {2}, repr(end)


@pytest.mark.parametrize("depth", [33, 600, 980, 3_000])
def test_deep_json_is_one_bad_row(tmp_path: Path, depth: int) -> None:
    path = tmp_path / "table.jsonl"
    good = json.dumps({"puzzle": EASY})
    deep = '{"a":' * depth + "1" + "}" * depth, '{"puzzle":' + "[" * depth + "]" * depth + "}"
    path.write_text("\n".join([good, *deep, good]) + "\n")
    reason = "expected at most 32 brackets inside each other, found more"
    assert by_command("solve", path) == by_reading(path) == {2: reason, 3: reason}
    assert by_batch(path, [1, 2, 3, 4]) == {2: reason, 3: reason}


def test_an_empty_text_of_candidates_says_nothing(tmp_path: Path) -> None:
    """As an empty cell of a table: so what was a table and is JSON lines is read again."""
    path, lines = tmp_path / "table.csv", tmp_path / "table.jsonl"
    path.write_text(f"puzzle,marks,placed,candidates,givens_known\n{EASY},,,,\n")
    assert run("solve", path, "-o", lines).code == 0
    assert by_command("solve", lines) == by_reading(lines) == {}
    assert by_batch(lines, [1]) == {}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["lines", "csv", "quoted", "jsonl"])
def test_long_rows_and_nul_bytes_are_good_or_bad_everywhere(tmp_path: Path, kind: str) -> None:
    path = tmp_path / ("table.jsonl" if kind == "jsonl" else "table.csv")
    head = "id,puzzle,note" if kind in ("csv", "quoted") else ""
    first = {"lines": EASY, "jsonl": json.dumps({"puzzle": EASY, "note": "a"})}.get(
        kind, f"1,{EASY},a"
    )
    bad = 0
    for seed in range(3):
        rng = random.Random(seed)
        rows = [first, *(odd_row(rng, kind) for _ in range(4)), first]
        path.write_text(
            "\n".join([*[head] * bool(head), *rows]) + "\n", encoding="utf-8", newline=""
        )
        lines = list(accumulate((row.count("\n") + 1 for row in rows), initial=1 + bool(head)))[:-1]
        made = Made("", lines, [])
        expected = made.by_row(by_command("solve", path))
        assert by_batch(path, lines, []) == expected, seed
        # Python's reader of CSV ends a field in quotes after 131,072 characters.
        assert kind == "quoted" or made.by_row(by_reading(path)) == expected, seed
        bad += len(expected)
    assert bad


@pytest.mark.parametrize("last", [False, True], ids=["between", "at the end"])
@pytest.mark.parametrize("kind", ["lines", "csv", "quoted"])
def test_the_rows_after_a_very_long_line_are_solved(tmp_path: Path, kind: str, last: bool) -> None:
    path = tmp_path / "table.csv"
    head, row = ("", EASY) if kind == "lines" else ("id,puzzle\n", f"1,{EASY}")
    long = "x" * 1_300_000 if kind != "quoted" else '2,"' + "x\n" * 700_000 + '"'
    rows = [row, long, "?"] if last else [row, long, row, "?", row]
    path.write_text(head + "\n".join(rows[:-1] if last else rows) + "\n")
    done = run("solve", path)
    assert done.out.splitlines().count(SOLVED) == (1 if last else 3)
    first = 2 + bool(head)
    after = first + 2 + 700_000 * (kind == "quoted")
    assert f"{path}:{first}: a " in done.err and "1,048,576 bytes is not read" in done.err
    assert last or re.search(f"table.csv:{after}(:\\d+)?: expected", done.err)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_ends_of_lines_do_not_say_what_is_between_boards(end: str, tmp_path: Path) -> None:
    """A word apart from boards is no row, in a file of any line ends, for commands as for the library."""
    file = tmp_path / "list.txt"
    file.write_bytes(end.join([EASY, "", "xx", LOST, ""]).encode())
    answer = run("solve", file)
    assert (answer.code, answer.out.split()) == (0, [SOLVED, LOST_SOLVED])
    assert len(list(nonet.read(file))) == 2
