"""Comments, docstrings and pages send a reader to files and to names in the code: these exist.

A path may be as short as it is clear. A name in backticks is looked up where it says: `nonet.x.y` is imported,
`Class.method` and `module.function` are looked for in the classes and modules of that name, `name` in `file.py` in
that file, and `_private` in the file of the comment and in those that the comment names. Other names have to be
somewhere in the code, as a name or as a key in a string.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest
from modules import MODULES, load

ROOT = Path(__file__).parent.parent
PATH = re.compile(
    r"(?<![\w/.:<>-])((?:[\w.-]+/)+[\w-]+\.(?:py|pyi|hpp|h|cpp|def|js|css|toml|md))(?![\w/])"
)
COMMENTS = {
    ".py": re.compile(r'#.*|"""(?:.|\n)*?"""'),
    ".hpp": re.compile(r"//.*|/\*(?:.|\n)*?\*/"),
    ".js": re.compile(r"(?<!:)//.*|/\*(?:.|\n)*?\*/"),
}
COMMENTS |= {".h": COMMENTS[".hpp"], ".cpp": COMMENTS[".hpp"], ".def": COMMENTS[".hpp"]}
MADE = ("app/", "python/", "words/", "traces/", "disk/", "source/", "./", "../", "nonet/_core.py")
"""What the site has, or a server answers, is in no folder of the checkout; and examples of links."""

FILES = [
    path
    for folder in ("src", "core", "scripts", "benchmarks")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in COMMENTS
]
TUTORIAL = ROOT / "docs" / "tutorial"  # it names functions of a reader's own program
PAGES = [
    ROOT / "CONTRIBUTING.md",
    *(path for path in sorted((ROOT / "docs").rglob("*.md")) if TUTORIAL not in path.parents),
]
CODE = ("src", "core", "scripts", "benchmarks", "tests", "examples", "build_backend")
DATA = {".mjs", ".json", ".toml", ".html", ".yml", ".txt", ".css", ".webmanifest"}

QUOTED = re.compile(r"`([^`\s]+)`")
NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?:\(\))?")
FILE = re.compile(r"\w[\w.-]*\.(?:py|pyi|hpp|h|cpp|def|js|css|toml|json|md|txt|html|npy)")
IN_FILE = re.compile(r"`([A-Za-z_]\w*)` (?:in|of) `([\w/.-]+\.(?:py|hpp|h|cpp|def|js|toml))`")
BARE_NAME = re.compile(r"(?<![`\w/.])nonet(?:\.[A-Za-z_]\w*)+(?![\w`(])")
BARE_FILE = re.compile(r"(?<![\w/.*…])\w+\.(?:hpp|cpp|def|py)\b(?![\w/(])")
C = {".hpp", ".h", ".cpp", ".def"}
FENCED = re.compile(r"^ *(```+).*?^ *\1", re.MULTILINE | re.DOTALL)
STRING = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'")

OTHERS = {
    "_": "a sign of an empty cell",
    "__builtin_cpu_supports": "a function of compilers",
    "about.json": "written by `nonet site`",
    "algorithms.json": "written by `nonet site`",
    "app.owner": "a value in the page",
    "append_row_groups": "a method of pyarrow",
    "can_input": "a function of many programs on the web",
    "db": "part of a description in Simon Tatham's Solo",
    "FILE.unfinished": "beside the output FILE of a command",
    "i16x8.bitmask": "an instruction of WebAssembly",
    "house.in": "a form of a word in some languages",
    "inputs.npy": "written by `nonet augment`",
    "json.dumps": "of Python's module, not of one of ours",
    "killercages": "a key of penpa-edit",
    "L4C5": "a cell as French pages write it",
    "labels.npy": "written by `nonet augment`",
    "lineE": "a key of penpa-edit",
    "lockedCells": "a key of a game's save file",
    "mapInArrow": "a method of Spark",
    "NAME.hpp": "for the name of a kind",
    "name.variant": "of two phrases",
    "name1": "a name that is made",
    "name2": "a name that is made",
    "nohup": "a program",
    "nonet.game.CODE": "a key of the page's memory",
    "nonet.rating": "a name that was refused",
    "numberS": "a key of penpa-edit",
    "O_TMPFILE": "a flag of Linux",
    "open.html": "written by `nonet site`",
    "Origin": "a header of HTTP",
    "OUT.part": "beside the output OUT of a run",
    "OUT.rejected.csv": "beside the output OUT of a run",
    "R1Ca": "a cell as ISS writes it",
    "rating_nonet": "a column's name that is made",
    "rating_nonet_2": "a column's name that is made",
    "site.json": "written by `nonet site`",
    "solution_nonet": "a column's name that is made",
    "solution_nonet_2": "a column's name that is made",
    "tabular": "an environment of LaTeX",
    "userGrid": "a key of a game's save file",
    "v128.andnot": "an instruction of WebAssembly",
    "v128.bitselect": "an instruction of WebAssembly",
    "VL3": "in ISS's codes",
    "vl3": "in ISS's codes",
}
"""Names that are not ours, each with its reason."""


def named(path: Path) -> Iterator[str]:
    """Yield the paths in the comments of a file."""
    for comment in COMMENTS[path.suffix].finditer(path.read_text(encoding="utf-8")):
        for match in PATH.finditer(comment[0]):
            if not match[1].startswith(MADE):
                yield match[1]


@pytest.fixture(scope="module")
def ends() -> set[str]:
    """Return the ends of the paths of all files: a comment names as much of a path as it takes."""
    found = set()
    for folder in ("src", "core", "scripts", "benchmarks", "tests", "docs", "examples"):
        for path in (ROOT / folder).rglob("*.*"):
            parts = path.relative_to(ROOT).parts
            found |= {"/".join(parts[at:]) for at in range(len(parts))}
    return found


def test_the_files_that_comments_name_exist(ends: set[str]) -> None:
    gone = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in FILES
        for name in named(path)
        if name not in ends and not (path.parent / name).exists()
    ]
    assert not gone, "\n".join(gone)


def test_a_path_in_a_comment_is_found(tmp_path: Path) -> None:
    made = tmp_path / "some.py"
    made.write_text(
        '"""See docs/gone.md, and https://a.b/c.py."""\nx = "not/this.py"  # core/x.hpp\n'
    )
    assert list(named(made)) == ["docs/gone.md", "core/x.hpp"]


