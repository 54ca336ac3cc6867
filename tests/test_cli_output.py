"""The format of the output, and `nonet convert`."""

from __future__ import annotations

import csv
import gzip
import io
import json
import sys
from pathlib import Path

import pytest
from console import (
    CONFLICT,
    EASY,
    FOUR,
    NONE,
    OPEN,
    SOLVED,
    TWO,
    Run,
    run,
    write,
)

import nonet
from nonet import formats

# -- the format of the output ---------------------------------------------------------------------

TABLE = [
    "id,quizzes,note",
    f"7,{EASY},first",
    f'8,{TWO},"two, or more"',
    f"9,{EASY[:80]},short",
    f"10,{CONFLICT},",
]
OWN = ["id", "quizzes", "note"]
USUAL: tuple[list[str], ...] = (
    ["solution"],
    ["count", "exact"],
    [],
    ["er", "ep", "ed", "difficulty", "hardest"],
    ["minimal"],
    ["repaired", "added", "changed", "removed", "restored"],
    ["canonical"],
)


@pytest.mark.parametrize(
    ("command", "results"),
    [
        *zip(
            ("solve", "count", "check", "rate", "minimise", "repair", "canonical"),
            USUAL,
            strict=True,
        ),
        ("solve", ["guesses", "line", "solution", "source", "count", "exact"]),
        ("count", ["solution", "guesses"]),
        ("check", ["exact", "count"]),
        ("rate", ["line", "counts", "nodes", "steps", "exact", "er"]),
        ("minimise", ["givens", "minimal"]),
        ("repair", ["exact", "alternatives", "source"]),
        ("canonical", ["line", "automorphisms", "transform", "key"]),
    ],
)
def test_tables_have_the_same_columns_in_every_command_and_format(
    command: str, results: list[str], tmp_path: Path
) -> None:
    path = write(tmp_path / "in.csv", *TABLE)
    columns = [*OWN, *results, "status", "message"]
    made = tmp_path / "out.csv"
    asked = [] if results in USUAL else ["--columns", ",".join(results)]
    assert run(command, *asked, path, "-o", made).out == ""
    with made.open(encoding="utf-8", newline="") as handle:
        head, *rows = csv.reader(handle)
    assert head == columns
    assert [row[:3] for row in rows] == list(csv.reader(TABLE[1:]))
    assert rows[2][-2] == "unreadable" and "80" in rows[2][-1]
    for option in ("--json", "--to=jsonl"):
        objects = [json.loads(line) for line in run(command, option, *asked, path).lines]
        assert [list(one) for one in objects] == [columns] * 4
        assert [one["status"] for one in objects] == [row[-2] for row in rows]
        if "line" in results:
            assert [one["line"] for one in objects] == [2, 3, 4, 5]
    parquet = pytest.importorskip("pyarrow.parquet")
    run(command, *asked, path, "-o", tmp_path / "out.parquet")
    table = parquet.read_table(tmp_path / "out.parquet")
    assert table.column_names == columns and table.num_rows == 4
    assert table.column("status").to_pylist() == [row[-2] for row in rows]


def test_no_answer_replaces_the_puzzles(tmp_path: Path) -> None:
    path = write(tmp_path / "in.csv", "id,givens", f"1,{EASY}")
    made = run("minimise", path, "--columns", "givens", "--to", "csv").lines
    assert made[0] == "id,givens,givens_nonet,status,message" and made[1].startswith(f"1,{EASY},2")
    pytest.importorskip("pyarrow")
    for more in ([], ["--replace"]):
        out = tmp_path / "out.csv"
        assert run("batch", path, "-o", out, "--columns", "givens", *more).code == 0
        assert out.read_text().splitlines() == [
            "id,givens,givens_nonet,status",
            f"1,{EASY},30,unique".replace("unique", "found"),
        ]


def test_columns_are_known_and_for_tables(tmp_path: Path) -> None:
    path = write(tmp_path / "in.csv", *TABLE)
    wrong = run("solve", "--json", "--columns", "cuont", path)
    assert wrong.code == 2 and wrong.err == (
        "nonet solve: --columns: unknown column 'cuont'; did you mean 'count'?\n"
    )
    for options in ([], ["--to", "grid"]):
        lines = run("solve", *options, "--columns", "count", path)
        assert lines.code == 2 and lines.err == (
            "nonet solve: --columns is for tables; use --to with csv, jsonl, parquet or feather\n"
        )


