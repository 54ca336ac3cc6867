"""Formats that are plug-ins: those of nonet, and one of another package."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

from nonet.formats.table import ROWS

MODULE = """
from nonet.formats import Clues, Format
from nonet.formats.base import each_line
from nonet.formats.board_builder import BoardBuilder

def parse(line, rules=None):
    board = BoardBuilder(4)
    board.fill_all(int(cell) for cell in line.removeprefix("mine="))
    return board.build(rules)

FORMATS = (
    Format("mine", "mine= before the cells", (), "nothing", "mine=" + "1" + "0" * 15, each_line(parse),
           recognise=Clues(line=lambda text: text.startswith("mine="))),
)
"""

USE = """
import sys
from nonet import formats
formats.plug_in("mine", "my_format", line="mine=")
assert "my_format" not in sys.modules
assert formats.parse("." * 80 + "1").givens[80] == 1 and "my_format" not in sys.modules
print(list(formats.FORMATS)[-2:], formats.sniff("mine=12").name)
print(formats.parse("mine=12" + "0" * 14).givens.text())
print([str(found) for found in formats.read(["mine=9" + "0" * 15], errors="yield")])
"""


def test_a_package_of_others_adds_a_format(tmp_path: Path) -> None:
    (tmp_path / "my_format.py").write_text(MODULE)
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", USE], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines() == [
        "['nested-json', 'mine'] mine",
        "12..............",
        "['line 1: r1c1: expected a digit 1 to 4, found 9']",
    ], done.stderr


def test_a_rare_format_is_in_a_file_of_its_own() -> None:
    rare = {name: row.module for name, row in ROWS.items() if ".rare." in row.module}
    assert len(rare) == 6
    for name, module in rare.items():
        assert [fmt.name for fmt in importlib.import_module(module).FORMATS] == [name]


def test_rare_formats_are_loaded_when_they_are_needed() -> None:
    code = (
        "import sys\nfrom nonet import formats\nformats.parse('5' + '.' * 80)\n"
        "print([name for name in sys.modules if name.startswith('nonet.formats.rare.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
