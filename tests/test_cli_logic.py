"""`nonet rate`, `hint` and `steps` as a user meets them."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import rated
from console import CONFLICT, EASY, FOUR, NONE, TWO, WHY_NONE, run, write
from films import SVG

import nonet
from nonet import Position, Puzzle, formats, generate, read, words
from nonet.steps import technique
from nonet.steps.sentences import heading

ROWS = rated.rows()
CHAIN = next(row for row in ROWS if row.hardest == "forcing_chain")
HARD = max(ROWS, key=lambda row: row.er)
DIAGONALS = ".6....8............8....1....1...3...............2..........4.....4........9.27.6"

# -- rate -----------------------------------------------------------------------------------------


def test_a_line_has_the_puzzle_and_its_ratings_in_the_order_of_the_file(tmp_path: Path) -> None:
    path = write(tmp_path / "rated.txt", *(row.puzzle for row in ROWS))
    lines = [f"{row.puzzle} ED={row.er:.1f}/{row.ep:.1f}/{row.ed:.1f}" for row in ROWS]
    for jobs in ("1", "3"):
        done = run("rate", "--jobs", jobs, path)
        assert (done.code, done.lines, done.err) == (0, lines, "")
    assert run("rate", "-", stdin=path.read_bytes()).lines == lines


def test_what_cannot_be_rated_is_reported_on_its_line_and_by_the_code(tmp_path: Path) -> None:
    path = write(tmp_path / "mixed.txt", EASY, TWO, CONFLICT, EASY[:80], NONE, "# no row", EASY)
    done = run("rate", path)
    assert done.code == 1
    assert done.lines == [
        f"{EASY} ED=1.2/1.2/1.2",
        f"{TWO}  # several solutions",
        f"{CONFLICT}  # conflict: r1c1 and r1c2 are both 5 in row 1 and box 1",
        f"# {path}:4:81: expected 81 cells, found 80",
        f"{NONE}  # no solution: {WHY_NONE}",
        f"{EASY} ED=1.2/1.2/1.2",
    ]
    assert done.err.splitlines() == [
        f"{path}:2: several solutions",
        f"{path}:3: conflict: r1c1 and r1c2 are both 5 in row 1 and box 1",
        f"{path}:4:81: expected 81 cells, found 80",
        f"{path}:5: no solution: {WHY_NONE}",
        "6 puzzles: 2 rated, 1 with several solutions, 2 without a solution, 1 unreadable",
    ]


def test_csv_can_be_read_again_and_compared_with(tmp_path: Path) -> None:
    path = write(tmp_path / "rated.txt", *(row.puzzle for row in ROWS[::5]), TWO)
    done = run("rate", "--to", "csv", path, "-o", tmp_path / "out.csv")
    assert done.code == 1 and done.out == ""
    with (tmp_path / "out.csv").open(encoding="utf-8") as handle:
        *rows, last = csv.DictReader(handle)
    assert [row["puzzle"] for row in rows] == [row.puzzle for row in ROWS[::5]]
    assert [row["er"] for row in rows] == [f"{row.er:.1f}" for row in ROWS[::5]]
    assert [row["hardest"] for row in rows] == [row.hardest for row in ROWS[::5]]
    assert (last["status"], last["er"], last["hardest"]) == ("multiple", "", "")
    again = run("rate", "--to", "csv", "--replace", tmp_path / "out.csv")
    assert again.out == (tmp_path / "out.csv").read_text("utf-8")


def test_json_has_everything(tmp_path: Path) -> None:
    columns = "--columns", "er,ep,ed,exact,hardest,counts,steps,nodes,line"
    done = run("rate", "--json", *columns, write(tmp_path / "two.txt", CHAIN.puzzle, TWO, "12"))
    chain, two, unread = (json.loads(line) for line in done.lines)
    assert (chain["er"], chain["ep"], chain["ed"]) == CHAIN[1:4] and chain["exact"] is True
    assert chain["hardest"] == "forcing_chain" and chain["counts"]["forcing_chain"] >= 1
    assert sum(chain["counts"].values()) == chain["steps"] and chain["nodes"] > 0
    assert (two["er"], two["status"], two["message"]) == (None, "multiple", "several solutions")
    assert (unread["puzzle"], unread["line"], unread["status"]) == ("12", 3, "unreadable")


def test_a_budget_makes_ratings_that_are_at_least() -> None:
    done = run("rate", "--budget", "9", HARD.puzzle)
    assert done.code == 1
    assert re.fullmatch(
        rf"{re.escape(HARD.puzzle)} ED=\d\.\d\+/\d\.\d\+/\d\.\d\+  # the budget of 9 .* spent",
        done.lines[0],
    )
    found = run("rate", "--json", "--columns=exact", "--budget", "9", HARD.puzzle)
    assert json.loads(found.out)["exact"] is False


def test_other_boards_and_formats(tmp_path: Path) -> None:
    assert run("rate", FOUR).lines == [f"{FOUR} ED=1.2/1.2/1.2"]
    sukaku = Puzzle(EASY).candidates().text()
    assert run("rate", sukaku).lines[0].startswith(sukaku + " ED=")
    table = write(tmp_path / "table.csv", "puzzle,author", *(f"{row.puzzle},me" for row in ROWS))
    assert len(run("rate", table).lines) == len(ROWS), "pieces of a few rows are put together again"


def test_options_that_contradict_each_other_are_refused() -> None:
    assert "cannot be combined" in run("rate", "--to", "csv", "--json", EASY).err
    assert "--compare prints a table for its own file" in run("rate", "--compare", "a", EASY).err
    assert run("rate", "--to", "csv", "--json", EASY).code == 2


def test_a_table_of_ratings() -> None:
    done = run("rate", "--to", "table", EASY)
    assert done.lines == [
        " ER    EP    ED    steps  hardest step                      puzzle",
        f" 1.2   1.2   1.2     51  Hidden single in a box            {EASY}",
    ]


def test_a_hint_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "h.svg"
    done = run("hint", EASY, "-o", path)
    assert (done.code, done.out) == (0, "") and done.err.startswith(f"{path}: Hidden single")
    assert ET.fromstring(path.read_text("utf-8")).tag == f"{SVG}svg"


# -- rate --compare -------------------------------------------------------------------------------


def reference(path: Path, rows: list[tuple[str, float, float, float]]) -> Path:
    """Write a file of reference ratings."""
    return write(path, "puzzle,er,ep,ed", *(",".join(map(str, row)) for row in rows))


def test_ratings_that_agree(tmp_path: Path) -> None:
    path = reference(tmp_path / "ours.csv", [row[:4] for row in ROWS])
    done = run("rate", "--compare", path)
    assert (done.code, done.err) == (0, "")
    head, *bands, last = done.lines
    assert head.split()[-2:] == ["all", "three"] and last.split()[:2] == ["all", str(len(ROWS))]
    assert all(line.split()[-4:] == ["100.00%"] * 4 for line in [*bands, last])
    numbers = [int(re.split(r" {2,}", line)[1]) for line in bands]
    assert sum(numbers) == len(ROWS) and len(bands) >= 6


def test_ratings_that_do_not_agree_are_listed_largest_first(tmp_path: Path) -> None:
    rows = [row[:4] for row in ROWS[:10]]
    rows[2] = (rows[2][0], rows[2][1] + 0.3, *rows[2][2:])
    rows[5] = (rows[5][0], rows[5][1] + 2, *rows[5][2:])
    rows[7] = (*rows[7][:3], rows[7][3] + 0.1)
    done = run("rate", "--compare", reference(tmp_path / "theirs.csv", rows))
    assert done.code == 1
    assert done.lines[-5] == "The 3 that differ, largest difference first:"
    apart = [line.split()[0] for line in done.lines[-3:]]
    assert apart == [rows[5][0], rows[2][0], rows[7][0]]
    ours = "/".join(f"{value:.1f}" for value in ROWS[5][1:4])
    theirs = "/".join(f"{value:.1f}" for value in rows[5][1:])
    assert done.lines[-3].endswith(f" ED={ours} not {theirs}")
    total = next(line for line in done.lines if line.startswith("all"))
    assert total.split()[2:] == ["80.00%", "100.00%", "90.00%", "70.00%"]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["puzzle,er,ep", f"{EASY},1,1"], "theirs.csv:1: no column 'ed'"),
        (["puzzle,er,ep,ed", f"{EASY},1,x,1"], "theirs.csv:2: er, ep and ed must be numbers"),
        (["puzzle,er,ep,ed", "12,1,1,1"], "theirs.csv:2: "),
        (["puzzle,er,ep,ed", f"{FOUR},1,1,1"], "theirs.csv:2: expected 81 cells, found 16"),
        (["puzzle,er,ep,ed"], "theirs.csv: contains no puzzle"),
    ],
)
def test_a_reference_that_cannot_be_read_is_reported(
    lines: list[str], message: str, tmp_path: Path
) -> None:
    done = run("rate", "--compare", write(tmp_path / "theirs.csv", *lines))
    assert (done.code, done.out) == (1, "") and message in done.err
    assert "Traceback" not in done.err
    assert "No such file" in run("rate", "--compare", tmp_path / "none.csv").err


# -- hint -----------------------------------------------------------------------------------------


def test_a_hint_at_every_level() -> None:
    step = Puzzle(CHAIN.puzzle).hint()
    assert step is not None
    for level in words.LEVELS[:3]:
        text = step.text(level)
        assert run("hint", "--level", level, CHAIN.puzzle).out == f"{text}\n"
    first, *rest = run("hint", CHAIN.puzzle).lines
    assert first == f"{step.title()} ({step.rating:.1f})"
    assert "\n".join(rest) == step.text()


def test_a_profile_that_is_not_found_is_reported(tmp_path: Path) -> None:
    missing = run("hint", "--profile", tmp_path / "mine.toml", EASY)
    assert missing.code == 2 and missing.err.endswith("mine.toml: No such file or directory\n")
    assert run("hint", "--profile", "SE", EASY).out == run("hint", "--profile", "se", EASY).out


def test_points_and_ratings_of_steps() -> None:
    hodoku = run("steps", "--profile", "hodoku", EASY)
    assert hodoku.lines[0].startswith("  1.    4  Naked single: r5c5=5") and ".0" not in hodoku.err
    assert run("steps", EASY).err.endswith(" (1.2)\n")


def test_a_hint_as_json() -> None:
    step = Puzzle(EASY).hint()
    assert step is not None and step.places is not None
    found = json.loads(run("hint", "--json", EASY).out)
    assert found["technique"] == step.technique.id and found["outcome"] == step.outcome
    assert found["places"] == {"cell": "r1c6", "digit": 8} and found["houses"] == ["box 2"]
    assert found["nudge"] == step.text("nudge") and found["text"] == step.text(all=True)


def test_a_hint_in_the_middle_of_the_game(tmp_path: Path) -> None:
    steps = (here for row in rated.rows() for here in rated.path(row.puzzle))
    situation = next(here for here in steps if here.step.technique.id == "naked_pair")
    board = situation.board
    givens = Puzzle([d if d else 0 for d in board.placed])
    deleted = [
        f"{digit}{cell // 9 + 1}{cell % 9 + 1}"
        for cell, mask in enumerate(givens.candidates().masks)
        for digit in sorted(givens.candidates()[cell] - board[cell])
        if mask and not board.placed[cell]
    ]
    line = f":0000:x:{givens.givens.text()}:{' '.join(deleted)}::"
    done = run("hint", "--from", "hodoku", write(tmp_path / "middle.txt", line))
    assert done.lines[1:] == situation.step.text().split("\n")
    lines = run("steps", "--from", "hodoku", tmp_path / "middle.txt").lines
    assert lines[0].endswith(str(situation.step))


def test_a_hint_is_applied_until_the_board_is_full(tmp_path: Path) -> None:
    position = Position(generate(seed=1, rules="2x2", variant="killer"))
    now = write(tmp_path / "now.jsonl", formats.format(position, "jsonl"))
    while (step := position.hint()) is not None:
        done = run("hint", "--apply", now, "-o", now)
        assert done == (0, "", f"{heading(step)}\n{step.text()}\n")
        position = position.after(step)
        assert list(read(now)) == [position]
    assert run("hint", "--apply", now) == (1, "", "the board is full: no step is left\n")


def test_hints_that_cannot_be_given() -> None:
    solved = Puzzle(EASY).solution().text()
    assert run("hint", solved) == (0, "the board is full: no step is left\n", "")
    shared = "no technique finds more that all of them share"
    for puzzle, message in (
        (TWO, f"the puzzle has several solutions; r2c8 can be 4 or 8; {shared}"),
        (CONFLICT, "r1c1 and r1c2 are both 5 in row 1 and box 1"),
        (NONE, f"the puzzle has no solution: {WHY_NONE}; nonet repair finds the mistake"),
    ):
        assert run("hint", puzzle) == (1, "", f"{message}\n")
        assert run("steps", puzzle) == (1, "", f"{message}\n")
    assert run("hint", "--level", "loud", EASY).code == 2


# -- steps ----------------------------------------------------------------------------------------


def test_the_steps_are_a_numbered_path_to_the_solution() -> None:
    done = run("steps", "--profile", "se", CHAIN.puzzle)
    path = [here.step for here in rated.path(CHAIN.puzzle)]
    assert done.lines == [f"{i:3}. {s.rating:4.1f}  {s}" for i, s in enumerate(path, 1)]
    figures = f"ER {CHAIN.er:.1f}  EP {CHAIN.ep:.1f}  ED {CHAIN.ed:.1f}"
    assert (done.code, done.err) == (0, f"{len(path)} steps: {figures}\n")


def test_steps_can_be_explained() -> None:
    text = run("steps", "--full", "--profile", "se", CHAIN.puzzle).out
    step = next(here.step for here in rated.path(CHAIN.puzzle) if here.step.chains)
    for line in step.text().split("\n"):
        assert f"           {line}\n" in text


def test_a_long_proof_is_cut_unless_it_is_asked_for() -> None:
    number, step = next(
        (i, here.step)
        for i, here in enumerate(rated.path(HARD.puzzle), 1)
        if here.step.text() != here.step.text(all=True)
    )
    short = run("steps", "--profile", "se", "--picture", str(number), HARD.puzzle).out
    whole = run("steps", "--profile", "se", "--picture", str(number), "--long", HARD.puzzle).out
    assert "--long shows them)" in short and step.text() in short
    assert "--long shows them)" not in whole and step.text(all=True) in whole


def test_steps_as_json() -> None:
    found = [
        json.loads(line) for line in run("steps", "--profile", "se", "--json", HARD.puzzle).lines
    ]
    path = [here.step for here in rated.path(HARD.puzzle)]
    assert [item["number"] for item in found] == list(range(1, len(path) + 1))
    assert [item["technique"] for item in found] == [step.technique.id for step in path]
    assert [item["text"] for item in found] == [step.text(all=True) for step in path]
    chained = next(item for item in found if "chains" in item)
    assert chained["chains"][0][0]["cause"] == "assumption" and chained["complexity"] > 2
    assert {technique(item["technique"]).id for item in found} == {s.technique.id for s in path}


def test_paths_of_all_puzzles_in_a_file(tmp_path: Path) -> None:
    file = write(tmp_path / "puzzles.txt", EASY, "5" * 80, TWO, FOUR)
    result = run("steps", "--each", file)
    found = [json.loads(line) for line in result.lines]
    assert [item["solved"] for item in found] == [True, False, True]
    assert "has several solutions" in found[1]["problem"]
    assert [step["text"] for step in found[0]["steps"]] == [
        step.text(all=True) for step in Puzzle(EASY).steps()
    ]
    assert nonet.parse(json.dumps(found[2] | {"steps": None})) == Puzzle(FOUR)
    assert "expected 81 cells, found 80" in result.err
    assert result.err.endswith("4 puzzles: 2 solved, 1 unreadable\n")
    assert result.code == 1


@pytest.mark.parametrize("suffix", ["parquet", "feather"])
def test_paths_of_the_puzzles_of_a_binary_table(tmp_path: Path, suffix: str) -> None:
    pytest.importorskip("pyarrow")
    lines, table = tmp_path / "two.jsonl", tmp_path / f"two.{suffix}"
    lines.write_text(f'{{"id": 1, "puzzle": "{EASY}"}}\n{{"id": 2, "puzzle": "{EASY}"}}\n')
    assert run("convert", lines, "-o", table).code == 0
    paths = run("steps", "--each", table)
    assert (paths.out, paths.code) == (run("steps", "--each", lines).out, 0)
    assert run("hint", table).out == run("hint", EASY).out
    damaged = tmp_path / f"damaged.{suffix}"
    damaged.write_bytes(table.read_bytes()[:-20])
    assert "damaged or cut off" in run("steps", "--each", damaged).err


@pytest.mark.parametrize("option", ["--full", "--all", "--picture=2"])
def test_paths_of_all_puzzles_are_json_alone(option: str) -> None:
    result = run("steps", "--each", option, EASY)
    assert (result.code, result.out) == (2, "")
    assert "--each writes JSON lines" in result.err


@pytest.mark.parametrize("name", ["w.csv", "w.txt", "w.svg"])
def test_paths_of_all_puzzles_go_to_files_of_json_lines(tmp_path: Path, name: str) -> None:
    result = run("steps", "--each", EASY, "-o", tmp_path / name)
    assert result.code == 2 and "use .jsonl" in result.err
    assert not (tmp_path / name).exists()


def test_a_picture_of_a_step(tmp_path: Path) -> None:
    path = [here.step for here in rated.path(CHAIN.puzzle)]
    number = next(i for i, step in enumerate(path, 1) if step.chains)
    step = path[number - 1]
    done = run("steps", "--profile", "se", "--picture", str(number), CHAIN.puzzle)
    assert done.code == 0 and "\x1b" not in done.out
    drawing, text = done.out.split(f"\n{number}. {step.title()} ({step.rating:.1f})\n")
    assert text == f"{step.text()}\n" and len(drawing.splitlines()) >= 13
    file = tmp_path / "step.svg"
    done = run("steps", "--profile", "se", "--picture", str(number), "--output", file, CHAIN.puzzle)
    assert (done.code, done.out) == (0, "")
    assert done.err == f"{file}: step {number}, {step}\n"
    assert ET.fromstring(file.read_text("utf-8")).tag == f"{SVG}svg"


def test_a_picture_of_a_step_that_there_is_not() -> None:
    done = run("steps", "--picture", "999", EASY)
    assert (done.code, done.out, done.err) == (1, "", "no step 999: the path has 51 steps\n")
    assert "choose it with --picture N" in run("steps", "-o", "a.svg", EASY).err
    assert run("steps", "--json", "--full", EASY).code == 2


def test_steps_that_end_early_are_reported() -> None:
    done = run("steps", "--budget", "20", HARD.puzzle)
    assert done.code == 1 and done.lines
    assert done.err == "the budget of 20 implications is spent\n"


def test_a_reader_of_csv_finds_the_columns() -> None:
    rows = list(csv.reader(io.StringIO(run("rate", "--to", "csv", EASY).out)))
    found = dict(zip(*rows, strict=True))
    assert list(found)[:4] == ["puzzle", "er", "ep", "ed"]
    assert list(found)[-2:] == ["status", "message"]
    assert (found["puzzle"], found["er"]) == (EASY, "1.2")
    assert (found["hardest"], found["status"]) == ("hidden_single_box", "unique")


def test_the_path_of_a_teacher_ends_with_its_hardest_step() -> None:
    done = run("steps", CHAIN.puzzle)
    steps = list(Puzzle(CHAIN.puzzle).steps())
    hardest = max(steps, key=lambda step: step.rating)
    assert (
        done.err == f"{len(steps)} steps, the hardest: {hardest.technique} ({hardest.rating:g})\n"
    )


def test_all_steps_are_listed_and_can_be_chosen() -> None:
    steps = Puzzle(CHAIN.puzzle).all_steps()
    done = run("steps", "--all", CHAIN.puzzle)
    assert (done.err, len(done.lines)) == (f"{len(steps)} steps\n", len(steps))
    digit = next(step.places.digit for step in steps if step.places is not None)
    for line in run("steps", "--all", "--digit", str(digit), CHAIN.puzzle).lines:
        assert f"={digit}" in line or str(digit) in line.partition("<>")[2]
    placed = next(line for line in done.lines if "=" in line)
    cell = placed.partition("=")[0].split()[-1]
    assert placed.split(maxsplit=1)[1] in run("steps", "--all", "--cell", cell, CHAIN.puzzle).out
    named = run("steps", "--all", "--technique", "nishio", CHAIN.puzzle)
    assert named.lines and all("Nishio" in line for line in named.lines)


def test_a_profile_of_a_file_is_used(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "se"\nmove = {naked_single = {before = "full_house"}}\n')
    assert "Naked single" in run("hint", "--profile", str(mine), "--level", "name", EASY).out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--profile", "sse"), "unknown profile 'sse'; did you mean 'se'?"),
        (
            ("--technique", "x_wing"),
            "--technique, --digit and --cell choose among the steps of --all",
        ),
        (
            ("--each", "--digit", "5"),
            "--technique, --digit and --cell choose among the steps of --all",
        ),
        (
            ("--all", "--technique", "x_wng"),
            "--technique: unknown technique 'x_wng'; did you mean 'x_wing'?",
        ),
        (("--all", "--cell", "r10c1"), "--cell: r10c1 is outside a 9x9 board"),
    ],
)
def test_wrong_choices_of_steps_say_what_to_do(arguments: tuple[str, ...], message: str) -> None:
    done = run("steps", *arguments, CHAIN.puzzle)
    assert done.code == 2 and message in done.err
