"""`nonet canonical`, `dedupe`, `augment` and `split` as a user meets them."""

from __future__ import annotations

import csv
import io
import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import strategies
from console import COMMAND, CONFLICT, EASY, FOUR, NONE, SOLVED, TWO, WHY_NONE, run, write

from nonet import batch
from nonet.boards.transforms import Transform
from nonet.cli.commands.dedupe import Distinct, bytes_in
from nonet.cli.stream.pipeline import Answers
from nonet.puzzle import Puzzle

MINIMAL = ["".join(map(str, board)).replace("0", ".") for board in strategies.minimal_puzzles()]
SUKAKU = Puzzle(EASY).candidates().text()
MIXED = [EASY, CONFLICT, EASY[:80], FOUR, "# no row", EASY]
MIXED_ERRORS = [
    "{path}:2: conflict: r1c1 and r1c2 are both 5 in row 1 and box 1",
    "{path}:3:81: expected 81 cells, found 80",
    "{path}:4: the canonical form needs a classic 9x9 board",
]


def form_of(board: str) -> str:
    return Puzzle(board).canonical().givens.text()


def equivalents(boards: list[str], number: int, seed: int) -> list[str]:
    """Return equivalent boards of every board, shuffled."""
    rng = random.Random(seed)
    found = [
        Puzzle(board).transform(Transform.random(seed=seed, number=rng.getrandbits(40)))
        for board in boards
        for _ in range(number)
    ]
    lines = [puzzle.givens.text() for puzzle in found]
    rng.shuffle(lines)
    return lines


# -- canonical ------------------------------------------------------------------------------------


def test_a_line_is_the_form_in_the_order_of_the_file(tmp_path: Path) -> None:
    lines = equivalents(MINIMAL, 3, 1)
    path = write(tmp_path / "some.txt", *lines)
    for jobs in ("1", "3"):
        done = run("canonical", "--jobs", jobs, path)
        assert (done.code, done.lines, done.err) == (0, [form_of(line) for line in lines], "")
    assert run("canonical", "-", stdin=path.read_bytes()).out == done.out
    assert run("canonical", EASY).lines == [form_of(EASY)]
    assert run("canonical", "-", stdin=done.out).out == done.out


def test_the_transform_and_the_automorphisms_follow_the_form(tmp_path: Path) -> None:
    empty = "." * 81
    done = run("canonical", "--transform", "--automorphisms", write(tmp_path / "two", EASY, empty))
    form, transform, automorphisms = done.lines[0].split()
    way = Transform.from_number(int(transform.removeprefix("transform=")))
    assert Puzzle(EASY).transform(way).givens.text() == form == form_of(EASY)
    assert automorphisms == "automorphisms=1"
    assert done.lines[1] == f"{empty} transform=0 automorphisms=1218998108160"
    alone = run("canonical", "--automorphisms", EASY)
    assert alone.out == f"{form_of(EASY)} automorphisms=1\n"
    assert run("canonical", "-", stdin=done.out).lines == [form_of(EASY), empty]


def test_json_has_everything(tmp_path: Path) -> None:
    columns = "--columns", "canonical,key,transform,automorphisms,source,line"
    done = run("canonical", "--json", *columns, write(tmp_path / "two.txt", EASY, CONFLICT, "12"))
    good, wrong, unread = (json.loads(line) for line in done.lines)
    assert (good["source"], good["line"], good["puzzle"]) == (str(tmp_path / "two.txt"), 1, EASY)
    assert good["canonical"] == form_of(EASY) and good["message"] is None
    way = good["transform"]
    assert Transform.from_number(way.pop("number")) == Transform(
        way.pop("transposed"), *(tuple(lines) for lines in way.values())
    )
    assert good["automorphisms"] == 1
    keys = batch.canonical(EASY.encode()).keys
    assert good["key"] == f"{int(keys[0]):016x}"
    assert wrong["canonical"] is wrong["transform"] is wrong["key"] is None
    assert wrong["message"] == "conflict: r1c1 and r1c2 are both 5 in row 1 and box 1"
    assert (unread["puzzle"], unread["line"], unread["canonical"]) == ("12", 3, None)


