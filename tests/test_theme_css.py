"""The colours of the web app are those of all pictures, and they can be read."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

import theme_css


@pytest.mark.parametrize("name", theme_css.FILES)
def test_the_generated_files_are_up_to_date(name: str) -> None:
    text = (theme_css.STATIC / name).read_text(encoding="utf-8")
    assert text == theme_css.FILES[name](), "run scripts/theme_css.py"
