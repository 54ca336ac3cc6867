"""A step in words: its title, its outcome, and the text of each level of a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.steps.facts import facts_of
from nonet.steps.parts import rating_text
from nonet.steps.proof import explanation
from nonet.words import LEVELS, Catalogue, Level, catalogue

if TYPE_CHECKING:
    from nonet.steps.step import Step

__all__ = ["describe", "heading", "outcome", "summary", "title"]


def _known(language: str | Catalogue) -> Catalogue:
    return language if isinstance(language, Catalogue) else catalogue(language)


def describe(
    step: Step,
    level: Level = "full",
    language: str | Catalogue = "en",
    *,
    all: bool = False,  # noqa: A002  # `step.text(all=True)`
) -> str:
    """Return a step in words, at one of the `LEVELS`; see `nonet.steps.Step.text`."""
    if level not in LEVELS:
        raise ValueError(f"level must be {', '.join(LEVELS[:-1])} or {LEVELS[-1]}, got {level!r}")
    words = _known(language)
    messages = step.technique.said(words)
    facts = facts_of(step, why=level == "full")
    if level == "name":
        return words.fill("{name}", {"name": messages["name"], **facts})
    if level != "full":
        return words.fill(messages[level], facts)
    facts["why"] = explanation(step, words, all=all)
    return words.phrase("full", facts, variant=step.technique.id)


def title(step: Step, language: str | Catalogue = "en") -> str:
    """Return the name of the technique, or of the constraint, and what it is about: ``X-wing on 9``."""
    words = _known(language)
    messages = step.technique.said(words)
    return words.fill(messages["title"], {"name": messages["name"], **facts_of(step, why=False)})


def heading(step: Step, language: str | Catalogue = "en") -> str:
    """Return the title with the rating: ``X-wing on 9 (3.2)``."""
    words = _known(language)
    return f"{title(step, words)} ({words.number(rating_text(step.rating))})"


def outcome(step: Step, language: str | Catalogue = "en") -> str:
    """Return what follows from a step, in short: ``r1c1=3, r4c5<>27``."""
    return _known(language).phrase("outcome.short", facts_of(step, why=False))


def summary(step: Step, language: str | Catalogue = "en") -> str:
    """Return a step in one line: the technique and what follows."""
    words = _known(language)
    name = step.technique.said(words)["name"]
    return words.phrase("summary", {"name": name, **facts_of(step, why=False)})
