"""A technique of your own: a Python function that finds steps, with the name, rating and place that a profile needs.

The function gets a `nonet.Position` and yields steps, the simplest first. In a profile it is a technique like the
others: hints and paths come to it in its turn, and its steps are drawn and explained by the same code. What a function
yields is checked against the solution before it is shown, see `nonet.puzzle.finding`.

>>> @own_technique("Lone digit", rating=1.3, after="hidden_single_box", why="{cell} is the last open cell")
... def lone_digit(position):
...     cells = [cell for cell, digit in enumerate(position.grid) if not digit]
...     if len(cells) == 1:
...         yield lone_digit.step(places=(cells[0], *position.candidates()[cells[0]]))
>>> lone_digit, lone_digit.name, lone_digit.rating
(<OwnTechnique lone_digit>, 'Lone digit', 1.3)

A profile takes it with `nonet.steps.Profile.added`, and the file of a profile by ``module:function``. The second runs
code, so it must be allowed for each file that a person names: nothing that comes over the web, and no text of a puzzle
can do it.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from nonet.steps.parts import Chain, Mark, Placement, Role
from nonet.steps.step import Step
from nonet.steps.techniques import Premise, Technique, is_known
from nonet.words.messages import Catalogue

__all__ = ["OwnTechnique", "Words", "loaded", "own_technique"]

Words: TypeAlias = "str | Mapping[str, str]"
"""A text in English, or texts by language, such as ``{"en": "Ring", "fr": "Anneau"}``."""

Digits: TypeAlias = "int | Iterable[int]"


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class OwnTechnique(Technique):
    """A technique that a Python function finds; `own_technique` makes one. Calling it calls the function."""

    find: Callable[[Any], Iterable[Step]]
    rating: float
    before: str | None = None
    after: str | None = None
    texts: Mapping[str, Words] = field(compare=False)

    @property
    def source(self) -> str:
        """Where the function is: ``module:function``, as the file of a profile names it."""
        return f"{self.find.__module__}:{self.find.__qualname__}"

    def __call__(self, position: object) -> Iterator[Step]:
        """Yield what the function finds, unchecked."""
        return iter(self.find(position))

    def step(
        self,
        *,
        places: tuple[int, int] | None = None,
        removes: Mapping[int, Digits] = MappingProxyType({}),
        houses: Iterable[int] = (),
        marks: Mapping[str, Mapping[int, Digits]] = MappingProxyType({}),
        chains: Iterable[Chain] = (),
    ) -> Step:
        """Return a step of this technique.

        ``places`` is a cell and its digit. ``removes`` maps cells to a digit or several; those that are not candidates
        there are dropped later, so a whole line of cells can be named. ``houses`` are indices into ``rules.houses``.
        ``marks`` maps roles, such as ``"base"``, to the cells of the pattern and their digits; what is placed and
        eliminated is marked by itself.
        """
        return Step(
            self,
            self.rating,
            places=None if places is None else Placement(*places),
            removes={cell: _digits(digits) for cell, digits in removes.items()},
            houses=tuple(houses),
            marks=tuple(
                Mark(Role(role), cell, _digits(digits))
                for role, cells in marks.items()
                for cell, digits in cells.items()
            ),
            chains=tuple(chains),
        )

    def entry(self, catalogue: Catalogue) -> Mapping[str, object]:
        """Return its words in a language; what it does not say is built from the step."""
        own = {name: _in_language(text, catalogue.language) for name, text in self.texts.items()}
        if "why" in own:
            own["why"] = own["why"].rstrip(".")  # what follows from it is the end of the sentence
        return {"aliases": (), "title": "{name}", **_DEFAULTS, **own}

    @property
    def page(self) -> str:
        """No page: empty."""
        return ""

    def __repr__(self) -> str:
        return f"<OwnTechnique {self.id}>"

    def __reduce__(self) -> tuple[object, ...]:
        return loaded, (self.source,)


def _digits(digits: Digits) -> frozenset[int]:
    return frozenset([digits] if isinstance(digits, int) else digits)


_DEFAULTS = {name: f"{{own.{name}}}" for name in ("nudge", "where", "why")}


def _in_language(text: Words, language: str) -> str:
    if isinstance(text, str):
        return text
    return text.get(language) or text.get("en") or next(iter(text.values()))


def own_technique(
    name: Words,
    *,
    rating: float,
    before: str | None = None,
    after: str | None = None,
    needs: Premise = Premise.RULES,
    title: Words = "",
    nudge: Words = "",
    where: Words = "",
    why: Words = "",
) -> Callable[[Callable[[Any], Iterable[Step]]], OwnTechnique]:
    """Make a technique of a function that gets a `nonet.Position` and yields steps, the simplest first.

    ``name`` is what people call it; its id is the name of the function. ``rating`` is on the scale of Sudoku Explainer,
    where an X-wing is 3.2. ``before`` or ``after`` is the technique beside it in a profile; without them it
    comes before the first technique with a higher rating. ``needs`` says what must be known of the board.

    ``why`` explains a step, without what follows from it, and may use values of the step in braces: ``{house}``,
    ``{pivot.cells}``, ``{base.digits}``; `nonet.steps.fact_table` lists them. ``where`` and ``nudge`` are hints that
    say less, ``title`` is the heading. Without them, sentences are built from the marks of the step. Each text is a
    string, or texts by language.

    Raises `ValueError` for a text whose braces are wrong, and if nonet has a technique with this id.
    """
    if before is not None and after is not None:
        raise ValueError("expected either before or after")
    texts: dict[str, Words] = {"title": title, "nudge": nudge, "where": where, "why": why}
    texts = {kind: text for kind, text in texts.items() if text}
    for text in texts.values():
        for message in [text] if isinstance(text, str) else text.values():
            Catalogue.check(message)

    def made(find: Callable[[object], Iterable[Step]]) -> OwnTechnique:
        own = find.__name__
        if is_known(own):
            raise ValueError(f"nonet has a technique {own}; choose another name for the function")
        about = (inspect.getdoc(find) or "").split("\n\n")[0].replace("\n", " ")
        return OwnTechnique(
            own,
            "own",
            MappingProxyType({}),
            needs,
            find=find,
            rating=rating,
            before=before,
            after=after,
            texts=MappingProxyType({"name": name, "about": about, **texts}),
        )

    return made


# -- by name --------------------------------------------------------------------------------------

_SOURCE = re.compile(r"([^\W\d]\w*(?:\.[^\W\d]\w*)*):([^\W\d]\w*(?:\.[^\W\d]\w*)*)")


def loaded(source: str, folders: Sequence[Path] = ()) -> OwnTechnique:
    """Return the technique of ``module:function``. This imports the module, which runs its code.

    The module is looked for in ``folders`` first. Raises `ValueError` if there is no such module or technique.
    """
    match = _SOURCE.fullmatch(source)
    if not match:
        raise ValueError(f'expected "module:function", got {source!r}')
    name, path = match.groups()
    with _looking_in(folders):
        try:
            value: object = import_module(name)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{name}.".startswith(f"{error.name}."):
                raise  # the module is there, and misses another one
            beside = f" in {folders[0].absolute()}" if folders else ""
            raise ValueError(f"{source}: there is no module {name}{beside}") from None
    for part in path.split("."):
        value = getattr(value, part, None)
    if not isinstance(value, OwnTechnique):
        raise ValueError(
            f"{source}: expected a function with @nonet.own_technique, found {value!r}"
        )
    return value


@contextmanager
def _looking_in(folders: Sequence[Path]) -> Iterator[None]:
    """Put folders before those that Python looks for modules in."""
    first = [str(folder.resolve()) for folder in folders]
    sys.path[:0] = first
    try:
        yield
    finally:
        for folder in first:
            sys.path.remove(folder)
