"""The colours of the web app are those of all pictures, and they can be read."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from nonet.render.themes import THEMES, contrast
from nonet.steps import Role

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

import theme_css


@pytest.mark.parametrize("name", theme_css.FILES)
def test_the_generated_files_are_up_to_date(name: str) -> None:
    text = (theme_css.STATIC / name).read_text(encoding="utf-8")
    assert text == theme_css.FILES[name](), "run scripts/theme_css.py"


def block(selector: str) -> dict[str, str]:
    """Return the custom properties that css/base.css sets for a selector, the first time it has it."""
    css = (theme_css.STATIC / "css" / "base.css").read_text(encoding="utf-8")
    body = css.split(f"{selector} {{", 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--([\w-]+): ([^;]+);", body))


def mixed(color: str, share: float, under: str) -> str:
    """Return what is seen where a share of a colour lies on another one."""
    pairs = [(int(color[i : i + 2], 16), int(under[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(top * share + low * (1 - share)):02x}" for top, low in pairs)


def share_of(name: str) -> float:
    """Return how strong a tint is."""
    found = re.search(r"([\d.]+)%, transparent", block(":root")[name])
    assert found, name
    return float(found[1]) / 100


@pytest.mark.parametrize("name", ["light", "dark", "colour-blind"])
def test_digits_can_be_read_on_every_tint(name: str) -> None:
    theme = THEMES[name]
    palette = [color for key, color in block(":root").items() if key.startswith("palette-")]
    pairs = [re.findall(r"#\w{6}", color) for color in palette]
    colours = [dark if name == "dark" else light for light, dark in pairs]
    assert len(colours) == 9
    selected = mixed(theme.digit, share_of("select"), theme.paper)
    disc = mixed(theme.digit, share_of("same"), selected)
    backgrounds = [theme.paper, selected, disc, *colours]
    backgrounds.append(mixed(theme.ink, share_of("peer"), theme.paper))
    target = theme.roles[Role.TARGET]
    for background in backgrounds:
        assert contrast(theme.ink, background) >= 4.5, background
        assert contrast(theme.digit, background) >= 4.5, background
        # A digit in conflict is large and has a character beside it.
        assert contrast(target, background) >= 3, background
    assert contrast(theme.faint, theme.paper) >= 4.5
    assert contrast(theme.digit, selected) >= 3, "the frame of the selection"
