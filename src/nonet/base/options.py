"""What an option of a verb is: its type, limits, default and help, declared once for all who show it.

An option is the type of a field or parameter: ``Annotated[int, Whole("Stop after {metavar} runs.", 1, default=2)]``.
The fields of a `TypedDict` are a group of options, which commands, requests and functions share. From them follow
the options of the command line (`nonet.cli.parameters`), requests and their description (`nonet.web.requests`), tables
of the docs (`scripts/verb_pages.py`), and the docstring and the signature of a Python function (`described`).

To add an option, add a field to the group of its verb, and use it where the verb reads the others. The groups are in
`nonet.verbs`; that of `generate` is in `nonet.generating.options`, those of requests are in `nonet.web.requests`. An
option of the command line alone is a parameter of the command's function, or, if many commands have it, a field of a
group in `nonet.cli.groups` with its check; `job_for` of `nonet.cli.options` takes over what is about a run on files.
The sentence about it in `docs/cli.md` is yours to write. Then run ``scripts/verb_pages.py`` and
``scripts/engine_data.py``, which write the tables of the docs and of the page. Where the page answers the verb itself
(``js/engine/verbs.js``), its function reads the option, or leaves the request to Python, as `generate` does with all
fields but those in ``FIELDS`` of ``js/engine/generating.js``. What chooses a puzzle is part of its recipe:
`nonet.generating.request`. Add it to the requests of ``tests/engine_cases.py``. `tests/test_verbs.py`,
`test_web_engine.py` and `test_web_http.py` compare all of them.

The help is one line, which ends with ``(default: {default})`` where that helps; ``about`` is a longer text for the
docs. The help of a command has 40 lines: where that is full, a new option shortens another text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ForwardRef, TypedDict, TypeVar, Unpack, cast

from nonet.base.suggestions import suggestion

__all__ = [
    "FLAGS",
    "Choice",
    "Flag",
    "InFile",
    "Names",
    "Option",
    "OutFile",
    "OutPlace",
    "Range",
    "Real",
    "RulesText",
    "Seed",
    "Text",
    "Whole",
    "changed",
    "check_choices",
    "completed",
    "described",
    "listed",
    "option_in",
    "options_of",
]

FLAGS: Mapping[str, bool] = {"true": True, "false": False, "yes": True, "no": False}
"""How whether something holds is written as text."""

_Group = TypeVar("_Group")
_Function = TypeVar("_Function", bound=Callable[..., Any])


def listed(names: Sequence[str]) -> str:
    """Return names as a list in a sentence.

    >>> listed([".txt", ".csv", ".svg"]), listed(["txt"])
    ('.txt, .csv or .svg', 'txt')
    """
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


# -- kinds of options -----------------------------------------------------------------------------


class More(TypedDict, total=False):
    """What every kind of option takes besides its help."""

    default: object
    flags: Sequence[str]
    metavar: str | None
    about: str | None
    group: str | None
    required: bool
    check: Callable[[str, str], Iterable[str]] | None


class Option:
    """An option: its ``default``, its help, and how it is written.

    ``flags`` are its names on the command line, if the name of the field with two dashes is not enough. A request has
    the options of a ``group`` in an object of that name, and an option that is ``required`` must be in it. A shell
    completes what a user types to the texts that it ``offers``. On the command line, ``check`` gets the value and the
    flag before the command begins: it raises `ValueError` with a sentence, or returns remarks to print.
    """

    metavar = "TEXT"
    reads = False
    """Whether it can name a file that is read."""
    writes = False
    """Whether it names a file that is written."""

    def __init__(
        self,
        help: str,
        *,
        default: object = None,
        flags: Sequence[str] = (),
        metavar: str | None = None,
        about: str | None = None,
        group: str | None = None,
        required: bool = False,
        offers: Callable[[], Sequence[str]] | None = None,
        check: Callable[[str, str], Iterable[str]] | None = None,
    ) -> None:
        self.help = help
        self.default = default
        self.flags = tuple(flags)
        self.metavar = metavar or self.metavar
        self.about = about
        self.group = group
        self.required = required
        self.offers = offers
        self.check = check

    def sentence(self, default: object = None) -> str:
        """Return the help with the default in it.

        >>> Whole("Print {metavar} puzzles (default: {default:,}).", 1, default=1000).sentence()
        'Print N puzzles (default: 1,000).'
        """
        shown = self.default if default is None else default
        return self.help.format(default=shown, metavar=self.metavar, **self._words(""))

    def text(self) -> str:
        """Return the longer text, with names as Python and JSON write them, or the help."""
        return self.about.format(**self._words('"')) if self.about else self.sentence()

    def _words(self, quote: str) -> dict[str, str]:
        """Return what else the texts can have in braces."""
        return {}


class Text(Option):
    """Any text."""


class InFile(Text):
    """A file that is read, or a text instead of one."""

    metavar = "FILE"
    reads = True


class OutFile(Text):
    """A file that is written; on the command line it must not be one that is read."""

    metavar = "FILE"
    writes = True


class OutPlace(OutFile):
    """A file or a folder that is written, whose command looks itself whether that can be done."""

    metavar = "DIR"


class RulesText(Text):
    """Rules in words."""

    metavar = "RULES"


class Flag(Option):
    """Something to switch on. With two ``flags``, the second switches it off.

    ``in_place``: the output may be the file that is read, which is the purpose of the flag.
    """

    def __init__(self, help: str, *, in_place: bool = False, **more: Unpack[More]) -> None:
        more.setdefault("default", False)
        super().__init__(help, **more)
        self.in_place = in_place


class Whole(Option):
    """A whole number of at least ``least``; at most ``most``, in a request at most ``asked``."""

    metavar = "N"

    def __init__(
        self,
        help: str,
        least: int,
        most: int | None = None,
        *,
        asked: int = 2**53,
        **more: Unpack[More],
    ) -> None:
        super().__init__(help, **more)
        self.least = least
        self.most = most
        self.asked = asked if most is None else most


class Seed(Whole):
    """A random seed of up to 64 bits. In a request it can be text: a page rounds large numbers."""

    def __init__(self, help: str, **more: Unpack[More]) -> None:
        super().__init__(help, 0, asked=2**64 - 1, **more)


class Real(Option):
    """A number from ``least`` to ``most``."""

    metavar = "S"

    def __init__(
        self, help: str, least: float, most: float | None = None, **more: Unpack[More]
    ) -> None:
        super().__init__(help, **more)
        self.least = least
        self.most = most


class Range(Option):
    """A number, or the two ends of a range such as ``example``."""

    def __init__(
        self,
        help: str,
        least: int,
        most: int,
        *,
        example: str,
        kind: type[int] | type[float] = int,
        **more: Unpack[More],
    ) -> None:
        super().__init__(help, **more)
        self.least = least
        self.most = most
        self.example = example
        self.kind = kind

    def _words(self, quote: str) -> dict[str, str]:
        return {"example": self.example}


class Choice(Option):
    """One of some ``names``, which a function returns where they are slow to know.

    On the command line it is a file too where that is possible (``or_file``). Where they combine (``several``), it can
    be some of them with commas between.
    """

    metavar = "NAME"

    def __init__(
        self,
        help: str,
        names: Sequence[str] | Callable[[], Sequence[str]],
        *,
        or_file: bool = False,
        several: bool = False,
        elsewhere: Callable[[str], str] | None = None,
        **more: Unpack[More],
    ) -> None:
        super().__init__(help, offers=lambda: self.names, **more)
        self._names = names
        self._elsewhere = elsewhere
        self.or_file = self.reads = or_file
        self.several = several

    @property
    def names(self) -> tuple[str, ...]:
        """The names to choose from."""
        return tuple(self._names() if callable(self._names) else self._names)

    def meant(self, name: str) -> str:
        """Return what may have been meant by an unknown name, "" if nothing is near; other options may know it."""
        known_elsewhere = self._elsewhere(name) if self._elsewhere else ""
        return known_elsewhere or suggestion(name.lower(), self.names, otherwise="")

    def parts(self, text: str) -> list[str]:
        """Return the names that a text is made of, each of which must be known."""
        return text.split(",") if self.several else [text]

    def _words(self, quote: str) -> dict[str, str]:
        if "{names}" not in f"{self.help} {self.about}":
            return {}  # the names can be slow to know
        return {"names": listed([f"{quote}{name}{quote}" for name in self.names])}


class Names(Option):
    """Several names; on the command line with commas or in several options. ``known`` are those to choose from."""

    metavar = "NAME"

    def __init__(self, help: str, *, known: Sequence[str] = (), **more: Unpack[More]) -> None:
        more.setdefault("default", ())
        super().__init__(help, **more)
        self.known = tuple(known)


# -- groups of options ----------------------------------------------------------------------------


def options_of(group: object) -> dict[str, Option]:
    """Return the options of a group by name; fields that are not options are left out."""
    options = {}
    for name, declared in group.__annotations__.items():
        if isinstance(declared, ForwardRef):
            raise TypeError(f"{group.__module__} must evaluate its annotations to have options")
        if option := option_in(declared):
            options[name] = option
    return options


def option_in(declared: object) -> Option | None:
    """Return the option that a type is annotated with, or None."""
    return next((x for x in getattr(declared, "__metadata__", ()) if isinstance(x, Option)), None)


def completed(group: type[_Group], given: Mapping[str, object], caller: str) -> _Group:
    """Return the options that are given, the others with their defaults; raise `TypeError` for an unknown one."""
    known = _defaults(group)
    for name in given:
        if name not in known:
            hint = suggestion(name, known, otherwise=f"known options: {', '.join(known)}")
            raise TypeError(f"{caller}() got an unexpected keyword argument {name!r}; {hint}")
    return cast("_Group", {**known, **given})


def _defaults(group: object) -> dict[str, object]:
    """Return the fields of a group with their defaults: None for a field that is not an option."""
    options = options_of(group)
    return dict.fromkeys(group.__annotations__) | {name: options[name].default for name in options}


def changed(group: object, given: Mapping[str, object]) -> dict[str, object]:
    """Return the options of a group that are not as they are by default."""
    return {name: given[name] for name, usual in _defaults(group).items() if given[name] != usual}


def check_choices(group: object, given: Mapping[str, object]) -> None:
    """Raise `ValueError` for an option that must be one of some names and is not."""
    for name, option in options_of(group).items():
        if isinstance(option, Choice) and not option.or_file:
            value, names = given[name], option.names
            parts = option.parts(value) if isinstance(value, str) else [value]
            for part in parts:
                if part not in (None, *names):
                    hint = option.meant(str(part)) or f"choose one of {', '.join(names)}"
                    raise ValueError(f"unknown {name} {part!r}; {hint}")


def described(group: object) -> Callable[[_Function], _Function]:
    """Return a decorator for a function that takes the options of a group as keywords.

    Its signature has each of them, and the line ``{options}`` of its docstring what they are about.
    """
    import inspect
    from textwrap import fill

    keywords = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)
        for name, default in _defaults(group).items()
    ]
    about = "\n".join(
        fill(f"* ``{name}``: {option.text()}", 116, subsequent_indent="  ")
        for name, option in options_of(group).items()
    )

    def describe(function: _Function) -> _Function:
        signature = inspect.signature(function)
        own = [each for each in signature.parameters.values() if each.kind is not each.VAR_KEYWORD]
        function.__signature__ = signature.replace(parameters=[*own, *keywords])  # type: ignore[attr-defined]
        if function.__doc__ is not None:
            function.__doc__ = inspect.cleandoc(function.__doc__).replace("{options}", about)
        return function

    return describe
