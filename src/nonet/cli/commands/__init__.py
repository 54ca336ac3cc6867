"""The commands, one file each: its name, its options and its work together.

A new command
=============

1. A module in `src/nonet/cli/commands/`, named like the command, with a function of the same name: its parameters
   are the options, and its docstring is the help. Its place in `SECTIONS` of `src/nonet/cli/__init__.py` puts it
   into a group of the help. A command with a line per puzzle is a `RowWork`; copy `minimise.py`.
   `PHRASES` in `cli/stream/rows.py` says how the summary counts each status.
2. A section in `docs/cli.md`, and its link in the table at the top. `NONET_GOLDEN=write .venv/bin/python -m pytest
   tests/test_cli_docs.py` writes the output of its examples; the tests run them.
3. Tests of what a person sees, in `tests/test_cli_*.py`: output, errors, exit code.
"""
