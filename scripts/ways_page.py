"""Write the drawings of docs/ways.md: the files on each way through nonet, as the code enters them.

    .venv/bin/python scripts/ways_page.py             write the page
    .venv/bin/python scripts/ways_page.py --print     print it

Run this after a change of the modules on a way, or of the first sentence of one of them. The ways are those that
`benchmarks/calls.py` counts; the page names them in comments, and its other text is written by hand. Each file is below
the file that called it first. The drawings are lists, which `scripts/docs_theme/assets/docs.css` draws as trees: a list
has links, can be searched and fits a phone.
"""

from __future__ import annotations

import importlib
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))
import calls

PAGE = Path(__file__).resolve().parents[1] / "docs" / "ways.md"
_WAY = re.compile(r"(<!-- way: ([^\n]+) -->\n).*?(<!-- end of the way -->)", re.DOTALL)
_SENTENCE = re.compile(r".*?[.?](?=\s|$)", re.DOTALL)


def drawing(found: list[calls.Call]) -> str:
    """Return the modules of calls as a list, numbered in the order in which they are entered."""
    order = {module: at for at, module in enumerate(dict.fromkeys(each.module for each in found))}
    callers: dict[str, str | None] = {}
    for each in found:
        callers.setdefault(each.module, each.caller)
    last = {each.module for each in found if each.names_core}

    def below(caller: str | None, depth: int) -> list[str]:
        lines = []
        for module in order:
            if callers[module] == caller:
                core = " → **the core**" if module in last else ""
                file, sentence = file_of(module), sentence_of(module)
                line = f"- {order[module] + 1} [{file}](../src/nonet/{file}) {sentence}{core}"
                lines += ["    " * depth + line, *below(module, depth + 1)]
        return lines

    return "\n".join(below(None, 0))


def file_of(module: str) -> str:
    """Return the file of a module, below `src/nonet`.

    >>> file_of("nonet.batch"), file_of("nonet.batch.files")
    ('batch/__init__.py', 'batch/files.py')
    """
    name = module.partition(".")[2].replace(".", "/")
    is_package = hasattr(importlib.import_module(module), "__path__")
    return f"{name}/__init__.py" if is_package else f"{name}.py"


def sentence_of(module: str) -> str:
    """Return the first sentence of a module."""
    match = _SENTENCE.match((importlib.import_module(module).__doc__ or "").strip())
    return " ".join(match[0].split()).replace("``", "`") if match else ""


def page() -> str:
    """Return the page with the drawings of today."""
    with tempfile.TemporaryDirectory() as folder:
        ways = calls.ways(Path(folder))

        def drawn(match: re.Match[str]) -> str:
            found = drawing(calls.calls_of(ways[match[2]]))
            return f'{match[1]}<div class="way" markdown="1">\n\n{found}\n\n</div>\n{match[3]}'

        return _WAY.sub(drawn, PAGE.read_text("utf-8"))


if __name__ == "__main__":
    if sys.argv[1:] == ["--print"]:
        print(page(), end="")
    else:
        PAGE.write_text(page(), "utf-8")
