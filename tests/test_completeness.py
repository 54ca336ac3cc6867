"""Check names, documentation and size of the modules."""

from __future__ import annotations

import importlib
import inspect
import random
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from kinds import KINDS
from modules import MODULES, load
from random_constraints import MAKERS, TRIED_APART, digits_that_meet, random_constraint
from test_constraints_sets import EXAMPLES, NINE

import nonet
from nonet import deduction, teach
from nonet.formats import table
from nonet.generating.layouts import VARIANTS
from nonet.rules import Rules, constraints, variants
from nonet.rules.constraints import Constraint, kinds
from nonet.rules.constraints.fields import Parts
from nonet.rules.constraints.marks import Dot, Line, Outside
from nonet.steps import TECHNIQUES, VARIANT_TECHNIQUES
from nonet.teach import registry
from nonet.words import catalogue, texts

sys.path.append(str(Path(__file__).parents[1] / "scripts"))
import kinds_js
import verb_pages

ROOT = Path(__file__).parents[1]
PACKAGE = Path(nonet.__file__).parent


def public(owner: Any) -> Iterator[tuple[str, Any]]:
    """Yield the names and values that are defined in the module or class itself."""
    for name, value in vars(owner).items():
        if name.startswith("_"):
            continue
        if isinstance(owner, ModuleType):
            if getattr(value, "__module__", None) == owner.__name__ and callable(value):
                yield name, value
        elif callable(value) or isinstance(value, (property, classmethod, staticmethod)):
            yield name, value
        elif hasattr(value, "func"):  # cached_property
            yield name, value.func