@pytest.mark.parametrize("command", ["dedupe", "split"])
@pytest.mark.parametrize("extra", [[], ["--memory", "1"]])
def test_rows_that_are_chosen_keep_header_and_columns(
    command: str, extra: list[str], tmp_path: Path
) -> None:
    rows = [TABLE[0], TABLE[1], f'11,{SOLVED},"a\\b"', f"12,{EASY.replace('.', '0')},again"]
    path, made = write(tmp_path / "in.csv", *rows), tmp_path / "out.csv"
    if command == "split":
        extra = ["--fractions", "1", "--by", "puzzle"]
    assert run(command, *extra, path, "-o", made).code == 0
    kept = made.read_text(encoding="utf-8").splitlines()
    assert (
        kept[0] == TABLE[0]
        and kept[1] == TABLE[1]
        and len(kept) == len(rows) - (command == "dedupe")
    )


def test_replace_puts_a_result_in_its_column_and_keeps_comments(
    tmp_path: Path,
) -> None:
    path = write(tmp_path / "in.csv", "solution,puzzle,line", f",{EASY},77")
    assert run("solve", "--to", "csv", "--replace", path).lines == [
        "solution,puzzle,line,status,message",
        f"{SOLVED},{EASY},77,unique,",
    ]
    assert run("solve", "--to", "csv", "--replace", "--columns", "line", path).lines == [
        "solution,puzzle,line,status,message",
        f",{EASY},2,unique,",
    ]
    assert run("solve", "--to", "csv", "--columns", "line", path).lines == [
        "solution,puzzle,line,line_nonet,status,message",
        f",{EASY},77,2,unique,",
    ]
    remark = write(tmp_path / "in.txt", f"{EASY} # easy, no. 1")
    assert json.loads(run("count", "--json", remark).out)["comment"] == "easy, no. 1"


@pytest.mark.parametrize(
    ("arguments", "use"),
    [
        (["solve", EASY], ".txt, .csv, .jsonl, .parquet, .feather, .yaml or .iss"),
        (["count", EASY], ".txt, .csv, .jsonl, .parquet or .feather"),
        (["hint", EASY], ".txt, .jsonl or .svg"),
        (["trace", FOUR], ".txt, .jsonl, .svg, .html or .gif"),
    ],
)
def test_an_unknown_suffix_is_refused(arguments: list[str], use: str) -> None:
    assert run(*arguments, "-o", "s.xlsx") == Run(
        2,
        "",
        f'nonet {arguments[0]}: cannot write "s.xlsx": unknown format; use {use}, or --to\n',
    )


def test_a_command_that_draws_nothing_names_the_one_that_does() -> None:
    assert run("generate", "--seed", "1", "-o", "p.svg").err == (
        'nonet generate: cannot write "p.svg": nonet show draws pictures;'
        " here use .txt, .csv, .jsonl, .parquet, .feather, .yaml or .iss, or --to\n"
    )


@pytest.mark.parametrize(
    ("command", "picture"),
    [("show", "-o p.svg writes a picture"), ("convert", "nonet show -o p.svg draws a picture")],
)
def test_a_picture_becomes_a_pdf_in_a_browser(command: str, picture: str) -> None:
    assert f"{picture} that a browser prints as PDF" in run(command, EASY, "-o", "p.pdf").err


def test_a_name_of_two_words_is_a_name_of_one() -> None:
    done = run(
        "generate", "--seed", "1", "--variant", "little killer", "--symmetry", "Rotational 90"
    )
    assert done.code == 0 and "LittleKiller" in done.out


def test_rules_without_a_board_say_how_an_empty_one_is_given() -> None:
    for command in ("solve", "hint"):
        done = run(command, "--rules", "2x3", stdin="")
        assert "the text is empty; rules need a board: an empty one is 36 dots" in done.err


def test_a_puzzle_without_a_solution_is_shown_as_one() -> None:
    done = run("show", "--solve", "--rules", "killer:3=r1c1r1c2 killer:3=r1c1r2c1", "." * 81)
    assert done.code == 1 and done.err.endswith("1 puzzle: 1 without a solution\n")


