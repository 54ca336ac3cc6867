"""The English of the project: one word for one thing, in everything that a person reads.

`docs/glossary.md` lists the terms, `tests/data/rejected_words.txt` the words that are not used for them. This module
reads what users read (help, errors, docstrings, catalogues, pages) and rejects those words. In docstrings and pages it
also rejects the idiom of `tests/dialect.txt`. Comments are free.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from modules import MODULES, load

ROOT = Path(__file__).parents[1]
GLOSSARY = ROOT / "docs" / "glossary.md"
REJECTED = ROOT / "tests" / "data" / "rejected_words.txt"
DIALECT = ROOT / "tests" / "dialect.txt"
SOURCES = sorted((ROOT / "src" / "nonet").rglob("*.py"))
SCRIPTS = sorted(
    path
    for name in ("benchmarks", "build_backend", "examples", "scripts")
    for path in (ROOT / name).glob("*.py")
)
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "examples").rglob("*.ipynb")),
]
CATALOGUES = sorted((ROOT / "src" / "nonet" / "words" / "en").rglob("*.json"))
HISTORY = ROOT / "docs" / "decisions"
FROM_CATALOGUES = ROOT / "docs" / "techniques"  # sentences of hints


@cache
def terms() -> list[str]:
    """Return the terms of the glossary."""
    lines = GLOSSARY.read_text("utf-8").splitlines()
    found = [line.split("|")[1].strip() for line in lines if line.startswith("|")]
    return [term for term in found if term != "term" and set(term) != {"-"}]


@cache
def rejected() -> list[tuple[str, list[str], list[str]]]:
    """Return for terms of the glossary the words that are rejected in text, and those rejected in names."""

    def words(cell: str) -> list[str]:
        return [word.strip() for word in cell.split(",") if word.strip()]

    lines = REJECTED.read_text("utf-8").splitlines()
    rows = (f"{line} ".split(" |") for line in lines if not line.startswith("#"))
    return [(term.strip(), words(text), words(names)) for term, text, names in rows]


@cache
def rejected_in_text() -> re.Pattern[str]:
    """Return what matches any word or phrase that text does not use."""
    words = sorted({word for _, text, _ in rejected() for word in text}, key=len, reverse=True)
    return re.compile(
        r"(?<![\w/-])(" + "|".join(map(re.escape, words)) + r")(?![\w/-])", re.IGNORECASE
    )


@cache
def rejected_in_names() -> frozenset[str]:
    """Return the words that names do not use."""
    return frozenset(word for _, _, names in rejected() for word in names)


def found_in(text: str) -> list[str]:
    """Return the rejected words of a text; code in backquotes does not count."""
    plain = re.sub(r"`[^`]*`", "`", " ".join(text.split()))
    return [match[0] for match in rejected_in_text().finditer(plain)]


@cache
def dialect() -> list[tuple[str, str, str]]:
    """Return the patterns of the dialect, each with a phrase that it finds and one that it leaves alone."""
    lines = DIALECT.read_text("utf-8").splitlines()
    rows = (line.split(" | ") for line in lines if not line.startswith("#"))
    return [(pattern, found, fine) for pattern, found, fine, _ in rows]


@cache
def any_dialect() -> re.Pattern[str]:
    return re.compile("|".join(pattern for pattern, _, _ in dialect()), re.IGNORECASE)


def dialect_in(text: str) -> list[str]:
    """Return the dialect in a text; code in backquotes does not count."""
    plain = re.sub(r"`[^`]*`", "`", " ".join(text.split()))
    return [match[0] for match in any_dialect().finditer(plain)]


def sentences(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the strings of a Python file that have words in them, with their lines."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, node.value


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the docstrings of a Python file, also those of constants, with their lines."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            text = node.value.value
            if isinstance(text, str):
                yield node.lineno, text


def test_the_glossary_is_a_list_of_terms() -> None:
    known = {word.strip() for term in terms() for word in term.split(",")} | {*terms()}
    assert len(terms()) > 40 and len(set(terms())) == len(terms())
    assert {term for term, _, _ in rejected()} <= known, "a word is rejected for no term"
    words = {word for _, text, names in rejected() for word in [*text, *names]}
    assert words.isdisjoint(known), "a word is a term and rejected at once"


def test_python_sources() -> None:
    assert [
        f"{path.relative_to(ROOT)}:{line}: {found_in(text)}"
        for path in [*SOURCES, *SCRIPTS]
        for line, text in sentences(path)
        if found_in(text)
    ] == []


def test_docstrings() -> None:
    assert [
        f"{path.relative_to(ROOT)}:{line}: {dialect_in(text)}"
        for path in [*SOURCES, *SCRIPTS]
        for line, text in docstrings(path)
        if dialect_in(text)
    ] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_pages(path: Path) -> None:
    if path == GLOSSARY:
        return
    text = re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL)
    assert found_in(text) == []
    if path.parent not in (HISTORY, FROM_CATALOGUES):
        assert dialect_in(text) == []


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.name)
def test_catalogues(path: Path) -> None:
    def strings(value: Any, key: str) -> Iterator[tuple[str, str]]:
        if isinstance(value, str):
            yield key, value
        elif isinstance(value, dict):
            for name, inner in value.items():
                yield from strings(inner, f"{key}.{name}")
        elif isinstance(value, list):
            for number, inner in enumerate(value):
                yield from strings(inner, f"{key}[{number}]")

    texts = strings(json.loads(path.read_text("utf-8")), "")
    wrong = [
        (key, found_in(text)) for key, text in texts if found_in(text) and "aliases" not in key
    ]
    assert wrong == []


def words_of(name: str) -> set[str]:
    """Return the words of a name, in lower case."""
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def names_in(module: ModuleType) -> Iterator[str]:
    """Yield the names of a module: its own, its functions, classes and methods, and all their parameters."""
    yield module.__name__.rpartition(".")[2]
    owners: list[Any] = [module]
    for owner in owners:
        for name, value in vars(owner).items():
            if inspect.isclass(value) and value.__module__ == module.__name__:
                owners += [value] if value not in owners else []
                yield name
            elif isinstance(value, property):
                yield name
            elif inspect.isfunction(value) and value.__module__ == module.__name__:
                yield name
                yield from inspect.signature(value).parameters


def test_names() -> None:
    rejected = rejected_in_names()
    assert {
        f"{module}: {found}"
        for module in MODULES
        for found in names_in(load(module))
        if words_of(found) & rejected and found != "latin_square"  # a term of its own
    } == set()


def test_a_rejected_word_is_found() -> None:
    assert (
        found_in("the puzzle in another guise") == ["guise"] and found_in("`guise` is code") == []
    )
    assert words_of("is_unit") == {"is", "unit"} and words_of("SVGBlock") == {"svg", "block"}
    assert found_in("It was Told.") == ["Told"] and found_in("retold, told-off") == []


@pytest.mark.parametrize(("pattern", "found", "fine"), dialect())
def test_dialect_is_found(pattern: str, found: str, fine: str) -> None:
    assert re.search(pattern, found) and dialect_in(found) and dialect_in(fine) == []
