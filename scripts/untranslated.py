"""Print the English texts that another language lacks, by section, for translators. `make check` runs it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from nonet import words

_SHOWN = 4
_LEFT = ("plurals",)  # a language has its own rule


def main() -> None:
    """Print a line for each section of a language that lacks texts."""
    others = [language for language in words.languages() if language != "en"]
    lines = [
        f"  {language} {section}: {_listed(keys)}"
        for language in others
        for section, keys in untranslated(language).items()
    ]
    if not lines:
        print(f"Every text is translated into {', '.join(others)}.")
        return
    print("English until somebody translates them (docs/languages.md says how):")
    print("\n".join(lines))


def untranslated(language: str) -> dict[str, list[str]]:
    """Return the keys of the texts that a language lacks, by section; a group of the app is a section of its own."""
    own, found = dict(_flat(words.written(language))), dict[str, list[str]]()
    for (section, *path), _ in _flat(words.written("en")):
        if (section, *path) not in own and section not in _LEFT:
            here = [section, path.pop(0)] if section == "app" else [section]
            found.setdefault("/".join(here), []).append(".".join(path))
    return found


def _flat(
    group: Mapping[str, Any], above: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield all texts with the names that lead to them; aliases are names, not texts."""
    for name, entry in group.items():
        if isinstance(entry, Mapping):
            yield from _flat(entry, (*above, name))
        elif name != "aliases":
            yield (*above, name), entry


def _listed(keys: list[str]) -> str:
    """Return the first keys, and how many more there are."""
    more = len(keys) - _SHOWN
    return ", ".join(keys[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


if __name__ == "__main__":
    main()
