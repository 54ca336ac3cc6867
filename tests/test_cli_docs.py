"""Every example in docs/cli.md and the guides is run, and what the page shows is what comes out.

``NONET_GOLDEN=write pytest tests/test_cli_docs.py`` puts the present output into the pages.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from console import GOLDEN, run
from kept import compare

from nonet.base.exits import MEANINGS
from nonet.cli import SECTIONS

PAGE = Path(__file__).parent.parent / "docs" / "cli.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def test_every_command_has_a_section_and_a_place_in_the_table() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for purpose, commands in SECTIONS.items():
        links = ", ".join(f"[{name}](#{name})" for name in commands)
        assert f"| {purpose} | {links} |" in page, f"the table of docs/cli.md lacks: {links}"
    sections = re.findall(r"^## ([a-z-]+)$", page, re.MULTILINE)
    named = [name for names in SECTIONS.values() for name in names]
    assert set(named) - set(sections) == set(), "these commands have no section in docs/cli.md"
    assert set(sections) - set(named) == set(), "these sections are not about a command"


def test_the_page_has_all_exit_codes() -> None:
    rows = "".join(f"| {code} | {meaning} |\n" for code, meaning in MEANINGS.items())
    assert f"| code | meaning |\n|---|---|\n{rows}\n" in PAGE.read_text(encoding="utf-8")


def outputs(block: str) -> str:
    """Return the commands of a block with their output."""
    commands = re.findall(r"^\$ (.*)$", block, re.MULTILINE)
    return "".join(f"$ {command}\n{output(command)}" for command in commands)


def output(command: str) -> str:
    """Run a line for the shell, as far as the page needs one: pipes, and files for the outputs."""
    shown = ""
    for part in command.split(" | "):
        words = shlex.split(part)
        files: dict[str, Path] = {}
        for sign in (">", "2>"):
            if sign in words:
                at = words.index(sign)
                files[sign] = Path(words[at + 1])
                del words[at : at + 2]
        if words[0] == "nonet":
            done = run(*words[1:], stdin=shown, merged=not files)
            for sign, text in ((">", done.out), ("2>", done.err)):
                if sign in files:
                    files[sign].write_text(text, encoding="utf-8")
            shown = done.out * (">" not in files) + done.err * ("2>" not in files)
        else:
            lines = Path(words[-1]).read_text(encoding="utf-8").splitlines(keepends=True)
            assert words[0] in ("cat", "head"), command
            shown = "".join(lines[: int(words[2])] if words[0] == "head" else lines)
    return shown


@pytest.mark.parametrize(
    ("page", "skipped"),
    [
        (PAGE, "$ nonet worst-case\n"),
        pytest.param(PAGE, "", marks=pytest.mark.slow),
        *((guide, "") for guide in sorted(PAGE.parent.glob("guides/*.md"))),
    ],
    ids=lambda value: value.stem if isinstance(value, Path) else value and "quick",
)
def test_the_examples_are_real(
    page: Path, skipped: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def written(block: re.Match[str]) -> str:
        kept = skipped and skipped in block[1]
        return block[0] if kept else f"```console\n{outputs(block[1])}```"

    shutil.copy(GOLDEN / "puzzles.txt", tmp_path)
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    compare(BLOCK.sub(written, text), page)
    assert text.count("$ nonet ") >= 9 or page != PAGE
