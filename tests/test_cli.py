"""The command as a user meets it: every test runs `python -m nonet` and looks at what comes out."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

import kept
import pytest
from console import (
    CONFLICT,
    EASY,
    FOUR,
    GOLDEN,
    NONE,
    OPEN,
    SIXTEEN,
    SOLVED,
    TWO,
    WHY_NONE,
    Run,
    run,
    run_process,
    write,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from quick import examples

import nonet
from nonet import formats
from nonet.cli import SECTIONS

# -- solve ----------------------------------------------------------------------------------------


def test_solve_prints_the_solution_and_nothing_else(tmp_path: Path) -> None:
    assert run("solve", write(tmp_path / "one.txt", EASY)) == Run(0, SOLVED + "\n", "")


def test_a_puzzle_is_an_argument_or_standard_input() -> None:
    assert run("solve", EASY).out == SOLVED + "\n"
    assert run("solve", "-", stdin=EASY).out == SOLVED + "\n"
    assert run("solve", stdin=EASY).out == SOLVED + "\n"
    grid = "\n".join(EASY[i : i + 9] for i in range(0, 81, 9))
    assert run("solve", grid).out == SOLVED + "\n"


def test_solve_says_on_its_line_why_a_puzzle_has_no_solution_to_show(tmp_path: Path) -> None:
    path = write(tmp_path / "mixed.txt", EASY, TWO, CONFLICT, EASY[:80], NONE)
    done = run("solve", path)
    assert done.code == 1
    assert done.lines[0] == SOLVED
    assert done.lines[1].endswith("  # several solutions, this is one")
    assert not nonet.Puzzle(TWO).check(done.lines[1][:81]).problems
    assert done.lines[2] == f"{CONFLICT}  # conflict: r1c1 and r1c2 are both 5 in row 1 and box 1"
    assert done.lines[3] == f"# {path}:4:81: expected 81 cells, found 80"
    assert done.lines[4] == f"{NONE}  # no solution: {WHY_NONE}"
    assert done.err.splitlines() == [
        f"{path}:2: several solutions",
        f"{path}:3: conflict: r1c1 and r1c2 are both 5 in row 1 and box 1",
        f"{path}:4:81: expected 81 cells, found 80",
        f"{path}:5: no solution: {WHY_NONE}",
        "5 puzzles: 1 solved, 1 with several solutions, 2 without a solution, 1 unreadable",
    ]


def test_any_solution_is_enough_with_limit_1() -> None:
    done = run("solve", "--limit", "1", TWO)
    assert done.code == 0 and done.err == ""
    assert not nonet.Puzzle(TWO).check(done.lines[0]).problems


def test_a_budget_that_is_spent_is_reported() -> None:
    done = run("solve", "--budget", "1", OPEN)
    assert done.code == 1
    assert done.lines == [f"{OPEN}  # the budget of 1 guess is spent"]


def test_only_the_first_twenty_failures_are_reported_one_by_one(tmp_path: Path) -> None:
    done = run("solve", write(tmp_path / "bad.txt", *[EASY, CONFLICT, "7" * 82] * 20))
    told = done.err.splitlines()
    assert len(done.lines) == 60 and len(told) == 22
    assert [line.split(":")[1] for line in told[:4]] == ["2", "3", "5", "6"]
    assert told[20] == "… and 20 more"
    assert told[21] == "60 puzzles: 20 solved, 20 without a solution, 20 unreadable"


def test_a_sukaku_is_solved(tmp_path: Path) -> None:
    marks = nonet.Puzzle(EASY).candidates()
    path = write(tmp_path / "marks.txt", marks.text(), marks.without({"r1c1": {5}}).text())
    done = run("solve", path)
    assert done.lines == [
        SOLVED,
        marks.without({"r1c1": {5}}).text() + "  # no solution: no digit is left for r1c1",
    ]


@pytest.mark.parametrize(
    "name", [f.name for f in formats.FORMATS.values() if f.can_read and f.name != "samurai"]
)
def test_every_format_is_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / "sample"
    path.write_text(formats.FORMATS[name].example, encoding="utf-8")
    for format in (None, name):
        puzzles = formats.read(path, format=format)
        solved = [p.solution().text(spelling=p.info.get("spelling", "")) for p in puzzles]
        assert run("solve", *(["--from", name] if format else []), path).lines == solved


def test_solve_writes_other_formats(tmp_path: Path) -> None:
    path = write(tmp_path / "in.txt", EASY, CONFLICT)
    out = tmp_path / "out.csv"
    done = run("solve", path, "-o", out)
    assert done.code == 1 and done.out == ""
    assert out.read_text() == (
        "puzzle,solution,status,message\n"
        f"{EASY},{SOLVED},unique,\n"
        f"{CONFLICT},,conflict,"
        "conflict: r1c1 and r1c2 are both 5 in row 1 and box 1\n"
    )
    grids = run("solve", path, "--to", "grid").lines
    assert "".join(grids) == SOLVED


# -- the law: one line per puzzle, in order -------------------------------------------------------

ARABIC = str.maketrans("123456789.", "١٢٣٤٥٦٧٨٩٠")
KINDS = {
    "good": EASY,
    "zeros": EASY.replace(".", "0"),
    "remark": EASY + "  # 53..7",
    "table": EASY + ",1.2",
    "odd blank": EASY.replace(".", "x"),
    "hash blank": "#" + EASY[1:].replace(".", "#"),
    "hash inside": EASY.replace(".", "#"),
    "arabic": EASY.translate(ARABIC),
    "spaced": " ".join(EASY),
    "indent": "   " + EASY,
    "several": TWO,
    "conflict": CONFLICT,
    "none": NONE,
    "short": EASY[:80],
    "long": EASY + "7",
    "letter": EASY[:40] + "q" + EASY[41:],
    "two blanks": "0" + EASY[1:],
    "words": "see you",
    "comment": "# nothing",
    "hashes": "#" * 90,
    "empty": "",
    "white": " \t ",
    "4x4": FOUR,
    "4x4 several": "1" + "." * 15,
    "16x16": SIXTEEN,
    "6x6": "." * 36,
}


def expected_line(text: str, place: str) -> str | None:
    """Return the line that solve owes for a line: by `formats` and `Puzzle` alone."""
    record = next(formats.line.read_lines([(1, text)]), None)
    if record is None:
        return None
    if record.puzzle is None:
        assert record.error is not None
        column = f":{record.error.column}" if record.error.column else ""
        return f"# {place}{column}: {record.error.reason}"
    shown = record.puzzle.givens.text()
    if len(shown) == 81 and set(text[:81]) <= set("0123456789."):
        shown = text[:81]
    try:
        return record.puzzle.solution().text()
    except nonet.MultipleSolutions:
        return "  # several solutions, this is one"
    except nonet.Conflict as error:
        return f"{shown}  # conflict: {error}"
    except nonet.NoSolution as error:
        return f"{shown}  # {str(error).removeprefix('the puzzle has ')}"


LINES = {kind: expected_line(text, "PLACE") for kind, text in KINDS.items()}


@settings(max_examples=examples(30), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.sampled_from(sorted(KINDS)), min_size=1, max_size=12).filter(
        lambda kinds: any(LINES[kind] for kind in kinds)
    ),
    st.sampled_from([1, 1, 3000]),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    st.sampled_from(["file", "gz", "pipe"]),
    st.sampled_from([1, 2, 3]),
)
def test_one_line_per_puzzle_in_order_whatever_happens_to_it(
    tmp_path_factory: pytest.TempPathFactory,
    kinds: list[str],
    times: int,
    end: str,
    cut: bool,
    way: str,
    jobs: int,
) -> None:
    kinds = kinds * times
    name = "<stdin>"
    text = "\ufeff" * (jobs == 2) + "".join(KINDS[kind] + end for kind in kinds)
    data = (text[: -len(end)] if cut else text).encode()
    arguments = ["solve", "--from", "line", "-j", str(jobs)]
    if way == "pipe":
        done = run(*arguments, stdin=data)
    else:
        path = tmp_path_factory.mktemp("law") / "puzzles"
        path.write_bytes(gzip.compress(data, 1) if way == "gz" else data)
        name = str(path)
        done = run(*arguments, path)
    owed = [
        line.replace("PLACE", f"{name}:{number}")
        for number, line in enumerate((LINES[kind] for kind in kinds), 1)
        if line is not None
    ]
    got = [line[line.index("  #") :] if "this is one" in line else line for line in done.lines]
    assert got == owed
    assert done.code == int(any("#" in line for line in owed))


def test_comments_behind_the_last_line_end_and_nothing_else_make_no_line(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", "# head", "", EASY, "#" * 85, "", "# tail")
    assert run("solve", path).lines == [SOLVED]


# -- count, check ---------------------------------------------------------------------------------


def test_count(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", EASY, TWO, CONFLICT, OPEN, EASY[:80])
    done = run("count", path)
    unread = f"# {path}:5:81: expected 81 cells, found 80"
    assert done.lines == ["1", "2+", "0", "2+", unread] and done.code == 1
    assert run("count", "--limit", "1000", EASY, TWO, OPEN).lines == ["1", "2", "1000+"]
    assert run("count", "--limit", "1", EASY, CONFLICT).lines == ["1+", "0"]
    assert run("count", TWO).code == 0
    spent = run("count", "--limit", "1000", "--budget", "1", OPEN)
    assert spent.code == 1 and spent.out.endswith("+  # the budget of 1 guess is spent\n")


def test_check(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", EASY, TWO, CONFLICT, NONE)
    done = run("check", path)
    assert done.lines[0] == "unique"
    assert done.lines[1].startswith("several solutions: r2c8 can be ")
    assert done.lines[2] == "conflict: r1c1 and r1c2 are both 5 in row 1 and box 1"
    assert done.lines[3] == f"no solution: {WHY_NONE}"
    assert done.code == 1 and run("check", EASY).code == 0


def test_check_cuts_a_long_list_of_problems() -> None:
    wrong = run("check", EASY, "--against", SOLVED[9:] + SOLVED[:9]).lines[0]
    assert wrong.count(";") == 5 and len(wrong) < 400 and wrong.endswith("more")
    assert re.search(r"; and \d+ more$", wrong)


def test_check_names_the_smaller_digit_first() -> None:
    line = run("check", "5" + "." * 78 + "7.").lines[0]
    digits = re.search(r"can be (\d) or (\d)", line)
    assert digits is not None and digits[1] < digits[2]


def test_check_judges_a_second_board(tmp_path: Path) -> None:
    assert run("check", EASY, "--against", SOLVED) == Run(0, "unique, solution right\n", "")
    wrong = run("check", EASY, "--against", SOLVED[:80] + "1")
    assert wrong.code == 1
    assert wrong.out.startswith("wrong: r9c9 is 1, but the given there is 9; ")
    table = write(tmp_path / "t.csv", "puzzle,solution", f"{EASY},{SOLVED}", f"{EASY},{EASY}")
    assert run("check", table).lines[0] == "unique, solution right"
    assert run("check", table).lines[1].startswith("wrong: 51 cells are empty: r1c3")
    rows = write(tmp_path / "rows.txt", SOLVED, CONFLICT)
    paired = run("check", EASY, EASY, EASY, "--against", rows)
    assert paired.lines[0] == "unique, solution right"
    assert paired.lines[1].startswith("wrong: r1c2 is 5, but the given there is 3")
    assert paired.lines[2] == f"# <argument 3>:1: {rows} has no board for this puzzle"


# -- json -----------------------------------------------------------------------------------------


def test_json_has_a_row_for_every_puzzle(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", "# head", EASY, TWO, EASY[:80], CONFLICT)
    every = "--columns", "solution,count,exact,guesses", "--columns=source,line"
    rows = [json.loads(line) for line in run("solve", "--json", *every, path).lines]
    assert [row["line"] for row in rows] == [2, 3, 4, 5]
    assert [row["status"] for row in rows] == ["unique", "multiple", "unreadable", "conflict"]
    assert [row["count"] for row in rows] == [1, 2, None, 0]
    assert [row["exact"] for row in rows] == [True, False, None, True]
    assert rows[0] == {
        "puzzle": EASY,
        "solution": SOLVED,
        "count": 1,
        "exact": True,
        "guesses": 0,
        "source": str(path),
        "line": 2,
        "status": "unique",
        "message": None,
    }
    assert list(rows[2]) == list(rows[0]), "the same columns, also where nothing can be read"
    assert rows[2]["message"] == "expected 81 cells, found 80" and rows[2]["puzzle"] == EASY[:80]
    for verb in ("count", "check"):
        assert len(run(verb, "--json", path).lines) == 4


# -- show -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("show.txt", ["--blank", "·"]),
        ("show-ascii.txt", ["--ascii"]),
        ("show-candidates.txt", ["--candidates"]),
        ("show-solve.txt", ["--solve"]),
        ("show-colour.txt", ["--solve", "--color", "always"]),
    ],
)
def test_show(name: str, arguments: list[str]) -> None:
    done = run("show", EASY, *arguments)
    assert done.code == 0
    kept.compare(done.out, GOLDEN / name)


def test_show_draws_several_boards_with_a_blank_line_between_and_reports_errors() -> None:
    done = run("show", "--solve", "--ascii", EASY, CONFLICT, EASY[:80])
    drawings = done.out.split("\n\n")
    assert len(drawings) == 3 and done.code == 1
    assert drawings[1].endswith("# r1c1 and r1c2 are both 5 in row 1 and box 1")
    assert drawings[2] == "# <argument 3>:1:81: expected 81 cells, found 80\n"


def test_a_position_is_shown_with_what_was_placed() -> None:
    line = ":0000:x:+5" + EASY[1:] + ":223::"
    assert "│ 5 3 . │" in run("show", line).out
    assert "\x1b[36m5\x1b[0m" in run("show", "--color", "always", line).out
    assert "│ 6   47   247    │" in run("show", "--candidates", line.replace(":223:", ":222:")).out


def test_a_picture_by_the_suffix_of_the_output(tmp_path: Path) -> None:
    path = tmp_path / "p.svg"
    assert run("show", EASY, "-o", path) == Run(0, "", "")
    assert path.read_text("utf-8").startswith("<svg")
    assert path.read_text("utf-8").count("<svg") == 1
    two = run("show", EASY, TWO, "--to", "svg")
    assert two.code == 0 and two.out.count("<svg") == 3


# -- bench, help, start ---------------------------------------------------------------------------


def test_bench_verifies_and_counts(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", *[EASY, TWO] * 50)
    figures = json.loads(run("bench", "--seconds", "0.1", "--json", path).out)
    assert figures["puzzles"] == 100 and figures["per_second"] > 0
    assert figures["instruction_set"] == nonet.engine.instruction_set()
    assert "answers verified" in run("bench", "--seconds", "0.1", path).out
    assert run("bench", tmp_path / "none").code == 1


def test_the_help_is_one_screen_with_every_command_by_its_purpose() -> None:
    done = run("--help")
    assert done.code == 0 and done == run()
    assert len(done.lines) <= 38 and max(map(len, done.lines)) <= 80
    named = [line[14:25].strip() for line in done.lines if line[:14].strip() in ("", *SECTIONS)]
    commands = [name for names in SECTIONS.values() for name in names]
    assert [name for name in named if name in commands] == commands
    assert "Exit code: 0 fine" in done.out


@pytest.mark.parametrize("command", [name for names in SECTIONS.values() for name in names])
def test_the_help_of_a_command_fits_a_terminal(command: str) -> None:
    done = run(command, "--help")
    assert done.code == 0 and done.lines[0].startswith(f"Usage: nonet {command} ")
    assert len(done.lines) <= 40 and max(map(len, done.lines)) <= 80
    assert "list[str]" not in done.out and "[default" not in done.out
    if command not in ("worst-case", "generate", "serve", "site"):
        assert "Arguments:" in done.out


def test_a_board_or_a_file_alone_is_solved_and_drawn(tmp_path: Path) -> None:
    drawn = run("show", "--solve", EASY)
    assert run(EASY) == drawn and drawn.code == 0
    assert run(write(tmp_path / "one.txt", EASY)).out == drawn.out
    assert run("slove").err == "nonet: unknown command 'slove'; did you mean 'solve'?\n"


def test_completion_is_there_for_the_shell() -> None:
    done = run_process(_NONET_COMPLETE="source_bash")  # what --show-completion prints in bash
    assert done.code == 0 and "complete" in done.out
    done = run_process(COMP_WORDS="nonet ge", COMP_CWORD="1", _NONET_COMPLETE="complete_bash")
    assert done.out.split() == ["generate"]
    done = run_process(
        COMP_WORDS="nonet solve --from f-", COMP_CWORD="3", _NONET_COMPLETE="complete_bash"
    )
    assert done.out.split() == ["f-puzzles"]


def test_options_are_checked_before_a_command_begins(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.txt")
    for command in (["solve"], ["hint"], ["bench", "--limit", "1"]):
        assert (
            "unknown format 'x' for --from; use line" in run(*command, "--from", "x", missing).err
        )
        assert run(*command, "--rules", " ", missing).err.endswith(
            "--rules is empty; leave it out for the usual rules\n"
        )


def test_version() -> None:
    assert run("--version").out.startswith(f"nonet {nonet.__version__} (")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["solve", "--limit", "0", EASY],
            "nonet solve: --limit must be a whole number of at least 1, got '0'",
        ),
        (["solve", "-j", "0", EASY], "--jobs must be 1 to 1,024, got '0'"),
        (["solve", "--budget", "x", EASY], "--budget must be a whole number"),
        (["solve", "--limt", "2"], "nonet solve: unknown option --limt; did you mean --limit?"),
        (["solve", "--with", "sat"], "it belongs to nonet trace, compare or worst-case"),
        (["solve", "-j"], "nonet solve: -j needs a value"),
        (["bench"], "nonet bench: FILE is missing; see nonet bench --help"),
        (["batch", "p.csv"], "nonet batch: --output is missing; see nonet batch --help"),
        (["hint", EASY, EASY], "nonet hint: unexpected argument"),
        (
            ["solve", "--to", "nope", EASY],
            "unknown format 'nope' for --to; use txt, csv, jsonl, parquet, feather, sdm",
        ),
        (["convert", "--to", "svg", EASY], "nonet show draws pictures; here --to is txt, csv"),
        (["solve", "--from", "nope", EASY], "unknown format 'nope' for --from; use line, sdm"),
        (
            ["solve", "--json", "--to", "csv", EASY],
            "nonet solve: --json and --to cannot be combined",
        ),
        (
            ["show", "--blank", "5", EASY],
            "--blank must be one printable character, not a digit 1-9, got '5'",
        ),
        (["show", "--color", "red", EASY], "--color must be auto, always or never, got 'red'"),
        (["check", "--against", EASY[:80], EASY], "--against"),
        (
            ["check", "--against", "no.txt", EASY],
            "nonet check: --against no.txt: no such file, and this is not a board",
        ),
        (["slove"], "nonet: unknown command 'slove'; did you mean 'solve'?"),
    ],
)
def test_wrong_usage_is_exit_code_2(arguments: list[str], sentence: str) -> None:
    done = run(*arguments)
    assert done.code == 2 and done.out == ""
    assert sentence in done.err and "Traceback" not in done.err


def test_a_file_is_not_written_over_while_it_is_read(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", EASY)
    assert run("solve", path, "-o", path).code == 2
    assert path.read_text() == EASY + "\n"


@pytest.mark.parametrize("rules", ["diagonals", "antiknight"])
def test_a_process_that_solved_a_variant_ends_in_silence(rules: str) -> None:
    command = [sys.executable, "-m", "nonet", "count", "--rules", f"2x2 {rules}", "." * 16]
    done = subprocess.run(command, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


def test_nothing_heavy_is_loaded_to_solve_a_file(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", *[EASY] * 3)
    code = (
        "import sys, nonet.cli\n"
        f"sys.argv = ['nonet', 'solve', {str(path)!r}]\n"
        "try: nonet.cli.main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'rich', 'nonet.formats', 'gzip'} & set(sys.modules)\n"
        "print(sorted(heavy), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert done.stderr.decode().strip() == "[]"
    assert done.stdout.decode() == (SOLVED + "\n") * 3
