"""Options that mean the same in many verbs."""

from nonet.options import Choice, RulesText, Whole

__all__ = ["BUDGET", "LANGUAGE", "RULES", "THREADS", "language"]


def _languages() -> tuple[str, ...]:
    from nonet import words

    return words.languages()


def language(usual: str, default: str | None = None) -> Choice:
    """Return the option for the language of sentences; ``usual`` says which one it is without the option."""
    sentence = f"Such as en, fa, fr or vi (default: {usual})."
    return Choice(sentence, _languages, default=default, metavar="LANG")


BUDGET = Whole("Give a puzzle up after {metavar} guesses.", 1, asked=10**15)
LANGUAGE = language("your locale")
RULES = RulesText("Such as 2x3, diagonals or antiknight (see docs).")
THREADS = Whole("Threads (default: one per processor).", 1, 1024, flags=("--jobs", "-j"))
"""At most 1024: far more than any machine has processors for, and what a system can start."""
