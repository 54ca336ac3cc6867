"""The command line: `nonet solve`, `rate`, `hint`, `generate` and the others.

It adds no logic of its own: a command reads puzzles in any format, calls the library, and prints the
answers in the order of the input. Each command is a file in `nonet.cli.commands`; only the one that
runs is loaded. NumPy is never loaded to solve a file, rich only for a progress bar.
"""

from __future__ import annotations

import contextlib
import gc
import os
import re
import sys
from collections.abc import Collection
from functools import cache
from importlib import import_module
from typing import Annotated, Any, TextIO, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from nonet import __version__
from nonet.base import loading
from nonet.base.errors import MissingExtra
from nonet.base.exits import CLOSED, INTERRUPTED, PROBLEM, USAGE, end_when_asked, stopped
from nonet.base.filenames import Plain, shown
from nonet.base.options import listed
from nonet.base.suggestions import nearest, suggestion
from nonet.cli.parameters import command_of

__all__ = ["app", "main"]

SECTIONS = {
    "Solve": ("solve", "count", "candidates", "odds", "check", "show"),
    "Understand": ("hint", "steps", "rate", "techniques", "practise"),
    "Make": ("generate", "sample", "minimise", "repair"),
    "Data": ("batch", "convert", "canonical", "dedupe", "augment", "split"),
    "Play": ("play", "serve", "site"),
    "Learn": ("trace", "compare", "worst-case", "bench"),
}
"""The commands by their purpose, in the order of the help."""

_NAMES = [name for names in SECTIONS.values() for name in names]
_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 80}
_UsageError: Any = typer.BadParameter.__bases__[0]  # what typer raises for all wrong usage


_HELP = {
    "install_completion": "Install shell completion; --show-completion prints it.",
    "help": "Print this help.",
}
"""Words for options that typer adds."""

_TOLD_ELSEWHERE = {"show_completion"}
"""Options without a line of their own."""


@cache
def _load(name: str) -> Any:
    """Load a command: the function of its name in the module of its name."""
    word = name.replace("-", "_")
    function = command_of(getattr(import_module(f"nonet.cli.commands.{word}"), word))
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    single.command(name, cls=_Command, context_settings=_SETTINGS)(function)
    return get_command(single)


class _Coercion:
    """Makes the value of an option: typer would load pydantic for each, also for a default, which takes 0.1 s.

    What this does not know, and every error, is left to typer.
    """

    def __init__(self, param: Any) -> None:
        self._param = param
        self._kind = param.type_descriptor.annotation
        self._parser = param.type_descriptor.parameter_info.parser

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value of the words that were given, or of the default."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if self._parser is not None:
            with contextlib.suppress(Exception):
                return self._parser(value)
        elif self._kind == list[str]:
            return list(value)
        elif isinstance(self._kind, type) and isinstance(value, self._kind):
            return value
        self._param._runtime_param = None
        return self._param.get_runtime_param().coerce(value, param=param, ctx=ctx)


def _light(params: list[Any]) -> list[Any]:
    """Return options whose values are made without pydantic; an earlier typer, which does not load it, is as it was."""
    for param in params:
        if getattr(param, "_runtime_param", param) is None:
            param._runtime_param = _Coercion(param)
    return params


def _write_options(
    ctx: Any, formatter: Any, hidden_names: Collection[str] = _TOLD_ELSEWHERE
) -> None:
    """Write the arguments and options of a help page, each with its own words alone."""
    for kind, title in (("argument", "Arguments"), ("option", "Options")):
        rows = []
        for param in ctx.command.get_params(ctx):
            hidden = getattr(param, "hidden", False) or param.name in hidden_names
            if param.param_type_name == kind and not hidden:
                names = ", ".join(sorted(param.opts, key=len)) if kind == "option" else ""
                if kind == "option" and param.secondary_opts:
                    names += " / " + ", ".join(param.secondary_opts)
                text = _HELP.get(param.name, param.help or "")
                value = "" if getattr(param, "is_flag", False) else param.metavar or ""
                rows.append((f"{names} {value}".strip(), text))
        if rows:
            with formatter.section(title):
                formatter.write_dl(rows, col_max=24)


class _Command(TyperCommand):
    """A command whose help fits 80 columns."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _light(super().get_params(ctx))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        _write_options(ctx, formatter)


class _Commands(TyperGroup):
    """The commands, loaded on first use and listed by their purpose."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _light(super().get_params(ctx))

    def list_commands(self, ctx: Any) -> list[str]:
        return _NAMES

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return _load(cmd_name) if cmd_name in _NAMES else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command and its arguments; a board or a file alone is solved and drawn."""
        if args[0] == "help":
            if args[1:2] and args[1] in _NAMES:
                return args[1], self.get_command(ctx, args[1]), ["--help"]
            print(ctx.get_help())
            ctx.exit()
        name = args[0]
        if name in _NAMES:
            return name, self.get_command(ctx, name), args[1:]
        from nonet.tables.inputs import is_board_or_file

        # A word with a dot or a slash is a file with a wrong name, or a board with cells missing.
        if is_board_or_file(name) or "." in name or "/" in name:
            return "show", self.get_command(ctx, "show"), ["--solve", *args]
        hint = suggestion(name, _NAMES, otherwise="see nonet --help")
        ctx.fail(f"unknown command '{name}'; {hint}")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the commands by their purpose, then the options."""
        formatter.write("\n")
        for section, names in SECTIONS.items():
            for name in names:
                about = self.get_command(ctx, name).get_short_help_str(limit=60)
                title = section if name == names[0] else ""
                formatter.write(f"  {title:<12}{name:<11}{about}\n")
        _write_options(ctx, formatter, {*_TOLD_ELSEWHERE, "help"})