def test_the_name_of_a_yaml_file_says_that_it_is_one(tmp_path: Path) -> None:
    path = write(tmp_path / "p.yaml", "title: A\nrule: antiknight\n")
    done = run("solve", path)
    assert f"{path}:2:1: unknown name 'rule'; did you mean 'rules'?" in done.err


def test_the_picture_of_a_step_with_ascii_alone() -> None:
    done = run("steps", "--picture", "1", "--ascii", EASY)
    drawing = done.out.split("\n\n")[0]
    assert done.code == 0 and drawing.isascii() and drawing.startswith("+--")


def test_help_is_a_command_too() -> None:
    assert run("help") == run("--help")
    assert run("help", "solve") == run("solve", "--help")


@pytest.mark.parametrize("name", ["puzle.txt", "folder/puzzle", "53..7...."])
def test_a_wrong_file_name_is_no_unknown_command(name: str) -> None:
    found = run(name)
    assert (found.code, found.out) == (1, "")
    assert found.err.startswith(f"{name}: no such file, and this is not a board")


@pytest.mark.parametrize("board", ["2x2:a3e3_1e2a", ".Shape~3x3", " 2x2:a3e3_1e2a"])
def test_a_short_board_is_an_argument(board: str) -> None:
    assert run("solve", board).out == run("solve", "-", stdin=board).out != ""
    assert "no such file" not in run(board).err
    assert run("solve", "--from", "solo", "2x2:a3e3_1e2a").out == "4312214312343421\n"
    listed = run("check", "[[1,0],[0,1]]")
    assert "expected a puzzle" in listed.err and "no such file" not in listed.err


def test_an_exact_count_says_what_it_knows_in_every_form() -> None:
    options = "count", "--exact", "--rules", "diagonals", "--budget", "50000", "." * 81
    line, row = run(*options), json.loads(run(*options, "--json").out)
    number = int(line.out.partition("+")[0])
    assert number > 20_000 and "the budget of 50000 guesses is spent" in line.out
    assert (row["count"], row["exact"], row["status"]) == (number, False, "out of budget")
    assert "1 out of budget" in line.err


def test_the_steps_of_a_full_board() -> None:
    solved = run("solve", EASY).out.strip()
    assert run("steps", solved) == Run(0, "", "the board is full: no step is left\n")


def test_a_hint_without_a_solution_says_what_to_do() -> None:
    wrong = EASY[:2] + "2" + EASY[3:]
    done = run("hint", wrong)
    assert done.code == 1 and not done.out
    assert done.err.startswith("the puzzle has no solution: ")
    assert done.err.endswith("; nonet repair finds the mistake\n")


def test_names_are_read_in_any_case() -> None:
    options = ("--seed", "1", "--difficulty")
    assert run("generate", *options, "Hard") == run("generate", *options, "hard")


def test_parquet_without_its_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    done = run("solve", "--to", "parquet", EASY)
    assert (done.code, done.out) == (1, "")
    assert done.err == 'writing Parquet needs more packages: pip install "nonet[data]"\n'


def test_columns_that_come_late_are_reported(tmp_path: Path) -> None:
    first = write(tmp_path / "a.csv", "puzzle,id", f"{EASY},1")
    objects = [*[{"puzzle": EASY}] * 100, {"puzzle": EASY, "author": "me"}]
    second = write(tmp_path / "b.jsonl", *map(json.dumps, objects))
    done = run("solve", "--to", "csv", first, second)
    assert len(done.lines) == 103 and done.code == 1
    assert f"{second}:101: column 'author' is not in the header and was left out" in done.err


def test_puzzles_of_later_files_are_in_the_same_column(tmp_path: Path) -> None:
    first = write(tmp_path / "a.csv", "id,question", f"1,{EASY}")
    second = write(tmp_path / "b.csv", "quizzes,id", f"{TWO},2")
    for command in (["solve", "--limit", "1"], ["dedupe"], ["split", "--fractions", "1"]):
        if command[0] == "split":
            command += ["--by", "puzzle"]
        done = run(*command, "--to", "csv", first, second)
        rows = list(csv.DictReader(io.StringIO(done.out)))
        assert (done.code, done.err) == (0, "")
        assert [(row["id"], row["question"]) for row in rows] == [("1", EASY), ("2", TWO)]


