"""The command line: `nonet solve`, `rate`, `hint`, `generate` and the others.

It adds no logic of its own: a command reads puzzles in any format, calls the library, and prints the
answers in the order of the input. Each command is a file in `nonet.cli.commands`; only the one that
runs is loaded. NumPy is never loaded to solve a file, rich only for a progress bar.
"""

from __future__ import annotations

import sys
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from nonet import __version__

__all__ = ["app", "main"]

SECTIONS = {
    "Solve": ("solve", "count", "check", "show"),
    "Understand": ("hint", "steps", "rate"),
    "Make": ("generate", "minimise", "repair"),
    "Data": ("convert", "canonical", "dedupe", "augment", "split", "bench"),
    "Learn": ("trace", "compare", "worst-case"),
}
"""The commands by their purpose, in the order of the help."""

_NAMES = [name for names in SECTIONS.values() for name in names]
_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 80}


def _command(name: str) -> Any:
    """Load a command: the function of its name in the module of its name."""
    word = name.replace("-", "_")
    function = getattr(import_module(f"nonet.cli.commands.{word}"), word)
    single = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=_SETTINGS)
    single.command(name)(function)
    return get_command(single)


_UsageError: Any = typer.BadParameter.__bases__[0]  # what typer raises for all wrong usage


class _Commands(TyperGroup):
    """The commands, loaded when they are asked for and listed by their purpose."""

    def list_commands(self, ctx: Any) -> list[str]:
        return _NAMES

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in _NAMES:
            return None
        if cmd_name not in self.commands:
            self.commands[cmd_name] = _command(cmd_name)
        return self.commands[cmd_name]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command and its arguments; a board or a file alone is solved and drawn."""
        name = args[0]
        if name not in _NAMES:
            from nonet.cli.stream.inputs import is_board_or_file

            if is_board_or_file(name):
                return "show", self.get_command(ctx, "show"), ["--solve", *args]
            near = get_close_matches(name, _NAMES, 1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            ctx.fail(f"unknown command '{name}'{hint or '; see nonet --help'}")
        return name, self.get_command(ctx, name), args[1:]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for section, names in SECTIONS.items():
            with formatter.section(section):
                found = [(name, self.get_command(ctx, name)) for name in names]
                formatter.write_dl(
                    [(name, one.get_short_help_str(limit=200)) for name, one in found]
                )


app = typer.Typer(
    cls=_Commands,
    add_completion=True,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    subcommand_metavar="COMMAND ...",
    context_settings=_SETTINGS,
)

_EPILOG = """\b
A board or a file alone is solved and drawn: nonet puzzle.txt
Exit code: 0 fine, 1 a puzzle or a file has a problem, 2 wrong usage.
"""


def _show_version(wanted: bool) -> None:
    if wanted:
        from nonet import engine

        print(f"nonet {__version__} ({engine.instruction_set()})")
        raise typer.Exit


@app.callback(epilog=_EPILOG)
def _main(
    ctx: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Solve, explain, rate, generate and convert Sudoku."""
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


def main() -> None:
    """Run the command line and exit."""
    try:
        code = app(prog_name="nonet", standalone_mode=False)
    except KeyboardInterrupt:
        code = 130
    except _UsageError as error:
        where = error.ctx.command_path if error.ctx is not None else "nonet"
        print(f"{where}: {error.format_message()}", file=sys.stderr)
        code = 2
    sys.exit(code)
