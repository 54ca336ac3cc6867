"""`nonet generate`, `minimise` and `repair` as a user meets them."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from console import COMMAND, CONFLICT, EASY, FOUR, NONE, SOLVED, TWO, WHY_NONE, run, write
from generated import FRAME, golden

import nonet
from nonet import Puzzle, formats, generate
from nonet.generating.layouts import VARIANTS

# -- generate -------------------------------------------------------------------------------------


def lines_of(puzzles: list[Puzzle]) -> list[str]:
    return [puzzle.givens.text() for puzzle in puzzles]


def test_lines_and_nothing_else() -> None:
    done = run("generate", "-n", "24", "--seed", "7")
    assert (done.code, done.err) == (0, "")
    assert done.lines == [row.givens for row in golden()["{}"]]
    assert run("generate", "--seed", "7").lines == done.lines[:1]


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_the_same_seed_prints_the_same_whatever_the_jobs(jobs: str) -> None:
    wish = ["--hardest", "xy_wing", "--symmetry", "rotational"]
    done = run("generate", "-n", "12", "--seed", "3", "-j", jobs, *wish)
    assert done.lines == lines_of(generate(12, seed=3, hardest="xy_wing", symmetry="rotational"))


def test_without_a_seed_every_run_makes_others() -> None:
    one, other = (run("generate", "-n", "3", "--json") for _ in range(2))
    assert one.out != other.out
    first = json.loads(one.lines[0])
    assert run("generate", "--recipe", first["recipe"]).lines == [first["puzzle"]]


def test_the_puzzle_of_a_day() -> None:
    assert run("generate", "--daily", "2026-11-22").lines == [
        "..2..84.....4......792..1...8.5....1.67...23.9....6.7...1..386......2.....86..7.."
    ]
    wrong = run("generate", "--daily", "22.11.2026")
    assert (wrong.code, wrong.out) == (2, "")
    assert "must be today or a date such as 2026-11-22" in wrong.err
    assert "cannot be combined" in run("generate", "--daily", "today", "--seed", "1").err


def test_requirements() -> None:
    def puzzles(*options: str) -> list[Puzzle]:
        done = run("generate", "-n", "4", "--seed", "2", *options)
        assert done.code == 0, done.err
        return [Puzzle(line) for line in done.lines]

    assert all(22 <= len(p.givens.filled) <= 23 for p in puzzles("--givens", "22-23"))
    assert all(len(p.givens.filled) == 30 for p in puzzles("--givens", "30", "--no-minimal"))
    assert all(p.rate().er == 1.5 for p in puzzles("--rating", "1.5"))
    assert all(7.0 <= p.rate().er <= 7.2 for p in puzzles("--rating", "7.0-7.2"))
    used = [
        {known.id for known in p.rate().counts}
        for p in puzzles(
            "--needs", "pointing,claiming", "--forbid", "naked_pair", "--forbid", "x_wing"
        )
    ]
    assert all({"pointing", "claiming"} <= u and not u & {"naked_pair", "x_wing"} for u in used)
    assert puzzles("--symmetry", "full") == generate(4, seed=2, symmetry="full")
    assert puzzles("--first", "2")[:2] == generate(4, seed=2)[2:]


def test_a_pattern_is_given_as_characters_or_in_a_file(tmp_path: Path) -> None:
    drawn = FRAME.replace(" ", "\n")
    path = tmp_path / "pattern.txt"
    path.write_text(drawn + "\n", encoding="utf-8")
    wanted = lines_of([generate(seed=5, pattern=FRAME)])
    for pattern in (FRAME, drawn, str(path)):
        assert run("generate", "--seed", "5", "--pattern", pattern).lines == wanted
    inside = run("generate", "--seed", "5", "--pattern", FRAME, "--minimal").lines
    assert inside == lines_of([generate(seed=5, pattern=FRAME, minimal=True)])


def test_other_rules_come_back(tmp_path: Path) -> None:
    done = run("generate", "-n", "3", "--seed", "1", "--rules", "2x3 diagonals")
    made = generate(3, seed=1, rules="2x3 diagonals")
    assert done.lines == [formats.format(puzzle, "iss") for puzzle in made]
    solved = run("solve", stdin=done.out)
    assert solved.code == 0 and len(solved.lines) == 3
    path = tmp_path / "made.jsonl"
    assert (
        run("generate", "-n", "3", "--seed", "1", "--rules", "2x3 diagonals", "-o", path).out == ""
    )
    assert list(nonet.read(path)) == generate(3, seed=1, rules="2x3 diagonals")


def test_json_has_everything() -> None:
    done = run("generate", "--json", "--seed", "2", "--rating", "7.0-7.5", "--symmetry", "diagonal")
    made = json.loads(done.out)
    puzzle = generate(seed=2, rating=(7.0, 7.5), symmetry="diagonal")
    assert made == {
        "puzzle": puzzle.givens.text(),
        "solution": puzzle.solution().text(),
        "givens": len(puzzle.givens.filled),
        "rating": puzzle.rate().er,
        "recipe": puzzle.info["recipe"],
        "message": None,
    }
    other = json.loads(run("generate", "--json", "--seed", "2", "--rules", "2x3").out)
    assert other["rules"] == "2x3" and len(other["solution"]) == 36


@pytest.mark.parametrize("name", ["easy", "hard"])
def test_a_difficulty_is_a_band_of_ratings(name: str) -> None:
    done = run("generate", "-n", "2", "--seed", "4", "--difficulty", name)
    assert [Puzzle(line).rate().difficulty for line in done.lines] == [name, name]
    assert done.lines == lines_of(generate(2, seed=4, difficulty=name))


def test_formats(tmp_path: Path) -> None:
    done = run("generate", "-n", "2", "--seed", "2", "--to", "csv")
    assert done.lines[0] == "puzzle,solution,givens,rating,recipe,message"
    assert done.lines[2].endswith(",seed=2 number=1,")
    path = tmp_path / "made.sdm.gz"
    assert run("generate", "-n", "2", "--seed", "2", "-o", path).code == 0
    assert gzip.decompress(path.read_bytes()).decode().splitlines() == [
        text.replace(".", "0") for text in lines_of(generate(2, seed=2))
    ]
    refused = run("generate", "--seed", "2", "--to", "sdk", "--rules", "2x3")
    assert refused.code == 1 and "'sdk' holds classic 9x9 puzzles only" in refused.err


def test_an_unreachable_requirement_prints_the_nearest_puzzle() -> None:
    done = run("generate", "--seed", "5", "--givens", "17", "--budget", "300")
    assert done.code == 1
    puzzle, message = done.lines[0].split("  # ")
    assert done.err.splitlines()[0] == message
    assert re.fullmatch(
        r"none of 300 puzzles .* \(17 givens\); the nearest has 2\d givens;.*", message
    )
    assert Puzzle(puzzle).is_minimal
    as_json = json.loads(
        run("generate", "--seed", "5", "--givens", "17", "--budget", "300", "--json").out
    )
    assert (as_json["puzzle"], as_json["message"]) == (puzzle, message)


def test_the_nearest_puzzle_of_a_start_may_have_several_solutions() -> None:
    added = "generate", "--seed", "3", "--rules", "2x2", "--add", "modular:1", "--budget", "1"
    done = run(*added, "--json")
    assert (done.code, json.loads(done.out)["solution"]) == (1, None)
    assert json.loads(done.out)["message"] == done.err.splitlines()[0]
    assert done.err.startswith(
        "the puzzle that was tried does not meet the requirements (modular:1"
    )


def test_puzzles_found_before_the_budget_ran_out_are_printed() -> None:
    done = run("generate", "-n", "50", "--seed", "5", "--givens", "21", "--budget", "1200")
    assert done.code == 1
    *found, last = done.lines
    assert found and all(len(Puzzle(line).givens.filled) == 21 for line in found)
    assert "  # none of 1,200 puzzles" in last
    assert f"{len(found)} puzzle" in done.err.splitlines()[-1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--givens", "3"], "givens is 3; no classic puzzle with fewer than 17"),
        (["--givens", "many"], "--givens must be a number or a range such as 24-28, got 'many'"),
        (["--givens", "1-2-3"], "a range such as 24-28, got '1-2-3'"),
        (["--rating", "hard"], "--rating must be a number or a range such as 7.0-7.5, got 'hard'"),
        (["--hardest", "xy_wnig"], "did you mean 'xy_wing'"),
        (["--needs", "x_wing", "--forbid", "x_wing"], "x_wing is both required and forbidden"),
        (["--pattern", "xx"], "the pattern has 2 characters, expected 81"),
        (["--symmetry", "round"], "--symmetry must be none, rotational, rotational-90"),
        (["--symmetry", "full", "--givens", "23"], "use 21 or 24"),
        (["--rules", "2y3"], "unknown rule '2y3'"),
        (["--rules", "5x5", "--minimal"], "at most 16x16"),
        (["--rules", "thermo:r1c1r2c1"], "got thermo:r1c1r2c1; add completes a puzzle that has it"),
        (["--recipe", "seed=7"], "is not a recipe"),
        (["--to", "csv", "--json"], "cannot be combined"),
        (["--to", "pdf"], "unknown format 'pdf' for --to"),
        (["-n", "0"], "-n must be a whole number of at least 1, got '0'"),
        (["--difficulty", "hrad"], "--difficulty must be easy, medium, hard, expert or extreme"),
    ],
)
def test_contradictions_are_wrong_usage(options: list[str], message: str) -> None:
    done = run("generate", "--seed", "1", *options)
    assert done.code == 2 and done.out == ""
    assert message in " ".join(done.err.split())


def test_rules_without_a_board_are_reported() -> None:
    done = run("generate", "--rules", "latin2 diagonals")
    assert done.code == 1 and "no board obeys these rules" in done.err


def test_a_file_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    done = run("generate", "-o", tmp_path / "no" / "file.txt")
    assert done.code == 1 and "its folder does not exist" in done.err


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    script = f'"{sys.executable}" -m nonet generate -n 100000 --seed 1 | head -n 2'
    done = subprocess.run(["sh", "-c", script], capture_output=True, timeout=60, check=False)
    assert done.stdout.decode().splitlines() == lines_of(generate(2, seed=1)) and not done.stderr


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or os.name == "nt", reason="signals of Unix")
def test_ctrl_c_leaves_whole_lines() -> None:
    command = [*COMMAND, "generate", "-n", "10000000", "--seed", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert len(process.stdout.readline()) == 82
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        rest, message = process.communicate(timeout=60)
    assert process.returncode == 130
    assert all(len(line) == 81 for line in rest.decode().splitlines()) and rest.endswith(b"\n")
    assert re.fullmatch(r"stopped after [\d,]+ of 10,000,000 puzzles\n", message.decode())


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or os.name == "nt", reason="signals of Unix")
def test_ctrl_c_in_a_long_search_leaves_the_nearest() -> None:
    import pty

    main, side = pty.openpty()
    command = [*COMMAND, "generate", "--givens", "17", "--seed", "1", "--budget", "100000000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=side) as process:
        os.close(side)
        assert process.stdout is not None
        seen = b""
        while b"the nearest has" not in seen:
            seen += os.read(main, 4096)
        process.send_signal(signal.SIGINT)
        nearest = process.stdout.read().decode()
        assert process.wait(timeout=60) == 130
    seen += os.read(main, 4096)
    os.close(main)
    text, note = nearest.rstrip("\n").split("  # ")
    assert Puzzle(text).is_unique and re.fullmatch(r"the nearest of [\d,]+ puzzles tried", note)
    assert re.search(r"0 of 1 puzzles, [\d,]+ tried, the nearest has \d+ givens", seen.decode())
    assert "stopped after 0 of 1 puzzles; the nearest of " in seen.decode()


def test_minimal_with_a_symmetry_means_groups() -> None:
    board = run("generate", "--seed", "3", "--symmetry", "rotational").lines[0]
    puzzle = Puzzle(board)
    assert not puzzle.is_minimal, "the example shows what the help says"
    for cell in puzzle.givens.filled:
        pair = {cell, 80 - cell}
        assert Puzzle([0 if c in pair else d for c, d in enumerate(puzzle.givens)]).count(2) > 1
    assert "with a symmetry, every group of givens" in " ".join(
        run("generate", "--help").out.split()
    )


# -- minimise -------------------------------------------------------------------------------------


def test_minimise_prints_a_line_for_each_puzzle(tmp_path: Path) -> None:
    path = write(tmp_path / "some.txt", EASY, SOLVED, TWO, CONFLICT, EASY[:80], NONE)
    done = run("minimise", path)
    assert done.code == 1
    assert done.lines == [
        Puzzle(EASY).minimise().givens.text(),
        Puzzle(SOLVED).minimise().givens.text(),
        f"{TWO}  # several solutions",
        f"{CONFLICT}  # conflict: r1c1 and r1c2 are both 5 in row 1 and box 1",
        f"# {path}:5:81: expected 81 cells, found 80",
        f"{NONE}  # no solution: {WHY_NONE}",
    ]
    summary = "6 puzzles: 2 minimal, 1 with several solutions, 2 without a solution, 1 unreadable"
    assert done.err.splitlines()[-1] == summary
    assert run("minimise", "--jobs", "3", path).out == done.out


def test_minimise_by_seed_and_in_several_ways() -> None:
    lines = [p.givens.text() for p in Puzzle(EASY).minimal_puzzles(4, limit=5)]
    assert run("minimise", "--seed", "4", "--limit", "5", EASY).lines == lines
    assert run("minimise", "--seed", "4", EASY).lines == lines[:1]
    made = json.loads(
        run("minimise", "--seed", "4", "--json", "--columns=minimal,givens", EASY).out
    )
    assert (made["puzzle"], made["minimal"]) == (EASY, lines[0])
    assert made["givens"] == 81 - lines[0].count(".") and made["message"] is None


def test_minimise_other_boards() -> None:
    assert run("minimise", FOUR).lines == [Puzzle(FOUR).minimise().givens.text()]
    done = run("minimise", "--rules", "2x3", "123456456123214365365214531642642531")
    assert Puzzle(done.lines[0], rules="2x3").is_minimal


def test_minimise_constraints_prints_them() -> None:
    rules = "killer:8=r1c1r1c2 killer:16=r2c4r2c5r1c4"
    puzzle = Puzzle(EASY, rules=rules)
    few = list(puzzle.minimal_puzzles(2, constraints=True, limit=3))
    options = ("--constraints", "--seed", "2", "--rules", rules)
    assert [
        nonet.parse(line) for line in run("minimise", *options, "--limit", "3", EASY).lines
    ] == few
    kept = run("minimise", "--rules", rules, EASY).lines[0]
    assert nonet.parse(kept) == puzzle.minimise()


# -- repair ---------------------------------------------------------------------------------------


def test_repair_says_what_was_added(tmp_path: Path) -> None:
    path = write(tmp_path / "some.txt", EASY, TWO, CONFLICT, NONE, "12")
    done = run("repair", path)
    assert done.code == 1
    fixed = Puzzle(TWO).repair()
    assert done.lines == [
        EASY,
        f"{fixed.puzzle.givens.text()}  # add r2c8=4 (fewest changes possible)",
        f"{EASY}  # change r1c2 from 5 to 3 (fewest changes possible)",
        f"{Puzzle(NONE).repair().puzzle.givens.text()}  # {Puzzle(NONE).repair()}",
        done.lines[4],
    ]
    assert done.lines[4].startswith(f"# {path}:5:")
    summary = "5 puzzles: 1 unique, 3 repaired, 1 unreadable"
    assert sorted(done.err.splitlines()[-1].split(", ")) == sorted(summary.split(", "))


def test_repair_as_json() -> None:
    exact = "--columns", "repaired,added,exact"
    made = json.loads(run("repair", "--json", *exact, TWO).out)
    assert made["added"] == {"r2c8": 4} and made["exact"] is True
    assert Puzzle(made["repaired"]).is_unique
    typo = json.loads(run("repair", "--json", CONFLICT).out)
    assert (typo["changed"], typo["added"], typo["repaired"]) == ({"r1c2": [5, 3]}, {}, EASY)
    whole = json.loads(run("repair", "--json", *exact, EASY).out)
    assert (whole["added"], whole["repaired"], whole["exact"]) == ({}, EASY, True)
    empty = run("repair", "--budget", "2000", "." * 81)
    assert empty.code == 0 and empty.lines[0].endswith("(fewer changes may suffice)")


def test_repair_keeps_the_constraints_of_a_puzzle_that_is_right(tmp_path: Path) -> None:
    killer = generate(seed=3, variant="killer")
    path = tmp_path / "killer.jsonl"
    path.write_text(nonet.formats.format(killer, "jsonl"))
    assert Puzzle(run("repair", path).out.strip()) == killer


def test_the_help_lists_all_variants_and_a_near_name_is_suggested() -> None:
    said = run("generate", "--help").out
    assert all(name in said for name in VARIANTS)
    wrong = run("generate", "--variant", "whisper")
    assert wrong.code == 2 and "got 'whisper'; did you mean 'whispers'?" in wrong.err
    assert "did you mean" not in run("generate", "--variant", "qqq").err


def test_a_rule_and_a_variant_name_the_option_that_takes_them() -> None:
    assert (
        "give it as rules=antiknight (--rules antiknight"
        in run("generate", "--variant", "antiknight").err
    )
    laid = run("generate", "--rules", "2x3 killer")
    assert laid.code == 2
    assert (
        "killer needs cells; such constraints are laid by variant=killer (--variant killer"
        in laid.err
    )


@pytest.mark.parametrize("option", ["--hardest", "--needs", "--forbid"])
def test_an_unknown_technique_is_wrong_usage(option: str) -> None:
    found = run("generate", option, "y-wingg")
    assert (found.code, found.out) == (2, "")
    assert found.err == "nonet generate: unknown technique 'y-wingg'; did you mean 'xy_wing'?\n"


@pytest.mark.parametrize(("suffix", "rows"), [("csv", 3), ("jsonl", 2), ("txt", 2), ("sdm", 2)])
def test_samples_are_written_in_the_format_of_the_file(
    tmp_path: Path, suffix: str, rows: int
) -> None:
    out = tmp_path / f"grids.{suffix}"
    assert run("sample", "-n", "2", "--seed", "1", "-o", out).code == 0
    assert len(out.read_text().splitlines()) == rows
    found = [Puzzle(each).solution() for each in nonet.read(out)]
    assert [grid.text() for grid in found] == run("sample", "-n", "2", "--seed", "1").lines


@pytest.mark.parametrize("command", ["sample", "practise x_wing", "generate --seed 1"])
def test_what_a_command_cannot_write_is_refused(tmp_path: Path, command: str) -> None:
    found = run(*command.split(), "-o", tmp_path / "out.pdf")
    assert found.code == 2 and "cannot write" in found.err and not [*tmp_path.iterdir()]
    found = run(*command.split(), "-o", "")
    assert (found.code, found.err.partition(": ")[2]) == (
        2,
        "--output is empty; give the name of a file\n",
    )


def test_samples_that_a_format_does_not_hold_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "out.sdm"
    found = run("sample", "." * 16, "--rules", "2x2 killer:5=r1c1r1c2", "-o", out)
    assert (found.code, found.out) == (1, "") and not out.exists()
    assert found.err.startswith("the format 'sdm' holds no constraints")