def documented(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield functions, classes and their methods with their full names."""
    for name, value in public(module):
        if not (inspect.isclass(value) or inspect.isfunction(value)):
            continue
        yield name, value
        if inspect.isclass(value):
            for inner, method in public(value):
                yield f"{name}.{inner}", method


def sort_key(name: str) -> tuple[int, str]:
    """Constants first, then classes, then the rest."""
    return (0 if name.isupper() and len(name) > 1 else 1 if name[0].isupper() else 2), name


def test_all_is_sorted_and_exists() -> None:
    for module in map(load, ["nonet", *MODULES]):
        names = getattr(module, "__all__", ())
        assert list(names) == sorted(names, key=sort_key), module.__name__
        assert len(set(names)) == len(names), module.__name__
        assert [n for n in names if not hasattr(module, n)] == [], module.__name__


def test_the_public_names() -> None:
    shown = {
        name
        for name, value in vars(nonet).items()
        if not name.startswith("_")
        and not (inspect.ismodule(value) and value.__name__.startswith("nonet."))
    }
    names = getattr(nonet, "__all__", None)
    if names is not None:
        assert len(names) <= 44
        assert shown <= set(names), "a public name is missing in __all__"
    assert len(shown) <= 42
    assert {"Puzzle", "Grid", "Candidates", "CellSet", "Rules", "NonetError"} <= shown


def test_every_error_is_public() -> None:
    from nonet import errors

    assert [name for name in errors.__all__ if getattr(nonet, name, None) is None] == []


def test_everything_public_is_documented() -> None:
    modules = [load(name) for name in ["nonet", *MODULES]]
    assert [module.__name__ for module in modules if not (module.__doc__ or "").strip()] == []
    named = [each for module in modules for each in documented(module)]
    assert [full for full, value in named if not inspect.getdoc(value)] == []


SOURCES = sorted([*PACKAGE.rglob("*.py"), *(ROOT / "core").rglob("*.[ch]*")])


def test_files_stay_readable() -> None:
    assert [path for path in SOURCES if len(path.read_text("utf-8").splitlines()) > 800] == []


@pytest.mark.parametrize("page", ["variants.md", "cli.md", "formats.md"])
def test_every_word_for_rules_is_on_the_page(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    rows = "\n".join(line for line in text.splitlines() if line.startswith("|"))
    assert [word for word in variants._EXTRA if f"`{word}`" not in rows] == []


def test_every_word_for_rules_is_explained_and_tested() -> None:
    assert variants.__doc__ is not None
    assert [word for word in variants._EXTRA if f"``{word}``" not in variants.__doc__] == []
    tried = {word for kind in KINDS for word in kind.words.split()}
    assert set(variants._EXTRA) <= tried, "each word has a kind of board in kinds.py"


ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in (ROOT / "docs" / "variants.md").read_text("utf-8").splitlines()
    if line.startswith("| `")
]
DOCUMENTED = {row[0].strip("| `"): row for row in ROWS if len(row) == 4}
LOOPS = re.findall(
    r"`(\w+)`",
    (ROOT / "docs" / "variants.md")
    .read_text("utf-8")
    .split("A line of the kinds ")[1]
    .partition("\n\n")[0],
)
COUNTED = [
    [part.strip() for part in line.split(" | ")]
    for line in (ROOT / "tests" / "data" / "constraints.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


WITH_FORMATS = sorted(set(table.FORMATS.modules.values()))


@pytest.mark.parametrize("module", WITH_FORMATS)
def test_the_table_names_the_formats_of_each_module(module: str) -> None:
    """ROWS of nonet/formats/table.py says which module has a format, so that only that one is loaded."""
    found = [fmt.name for fmt in importlib.import_module(module).FORMATS]
    assert found == [name for name in table.LISTED if table.FORMATS.modules[name] == module]


def test_the_files_to_begin_with_open_with_their_list() -> None:
    """CONTRIBUTING.md names the file for each kind of change; the list of what it needs is there."""
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Where to begin")[2]
    table = page.partition("\n\n")[2].partition("Everything that a user sees")[0]
    paths = re.findall(r"\]\(([^)]+)\)", table)
    assert len(paths) >= 18
    begins = re.compile(r"^(// )?(A new |New |Something new |To add an option)", re.MULTILINE)
    assert [path for path in paths if not begins.search((ROOT / path).read_text("utf-8"))] == []
    assert len((ROOT / "CONTRIBUTING.md").read_bytes()) <= 10_000, "a guide, not a reference"


def test_the_kinds_to_start_from_are_where_the_list_says() -> None:
    named = re.findall(r"`(\w+)\.([A-Z]\w+)`", constraints.__doc__ or "")
    found = {kind.__module__.rpartition(".")[2] + "." + kind.__name__ for kind in kinds().values()}
    assert len(named) >= 5
    assert [f"{module}.{name}" for module, name in named if f"{module}.{name}" not in found] == []


def test_no_two_formats_share_a_name() -> None:
    assert sorted(table.LISTED) == sorted(set(table.LISTED))


def test_every_module_with_formats_is_in_the_table() -> None:
    folder = ROOT / "src" / "nonet"
    found = {
        ".".join(path.relative_to(folder.parent).with_suffix("").parts)
        for path in (folder / "formats").rglob("*.py")
        if re.search(r"^FORMATS = ", path.read_text("utf-8"), re.MULTILINE)
    }
    assert found == set(WITH_FORMATS)
    assert set(table.FORMATS) == set(table.LISTED) == set(table.ROWS)


TRIED = TRIED_APART | set(MAKERS) | {each.word for each in (*EXAMPLES, *NINE)}


def lacks(message: str, check: Callable[[], object]) -> list[str]:
    """Return the message if the check is not met, with the error if it raises one."""
    try:
        return [] if check() else [message]
    except Exception as error:
        return [f"{message} ({type(error).__name__}: {error})"]


def is_often_met(word: str) -> bool:
    """Return whether half of some random constraints of a kind can be met, so that the laws say something of it."""
    space, rng = Rules().space, random.Random(1)
    made = [random_constraint(word, rng, space) for _ in range(40)]
    return 2 * sum(digits_that_meet(each, space, rng) is not None for each in made) >= len(made)


def scripts_to_run(word: str) -> Iterator[str]:
    """Yield what is written by a script, and does not name a kind as often as it would now."""
    made = {kinds_js.STATIC / name: ("kinds_js", text) for name, text in kinds_js.FILES.items()}
    made[verb_pages.DOCS / "generating.md"] = "verb_pages", verb_pages.PAGES["generating.md"]
    named = re.compile(rf"\b{word}\b")
    for path, (script, text) in made.items():
        if len(named.findall(path.read_text("utf-8"))) != len(named.findall(text())):
            yield f"its row in {path.name}: run scripts/{script}.py"


def steps_missing(word: str) -> Iterator[str]:
    """Yield what a kind of constraint lacks of the checklist in `nonet.rules.constraints`."""
    kind = kinds()[word]
    if word not in TRIED:
        yield "the laws try it: MAKERS of random_constraints.py or EXAMPLES of test_constraints_sets.py"
    elif word in MAKERS:
        seldom = "a maker in MAKERS of random_constraints.py: half of those made from its fields cannot be met"
        yield from lacks(seldom, partial(is_often_met, word))
    if word not in {row[0] for row in COUNTED} | {"regions"}:
        yield "a puzzle in tests/data/constraints.txt"
    english = catalogue("en")
    name = f"its name for the page, kind.{word} in words/en/app/set.json"
    yield from lacks(name, partial(english.app, f"set.kind.{word}"))
    if word in VARIANTS:
        offered = f"its name among the variants of the page, board.{word} in words/en/app/new.json"
        yield from lacks(offered, partial(english.app, f"new.board.{word}"))
        if f"`{word}`" not in (ROOT / "docs" / "generating.md").read_text("utf-8"):
            yield "its name under Variants in docs/generating.md"
    if word not in DOCUMENTED:
        yield "a row in docs/variants.md (what follows from its example is looked at then)"
        return
    _, name, example, meaning = DOCUMENTED[word]
    if name != f"`{kind.__name__}`" or not meaning:
        yield f"`{kind.__name__}` and its meaning in the row of docs/variants.md"
    if (
        any(getattr(field, "loop", False) for field in kind.parameters.values())
        and word not in LOOPS
    ):
        yield "its name below the lines of docs/variants.md, among those that may be a loop"
    if word == "regions":  # it needs unknown cells, which only a model has
        return
    try:
        rules = variants.parse_rules(example.strip("`"))
        (each,) = rules.constraints
        assert type(each) is kind, "another kind"
    except (ValueError, AssertionError) as error:
        yield f"an example in the row of docs/variants.md ({error})"
        return
    yield from lacks("its sentence in words/en/constraints.json", partial(each.text, "en"))
    written = "its form, with which it is read as it is written"
    yield from lacks(written, lambda: variants.parse_rules(variants.format_rules(rules)) == rules)
    yield from lacks("its primitives", lambda: list(each.primitives(rules.space)))
    empty = "violations that an empty board does not have"
    yield from lacks(empty, lambda: not list(each.violations({}, rules.space)))
    yield from lacks("its marks", lambda: list(each.marks(rules.space))) or unsaid(each, rules)
    yield from scripts_to_run(word)


def unsaid(each: Constraint, rules: Rules) -> Iterator[str]:
    """Yield what the marks of a constraint ask for besides: a technique, and a sentence for several."""
    marks, key = list(each.marks(rules.space)), each.sentence()[0]
    lines = [mark for mark in marks if isinstance(mark, Line)]
    named = any("technique" in vars(base) for base in type(each).__mro__ if base is not Constraint)
    if lines and not named:
        yield "its `technique`, most often line_clue"
    if any(isinstance(field, Parts) for field in each.parameters.values()):
        return  # the marks are those of others
    is_shown = any(line.role != "rule" for line in lines)
    is_shown |= any(isinstance(mark, (Dot, Outside)) for mark in marks)
    if is_shown and catalogue("en").each(*each.sentence()) is None:
        yield f"one sentence for several beside a drawing: {key}.each in words/en/constraints.json"


@pytest.mark.parametrize("word", kinds())
def test_every_kind_of_constraint_is_complete(word: str) -> None:
    missing = list(steps_missing(word))
    checklist = (constraints.__doc__ or "").partition("A new kind\n==========\n")[2]
    shown = "".join(f"- {step}\n" for step in missing)
    assert not missing, f"{word} lacks:\n{shown}\nA new kind needs:\n{checklist}"


def parts_missing(name: str) -> Iterator[str]:
    """Yield what a teaching algorithm lacks of the checklist in `nonet.teach.registry`."""
    about, pages = teach.algorithm(name), ROOT / "docs" / "algorithms"
    tests = [
        (ROOT / "tests" / f"test_teach{end}.py").read_text("utf-8") for end in ("_facts", "_more")
    ]
    if about.name != name:
        yield f"ALGORITHM of teach/{name}.py has this name, not {about.name}"
    if not any(f'"{name}"' in text for text in tests):
        yield "its counters in tests/test_teach_facts.py, or its name at the top of tests/test_teach_more.py"
    if not all((pages / file).exists() for file in (f"{name}.md", f"films/{name}.svg")):
        yield f"its page and its film: run scripts/algorithm_pages.py {name}"
    elif f"({name}.md)" not in (pages / "README.md").read_text("utf-8"):
        yield "its row in docs/algorithms/README.md: run scripts/algorithm_pages.py"
    lab = texts("en")["app"]["lab"]
    for fact in ("title", "idea"):
        if lab.get(f"algorithms.{name}.{fact}") != getattr(about, fact):
            yield f"its {fact} for the Lab, algorithms.{name}.{fact} in words/en/app/lab.json, as in ALGORITHM"


@pytest.mark.parametrize("name", teach.names())
def test_every_algorithm_is_complete(name: str) -> None:
    missing = list(parts_missing(name))
    checklist = (registry.__doc__ or "").partition("A new algorithm\n===============\n")[2]
    shown = "".join(f"- {part}\n" for part in missing)
    assert not missing, f"{name} lacks:\n{shown}\nA new algorithm needs:\n{checklist}"


def test_the_names_of_the_parts_of_each_kind_are_on_the_page() -> None:
    text = (ROOT / "docs" / "variants.md").read_text("utf-8").split("### Names in YAML and JSON")[1]
    found: dict[str, list[str]] = {}
    for line in text.split("\n## ")[0].splitlines():
        if line.startswith("| `"):
            words, names = (re.findall(r"\(?`\w+`\)?", cell) for cell in line.split("|")[1:3])
            found |= {word.strip("`"): [name.replace("`", "") for name in names] for word in words}
    assert found == {
        word: [
            name if field.is_required else f"({name})" for name, field in kind.parameters.items()
        ]
        for word, kind in kinds().items()
        if len(kind.parameters) > 1
    }


def test_every_function_of_the_core_is_listed_and_fuzzed() -> None:
    header = (ROOT / "core" / "core.h").read_text("utf-8")
    names = set(re.findall(r"\b(nonet_\w+)\(", header))
    listed = re.findall(r"nonet_[\w*]+", header.partition("CONTENTS")[2].partition("*/")[0])
    helpers = {name for name in names if name.endswith("_workspace_bytes")}
    missing = [n for n in names - helpers if not any(fnmatch(n, pattern) for pattern in listed)]
    assert missing == [], "the contents at the top of core.h name every function"
    fuzz = "".join(path.read_text("utf-8") for path in (ROOT / "core" / "fuzz").iterdir())
    called = set(re.findall(r"\b(nonet_\w+)\(", fuzz))
    assert names - called <= {"nonet_isa_current"}, "core/fuzz calls every function"


def test_the_package_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()


def test_only_the_engine_sees_the_core() -> None:
    files = {name: load(name).__file__ for name in MODULES if not name.startswith("nonet.engine")}
    imported = re.compile(r"^\s*(from|import)\b.*\b_core\b", re.MULTILINE)
    assert None not in files.values()
    assert [
        name for name, at in files.items() if imported.search(Path(at or "").read_text("utf-8"))
    ] == []


def technique_missing(id: str) -> Iterator[str]:
    """Yield what a technique lacks of the checklists in `nonet.steps.techniques` and `nonet.deduction`."""
    words, package, pages = catalogue("en"), PACKAGE, ROOT / "docs" / "techniques"
    is_of_variants = id in {known.id for known in VARIANT_TECHNIQUES}
    if is_of_variants and id not in {*deduction.FINDERS, *OF_CHAINS}:
        yield "a finder in FINDERS of its module in src/nonet/deduction"
    if id not in words.techniques:
        yield "its words, in techniques/<family>.json of words/en"
    if id not in texts("en")["lessons"]:
        yield "its lesson, in techniques/<family>.json of words/en"
    tables = (package / "steps" / "profiles").glob("*.toml")
    placed = {name for t in tables for name in tomllib.loads(t.read_text("utf-8"))["techniques"]}
    if id not in placed:
        yield "its place and rating in src/nonet/steps/profiles/nonet.toml"
    if id not in tomllib.loads((ROOT / "scripts" / "technique_pages.toml").read_text("utf-8")):
        yield "its prose in scripts/technique_pages.toml"
    boards = (package / "generating" / "examples.txt").read_text("utf-8")
    if f"\n{id} |" not in boards and id not in TOO_RARE:
        yield "three boards in src/nonet/generating/examples.txt: scripts/examples_stock.py finds them"
    if not (pages / f"{id}.md").exists():
        yield f"docs/techniques/{id}.md: scripts/technique_pages.py writes it"


TOO_RARE = {"nested_dynamic_chain_2"}
"""Techniques without three known puzzles."""

OF_CHAINS = {"common_peers", "short_contradiction"}
"""Techniques of boards with other rules that are found elsewhere: by the core, and by chains."""


@pytest.mark.parametrize("id", [known.id for known in (*TECHNIQUES, *VARIANT_TECHNIQUES)])
def test_every_technique_is_complete(id: str) -> None:
    shown = "".join(f"- {step}\n" for step in technique_missing(id))
    lists = "src/nonet/steps/techniques.py and src/nonet/deduction/__init__.py"
    assert not shown, f"{id} lacks:\n{shown}\nWhat a new technique needs stands in {lists}."