def test_a_later_column_with_the_name_of_the_puzzle_makes_room(tmp_path: Path) -> None:
    first = write(tmp_path / "a.csv", "id,question", f"1,{EASY}")
    second = write(tmp_path / "b.csv", "puzzle,question", f"{TWO},why")
    done = run("dedupe", "--to", "csv", first, second)
    assert done.lines == ["id,question,question 2", f"1,{EASY},", f",{TWO},why"]
    assert done.err == ""


@pytest.mark.parametrize("command", ["solve", "dedupe", "augment", "convert"])
def test_two_columns_of_the_same_name_are_both_kept(tmp_path: Path, command: str) -> None:
    path = write(tmp_path / "in.csv", "id,puzzle,id", f"1,{EASY},2")
    row = next(csv.DictReader(io.StringIO(run(command, "--to", "csv", path).out)))
    assert (row["id"], row["id 2"]) == ("1", "2")


def test_an_unreadable_object_keeps_its_keys(tmp_path: Path) -> None:
    bad = json.dumps({"id": 5, "puzzle": "hello", "info": {"by": "me"}})
    path = write(tmp_path / "in.jsonl", json.dumps({"puzzle": EASY}), bad, '{"id": 6}', "[5]")
    rows = [json.loads(line) for line in run("solve", "--json", path).lines]
    assert [row["status"] for row in rows] == ["unique", *["unreadable"] * 3]
    assert (rows[1]["id"], rows[1]["puzzle"], rows[1]["by"]) == (5, "hello", "me")
    assert rows[2]["id"] == 6 and rows[3]["puzzle"] == "[5]"


@pytest.mark.parametrize("command", ["solve", "count", "check", "rate", "canonical"])
def test_the_keys_of_objects_stay_as_they_are(command: str, tmp_path: Path) -> None:
    own = {"id": 7, "f": 1.5, "b": True, "n": None, "l": [1, 2], "puzzle": EASY, "é": "x"}
    path = write(tmp_path / "in.jsonl", json.dumps(own), json.dumps(own | {"puzzle": "12", "f": 2}))
    for line, puzzle in zip(run(command, "--json", path).lines, (EASY, "12"), strict=True):
        row = json.loads(line)
        assert list(row)[: len(own)] == list(own) and row["puzzle"] == puzzle
        assert {name: row[name] for name in own if name not in ("puzzle", "f")} == {
            name: own[name] for name in own if name not in ("puzzle", "f")
        }
    parquet = pytest.importorskip("pyarrow.parquet")
    run(command, path, "-o", tmp_path / "out.parquet")
    kinds = {each.name: str(each.type) for each in parquet.read_schema(tmp_path / "out.parquet")}
    assert (kinds["id"], kinds["f"], kinds["b"]) == ("int64", "double", "bool")


# -- convert --------------------------------------------------------------------------------------


def test_convert_goes_by_the_suffix_or_by_the_name(tmp_path: Path) -> None:
    path = write(tmp_path / "in.txt", EASY + " # first", TWO)
    for name in ("out.csv", "out.jsonl", "out.sdm", "out.csv.gz"):
        assert run("convert", path, "-o", tmp_path / name) == Run(0, "", "")
        assert [*formats.read(tmp_path / name)] == [nonet.Puzzle(EASY), nonet.Puzzle(TWO)]
    assert run("convert", path, "--to", "sdm").lines[0] == EASY.replace(".", "0")
    assert run("convert", path).lines == [EASY + " # first", TWO]


def test_convert_to_csv_has_the_columns_of_all_puzzles(tmp_path: Path) -> None:
    lines = write(tmp_path / "in.txt", EASY, f"{TWO} # second")
    done = run("convert", lines, "--to", "csv")
    assert (done.code, done.err) == (0, "")
    assert done.lines == ["puzzle,comment", f"{EASY},", f"{TWO},second"]
    objects = [{"puzzle": EASY}, {"puzzle": TWO, "id": "7"}, {"puzzle": "." * 36, "rules": "2x3"}]
    path = write(tmp_path / "in.jsonl", *map(json.dumps, objects))
    done = run("convert", path, "--to", "csv")
    assert (done.code, done.err) == (0, "")
    assert done.lines == ["puzzle,rules,id", f"{EASY},,", f"{TWO},,7", f"{'.' * 36},2x3,"]