def test_what_has_no_form_is_reported_on_its_line_and_by_the_code(tmp_path: Path) -> None:
    path = write(tmp_path / "mixed.txt", *MIXED)
    done = run("canonical", path)
    errors = [line.format(path=path) for line in MIXED_ERRORS]
    assert done.code == 1
    assert done.lines == [
        form_of(EASY),
        f"{CONFLICT}  # conflict: r1c1 and r1c2 are both 5 in row 1 and box 1",
        f"# {errors[1]}",
        f"{FOUR}  # the canonical form needs a classic 9x9 board",
        form_of(EASY),
    ]
    assert done.err.splitlines() == [
        *errors,
        "5 puzzles: 2 written, 1 without a solution, 1 not supported, 1 unreadable",
    ]


def test_a_sukaku_has_no_form(tmp_path: Path) -> None:
    path = write(tmp_path / "sukaku.txt", SUKAKU)
    done = run("canonical", path)
    assert done.code == 1
    assert done.out == (f"{SUKAKU}  # the canonical form needs givens; this puzzle has marks\n")
    assert run("dedupe", path).code == run("augment", path).code == 1


# -- dedupe ---------------------------------------------------------------------------------------


def first_of_each(lines: list[str]) -> list[str]:
    first: dict[str, str] = {}
    for line in lines:
        first.setdefault(form_of(line), line)
    return list(first.values())


@pytest.mark.parametrize("memory", ["1G", "1K", "1"])
def test_the_first_of_each_class_is_kept_in_order(tmp_path: Path, memory: str) -> None:
    lines = equivalents(MINIMAL, 6, 2)
    path = write(tmp_path / "some.txt", *lines)
    expected = first_of_each(lines)
    assert len(expected) == len(MINIMAL)
    for jobs in ("1", "3"):
        done = run("dedupe", "--memory", memory, "--jobs", jobs, path)
        assert (done.code, done.lines, done.err) == (0, expected, "")
    assert run("dedupe", "--count", "--memory", memory, path).out == f"{len(MINIMAL)}\n"
    assert run("dedupe", path, path).lines == expected


def test_digits_and_blanks_stay_as_they_are(tmp_path: Path) -> None:
    zeros = EASY.replace(".", "0")
    path = write(tmp_path / "some.txt", zeros, EASY, SOLVED)
    assert run("dedupe", path).lines == [zeros, SOLVED]
    table = write(tmp_path / "some.csv", "puzzle,solution", f"{EASY},{SOLVED}", f"{zeros},")
    assert run("dedupe", table).lines == [EASY]


def test_rows_without_a_form_are_reported_and_left_out(tmp_path: Path) -> None:
    path = write(tmp_path / "mixed.txt", *MIXED)
    for memory in ("1G", "1"):
        done = run("dedupe", "--memory", memory, path)
        assert (done.code, done.lines) == (1, [EASY])
        assert done.err.splitlines() == [
            *(line.format(path=path) for line in MIXED_ERRORS),
            "5 puzzles: 1 written, 1 seen before, 1 without a solution, 1 not supported, 1 unreadable",
        ]


@pytest.mark.slow
@pytest.mark.parametrize("most", [0, 1, 50, 10**9])
def test_files_that_are_too_large_are_divided_again(most: int) -> None:
    """However much fits into memory, the output has the same rows in order."""
    rng = random.Random(most)
    forms = [rng.randbytes(41) for _ in range(2000)]
    rows = [(rng.choice(forms), f"{i:081}".encode()) for i in range(6000)]
    first: dict[bytes, bytes] = {}
    for form, text in rows:
        first.setdefault(form, text)
    for count in (False, True):
        distinct = Distinct(memory=160 * most, count=count)
        pieces = [rows[i : i + 700] for i in range(0, 6000, 700)]
        parts = [Answers(piece, tally=Counter(written=len(piece))) for piece in pieces]
        out = b"".join(distinct.text(part) for part in parts)
        rest = list(distinct.rest())
        out += b"".join(part.output for part in rest)
        written = sum(part.tally["written"] for part in (*parts, *rest))
        if count:
            assert out == b"%d\n" % len(first)
        else:
            assert out.split() == list(first.values())
        assert sum(part.tally["seen before"] for part in (*parts, *rest)) == 6000 - len(first)
        assert written == len(first)


