"""The options of the verbs that explain and rate: hint, steps, rate."""

from nonet.base.options import Choice
from nonet.steps import PROFILES

__all__ = ["PROFILE", "profile"]


def profile(default: str = "nonet") -> Choice:
    """Return the option for the order of the techniques."""
    return Choice(
        f"Order of the techniques: {', '.join(PROFILES)}, or a TOML file.",
        tuple(PROFILES),
        default=default,
        metavar="NAME|FILE",
        or_file=True,
        about="In which order the techniques are tried, see `nonet.steps.profiles`. Techniques that Sudoku Explainer"
        ' does not know need another one than "se", and then there is no ``rating`` and no ``difficulty``.',
    )


PROFILE = profile()
