"""Options of the command line from their declarations (`nonet.base.options`).

A command is a function. A parameter of it is an option, or a group of options that other commands or the web share.

What a command reads and writes is declared by its options: `InFile` and `FileArgument` are read, `OutFile` is written.
No command begins before it is known that none of its files is both. A `Target` has been looked at in this way, and
only a `Target` can be opened for writing.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Annotated, Any, NewType, TypeAlias, Unpack, get_type_hints, is_typeddict

import typer

from nonet.base.filenames import shown
from nonet.base.numbers import ANY, decimal_of, number_of
from nonet.base.options import (
    Choice,
    Flag,
    More,
    Names,
    Option,
    OutPlace,
    Range,
    Real,
    Whole,
    listed,
    option_in,
    options_of,
)
from nonet.base.outfiles import check_apart, check_place

__all__ = ["Argument", "FileArgument", "Target", "Wrong", "check_value", "command_of", "flags_of"]

Target = NewType("Target", str)
"""The path of a file to write, or ``-`` for standard output."""


class Wrong(typer.BadParameter):
    """Wrong usage, with a sentence that needs no prefix."""

    def __init__(self, message: str) -> None:
        super().__init__(shown(message))

    def format_message(self) -> str:
        """Return the sentence alone."""
        return self.message


class Argument(Option):
    """A text, or ``several``, without an option before it."""

    def __init__(self, text: str, *, several: bool = False, **more: Unpack[More]) -> None:
        super().__init__(text, **more)
        self.several = several


class FileArgument(Argument):
    """Files that are read; a board can be used in place of a file, and ``-`` is standard input."""

    reads = True


def command_of(function: Callable[..., int]) -> Callable[..., None]:
    """Return the function that typer makes a command of: its parameters are options, its answer the exit code."""
    types = get_type_hints(function, include_extras=True)
    groups: dict[str, dict[str, Option]] = {}
    single: dict[str, Option] = {}
    parameters = []
    for name, parameter in inspect.signature(function).parameters.items():
        declared = types[name]
        if is_typeddict(declared):
            groups[name] = options_of(declared)
            parameters += [
                _parameter(key, each, each.default) for key, each in groups[name].items()
            ]
        elif option := option_in(declared):
            single[name] = option
            parameters.append(_parameter(name, option, parameter.default))
        else:
            raise TypeError(f"{function.__name__}: the type of {name} has no option")

    def command(**given: object) -> None:
        parameters = {name: _value(option, given[name]) for name, option in single.items()}
        for name, options in groups.items():
            parameters[name] = {key: _value(option, given[key]) for key, option in options.items()}
        every = [*single.items(), *(pair for group in groups.values() for pair in group.items())]
        for name, option in every:
            if option.writes and given[name] == "":
                raise Wrong(f"{flags_of(name, option)[0]} is empty; give the name of a file")
        for name, option in every:
            check_value(name, option, given[name])
        _check_apart((option, given[name]) for name, option in every)
        raise typer.Exit(function(**parameters))

    command.__doc__ = function.__doc__
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {}
    return command


def _value(option: Option, value: object) -> object:
    """Return the value of an option; names can be joined with commas."""
    if not isinstance(option, Names):
        return value
    texts: list[str] = value if isinstance(value, list) else []
    return tuple(name.strip() for text in texts for name in text.split(","))


def check_value(name: str, option: Option, value: object) -> None:
    """Refuse a value that the check of its option does not allow; print its remarks."""
    if option.check is None or not isinstance(value, str):
        return
    flag = flags_of(name, option)[0]
    try:
        for remark in option.check(value, flag):
            typer.echo(f"{flag}: {remark}", err=True)
    except ValueError as error:
        raise Wrong(str(error)) from None


def _check_apart(given: Iterable[tuple[Option, object]]) -> None:
    """Refuse a file that is both read and written, and one that cannot be written."""
    read: list[str] = []
    written: list[str] = []
    places: list[str] = []
    in_place = False
    for option, value in given:
        alone = [value] if isinstance(value, str) else []
        names: list[str] = value if isinstance(value, list) else alone
        if option.reads:
            read += names
        elif option.writes and value != "-":
            written += names
            places += [] if isinstance(option, OutPlace) else names
        elif isinstance(option, Flag) and option.in_place:
            in_place = bool(value)
    try:
        for inputs, outputs in [(read, []), ([], written)] if in_place else [(read, written)]:
            check_apart(inputs, outputs, streams=True)
    except ValueError as error:
        raise Wrong(str(error)) from None
    for path in places:
        check_place(path)


def _parameter(name: str, option: Option, default: object) -> inspect.Parameter:
    """Return an option as typer wants it."""
    about, metavar = option.sentence(default), option.metavar
    kind: Any = str
    if isinstance(option, Argument):
        kind = list[str] if option.several else str
        declared = typer.Argument(help=about, metavar=metavar)
    else:
        if isinstance(option, Flag):
            kind, metavar = bool, ""
        elif isinstance(option, Names):
            kind, default = list[str], None
        declared = typer.Option(
            *flags_of(name, option),
            help=about,
            metavar=metavar or None,
            parser=_parser(option),
            autocompletion=None if option.offers is None else option.offers,
        )
    if option.required:
        default = inspect.Parameter.empty
    if default is None:
        kind |= None
    annotation: Any = Annotated[kind, declared]
    keyword = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, keyword, default=default, annotation=annotation)


def flags_of(name: str, option: Option) -> tuple[str, ...]:
    """Return the names of an option on the command line."""
    return option.flags or (f"--{name.strip('_').replace('_', '-')}",)


# -- readers of values ----------------------------------------------------------------------------


_Read: TypeAlias = Callable[..., float | None]


def _parser(option: Option) -> Callable[[str], object] | None:
    """Return what reads the value of an option, None for text."""
    if isinstance(option, Choice) and not option.or_file:
        return lambda text: ",".join(_choice(option, each) for each in option.parts(text))
    if isinstance(option, Range):
        return lambda text: _range(option, text)
    if isinstance(option, (Whole, Real)):
        return lambda text: _number(option, text)
    return None


def _number(option: Whole | Real, text: str) -> float:
    """Read a number within the limits of an option."""
    whole = isinstance(option, Whole)
    most = ANY if option.most is None else option.most
    read: _Read = number_of if whole else decimal_of
    value = read(str(text).strip().removeprefix("+"), most, least=option.least)
    if value is not None:
        return value
    limits = f"a {'whole ' * whole}number of at least {option.least}"
    if option.most is not None:
        limits = f"{option.least} to {option.most:,}"
    raise typer.BadParameter(f"must be {limits}, got {text!r}")


def _range(option: Range, text: str) -> float | tuple[float, ...]:
    """Read a number, or the two ends of a range."""
    read: _Read = number_of if option.kind is int else decimal_of
    bounds = [read(end.strip(), ANY) for end in str(text).split("-")]
    ends = tuple(end for end in bounds if end is not None)
    if len(bounds) not in (1, 2) or len(ends) < len(bounds):
        raise typer.BadParameter(
            f"must be a number or a range such as {option.example}, got {text!r}"
        )
    return ends[0] if len(ends) == 1 else ends


def _choice(option: Choice, text: str) -> str:
    names = option.names
    joined = {_joined(name): name for name in names}
    if _joined(text) not in joined:
        meant = option.meant(text)
        raise typer.BadParameter(f"must be {listed(names)}, got {text!r}{meant and '; '}{meant}")
    return joined[_joined(text)]


def _joined(name: str) -> str:
    """Return a name without spaces, dashes and underscores: "little killer" is littlekiller."""
    return "".join(char for char in name.lower() if char not in " -_")