app = typer.Typer(
    cls=_Commands,
    add_completion=True,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    subcommand_metavar="COMMAND ...",
    context_settings=_SETTINGS,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from nonet import engine

        print(f"nonet {__version__} ({engine.instruction_set()})")
        raise typer.Exit


@app.callback()
def _main(
    ctx: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """\b
    Solve, explain, rate, generate and convert Sudoku, in any format.
    nonet COMMAND --help describes a command; nonet puzzle.txt solves and draws.
    Exit code: 0 fine, 1 a puzzle or a file has a problem, 2 wrong usage.
    """
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


@cache
def _commands() -> Any:
    """Return the commands as one: typer would make it again, with its options, each time that `main` runs."""
    return get_command(app)


def main() -> None:
    """Run the command line and exit."""
    _open_streams()
    if not isinstance(sys.stderr, Plain):
        sys.stderr = cast("TextIO", Plain(sys.stderr))
    gc.set_threshold(100_000)  # what is loaded stays, so looking for garbage in it is lost time
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's idle threads would spin
    try:
        loading.interrupt_again()
        # The server, which has processes of its own, ends in its own way.
        if loading.is_command() and sys.argv[1:2] != ["serve"]:
            end_when_asked()
        code = _commands()(prog_name="nonet", standalone_mode=False)
        sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        code = stopped()
    except BrokenPipeError:
        code = CLOSED
    except OSError as error:
        name = error.filename or "<stdout>"
        print(f"{shown(name)}: {error.strerror or error}", file=sys.stderr)
        if name == "<stdout>":
            with contextlib.suppress(OSError):  # what is left in the buffer is written at the end
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = PROBLEM
    except _UsageError as error:
        names = ["nonet", *(name for name in sys.argv[1:2] if name in _NAMES)]
        where = error.ctx.command_path if error.ctx is not None else " ".join(names)
        print(f"{where}: {_sentence(error)}", file=sys.stderr)
        code = USAGE
    except MissingExtra as error:
        print(error, file=sys.stderr)
        code = PROBLEM
    if code == INTERRUPTED:  # typer has its own code for what happens before a command runs
        code = stopped()
    if loading.is_command():
        loading.end_at_once()
    gc.freeze()  # nor is garbage looked for at the end
    sys.exit(code)


def _open_streams() -> None:
    """Let a stream that is closed be one that nothing can be written to, so that no other file takes its place."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            with contextlib.suppress(OSError):
                descriptor = os.open(os.devnull, os.O_RDONLY if number < 2 else os.O_WRONLY)
                if descriptor != number:
                    os.dup2(descriptor, number)
                    os.close(descriptor)
                setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115


def _sentence(error: Any) -> str:
    """Return what is wrong with the command line."""
    param = getattr(error, "param", None)
    if hasattr(error, "option_name") and hasattr(error, "possibilities"):
        return f"unknown option {error.option_name}; {_option_meant(error)}"
    if type(error).__name__ == "MissingParameter" and param is not None:
        option = next((name for name in param.opts if name.startswith("--")), None)
        return f"{option or param.metavar or param.name} is missing; see {error.ctx.command_path} --help"
    if param is not None:
        return f"{max(param.opts, key=len)} {error.message}"
    message = str(error.format_message()).rstrip(".")
    words = {
        r"Option '(.*)' requires an argument": r"\1 needs a value",
        r"Option '(.*)' does not take a value": r"\1 takes no value",
        r"Got unexpected extra arguments? \((.*)\)": r"unexpected argument \1",
        r"Got unexpected extra argument\(s\) \((.*)\)": r"unexpected argument \1",
    }
    for pattern, plain in words.items():
        message = re.sub(pattern, plain, message)
    return message


def _option_meant(error: Any) -> str:
    """Return what an unknown option may have meant: one of other commands, or one that is spelt alike."""
    root = error.ctx.find_root()
    commands = {name: root.command.get_command(root, name) for name in _NAMES}
    owners = [
        name
        for name, each in commands.items()
        if any(error.option_name in p.opts for p in each.params)
    ]
    if 0 < len(owners) <= 4:
        return f"it belongs to nonet {listed(owners)}"
    near = nearest(error.option_name, error.possibilities or ())
    return f"did you mean {near}?" if near else f"see {error.ctx.command_path} --help"
