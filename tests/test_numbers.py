"""Text becomes a number in one place: who else may call ``int`` and ``float``, and on what.

``int(text)`` reads what no format means and raises for thousands of digits, so a reader that calls it is one guard
away from a traceback. What is a number already becomes another kind by `operator.index` (a whole number of NumPy, a
truth value), which refuses text, by `round`, or by a call that shows that it holds no text.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_layers import SOURCE, modules

from nonet.base.errors import ParseError
from nonet.base.numbers import LONGEST, decimal_of, number_of, read_number

READER = "base/numbers.py"
KINDS = {"int", "float", "complex", "Decimal", "Fraction"}
ARITHMETIC = (
    ast.Sub,
    ast.Div,
    ast.FloorDiv,
    ast.Pow,
    ast.BitOr,
    ast.BitAnd,
    ast.LShift,
    ast.RShift,
)
COUNTED = {"bool", "len", "round", "sum", "isinstance", "any", "all"}
TYPES_ASKED = {"isinstance", "issubclass", "TypeVar", "Answer", "is_list_of"}

# What is a number and does not look it: the statement's part, and why it is one.
NUMBERS: dict[str, dict[str, str]] = {
    "puzzle/odds.py": {"Fraction(self.count(cell, digit), self.total)": "of numbers"},
    "teach/row_permutation.py": {"Decimal(number)": "of a number"},
    "web/python/_core.py": {
        "int(_exports.call(self.number, values, _memory.take(size), size, counters))": "of JavaScript",
        "int(value)": "a handle of the page",
        "int(self._work)": "a counter",
    },
    "lab/comparison.py": {"float(value)": "a factor or a counter"},
    "web/answers.py": {"{'cell': int, 'name': str, 'from': int, 'to': int}": "types of an answer"},
    "steps/profiles.py": {
        "float(most)": "of TOML, checked",
        "float(rating)": "of TOML, checked",
    },
    "formats/lz_string.py": {
        "int(bits[at:at + 6], 2)": "bits written in the module",
        "int(bits[::-1], 2)": "bits written in the module",
    },
    "puzzle/missing_givens.py": {"int(column.translate(figures), 2)": "bits of a board"},
    "batch/keys.py": {"int(text[at:at + 16], 16)": "16 figures of a board"},
    "cli/commands/worst_case.py": {"float(f'{run.expected_calls:.1g}')": "a float, rounded"},
    "tables/column_types.py": {
        "return (int, int)": "a type, and numbers that Arrow wrote",
        "return (float, float)": "a type, and numbers that Arrow wrote",
    },
    "tables/array_text.py": {"map(int, board)": "numbers of NumPy"},
    "batch/rows.py": {"(boards == blank).any(axis=1).astype(int)": "truth values"},
}


def is_number(node: ast.expr) -> bool:
    """Whether an expression is a number or a truth value by the look of it."""
    match node:
        case ast.Constant():
            return isinstance(node.value, (int, float))
        case ast.UnaryOp():
            return isinstance(node.op, ast.Not) or is_number(node.operand)
        case ast.BoolOp():
            return all(map(is_number, node.values))
        case ast.BinOp(op=ast.Mult()):  # a text times a number is a text
            return is_number(node.left) and is_number(node.right)
        case ast.BinOp(op=ast.Add()):
            return is_number(node.left) or is_number(node.right)
        case ast.BinOp():
            return isinstance(node.op, ARITHMETIC)
        case ast.Call(func=ast.Attribute(attr=name)):
            return name == "sum"
        case ast.Call(func=ast.Name(id=name)):
            return name in COUNTED
    return isinstance(node, ast.Compare)


def parts(value: ast.expr | None) -> list[ast.expr]:
    return value.elts if isinstance(value, ast.Tuple) else [value] if value else []


def uses(tree: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Yield each use of `int` or `float` as a function, with the expression or statement around it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            inner = [*node.args, *(each.value for each in node.keywords if each.arg != "kind")]
            if isinstance(node.func, ast.Name) and node.func.id in TYPES_ASKED:
                continue
            if isinstance(node.func, ast.Name) and node.func.id in KINDS:
                if len(node.args) != 1 or not is_number(node.args[0]):
                    yield node, node
                continue
        elif isinstance(node, (ast.Return, ast.Assign, ast.NamedExpr, ast.Lambda)):
            value = node.body if isinstance(node, ast.Lambda) else node.value
            inner = parts(value)
        elif isinstance(node, ast.IfExp):
            inner = [node.body, node.orelse]
        elif isinstance(node, ast.Dict):
            inner = [
                each for v in node.values for each in (v.elts if isinstance(v, ast.Tuple) else [v])
            ]
        else:
            continue
        for each in inner:
            if isinstance(each, ast.Name) and each.id in KINDS:
                yield each, node


def unread(path: Path) -> Iterator[str]:
    """Yield what of a file may read a number out of text."""
    name = path.relative_to(SOURCE).as_posix()
    known = NUMBERS.get(name, {})
    for use, around in uses(ast.parse(path.read_text(encoding="utf-8"))):
        if ast.unparse(around) not in known:
            yield f"{name}:{use.lineno}: {ast.unparse(around)}"  # type: ignore[attr-defined]


def test_text_becomes_a_number_in_one_module() -> None:
    wrong = [each for path in modules() for each in unread(path) if path != SOURCE / READER]
    assert not wrong, (
        f"to nonet.base.numbers, operator.index, or {__name__}.NUMBERS with\n" + "\n".join(wrong)
    )


def test_the_table_of_numbers_has_no_line_too_many() -> None:
    for name, known in NUMBERS.items():
        found = uses(ast.parse((SOURCE / name).read_text(encoding="utf-8")))
        assert set(known) == {ast.unparse(around) for _, around in found}, name


def test_the_test_sees_the_ways_to_read_a_number() -> None:
    for code in (
        "int(text)", "float(words[0])", "int(text, 36)", "map(int, text)", "x = sorted(a, key=float)",
        "int('1' + text)", "int(text * 2)", "read = int", "{1: ('n', int)}", "f = lambda t: int(t)",
        "int(text[1:] or 0)", "[int(x) for x in text]", "int(str(5))", "def f():\n return int",
    ):  # fmt: skip
        assert list(uses(ast.parse(code))), code
    for code in (
        "int(a == b)",
        "int(a / 4 + 64)",
        "int(not a)",
        "x: int = 3",
        "isinstance(a, int)",
    ):
        assert not list(uses(ast.parse(code))), code


# -- the numbers themselves -----------------------------------------------------------------------


WRONG = [
    "",
    "-",
    "+1",
    " 1",
    "1 ",
    "1_0",
    "1.0",
    "x",
    "\u0663",
    "\uff17",
    "\xb2",
    "\u2167",
    "1e3",
    "0x1",
]
WRONG += [
    "--1",
    "1\n",
    "\0",
    "\ud800",
    "9" * 5_000,
    "0" * 5_000,
    "-" + "9" * 5_000,
    "1" * (LONGEST + 1),
]


def test_what_is_no_number_is_none_and_never_an_exception() -> None:
    for text in WRONG:
        assert number_of(text, 10**200, least=-(10**200)) is None
        with pytest.raises(ParseError, match="expected a number from 0 to 9, found"):
            read_number(text, 9)
    decimals = [text for text in WRONG if decimal_of(text, 1e308, least=-1e308) is not None]
    assert decimals == ["1.0", "1e3"]


def test_a_number_is_what_python_reads_within_the_limits() -> None:
    rng = random.Random(1)
    for _ in range(2_000):
        value = rng.randrange(-(10 ** rng.randint(0, 60)), 10 ** rng.randint(0, 60))
        text = ("-" if value < 0 else "") + "0" * rng.randint(0, 3) + str(abs(value))
        assert number_of(text, value, least=min(value, 0)) == value
        assert number_of(text, value - 1, least=-(10**99)) is None
        assert number_of(text, 10**99, least=value + 1) is None


def test_cells_of_a_board_may_have_digits_of_any_script() -> None:
    found = [
        number_of(text, 36, any_script=True)
        for text in ("\u06f7", "\uff13", "\u06f1\u06f2", "\xb2")
    ]
    assert found == [7, 3, 12, None]
    assert number_of("\u06f1" * 5_000, 36, any_script=True) is None


# -- who unpacks and parses ------------------------------------------------------------------------

# What a short text makes long, or deep: the call, the modules with limits, and those that read what nonet wrote.
OWN: tuple[str, ...] = (
    "web/site.py",
    "web/pages.py",
    "game/keys.py",
    "words/__init__.py",
    "generating/daily.py",
)
OWN += (
    "generating/technique_stock.py",
    "batch/folders.py",
    "batch/files.py",
    "tables/column_types.py",
)
PARSERS: dict[str, tuple[str, ...]] = {
    "json.loads": ("formats/json_lines.py", *OWN),
    "json.JSONDecoder": ("base/strict_json.py",),
    "zlib.decompressobj": ("base/limits.py", "base/packed.py"),
    "zlib.decompress": (),
    "yaml.load": ("formats/yaml_text.py",),
    "expat.ParserCreate": ("formats/xml_text.py",),
    "tomllib.loads": ("steps/profiles.py",),
    "ast.literal_eval": (),
    "pickle.loads": (),
}


def test_text_from_strangers_is_parsed_where_the_limits_are() -> None:
    found: dict[str, set[str]] = {call: set() for call in PARSERS}
    for path in modules():
        text = path.read_text(encoding="utf-8")
        for call, users in found.items():
            if f"{call}(" in text or f"{call})" in text:
                users.add(path.relative_to(SOURCE).as_posix())
    assert found == {call: set(users) for call, users in PARSERS.items()}
