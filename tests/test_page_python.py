"""nonet's Python in a page answers as the server does: every verb, every kind of board."""

from __future__ import annotations

import hashlib
import io
import json
import os
import random
import shutil
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import engine_cases
import page_python
import pytest
import wasm_core
from test_unsolvable import UNSOLVABLE, example
from test_web_engine import BAD_REQUESTS, PYTHON_ONLY

from nonet import Position, engine, generate
from nonet.generating.layouts import VARIANTS
from nonet.web import page_python as packing
from nonet.web import wire
from nonet.web.answering import PAGE_SECONDS
from nonet.web.verbs import VERBS

LINKS = ("sudokupad", "f-puzzles", "iss", "json", "link")


EMPTY, FEW = "." * 81, "1" + "." * 80
WHOLE_CORE: list[engine_cases.Question] = [
    ("odds", {"puzzle": EMPTY}),
    ("count", {"puzzle": FEW, "limit": 10**15}),
    ("trace", {"puzzle": "1... .... .... ...4", "algorithm": "norvig"}),
]


def about_variants(seed: int) -> list[engine_cases.Question]:
    """Return questions about a puzzle of each variant, in the middle of a game, and its links."""
    rng = random.Random(seed)
    asked: list[engine_cases.Question] = []
    for variant in VARIANTS:
        puzzle = generate(variant=variant, seed=rng.randrange(1000))
        solution = puzzle.solution()
        shown = [digit if rng.random() < 0.4 else 0 for digit in solution]
        placed = [digit or own for digit, own in zip(puzzle.givens, shown, strict=True)]
        board = wire.board_object(Position(puzzle, placed=bytes(placed)))
        asked += [(verb, {"puzzle": board}) for verb in ("solve", "check", "hint", "inspect")]
        asked.append(("all_steps", {"puzzle": board, "levels": ["full"], "language": "fr"}))
        broken = {**board, "placed": [9 - digit if digit else 0 for digit in placed]}
        broken["givens"] = [0] * 81
        asked.append(("violations", {"puzzle": broken, "impossible": False}))
        asked.append(("convert", {"puzzle": board, "to": rng.choice(LINKS)}))
        asked.append(("convert", {"puzzle": board, "to": "svg"}))
        asked.append(("generate", {"variant": variant, "seed": rng.randrange(1000)}))
    return asked


def about_impossible_boards() -> list[engine_cases.Question]:
    boards = [wire.board_object(example(key)) for key in UNSOLVABLE]
    asked: list[engine_cases.Question] = [("hint", {"puzzle": board}) for board in boards]
    return asked + [("violations", {"puzzle": board, "impossible": True}) for board in boards]


GROUPS: dict[str, Callable[[], list[engine_cases.Question]]] = {
    "all boards": lambda: engine_cases.questions(7, 3),
    "variants": lambda: about_variants(1),
    "no solution": about_impossible_boards,
    "mistakes": lambda: [*BAD_REQUESTS, *(one for one in PYTHON_ONLY if one[0] != "trace")],
    "whole core": lambda: WHOLE_CORE,
}


@pytest.fixture(scope="module")
def asked() -> dict[str, list[engine_cases.Question]]:
    return {name: questions() for name, questions in GROUPS.items()}


@pytest.fixture(scope="module")
def replies(
    asked: dict[str, list[engine_cases.Question]], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, list[Any]]:
    """Return the replies to the questions of all groups; Python starts once for them."""
    together = [question for questions in asked.values() for question in questions]
    found = iter(page_python.replies(together, tmp_path_factory.mktemp("page")))
    return {name: [next(found) for _ in questions] for name, questions in asked.items()}


def compare(asked: list[engine_cases.Question], ours: list[Any]) -> None:
    """Compare all replies with those of the server, but for those that depend on the machine's speed."""
    with engine.using_instruction_set("baseline"):
        theirs = engine_cases.of_server(asked)
    wrong = engine_cases.differences(asked, ours, theirs)
    assert not wrong, "\n".join(each[:3000] for each in wrong[:3])


@pytest.mark.slow
@pytest.mark.parametrize("group", [name for name in GROUPS if name != "whole core"])
def test_it_answers_as_the_server_does(
    group: str, asked: dict[str, list[engine_cases.Question]], replies: dict[str, list[Any]]
) -> None:
    compare(asked[group], replies[group])


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("seed", [8, 9])
def test_it_answers_thousands_of_questions_as_the_server_does(tmp_path: Path, seed: int) -> None:
    questions = engine_cases.questions(seed, 40) + about_variants(seed)
    compare(questions, page_python.replies(questions, tmp_path))


