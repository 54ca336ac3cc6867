"""Options that mean the same in many verbs."""

# The types are evaluated here, because the options are in them.

from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, TypedDict

from nonet.base.errors import RulesError
from nonet.base.options import Choice, RulesText, Seed, Whole
from nonet.rules.variants import jumps, parse_rules, some_rules

__all__ = ["BUDGET", "LANGUAGE", "LIMIT", "RULES", "SEED", "THREADS", "Seeded", "language"]


def _languages() -> tuple[str, ...]:
    from nonet import words

    return words.languages()


def language(usual: str, default: str | None = None) -> Choice:
    """Return the option for the language of sentences; ``usual`` says which one it is without the option."""
    sentence = f"Such as en, fa, fr or vi (default: {usual})."
    return Choice(sentence, _languages, default=default, metavar="LANG")


def _check_rules(words: str, flag: str) -> Iterator[str]:
    """Yield remarks on rules; raise `ValueError` for rules that fit no board.

    Rules that do not fit one board are an error of its row.
    """
    if not words.strip():
        raise ValueError(f"{flag} is empty; leave it out for the usual rules")
    try:
        some_rules(words)
    except RulesError as error:
        raise ValueError(f"{flag}: {error}") from None
    with suppress(RulesError):  # a board reports cells that only larger boards have
        yield from jumps(parse_rules(words))


BUDGET = Whole("Give a puzzle up after {metavar} guesses.", 1, asked=10**15)
LANGUAGE = language("your locale")
LIMIT = Whole("Stop counting at {metavar} solutions (default: 2).", 1, asked=10**15)
RULES = RulesText("Such as 2x3, diagonals or antiknight (see docs).", check=_check_rules)
SEED = Seed("Random seed (default: {default}).", default=0)
THREADS = Whole("Threads (default: one per processor).", 1, 1024, flags=("--jobs", "-j"))
"""At most 1024: far more than any machine has processors for, and what a system can start."""


class Seeded(TypedDict, total=False):
    """A seed, which is a random one by default."""

    seed: Annotated[int | None, Seed("Random seed (default: a random one).")]
