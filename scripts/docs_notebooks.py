"""Notebooks on the site of the documentation: cells and outputs as Markdown, and the file to run.

A code host renders notebooks; the site would show their JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

SUFFIX = ".ipynb"


def as_markdown(text: str, name: str) -> str:
    """Return a notebook as a Markdown page, with a link to the file beside the page."""
    link = f'<a href="{name}" download>{name}</a>'
    return "\n\n".join([*_parts(json.loads(text)["cells"]), f"The notebook, to run it: {link}"])


def _parts(cells: list[dict[str, Any]]) -> Iterator[str]:
    """Yield text, code and outputs.

    >>> list(_parts([{"cell_type": "code", "source": ["1"], "outputs": [{"text": ["1"]}]}]))
    ['```python\\n1\\n```', '```text\\n1\\n```']
    """
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield source
            continue
        yield f"```python\n{source}\n```"
        for output in cell["outputs"]:
            lines = output["text"] if "text" in output else output["data"]["text/plain"]
            yield f"```text\n{''.join(lines).rstrip()}\n```"