def test_convert_to_csv_reports_columns_that_come_too_late(tmp_path: Path) -> None:
    first = write(tmp_path / "a.csv", "puzzle,id", f"{EASY},1")
    objects = [{"puzzle": TWO, "by": "me"}, {"puzzle": "." * 36, "rules": "2x3"}]
    plain = [{"puzzle": EASY}] * 100  # as many as are looked at before the header is written
    second = write(tmp_path / "b.jsonl", *map(json.dumps, [*plain, *objects]))
    done = run("convert", first, second, "--to", "csv")
    assert done.code == 1
    assert done.lines == ["puzzle,id", f"{EASY},1", *[f"{EASY},"] * 100, f"{TWO},"]
    assert f"{second}:101: column 'by' is not in the header and was left out" in done.err
    assert f"{second}:102: the CSV header has no column 'rules'; use --to jsonl" in done.err
    assert "columns=" not in done.err and "1 not written" in done.err


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_convert_empties_no_file_if_it_has_nothing_to_write(tmp_path: Path, suffix: str) -> None:
    refused, out = ("convert", "--rules", "killer:10=r1c1r1c2", "--to", "sdk"), f"o.sdk{suffix}"
    path = tmp_path / out
    done = run(*refused, EASY, "-o", path)
    assert done.code == 1 and "holds no constraints" in done.err and not path.exists()
    assert run("convert", "--to", "sdk", EASY, "-o", path).code == 0
    before = path.read_bytes()
    assert list(formats.read(path)) == [nonet.Puzzle(EASY)]
    assert run(*refused, EASY, "-o", path).code == 1 and path.read_bytes() == before
    longer = write(tmp_path / "two.txt", EASY, EASY)
    assert run("convert", "--to", "line", longer, "-o", path).code == 0
    assert run("convert", "--to", "line", EASY, "-o", path).code == 0
    assert list(formats.read(path)) == [nonet.Puzzle(EASY)], (
        "a shorter answer leaves nothing of a longer"
    )


STUCK = "............942.8.16.....29........89.6.....14..25......4.......2...8.9..5....7.."
"""A puzzle that a profile without chains does not solve."""


@pytest.mark.parametrize("suffix", ["", ".gz"])
@pytest.mark.parametrize(
    ("fails", "works"),
    [
        (("steps", NONE), ("steps", EASY)),
        (("steps", "--rules", "antiknight", OPEN), ("steps", EASY)),
        (("steps", "--profile", "{simple}", STUCK), ("steps", EASY)),
        (("trace", EASY, "--from-step", "100000"), ("trace", EASY, "--frames", "3")),
        (("practise", "jellyfish", "{easy}"), ("practise", "hidden_single_box", "{easy}")),
    ],
    ids=lambda value: value[0],
)
def test_commands_empty_no_file_if_they_have_nothing_to_write(
    tmp_path: Path, fails: tuple[str, ...], works: tuple[str, ...], suffix: str
) -> None:
    easy = write(tmp_path / "easy.txt", EASY)
    simple = write(tmp_path / "simple.toml", 'name = "simple"\n[techniques]\nfull_house = 1.0\n')
    fails, works = (
        tuple(word.format(easy=easy, simple=simple) for word in each) for each in (fails, works)
    )
    path = tmp_path / f"out.txt{suffix}"
    assert run(*fails, "-o", path).code in (1, 2) and not path.exists()
    path.write_bytes(b"a")
    assert run(*fails, "-o", path).code in (1, 2) and path.read_bytes() == b"a"
    path.write_bytes(b"a" * 100_000)
    assert run(*works, "-o", path).code == 0
    found = gzip.decompress(path.read_bytes()) if suffix else path.read_bytes()
    assert found.decode() == run(*works).out


def test_convert_reports_where_the_target_cannot_hold_a_puzzle(tmp_path: Path) -> None:
    marks = nonet.Puzzle(EASY).candidates().text()
    path = write(tmp_path / "in.txt", marks, "5" * 700, marks)
    done = run("convert", "--from", "sukaku", path, "--to", "sdm")
    assert done.code == 1 and len(done.lines) == 3
    assert done.lines[0].startswith(f"# {path}:1: the format 'sdm' holds givens only")
    assert done.lines[1].startswith(f"# {path}:2:")
    assert done.err.splitlines()[-1] == "3 puzzles: 2 not written, 1 unreadable"
    kept = run("convert", "--from", "sukaku", path, "--to", "jsonl")
    assert len(kept.lines) == 2 and kept.code == 1
