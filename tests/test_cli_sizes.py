"""The command with boards of every size and by every set of rules: the same verbs, nothing else to know."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import CORPORA
from console import EASY, SOLVED, Run, run, write
from test_cli_stream import peak_memory, read_exactly, start

import nonet
from nonet import formats, lab
from nonet.base.digits import read_cells, write_cells

# rules, puzzle, its only solution
PUZZLES = {
    "four": (
        "",
        ".1.....4...3..2.",
        "4132231412433421",
    ),
    "six wide": (
        "2x3",
        "1...5..........26...2.4...3.2.6....3",
        "134652256134341265562341413526625413",
    ),
    "six tall": (
        "3x2",
        ".6..3..2.4.6..2..4..4...5.....6..5..",
        "465132123456352614214365536241641523",
    ),
    "eight": (
        "2x4",
        "7.....65...8...7.2.....44.8...1..31.5...6.....2...4....386......",
        "7421836535681247125678344783251623145678687534215142678386374152",
    ),
    "six jigsaw": (
        "jigsaw:AAAAAABBBDDCBDDDDCBBCCCCEEEEEEFFFFFF",
        ".6.1.2...6..5...........23....3...6.",
        "465132123654512346641523236415354261",
    ),
    "seven jigsaw": (
        "jigsaw:BBAAAAABBBBBAADCCCCCCDDCEEEEDDDFFEEDFFFFFEGGGGGGG",
        ".5.4.3.....7.....6.......4........51.........32..",
        "6574132341275621365475327461476132512456737653214",
    ),
    "latin": (
        "latin5",
        ".2......45..51.....2.1...",
        "3245113245245134513251324",
    ),
    "diagonals": (
        "diagonals",
        "6.85........67............7.......7.....12....8..9..4..3.4....1.....3.........2..",
        "678541923123679458459238617215364879947812365386795142532486791794123586861957234",
    ),
    "windoku": (
        "windoku",
        "....8...1.2....6....9.............19....6.....175.4.....4...7...98...........6..2",
        "475683921123459687689127354856732419942861573317594268264318795798245136531976842",
    ),
    "both": (
        "diagonals windoku",
        ".6....8............8....1....1...3...............2..........4.....4........9.27.6",
        "267195834134278569589634172651749328728356941493821657812567493976413285345982716",
    ),
    "nine jigsaw": (
        "jigsaw:AAAAAAABBACACBBBBBCCCCCBDBDCCEDDDDDDEEEEEEEDFEGFFFFFFFGGGGGGGGFHHHHHHHHIHIIIIIIII",
        "6785........46........9...7....3..58....2.......37.....4.2....6839...........57.1",
        "678541923213467589356894217724139658187926345561378492945213876839752164492685731",
    ),
    "disjoint": (
        "disjoint",
        ".4....7.51...37.....9..6...2.......6...........8.1...4....8..3.......8.....6.....",
        "342198765156237489789456123213874956574962318968315274421589637695723841837641592",
    ),
}
SIXTEEN = (
    "E.H..BGPC.......A.....J.FHKE..L..O.......G..C..IP....C.AD.OM..K."
    ".H..G.P.N.ID.F...IA..O..K....C.P.JMOH..B..G.N.I.C.PL.N..O.J.K.HE"
    "LEB..G.N..A.JKM..MFJ..BL..PN.....P..A.D....KHLEB..DI..F.HB......"
    "H.KMB....N..AJD..DO..M..E.BG...N....C..I.....H...CNP..OJM..HE..L"
)
SIXTEEN_SOLVED = (
    "EKHFLBGPCINADMOJANICODJMFHKEBPLGMOJDKFHEBGLPCANIPLGBNCIADJOMFEKH"
    "BHEKGLPCNAIDOFJMDIANJOMFKEHBLCGPFJMOHKEBLPGCNDIACGPLINADOMJFKBHE"
    "LEBHPGCNIDAOJKMFKMFJEHBLGCPNIOADNPCGAIDOJFMKHLEBOADIMJFKHBELGNPC"
    "HFKMBELGPNCIAJDOJDOAFMKHELBGPICNGBLECPNIAODJMHFKICNPDAOJMKFHEGBL"
)
FOUR, FOUR_SOLVED = PUZZLES["four"][1:]
SIX, SIX_SOLVED = PUZZLES["six wide"][1:]
JIGSAW_RULES, JIGSAW, JIGSAW_SOLVED = PUZZLES["seven jigsaw"]
LAYOUT = JIGSAW_RULES.removeprefix("jigsaw:")
DIAGONALS, DIAGONALS_SOLVED = PUZZLES["diagonals"][1:]
CHOICE = "a 6x6 board can have boxes of 2x3 or 3x2 cells"


def spelled(text: str, spelling: str) -> str:
    """Write a 16x16 board in another spelling."""
    return write_cells(read_cells(text).values, 16, spelling=spelling)


# -- solve, count, check --------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "puzzle", "solution"), PUZZLES.values(), ids=PUZZLES)
def test_the_same_verbs_take_boards_by_all_rules(rules: str, puzzle: str, solution: str) -> None:
    option = ["--rules", rules] if rules else []
    assert run("solve", *option, puzzle) == Run(0, solution + "\n", "")
    assert run("count", *option, puzzle).out == "1\n"
    assert run("check", *option, puzzle).out == "unique\n"
    shown = run("show", "--solve", *option, puzzle).out.rpartition("┘")[0]  # sentences are below
    assert "".join(sign for sign in shown if sign.isdigit()) == solution


def test_a_file_of_the_name_of_a_small_board_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("solve", FOUR).out == FOUR_SOLVED + "\n"
    write(tmp_path / FOUR, EASY)
    assert run("solve", FOUR).out == SOLVED + "\n"


@pytest.mark.parametrize(
    "name", ["my_puzzles_1.txt", "sudokus-2024.txt", "sixteen.letters.", "0123456789abcdef"]
)
def test_a_file_that_is_missing_is_no_small_board(name: str) -> None:
    done = run("solve", name)
    assert done.err == f"{name}: no such file, and this is not a board\n"


@pytest.mark.parametrize("spelling", ["letters", "mixed", "pairs", "numbers"])
def test_a_solution_is_written_as_its_puzzle_is(spelling: str, tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", spelled(SIXTEEN, spelling))
    assert run("solve", path).out == spelled(SIXTEEN_SOLVED, spelling) + "\n"
    assert run("convert", path).out == spelled(SIXTEEN, spelling) + "\n"
    wrong = spelled("E" + SIXTEEN[1:5] + "E" + SIXTEEN[6:], spelling)
    done = run("solve", write(path, wrong))
    assert done.lines == [f"{wrong}  # conflict: r1c1 and r1c6 are both 5 in row 1"]


def test_a_large_board_with_several_solutions(tmp_path: Path) -> None:
    several = SIXTEEN_SOLVED.translate(str.maketrans("AB", ".."))
    path = write(tmp_path / "a.txt", several)
    done = run("solve", path)
    assert done.code == 1
    solution, remark = done.lines[0].split("  ")
    assert remark == "# several solutions, this is one"
    assert not nonet.Puzzle(several).check(solution).problems
    number = nonet.Puzzle(several).count(1000)
    assert 2 <= number < 1000
    assert run("count", "--limit", "1000", path).out == f"{number}\n"
    assert run("check", path).out.startswith("several solutions: r")
    assert run("solve", "--limit", "1", path).code == 0


@pytest.mark.parametrize(
    ("first", "jobs"), [pytest.param(0, "1", marks=pytest.mark.slow), (1, "3")]
)
def test_mixed_sizes_in_one_file_keep_their_order(first: int, jobs: str, tmp_path: Path) -> None:
    pairs = [
        (EASY, SOLVED),
        (FOUR, FOUR_SOLVED),
        (EASY[:80], None),
        (SIXTEEN, SIXTEEN_SOLVED),
        (EASY.replace(".", "x"), SOLVED),
        (FOUR.replace(".", "0"), FOUR_SOLVED),
        (SIX, None),
        (EASY, SOLVED),
        (spelled(SIXTEEN, "mixed"), spelled(SIXTEEN_SOLVED, "mixed")),
    ]
    pairs = (pairs[first:] + pairs[:first]) * 300
    path = write(tmp_path / "a.txt", *[line for line, _ in pairs])
    for verb, say in (("solve", lambda answer: answer), ("count", lambda answer: "1")):
        done = run(verb, "-j", jobs, path)
        assert len(done.lines) == len(pairs)
        for number, (line, (_, answer)) in enumerate(zip(done.lines, pairs, strict=True), 1):
            if answer is None:
                assert line.startswith(f"# {path}:{number}:")
            else:
                assert line == say(answer)
        word = "solved" if verb == "solve" else "unique"
        assert done.err.endswith(f"2,700 puzzles: 2,100 {word}, 600 unreadable\n")


def test_large_boards_of_a_collection(tmp_path: Path) -> None:
    source = CORPORA / "large_boards_dev.csv.gz"
    if not source.exists():
        pytest.skip(f"the collection {source.name} is not beside the project")
    with gzip.open(source, "rt") as handle:
        rows = [line.rstrip("\n").split(",") for line in handle]
    easy = [row for row in rows[1:] if row[1] == "55"][::10]
    path = write(tmp_path / "a.csv", *(",".join(row) for row in [rows[0], *easy]))
    done = run("solve", "--limit", "1", path)
    assert done.code == 0 and len(done.lines) == len(easy)
    for (size, _, _, board), solution in zip(easy, done.lines, strict=True):
        grids = [np.frombuffer(read_cells(text).values, np.uint8) for text in (board, solution)]
        assert len(grids[0]) == int(size) ** 2
        assert lab.verified(grids[0][None], grids[1][None], rules=nonet.Rules(size=int(size))).all()


def test_the_examples_have_one_solution_each() -> None:
    path = Path(__file__).parents[1] / "examples" / "boards.jsonl"
    puzzles = [*formats.read(path)]
    assert len({puzzle.rules for puzzle in puzzles}) == len(puzzles) >= 16
    assert {puzzle.rules.size for puzzle in puzzles} >= {4, 5, 6, 7, 8, 9, 10, 12, 16, 25}
    assert run("check", path) == Run(0, "unique\n" * len(puzzles), "")


# -- what says the rules --------------------------------------------------------------------------


def test_a_drawing_says_its_boxes_and_a_line_does_not() -> None:
    drawn = run("show", "--rules", "2x3", SIX).out
    assert run("solve", "-", stdin=drawn).out == SIX_SOLVED + "\n"
    tall, solved = PUZZLES["six tall"][1:]
    assert run("solve", "-", stdin=run("show", "--rules", "3x2", tall).out).out == solved + "\n"
    done = run("solve", SIX)
    assert done.code == 1
    assert done.lines[0].startswith("# <argument>:1")
    assert CHOICE in done.out and "--rules 2x3" in done.out


def test_a_jigsaw_is_givens_and_regions_on_one_line(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", JIGSAW + LAYOUT)
    assert run("solve", path) == Run(0, JIGSAW_SOLVED + "\n", "")
    assert run("count", JIGSAW + LAYOUT).out == "1\n"
    assert run("show", path).out == run("show", "--rules", JIGSAW_RULES, JIGSAW).out


def test_rules_are_for_boards_that_do_not_say_theirs(tmp_path: Path) -> None:
    table = tmp_path / "a.jsonl"
    assert run("convert", "--rules", "2x3", SIX, "-o", table).code == 0
    assert run("solve", table).out == SIX_SOLVED + "\n"
    done = run("solve", "--rules", "3x2", table)
    assert done.code == 1 and done.lines[0].startswith(f"# {table}:1: ")


@pytest.mark.parametrize("lines", [[EASY, FOUR], [FOUR, EASY]])
def test_a_board_that_the_rules_do_not_fit_is_a_failure_of_its_row(
    lines: list[str], tmp_path: Path
) -> None:
    path = write(tmp_path / "a.txt", *lines, SIX)
    done = run("solve", "--rules", "3x3", path)
    place = 1 + lines.index(FOUR)
    assert done.code == 1 and len(done.lines) == 3
    assert done.lines[lines.index(EASY)] == SOLVED
    assert done.lines[place - 1].startswith(f"# {path}:{place}")
    assert "4x4" in done.lines[place - 1] and "9x9" in done.lines[place - 1]
    assert done.lines[2].startswith(f"# {path}:3")
    six = run("solve", "--rules", "2x3", path)
    assert six.lines[2] == SIX_SOLVED and six.err.endswith("1 solved, 2 unreadable\n")


def test_rules_without_a_shape_are_for_boards_of_all_sizes(tmp_path: Path) -> None:
    crossed = "1....3......2..."  # 4x4, both diagonals
    path = write(tmp_path / "a.txt", DIAGONALS, crossed, EASY)
    done = run("solve", "--rules", "diagonals", path)
    assert done.lines[0] == DIAGONALS_SOLVED
    board, why = done.lines[2].split("  # ")
    assert board == nonet.formats.format(nonet.Puzzle(EASY, rules="diagonals"), "iss")
    assert why == (
        "no solution: the main diagonal has no place for 6:"
        " its empty cells see r2c1=6, r3c8=6, r4c5=6"
    )
    assert done.lines[1][:16] == nonet.Puzzle(crossed, rules="diagonals").solution().text()
    assert run("solve", "--rules", "3x3", write(path, EASY, EASY)).lines == [SOLVED] * 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("2x3x4", "--rules: unknown rule '2x3x4'"),
        ("dragonals", "--rules: unknown rule 'dragonals'"),
        ("2x3 3x2", "'3x2' is a second shape"),
        ("2x3 windoku", "windows need square boxes; a 6x6 board has none"),
        ("jigsaw:AAB", "the layout has 3 characters, expected 81"),
        ("7x8", "size must be 1 to 36; boxes of 7 rows and 8 columns make 56"),
        ("house:pair=r1c1r1c1", "r1c1 is named twice"),
        ("", "--rules is empty"),
        (" ", "--rules is empty"),
    ],
)
@pytest.mark.parametrize("verb", ["solve", "count", "check", "show", "convert", "bench"])
def test_words_that_are_no_rules_are_wrong_usage(verb: str, words: str, sentence: str) -> None:
    done = run(verb, "--rules", words, EASY)
    assert done.code == 2 and done.out == ""
    assert sentence in " ".join(done.err.split()) and "Traceback" not in done.err


def test_a_house_far_out_on_a_large_board_is_no_wrong_usage() -> None:
    changed = run("count", "--rules", "house:pair=r1c1r16c16", SIXTEEN_SOLVED)
    same = SIXTEEN_SOLVED[0] == SIXTEEN_SOLVED[-1]
    assert changed.code == 0 and changed.out == ("0\n" if same else "1\n")


# -- json, convert, show --------------------------------------------------------------------------


def test_json_names_the_rules_where_they_are_not_classic(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", EASY, FOUR, SIXTEEN)
    rows = [
        json.loads(line) for line in run("solve", "--json", "--columns=solution,line", path).lines
    ]
    assert [row.get("rules") for row in rows] == [None, "2x2", "4x4"]
    assert [row["solution"] for row in rows] == [SOLVED, FOUR_SOLVED, SIXTEEN_SOLVED]
    assert [row["puzzle"] for row in rows] == [EASY, FOUR, SIXTEEN]
    assert [row["line"] for row in rows] == [1, 2, 3]
    columns = "--columns=count,solution"
    row = json.loads(run("count", "--json", columns, "--rules", "diagonals", DIAGONALS).out)
    assert row["rules"] == "3x3 diagonals" and row["count"] == 1
    assert row["solution"] == DIAGONALS_SOLVED


def test_rules_come_through_jsonl(tmp_path: Path) -> None:
    table, again = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    puzzles = [nonet.Puzzle(text, rules=rules or None) for rules, text, _ in PUZZLES.values()]
    formats.write(puzzles, table)
    assert run("convert", table, "-o", again).code == 0
    assert [*formats.read(again)] == puzzles
    solutions = [solution for _, _, solution in PUZZLES.values()]
    assert run("solve", again).lines == solutions
    solved = tmp_path / "c.jsonl"
    assert run("solve", again, "-o", solved).code == 0
    found = [*formats.read(solved)]
    assert found == puzzles and [p.info["solution"] for p in found] == solutions
    assert run("check", solved).lines == ["unique, solution right"] * len(puzzles)


def test_solutions_in_another_format_keep_the_rules() -> None:
    drawn = run("solve", "--rules", "2x3", "--to", "boxed", SIX).out
    assert formats.parse(drawn) == nonet.Puzzle(SIX_SOLVED, rules="2x3")


def test_a_second_board_is_judged_by_the_rules_of_the_first(tmp_path: Path) -> None:
    right = ["check", "--rules", JIGSAW_RULES, JIGSAW, "--against"]
    assert run(*right, JIGSAW_SOLVED).out == "unique, solution right\n"
    rows = write(tmp_path / "rows.txt", JIGSAW_SOLVED)
    assert run("check", JIGSAW + LAYOUT, "--against", rows).out == "unique, solution right\n"
    wrong = run("check", "--rules", "2x3", SIX, "--against", SIX_SOLVED[:35] + "1")
    assert wrong.code == 1 and wrong.out.startswith("wrong: r") and "box 6" in wrong.out
    crossed = run("check", "--rules", "diagonals", EASY, "--against", SOLVED)
    assert "the main diagonal" in crossed.out


def test_candidates_and_marks_of_other_sizes_are_shown(tmp_path: Path) -> None:
    shown = run("show", "--candidates", "--rules", JIGSAW_RULES, JIGSAW).out
    board = nonet.Puzzle(JIGSAW, rules=JIGSAW_RULES)
    assert shown == nonet.render.text(board.candidates(), rules=board.rules) + "\n"
    marks = nonet.Puzzle(FOUR).candidates()
    path = write(tmp_path / "a.txt", marks.text())
    assert run("solve", "--from", "sukaku", path).out == FOUR_SOLVED + "\n"


def test_diagonals_are_underlined_in_colour() -> None:
    done = run("show", "--rules", "diagonals", "--color", "always", DIAGONALS)
    assert done.out.count("\x1b[4m") == 17
    assert "\x1b" not in run("show", "--rules", "diagonals", DIAGONALS).out


# -- budgets, bench, streams ----------------------------------------------------------------------


def test_a_budget_that_is_spent_is_reported_for_all_rules() -> None:
    done = run("solve", "--budget", "1", "." * 256)
    assert done.code == 1
    sentence = nonet.engine.budget_sentence(nonet.Rules(size=16), 1)
    assert done.lines == [f"{'.' * 256}  # {sentence}"]


@pytest.mark.slow
def test_bench_takes_all_rules_and_says_what_it_permutes(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", *[FOUR, SIXTEEN] * 5)
    figures = json.loads(run("bench", "--seconds", "0.1", "--json", path).out)
    assert figures["puzzles"] == 10 and figures["per_second"] > 0
    assert figures["rules"] == "2 different" and figures["permuted"] == "the digits"
    assert figures["given_up"] == 0
    path = write(tmp_path / "b.txt", *[DIAGONALS] * 5)
    done = run("bench", "--seconds", "0.1", "--rules", "diagonals", path)
    assert "answers verified; permuted: the digits" in done.out and done.code == 0
    mixed = write(tmp_path / "c.txt", EASY, FOUR)
    assert "(classic: all)" in run("bench", "--seconds", "0.1", mixed).out


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of Unix")
@pytest.mark.parametrize(
    ("options", "board", "solution"),
    [
        ([], SIXTEEN, SIXTEEN_SOLVED),
        (["--rules", "diagonals"], DIAGONALS, DIAGONALS_SOLVED),
        (
            ["--from", "line"],
            FOUR,
            FOUR_SOLVED,
        ),  # 16 characters alone could be a row of a larger board
    ],
)
def test_an_answer_comes_while_the_input_is_still_open(
    options: list[str], board: str, solution: str
) -> None:
    with start("solve", *options, "-") as process:
        assert process.stdin and process.stdout
        for number in range(1, 7):
            process.stdin.write(f"{board}\n".encode() * number)
            process.stdin.flush()
            answer = f"{solution}\n".encode() * number
            assert read_exactly(process.stdout, len(answer)) == answer
        process.stdin.close()
        assert process.stdout.read() == b"" and process.wait() == 0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the memory of Unix")
def test_memory_does_not_grow_with_the_number_of_large_boards(tmp_path: Path) -> None:
    rows, columns = np.divmod(np.arange(625), 25)
    full = ((5 * (rows % 5) + rows // 5 + columns) % 25 + 1).astype(np.uint8).tobytes()
    line = write_cells(full, 25)
    few = write(tmp_path / "few.txt", *[line] * 500)
    many = write(tmp_path / "many.txt", *[line] * 20_000)
    assert peak_memory("solve", "-j", "2", many) < peak_memory("solve", "-j", "2", few) + 10_000
