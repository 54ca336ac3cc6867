"""The engine in the page answers as the server does, on classic boards; all else it leaves to Python."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import engine_cases
import pytest
import wasm_core
from test_premise import DEMANDING

from nonet import Grid, Position, Puzzle, engine
from nonet.steps import Premise
from nonet.web import wire

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

import answer_types
import engine_data


@pytest.mark.parametrize("name", engine_data.FILES)
def test_the_generated_files_are_up_to_date(name: str) -> None:
    text = (engine_data.STATIC / name).read_text(encoding="utf-8")
    assert text == engine_data.FILES[name](), "run scripts/engine_data.py"


def test_the_types_of_the_page_are_up_to_date() -> None:
    text = answer_types.FILE.read_text(encoding="utf-8")
    assert text == answer_types.answers_ts(), "run scripts/answer_types.py"


def of_engine(asked: list[engine_cases.Question], folder: Path) -> list[Any]:
    """Return what the engine answers, None for what it leaves to Python."""
    if reason := wasm_core.missing():
        pytest.skip(reason)
    home = folder / "home"
    shutil.copytree(wasm_core.STATIC / "js", home / "js")
    shutil.copy(wasm_core.MODULE, home)
    (home / "package.json").write_text('{"type": "module"}', "utf-8")
    (folder / "asked.json").write_text(json.dumps(asked), "utf-8")
    runner = Path(__file__).with_name("engine_runner.mjs")
    files = folder / "asked.json", folder / "answers.json"
    subprocess.run(["node", runner, home, *files], check=True)
    answers: list[Any] = json.loads(files[1].read_text("utf-8"))
    return answers


def compare(asked: list[engine_cases.Question], folder: Path, declined: float) -> None:
    """Compare all answers; only a share of them may be left to Python."""
    ours = of_engine(asked, folder)
    # Of more solutions than `repair` compares, the first depend on the number of lanes.
    with engine.using_instruction_set("baseline"):
        theirs = engine_cases.without_words(engine_cases.of_server(asked))
    wrong = engine_cases.differences(asked, ours, theirs)
    assert not wrong, "\n".join(each[:3000] for each in wrong[:3])
    left = Counter(verb for (verb, _), mine in zip(asked, ours, strict=True) if mine is None)
    assert sum(left.values()) <= declined * len(asked), left


def of_classic(asked: list[engine_cases.Question]) -> list[engine_cases.Question]:
    """Return the questions that the engine is there for: what the page asks about classic boards."""
    known = engine_data.IN_PAGE
    return [
        (verb, question)
        for verb, question in asked
        if verb in known
        and "rules" not in question
        and "rules" not in (question.get("puzzle") or {})
        and not question.get("levels")
    ]


def test_the_engine_answers_as_the_server_does(tmp_path: Path) -> None:
    compare(of_classic(engine_cases.questions(1, 8)), tmp_path, declined=0.35)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "boards"),
    [(2, 60), *(pytest.param(seed, 300, marks=pytest.mark.long) for seed in range(3, 8))],
)
def test_the_engine_answers_thousands_of_questions_as_the_server_does(
    tmp_path: Path, seed: int, boards: int
) -> None:
    compare(of_classic(engine_cases.questions(seed, boards)), tmp_path, declined=0.35)


def test_the_engine_tries_a_technique_only_where_enough_is_known(tmp_path: Path) -> None:
    boards = []
    for row in DEMANDING[::9]:
        unknown = Position.of_candidates(row.candidates)
        few = Grid(bytes(digit if cell % 4 else 0 for cell, digit in enumerate(unknown.grid)))
        boards += [
            Position(Puzzle(row.givens), candidates=row.candidates),
            unknown,
            Position(unknown.puzzle, placed=few, givens_known=False),
            Position(unknown.puzzle, placed=unknown.grid),
        ]
    assert {board.premise for board in boards if not board.givens_known} >= {
        Premise.UNIQUE,
        Premise.RULES,
    }
    asked = [("all_steps", {"puzzle": wire.board_object(board)}) for board in boards]
    asked += [("rate", question) for _, question in asked[1:12:4]]
    compare(asked, tmp_path, declined=0)


CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BAD_REQUESTS: list[engine_cases.Question] = [
    ("solve", {}),
    ("solve", {"puzzle": 7}),
    ("solve", {"puzzle": CLASSIC, "limit": 0}),
    ("solve", {"puzzle": CLASSIC, "limits": 2}),
    ("count", {"puzzle": {"givens": [1, 2]}}),
    ("count", {"puzzle": {"givens": [11] * 81}}),
    ("violations", {"puzzle": {"givens": [1, 1] + [0] * 79}}),
    ("hint", {"puzzle": {"givens": [0] * 81, "givns": 1}}),
    ("count", {"puzzle": CLASSIC, "rules": {"diagonals": True}}),
    ("count", {"puzzle": CLASSIC, "rules": {"Text": "diagonals"}}),
    ("count", {"puzzle": CLASSIC, "rules": {"text": "classic", "boxes": [5, 5]}}),
    ("count", {"puzzle": CLASSIC, "rules": {"text": "classic", "diagonals": True}}),
    ("count", {"puzzle": {"givens": [0] * 81, "rules": {"text": "classic", "extra": [1]}}}),
    ("count", {"puzzle": {"givens": [0] * 81, "rules": {"text": "classic", "colour": 1}}}),
    ("hint", {"puzzle": "." * 81}),
    ("hint", {"puzzle": "11" + "." * 79}),
    ("all_steps", {"puzzle": CLASSIC, "levels": ["all"]}),
    ("rate", {"puzzle": {"givens": [0] * 36, "rules": "2x3"}}),
    ("rate", {"puzzle": {"givens": [0] * 36, "rules": {"size": 40}}}),
    ("canonical", {"puzzle": {"givens": [0] * 36, "rules": "2x3"}}),
    ("canonical", {"puzzle": {"givens": [0] * 81, "candidates": [511] * 81}}),
    ("odds", {"puzzle": "." * 36, "rules": "2x3"}),
    ("odds", {"puzzle": "11" + "." * 79}),
    ("odds", {"puzzle": CLASSIC, "limit": 2}),
    ("why", {"puzzle": CLASSIC, "cell": "r1c10", "digit": 1}),
    ("why", {"puzzle": CLASSIC, "cell": "r1c1", "digit": 0}),
    ("minimise", {"puzzle": CLASSIC, "seed": -1}),
    ("generate", {"seed": 1, "givens": 16}),
    ("generate", {"seed": 1, "difficulty": "hard", "rating": 3.1}),
    ("generate", {"seed": 1, "difficulty": "hard", "rules": "2x3"}),
    ("generate", {"seed": 1, "techniques": {"hardest": "xy_wing", "forbid": ["xy_wing"]}}),
    ("generate", {"seed": 1, "techniques": {"hardest": "xy_wing"}, "difficulty": "easy"}),
    ("generate", {"seed": 1, "techniques": {"hardest": "skyscraper"}}),
    ("generate", {"seed": 1, "symmetry": "full", "givens": 23, "minimal": False}),
    ("generate", {"seed": 1, "pattern": "x" * 27 + "." * 54}),
    ("read", {"text": "." * 81, "rules": "jigsaw:AAAB"}),
    ("read", {"text": "." * 81, "rules": "jigsaw:AAABBBBC"}),
    ("read", {"text": "." * 16, "rules": "jigsaw:AAAABBBBCCCCCDDD"}),
]


def test_mistakes_get_the_sentences_of_the_server_or_are_left_to_python(tmp_path: Path) -> None:
    ours = of_engine(BAD_REQUESTS, tmp_path)
    theirs = engine_cases.of_server(BAD_REQUESTS)
    said = 0
    for question, mine, server in zip(BAD_REQUESTS, ours, theirs, strict=True):
        said += mine is not None
        assert mine is None or engine_cases.plain(mine) == engine_cases.plain(server), question
    assert said


def test_houses_are_named_in_order(tmp_path: Path) -> None:
    # A hidden rectangle whose columns the core names from the right.
    board = {
        "givens": engine_cases.digits_of(
            "....1..75.9.78.4....8.....2.3...4....79.5..4..8......1......6..9.3.7..2.2..8.3.1."
        ),
        "placed": engine_cases.digits_of(
            ".24.1.875.9.78246..6843.1.2.3..94.87.79.5834.48..6...1.1..2.63.9.3.71.2.25.8.371."
        ),
    }
    asked = [("all_steps", {"puzzle": board})]
    theirs = engine_cases.without_words(engine_cases.of_server(asked))
    assert of_engine(asked, tmp_path) == theirs


PYTHON_ONLY: list[engine_cases.Question] = [
    ("read", {"text": "{}"}),
    ("read", {"text": "1,2,3\n4,5,6"}),
    ("solve", {"puzzle": {"givens": [0] * 81, "rules": "killer:10=r1c1r1c2"}}),
    ("solve", {"puzzle": {"givens": [0] * 36, "rules": "2x3"}}),
    ("solve", {"puzzle": CLASSIC, "rules": "diagonals"}),
    ("hint", {"puzzle": CLASSIC}),
    ("hint", {"puzzle": CLASSIC.replace("5", "."), "levels": ["full"], "language": "fr"}),
    ("generate", {"seed": 1, "givens": [24, 26]}),
    ("generate", {"seed": 1, "variant": "thermo"}),
    ("minimise", {"puzzle": CLASSIC}),
    ("canonical", {"puzzle": CLASSIC}),
    ("hint", {"puzzle": {"givens": [0] * 81, "rules": {"text": "antiknight"}}}),
    ("convert", {"puzzle": {"givens": [0] * 4, "rules": "latin2"}, "to": "boxed"}),
    ("convert", {"puzzle": CLASSIC, "to": "svg"}),
    ("convert", {"puzzle": CLASSIC, "to": "csv"}),
    ("odds", {"puzzle": "." * 81}),
    ("why", {"puzzle": "." * 81, "cell": "r1c1", "digit": 1}),
    ("violations", {"puzzle": {"givens": [0] * 81, "rules": {"text": "antiknight"}}}),
    ("trace", {"puzzle": CLASSIC, "algorithm": "norvig"}),
]


def test_what_is_no_classic_play_is_left_to_python(tmp_path: Path) -> None:
    assert of_engine(PYTHON_ONLY, tmp_path) == [None] * len(PYTHON_ONLY)