# -- names ----------------------------------------------------------------------------------------


class Class(NamedTuple):
    """A class in the code: its bases by name, and what it defines."""

    bases: list[str]
    names: set[str]


@cache
def files() -> list[Path]:
    """Return the files of code and data in which names can be."""
    kinds = {*COMMENTS, *DATA}
    found = [ROOT / "Makefile", ROOT / "CMakeLists.txt", ROOT / "pyproject.toml", ROOT / ".ci/run"]
    for folder in (*CODE, "docs"):
        found += [path for path in (ROOT / folder).rglob("*.*") if path.suffix in {*kinds, ".md"}]
    return found


@cache
def names_in(path: Path) -> frozenset[str]:
    """Return the names in the code of a file, and those in its strings that are nothing but names."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in COMMENTS:
        text = COMMENTS[path.suffix].sub(" ", text)
        strings = (one or other for one, other in STRING.findall(text))
        keys = (each for each in strings if re.fullmatch(r"[\w ,]+", each))
        text = STRING.sub(" ", text) + " ".join(keys)
    return frozenset(re.findall(r"\w+", text))


@cache
def all_names() -> frozenset[str]:
    """Return the names of all code and data, of Python, and of files."""
    known = [names_in(path) for path in files() if path.suffix != ".md"]
    return frozenset().union(*known, dir(builtins), (path.stem for path in files()))


@cache
def file_names() -> frozenset[str]:
    return frozenset(path.name for path in (*files(), *ROOT.iterdir()))


@cache
def files_of_classes() -> dict[str, list[Path]]:
    """Return the files that define each class; several classes can have one name."""
    found: dict[str, list[Path]] = {}
    for path in FILES:
        if path.suffix == ".py":
            for name in re.findall(
                r"^ *class (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE
            ):
                found.setdefault(name, []).append(path)
    return found


@cache
def classes(name: str) -> list[Class]:
    """Return the classes of a name."""
    return [
        Class(
            [re.findall(r"\w+", ast.unparse(base).split("[")[0])[-1] for base in node.bases],
            {defined for inner in ast.walk(node) for defined in _defined(inner)},
        )
        for path in files_of_classes().get(name, ())
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and node.name == name
    ]


def _defined(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node defines: of methods and fields, and those in the strings of slots."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        yield node.attr
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def has_attribute(name: str, attribute: str) -> bool:
    """Whether a class of this name defines an attribute, or one of its bases does."""
    return any(
        attribute in found.names
        or any(has_attribute(base, attribute) for base in found.bases if base != name)
        for found in classes(name)
    )


@cache
def message_keys() -> frozenset[str]:
    """Return the keys of messages; `play.undo` is "undo" in the file of the group "play"."""
    found: set[str] = set()
    for path in (ROOT / "src" / "nonet" / "words").rglob("*.json"):
        for key in re.findall(r'"([\w.]+)":', path.read_text(encoding="utf-8")):
            found |= {key, f"{path.stem}.{key}"}
    return frozenset(found)


@cache
def modules_named(name: str) -> list[ModuleType]:
    """Return the modules whose last name this is."""
    return [load(module) for module in MODULES if module.rpartition(".")[2] == name]


def leads(start: ModuleType, names: list[str]) -> bool:
    """Whether names lead on from a module, through modules under their own paths and classes."""
    value: object = start
    for at, name in enumerate(names):
        path = ".".join([start.__name__, *names[: at + 1]])
        if path in MODULES or path == "nonet._core":
            value = import_module(path)
        elif hasattr(value, name):
            value = getattr(value, name)
        else:
            owner = getattr(value, "__name__", "")
            return at == len(names) - 1 and has_attribute(owner, name)
        if isinstance(value, ModuleType) and value.__name__ != path:
            return False
    return True


def exists(name: str, path: Path, around: str) -> bool:
    """Whether a name in backticks in a file is that of something; ``around`` is the text that it is in."""
    head, *rest = name.removesuffix("()").split(".")
    if FILE.fullmatch(name):
        return name in file_names()
    if name in message_keys():
        return True
    if head == "nonet":
        return leads(import_module("nonet"), rest)
    if rest and path.suffix in (".py", ".md"):
        owners = [each for each in (head, head.capitalize()) if each in files_of_classes()]
        if owners or modules_named(head):  # a value is called after its class: `position.grid`
            in_modules = any(leads(module, rest) for module in modules_named(head))
            return in_modules or any(has_attribute(owner, rest[0]) for owner in owners)
    if head.startswith("_") and path.suffix == ".py":
        here = [path, *(other for other in FILES if other.name in around)]
        return any(head in names_in(other) for other in here) or hasattr(object, head)
    own = examples(path) if path.suffix == ".md" else frozenset[str]()
    return all(each in all_names() or each in own for each in (head, *rest))


@cache
def examples(page: Path) -> frozenset[str]:
    """Return the names in the examples of a page."""
    found = (match[0] for match in FENCED.finditer(page.read_text(encoding="utf-8")))
    return frozenset(re.findall(r"\w+", " ".join(found)))


def texts(path: Path) -> Iterator[str]:
    """Yield the comments and docstrings of a file, or a page without its examples; all quotes are single."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield FENCED.sub("", text).replace("``", "`")
    else:
        for match in COMMENTS[path.suffix].finditer(text):
            yield match[0].replace("``", "`")


