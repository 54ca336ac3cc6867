"""The puzzles of commands that take one, or a few: read at once, with no pipeline."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from typing import IO, ParamSpec, cast

import typer

from nonet.base.errors import NonetError, ParseError
from nonet.base.exits import CLOSED, PROBLEM
from nonet.base.filenames import shown
from nonet.cli.groups import AnyBoard, OneBoard
from nonet.cli.options import arguments_or_stdin
from nonet.puzzle import Board, Givens, Position, Puzzle
from nonet.puzzle.errors import NoSolution

__all__ = ["all_boards", "boards_in", "first_board", "first_puzzle", "in_sentences"]

P = ParamSpec("P")


def boards_in(
    arguments: Sequence[str], form: str | None, rules: str | None
) -> Iterator[Board | ParseError]:
    """Yield the puzzles that arguments name, or positions on them, and the errors of those that cannot be read."""
    from nonet import formats
    from nonet.tables.batches import error_of
    from nonet.tables.inputs import library_input, missing, sources_of

    for source in sources_of(arguments, form, rules):
        text = None if source.text is None else io.StringIO(source.text)
        given: IO[str] | str = text or ("-" if source.path is None else source.path)
        has_boards = False
        try:
            read_as = form
            if table := library_input(source):
                given, read_as = io.TextIOWrapper(io.BufferedReader(table), "utf-8"), table.format
            for record in formats.records(given, format=read_as, rules=rules):
                has_boards = True
                if record.board is not None:
                    for note in record.notes:
                        typer.echo(f"{source.name}:{record.line}: {note}", err=True)
                    yield record.board
                elif record.error is not None:
                    yield error_of(record).at(source=source.name)
        except (ParseError, OSError) as error:
            if isinstance(error, ParseError):
                yield error.at(source=source.name)
            elif isinstance(error, FileNotFoundError):
                yield ParseError(missing(source.path or ""), source=source.name)
            else:
                yield ParseError(error.strerror or str(error), source=source.name)
        else:
            if not has_boards:
                yield ParseError("contains no puzzle", source=source.name)


def all_boards(board: OneBoard | AnyBoard) -> Iterator[Board | ParseError]:
    """Yield the boards in what is named, and the errors of those that cannot be read."""
    argument, givens = board["puzzle"], cast("Givens | None", board.get("givens"))
    arguments = arguments_or_stdin([argument] if argument is not None else None)
    for board_or_error in boards_in(arguments, board["from_"], board["rules"]):
        if givens is None or isinstance(board_or_error, ParseError):
            yield board_or_error
        else:
            yield Position.of(board_or_error).with_givens(givens)


def first_board(board: OneBoard | AnyBoard) -> Board:
    """Return the board that is named; exit with a sentence if it cannot be read."""
    first = next(all_boards(board))
    if isinstance(first, ParseError):
        typer.echo(str(first), err=True)
        raise typer.Exit(PROBLEM)
    return first


def first_puzzle(board: OneBoard) -> Puzzle:
    """Return the puzzle that is named, without a position on it."""
    return Puzzle(first_board(board))


def in_sentences(command: Callable[P, int]) -> Callable[P, int]:
    """Print errors of a command as sentences on standard error, with the exit code 1."""

    @wraps(command)
    def in_sentences(*arguments: P.args, **options: P.kwargs) -> int:
        try:
            return command(*arguments, **options)
        except NoSolution as error:
            sentence = str(error)
            if sentence.startswith("the puzzle"):
                marks = error.puzzle is not None and error.puzzle.marks is not None
                wrong = (
                    "a digit or a candidate is wrong" if marks else "nonet repair finds the mistake"
                )
                sentence = f"{sentence.rstrip('.')}; {wrong}"
            typer.echo(sentence, err=True)
        except (NonetError, ValueError, TypeError) as error:
            typer.echo(str(error), err=True)
        except BrokenPipeError:
            # The reader has closed the pipe; nothing more can be flushed at the exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return CLOSED
        except OSError as error:
            where = f"{shown(error.filename)}: " if error.filename else ""
            typer.echo(f"{where}{error.strerror}", err=True)
        return PROBLEM

    return in_sentences