@pytest.mark.slow
def test_the_sum_over_all_grids_and_runs_of_algorithms(replies: dict[str, list[Any]]) -> None:
    odds, count, trace = replies["whole core"]
    assert odds["answer"]["count"] == "6670903752021072936960"
    assert count["answer"]["count"] >= 2 and not count["answer"]["exact"]
    assert trace["answer"]["result"] == "solved" and trace["answer"]["events"]


# -- the files ------------------------------------------------------------------------------------


def test_the_archive_has_what_the_verbs_import_and_always_the_same_bytes() -> None:
    packed = packing.archive()
    assert packed == packing.archive()
    names = zipfile.ZipFile(io.BytesIO(packed)).namelist()
    assert {"nonet/_core.py", "nonet/web/answering.py", "nonet/words/en/sentences.json"} <= set(
        names
    )
    assert not any(
        name.startswith(("nonet/cli/", "nonet/play/", "nonet/web/static/")) for name in names
    )
    assert all(
        f"nonet/web/{module}.py" in names for module in ("api", "setter", "requests", "wire")
    )
    assert VERBS.keys() >= {"hint", "generate"}


def test_the_archive_has_every_file_that_a_package_in_it_reads() -> None:
    names = set(zipfile.ZipFile(io.BytesIO(packing.archive())).namelist())
    home = Path(packing.__file__).parents[2]
    packages = {home / name for name in map(os.path.dirname, names)} - {home / "nonet/web/python"}
    of_code = {".so", ".pyd", ".pyi", ".typed"}
    read = {
        path.relative_to(home).as_posix()
        for folder in packages
        for path in folder.iterdir()
        if path.is_file() and path.suffix not in of_code
    }
    assert read - {"nonet/cluster.py"} <= names


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return a folder with a package of two small files, the expected ones."""
    package = {"pyodide.mjs": b"one", "python_stdlib.zip": b"two"}
    digests = {name: hashlib.sha256(body).hexdigest() for name, body in package.items()}
    monkeypatch.setattr(packing, "DIGESTS", digests)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "package"
    folder.mkdir()
    for name, body in package.items():
        (folder / name).write_bytes(body)
    return folder


def test_pyodide_comes_from_a_folder_an_archive_or_an_address(small: Path, tmp_path: Path) -> None:
    archive = tmp_path / "pyodide.tgz"
    with tarfile.open(archive, "w:gz") as packed:
        packed.add(small, "package")
    expected = {"pyodide.mjs": b"one", "python_stdlib.zip": b"two"}
    assert packing.pyodide(str(small)) == expected
    assert packing.pyodide(str(archive)) == expected
    assert packing.pyodide(archive.as_uri()) == expected
    archive.unlink()
    assert packing.pyodide(None) == expected  # from the cache


def test_another_file_than_the_expected_one_is_refused(small: Path) -> None:
    (small / "pyodide.mjs").write_bytes(b"other")
    with pytest.raises(packing.NoPython, match=r"pyodide\.mjs is not that of pyodide@"):
        packing.pyodide(str(small))
    (small / "pyodide.mjs").unlink()
    with pytest.raises(packing.NoPython, match=r"pyodide\.mjs: no such file"):
        packing.pyodide(str(small))
    (small / "no.tgz").write_bytes(b"no archive")
    with pytest.raises(packing.NoPython, match="expected an archive of pyodide@"):
        packing.pyodide(str(small / "no.tgz"))


def test_without_npm_there_is_no_python(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(packing.NoPython, match="npm is missing"):
        packing.pyodide(None)


def test_the_index_says_how_large_the_parts_are(small: Path) -> None:
    if reason := wasm_core.missing():
        pytest.skip(reason)
    made = packing.page_files(packing.pyodide(str(small)))
    index = json.loads(made["python/index.json"])
    assert index["sizes"] == {
        name: len(made[f"python/{name}"])
        for name in ("core.wasm", "nonet.zip", "python_stdlib.zip")
    }
    assert made["python/pyodide.js"] == b"one"


def test_the_page_waits_as_long_as_python_works() -> None:
    table = page_python.HOME / "src/nonet/web/static/js/engine/verbs_table.js"
    assert f"const PYTHON_SECONDS = {PAGE_SECONDS:g};" in table.read_text("utf-8")
