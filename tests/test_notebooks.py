"""The notebooks in examples/notebooks: their cells run in order, and the kept outputs are what comes out.

``NONET_GOLDEN=write pytest tests/test_notebooks.py`` puts the present outputs into them.
"""

from __future__ import annotations

import ast
import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from kept import compare

HOME = Path(__file__).parents[1]
sys.path.insert(0, str(HOME / "scripts"))
import docs_links  # noqa: E402

NOTEBOOKS = sorted((HOME / "examples" / "notebooks").glob("*.ipynb"))
GUIDES = ("teacher", "trainer", "researcher")
_MOST = 20_000  # bytes of a notebook; a picture inside would take more


def outputs(source: str, number: int, namespace: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell and return what a notebook shows below it, as text."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), namespace)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), namespace)
    found: list[dict[str, Any]] = []
    if text := printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": lines(text)})
    if value is not None:
        shown = {
            "data": {"text/plain": lines(repr(value))},
            "execution_count": number,
            "metadata": {},
            "output_type": "execute_result",
        }
        found.append(shown)
    return found


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def written(notebook: dict[str, Any]) -> str:
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def test_the_guides_name_every_notebook() -> None:
    named = set()
    for guide in GUIDES:
        page = f"docs/guides/{guide}.md"
        found = docs_links.links((HOME / page).read_text("utf-8"))
        places = {HOME / docs_links.target(page, link.path) for link in found}
        assert places & {*NOTEBOOKS}, f"{page} has no link to a notebook"
        named |= places
    assert NOTEBOOKS and {*NOTEBOOKS} <= named


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_link_leads_to_a_file(path: Path) -> None:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    text = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    found = [link.path for link in docs_links.links(text)]
    assert found and [link for link in found if not (path.parent / link).exists()] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_cells_show_what_comes_out(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    notebook = json.loads(path.read_text("utf-8"))
    namespace: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, 1):
        cell["execution_count"] = number
        cell["outputs"] = outputs("".join(cell["source"]), number, namespace)
    compare(written(notebook), path)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_small_and_in_the_present_format(path: Path) -> None:
    notebook = json.loads(path.read_text("utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids) and notebook["cells"][0]["source"][0].startswith("# ")
    assert path.stat().st_size < _MOST and "base64" not in path.read_text("utf-8")