def test_sizes_of_memory() -> None:
    assert [bytes_in(size) for size in ("7", "2k", "3MB", "1g", "1T")] == [
        7,
        2048,
        3 << 20,
        1 << 30,
        1 << 40,
    ]
    for size in ("0", "", "1.5G", "-1", "G", "12X"):
        with pytest.raises(ValueError, match="must be a size"):
            bytes_in(size)
    done = run("dedupe", "--memory", "much", EASY)
    assert done.code == 2 and "--memory must be a size such as 500M or 2G, got 'much'" in done.err


@pytest.mark.skipif(sys.platform == "win32", reason="limits of Unix")
def test_a_full_disk_is_reported(tmp_path: Path) -> None:
    import resource

    path = write(tmp_path / "some.txt", *equivalents(MINIMAL, 200, 3))
    done = subprocess.run(
        [*COMMAND, "dedupe", "--count", "--memory", "1", path],
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
        env={"TMPDIR": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 1
    assert done.stderr.decode() == f"the temporary files in {tmp_path}: File too large\n"
    assert list(tmp_path.iterdir()) == [path]


# -- augment --------------------------------------------------------------------------------------


def test_equivalent_puzzles_are_those_of_the_batch(tmp_path: Path) -> None:
    path = write(tmp_path / "some.txt", *MINIMAL)
    puzzles = "\n".join(MINIMAL).encode()
    found = batch.augment(puzzles, batch.solve(puzzles).solutions, 30, seed=5)
    expected = ["".join(map(str, row)).replace("0", ".") for row in found.puzzles]
    for jobs in ("1", "3"):
        done = run("augment", "-n", "30", "--seed", "5", "--jobs", jobs, path)
        assert (done.code, done.lines, done.err) == (0, expected, "")
    done = run("augment", "-n", "30", "--seed", "5", "--to", "csv", path)
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [row["puzzle"] for row in rows] == expected
    assert [row["solution"] for row in rows] == ["".join(map(str, row)) for row in found.solutions]
    assert run("augment", path).lines == run("augment", "--seed", "0", "-n", "1", path).lines
    assert run("augment", "--seed", "1", path).out != run("augment", path).out


def test_the_equivalent_puzzle_replaces_the_puzzle_whatever_its_column_is(tmp_path: Path) -> None:
    path = write(tmp_path / "in.csv", "a,b", f"1,{EASY}")
    done = run("augment", "--to", "csv", path)
    row = next(csv.DictReader(io.StringIO(done.out)))
    assert list(row) == ["a", "b", "solution"]
    assert row["b"] == run("augment", EASY).lines[0] != EASY


def test_a_row_with_the_solution_of_another_puzzle_is_not_augmented(tmp_path: Path) -> None:
    rows = [f"1,{EASY},{SOLVED}", f"2,{EASY},", f"3,{EASY},{SOLVED[::-1]}", f"4,{EASY},words"]
    path = write(tmp_path / "in.csv", "id,puzzle,solution", *rows)
    done = run("augment", "--to", "csv", path)
    assert [row["id"] for row in csv.DictReader(io.StringIO(done.out))] == ["1", "2"]
    assert f"{path}:4: r1c1 is 9, but the given there is 5" in done.err
    assert f"{path}:5: the solution cannot be read" in done.err
    assert len(run("augment", path).lines) == 4


def test_what_cannot_be_augmented_is_reported_and_left_out(tmp_path: Path) -> None:
    path = write(tmp_path / "mixed.txt", EASY, TWO, FOUR, EASY[:80], NONE)
    done = run("augment", "--to", "csv", path)
    assert done.code == 1 and len(done.lines) == 2
    assert done.err.splitlines() == [
        f"{path}:2: several solutions",
        f"{path}:3: expected a classic 9x9 puzzle without pencil marks",
        f"{path}:4:81: expected 81 cells, found 80",
        f"{path}:5: no solution: {WHY_NONE}",
        "5 puzzles: 1 written, 1 with several solutions, 1 without a solution,"
        " 1 not supported, 1 unreadable",
    ]
    assert len(run("augment", path).lines) == 3


# -- split ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["puzzle", "solution"])
def test_parts_are_those_of_the_batch(tmp_path: Path, by: str) -> None:
    lines = equivalents(MINIMAL, 4, 4)
    path = write(tmp_path / "some.txt", *lines)
    parts = batch.split("\n".join(lines).encode(), (0.5, 0.25, 0.125), seed=2, by=by)
    for number, rows in enumerate(parts, 1):
        options = ("--fractions", "0.5,0.25,0.125", "--seed", "2", "--by", by)
        done = run("split", "--part", str(number), *options, path)
        assert (done.code, done.err) == (0, "")
        assert done.lines == [lines[row] for row in rows]
    assert 0 < sum(map(len, parts)) < len(lines)
    assert len({len(rows) for rows in parts}) > 1


def test_rows_that_belong_nowhere_are_reported(tmp_path: Path) -> None:
    path = write(tmp_path / "mixed.txt", EASY, TWO, CONFLICT, FOUR, EASY[:80], NONE)
    done = run("split", "--fractions", "1", path)
    assert (done.code, done.lines) == (1, [EASY])
    assert done.err.splitlines() == [
        f"{path}:2: several solutions",
        f"{path}:3: conflict: r1c1 and r1c2 are both 5 in row 1 and box 1",
        f"{path}:4: the canonical form needs a classic 9x9 board",
        f"{path}:5:81: expected 81 cells, found 80",
        f"{path}:6: no solution: {WHY_NONE}",
        "6 puzzles: 1 written, 1 with several solutions, 2 without a solution,"
        " 1 not supported, 1 unreadable",
    ]
    done = run("split", "--fractions", "1", "--by", "puzzle", path)
    assert done.lines == [EASY, TWO, NONE]


def test_the_solution_of_a_sukaku_counts(tmp_path: Path) -> None:
    paths = write(tmp_path / "sukaku.txt", SUKAKU), write(tmp_path / "easy.txt", EASY)
    parts = [
        run("split", "--fractions", "0.5,0.5", "--part", part, *paths).lines for part in ("1", "2")
    ]
    assert sorted(map(len, parts)) == [0, 2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("split", "--part", "4"), "--part must be 1 to 3, the number of --fractions, got 4"),
        (
            ("split", "--fractions", "0.8,0.3"),
            "--fractions must add up to at most 1, got 0.8,0.3",
        ),
        (
            ("split", "--fractions", "much"),
            "--fractions must be numbers such as 0.8,0.1,0.1, got 'much'",
        ),
        (("split", "--by", "row"), "--by must be puzzle or solution, got 'row'"),
        (("augment", "-n", "0"), "-n must be 1 to 100,000, got '0'"),
        (("canonical", "--json", "--transform"), "--transform and --automorphisms are for lines"),
    ],
)
def test_wrong_options(arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments, EASY)
    assert done.code == 2 and message in done.err.replace("\n", " ")


def test_what_is_kept_is_what_the_batch_keeps(tmp_path: Path) -> None:
    """The canonical lines are the boards of the batch, for boards of every kind."""
    boards = np.array([judged.cells for judged in strategies.judged_givens()[:600]], np.uint8)
    lines = ["".join(map(str, row)) for row in boards]
    done = run("canonical", write(tmp_path / "some.txt", *lines))
    found = batch.canonical(boards)
    good = found.status == batch.Status.FOUND
    forms = ["".join(map(str, row)).replace("0", ".") for row in found.boards[good]]
    assert [line for line in done.lines if "#" not in line] == forms
    assert 0 < (~good).sum() == sum("# conflict" in line for line in done.lines)