def quoted(path: Path, text: str) -> Iterator[str]:
    """Yield the names in backticks. Single words of a page are of a command or a file as often as of the code."""
    for match in QUOTED.finditer(text):
        is_word = match[1].isalpha() and match[1].islower()
        is_left_out = is_word and path.suffix == ".md"
        if (NAME.fullmatch(match[1]) and not is_left_out) or FILE.fullmatch(match[1]):
            yield match[1]
    for bare in (BARE_NAME, BARE_FILE):
        if bare is BARE_NAME or path.suffix in C:
            yield from (match[0] for match in bare.finditer(text))


def wrong_names(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the names in comments and on pages that lead nowhere."""
    for path in paths:
        for text in texts(path):
            for name in quoted(path, text):
                if name not in OTHERS and not exists(name, path, text):
                    yield f"{path.name}: there is no {name}"
            for name, file in IN_FILE.findall(" ".join(text.split())):
                places = [other for other in FILES if f"/{other.as_posix()}".endswith(f"/{file}")]
                if places and not any(name in names_in(other) for other in places):
                    yield f"{path.name}: {file} has no {name}"


def test_the_names_that_comments_and_pages_use_exist() -> None:
    wrong = sorted(set(wrong_names([*FILES, *PAGES])))
    assert not wrong, "\n".join(wrong)


def test_names_of_others_are_used() -> None:
    used = {
        name for path in [*FILES, *PAGES] for text in texts(path) for name in quoted(path, text)
    }
    assert set(OTHERS) <= used, "nothing names these any more"


def test_a_stale_name_is_found(tmp_path: Path) -> None:
    made = tmp_path / "some.py"
    made.write_text(
        '"""`nonet.steps.gone`, `Puzzle.vanished`, `_MISSING`, `gone_too()`, '
        "`nonet.constraints.fields`, which has another path.\n\n"
        "Right are ``nonet.steps.Step.text``, `Puzzle.hint`, `_HERE`, `position.grid`, `nonet.solve`, `reading.py`.\n"
        '`parse` in `formats/reading.py` is right, and `Puzzle` in `formats/source.py` is not."""\n'
        "_HERE = 1  # `cages.nothing`\n"
    )
    assert list(wrong_names([made])) == [
        "some.py: there is no nonet.steps.gone",
        "some.py: there is no Puzzle.vanished",
        "some.py: there is no _MISSING",
        "some.py: there is no gone_too()",
        "some.py: there is no nonet.constraints.fields",
        "some.py: formats/source.py has no Puzzle",
        "some.py: there is no cages.nothing",
    ]


def test_the_guard_of_a_header_has_its_name() -> None:
    guard = re.compile(r"#ifndef (\w+)\n#define \1\n")
    headers = [path for path in FILES if path.suffix in (".h", ".hpp")]
    found = {path: guard.search(path.read_text(encoding="utf-8")) for path in headers}
    other = [
        f"{path.relative_to(ROOT)}: {match[1]}"
        for path, match in found.items()
        if match and not match[1].endswith(re.sub(r"\W", "_", f"_{path.name}").upper())
    ]
    assert not other, "\n".join(other)
