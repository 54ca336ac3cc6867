"""The reference of the Python API as Markdown pages, made from the docstrings when the site is built.

The names are read from `nonet.__all__` and from the `__all__` of the modules directly below `nonet`. A name that two
modules have is listed where its path is shorter. The text is that of the docstrings.
"""

from __future__ import annotations

import ast
import enum
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterator
from functools import cache, cached_property
from importlib import import_module
from itertools import pairwise
from textwrap import dedent, indent
from types import ModuleType
from typing import Any, NamedTuple

import nonet
from nonet import errors

FOLDER = "api"
INDEX = f"{FOLDER}/README.md"
ERRORS = f"{FOLDER}/errors.md"

_ROLE = re.compile(r"(?<!`)`([A-Za-z_][\w.]*)(\(\))?`(?!`)")


class Name(NamedTuple):
    """A public name: its module, the name, and what it stands for."""

    module: str
    name: str
    value: Any

    @property
    def path(self) -> str:
        return f"{self.module}.{self.name}"

    @property
    def link(self) -> str:
        """The address of the name, seen from another page of the reference."""
        return f"{_beside(self.page)}#{self.path}"

    @property
    def page(self) -> str:
        if isinstance(self.value, type) and issubclass(self.value, nonet.NonetError):
            return ERRORS
        return page_of(self.module)


def page_of(module: str) -> str:
    """Return the page of a module."""
    return f"{FOLDER}/{module}.md"


def public_modules() -> list[ModuleType]:
    """Return `nonet` and the modules directly below it that have public names."""
    found = [nonet]
    for info in pkgutil.iter_modules(nonet.__path__, "nonet."):
        if not info.name.rpartition(".")[2].startswith("_"):
            module = import_module(info.name)
            found += [module] if _all(module) and module is not errors else []
    return found


def is_for_users(module: ModuleType) -> bool:
    """Return whether programs import a module: `nonet` names it, or it is a single file, a path that programs know."""
    name = module.__name__.removeprefix("nonet.")
    return module is nonet or name in nonet.__all__ or not hasattr(module, "__path__")


def _all(module: ModuleType) -> list[str]:
    """Return the public names of a module: its `__all__`, or that of the module whose names it re-exports."""
    names = getattr(module, "__all__", None)
    if names is None:
        names = [name for name in dir(module) if not name.startswith("_")]
        names = [name for name in names if _home(getattr(module, name)).startswith("nonet")]
    return [name for name in names if not inspect.ismodule(getattr(module, name))]


def _home(value: Any) -> str:
    return str(getattr(value, "__module__", ""))


class Reference:
    """All public names, and the pages about them."""

    @cached_property
    def names(self) -> list[Name]:
        """Every public name, each object once: in `nonet` first, then in modules for users, then in the others."""
        order = sorted(public_modules(), key=lambda m: (m is not nonet, not is_for_users(m)))
        found: list[Name] = []
        seen: set[int] = set()
        for module in order:
            for name in _all(module):
                value = getattr(module, name)
                if inspect.isclass(value) or inspect.isroutine(value):
                    if id(value) in seen:
                        continue
                    seen.add(id(value))
                found.append(Name(module.__name__, name, value))
        return found

    @cached_property
    def _described(self) -> dict[int, Name]:
        """Every class by its identity."""
        return {id(name.value): name for name in self.names if inspect.isclass(name.value)}

    @cached_property
    def by_name(self) -> dict[str, Name]:
        """Names as a docstring writes them: short ones where they are clear."""
        found: dict[str, Name] = {}
        for name in self.names:
            short = ".".join(name.path.split(".")[-2:])
            for written in (name.path, short, name.name):
                found.setdefault(written, name)
        return found

    def pages(self) -> dict[str, str]:
        """Return each page by its address."""
        modules = {m.__name__: m for m in public_modules()}
        found = {INDEX: self._index(modules), ERRORS: self._errors()}
        for name, module in modules.items():
            found[page_of(name)] = self._module(module)
        return found

    def _index(self, modules: dict[str, ModuleType]) -> str:
        parts = [
            "# Python API",
            "Every public name, from the docstrings. What most programs need is in `nonet` itself.",
        ]
        for head, for_users in (("For programs", True), ("For work on nonet", False)):
            rows = [
                f"| [`{name}`]({name}.md) | {_first(module)} | {names} |"
                for name, module in modules.items()
                if is_for_users(module) is for_users
                and (
                    names := ", ".join(
                        f"[`{each.name}`]({each.link})"
                        for each in self.names
                        if each.module == name
                    )
                )
            ]
            parts += [
                f"## {head}",
                "| module | what it is | names |\n|---|---|---|\n" + "\n".join(rows),
            ]
        parts += [f"[All errors]({_beside(ERRORS)})"]
        return "\n\n".join(parts) + "\n"

    def _module(self, module: ModuleType) -> str:
        name = module.__name__
        parts = [f"# `{name}`", self.markdown(module.__doc__ or "")]
        own = [each for each in self.names if each.module == name and each.page != ERRORS]
        groups: dict[str, list[Name]] = {}
        for each in own:
            groups.setdefault(_kind(each.value), []).append(each)
        for kind in ("Classes", "Functions", "Constants"):
            if kind in groups:
                parts.append(f"## {kind}")
                parts += [part for each in groups[kind] for part in self._entry(each)]
        others = [
            f"[`{each}`]({known.link})"
            for each in _all(module)
            if (known := self.by_name.get(each)) and known not in own
        ]
        if others:
            parts += ["## Described elsewhere", ", ".join(others)]
        return "\n\n".join(filter(None, parts)) + "\n"

    def _errors(self) -> str:
        """Return the page of the errors: the tree, then each class with its cause and its cure."""
        parts = ["# Errors", self.markdown(errors.__doc__ or "")]
        for name in self.names:
            if name.page == ERRORS:
                parts += self._entry(name, "##")
        return "\n\n".join(parts) + "\n"

    def _entry(self, name: Name, level: str = "###") -> Iterator[str]:
        value = name.value
        yield f"{level} `{name.path}` {{: #{name.path} }}"
        if not (inspect.isclass(value) or inspect.isroutine(value)):
            yield f"```python\n{name.name} = {_shown(value)}\n```"
            yield self.markdown(_documented(name.module).get(name.name, ""))
            return
        if signature := _signature(name.name, value):
            yield f"```python\n{signature}\n```"
        yield self.markdown(inspect.getdoc(value) or "")
        if inspect.isclass(value):
            bases = [kind for kind in value.__mro__[1:] if id(kind) in self._described]
            if bases:
                yield (
                    "Inherits from "
                    + ", ".join(
                        self._linked(f"`{self._described[id(kind)].name}`") for kind in bases
                    )
                    + "."
                )
            for member, text in _members(value, bases):
                short = member.partition("(")[0]
                yield f"{level}# `{name.name}.{short}` {{: #{name.path}.{short} }}"
                if "(" in member:
                    yield f"```python\n{member}\n```"
                yield self.markdown(text)

    def markdown(self, text: str) -> str:
        """Return a docstring as Markdown: examples and drawings as code, names as links."""
        parts = []
        for block in re.split(r"\n[ \t]*\n", dedent(text).strip("\n")):
            plain = dedent(block).strip("\n")
            if plain.startswith(">>>"):
                parts.append(f"```pycon\n{plain}\n```")
            elif plain.strip() == "::":
                continue
            elif block.startswith("    ") or re.match(r"=+ =+", plain) or _is_drawing(plain):
                parts.append(f"```text\n{plain}\n```")
            else:
                parts.append(
                    self._linked(re.sub(r"::$", ":", re.sub(r"^\* ", "- ", plain, flags=re.M)))
                )
        return re.sub(r"^(Cause|Cure): ", r"**\1.** ", "\n\n".join(parts), flags=re.MULTILINE)

    def _place(self, written: str) -> str:
        """Return the address of a name, a member of a class or a module; "" for other names."""
        if known := self.by_name.get(written):
            return known.link
        head, _, member = written.rpartition(".")
        owner = self.by_name.get(head)
        if owner and inspect.isclass(owner.value):
            bases = [kind for kind in owner.value.__mro__[1:] if id(kind) in self._described]
            if any(member == name.partition("(")[0] for name, _ in _members(owner.value, bases)):
                return f"{owner.link}.{member}"
        module = written if written.startswith("nonet.") else f"nonet.{written}"
        return f"{module}.md" if module in self._modules else ""

    @cached_property
    def _modules(self) -> set[str]:
        return {module.__name__ for module in public_modules()}

    def _linked(self, text: str) -> str:
        def link(match: re.Match[str]) -> str:
            found = self._place(match[1].removesuffix("()"))
            shown = f"`{match[1]}{match[2] or ''}`"
            return f"[{shown}]({found})" if found else shown

        text = re.sub(r"``(.+?)``", r"`` \1 ``", text)
        return re.sub(r"`` ([^`]+?) ``", r"`\1`", _ROLE.sub(link, text))


def _beside(page: str) -> str:
    return page.removeprefix(f"{FOLDER}/")


def _first(module: ModuleType) -> str:
    found = (module.__doc__ or "").strip().split("\n\n")[0].replace("\n", " ").replace("|", r"\|")
    return re.sub(r"``", "`", found)


def _is_drawing(text: str) -> bool:
    return any(line[:1] in "│├└┌" for line in text.splitlines() if line)


def _kind(value: Any) -> str:
    if inspect.isclass(value):
        return "Classes"
    return "Functions" if inspect.isroutine(value) else "Constants"


def _shown(value: Any) -> str:
    """Return a value as code, shortened."""
    text = re.sub(r" at 0x[0-9a-f]+", "", repr(value))
    return text if len(text) <= 200 else f"{text[:197]}..."


def _signature(name: str, value: Any) -> str:
    """Return the signature of a function or class, a parameter in each line where it is long."""
    if inspect.isclass(value) and issubclass(value, enum.Enum):
        return ""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    parameters = [
        each for each in signature.parameters.values() if each.name not in ("self", "cls")
    ]
    signature = signature.replace(parameters=[])
    returned = str(signature)[2:].replace("'", "")
    shown = _parameters(parameters)
    line = f"{name}({', '.join(shown)}){returned}"
    if len(line) > 88:
        line = (
            f"{name}(\n{indent(''.join(f'{each},{chr(10)}' for each in shown), '    ')}){returned}"
        )
    line = re.sub(r"ForwardRef\('(.+?)'\)", r"\1", line).replace("<factory>", "...")
    return re.sub(r" at 0x[0-9a-f]+", "", line)


def _parameters(parameters: list[inspect.Parameter]) -> list[str]:
    shown = []
    star = False
    for each in parameters:
        star = star or each.kind is each.VAR_POSITIONAL
        if each.kind is each.KEYWORD_ONLY and not star:
            shown.append("*")
            star = True
        shown.append(re.sub(r": '(.+?)'(?= = |$)", r": \1", str(each)))
    return shown


def _members(kind: type, bases: list[type]) -> Iterator[tuple[str, str]]:
    """Yield the public members of a class that are nonet's own: name or signature, and docstring.

    What comes from ``bases``, which have entries of their own, is left out.
    """
    seen: set[str] = set()
    for owner in kind.__mro__:
        if owner in bases or not _home(owner).startswith("nonet"):
            continue
        written = _documented(owner.__module__)
        for name, member in vars(owner).items():
            if name.startswith("_") or name in seen:
                continue
            seen.add(name)
            text = inspect.getdoc(member) or ""
            raw = getattr(member, "__func__", member)
            if inspect.isfunction(raw):
                yield _signature(name, raw), text
            elif isinstance(member, property | cached_property):
                yield name, text
            elif note := written.get(f"{owner.__name__}.{name}"):
                yield name, note


@cache
def _documented(module: str) -> dict[str, str]:
    """Return the docstrings below the assignments of a module, and of those modules that it takes its names from."""
    found: dict[str, str] = {}
    for name, loaded in sorted(sys.modules.items(), reverse=True):
        if (name == module or name.startswith("nonet.")) and getattr(loaded, "__file__", None):
            own = _assignments(name)
            found |= own if name == module else {k: v for k, v in own.items() if k not in found}
    return found


@cache
def _assignments(module: str) -> dict[str, str]:
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError):
        return {}
    found: dict[str, str] = {}
    classes = [(f"{node.name}.", node.body) for node in tree.body if isinstance(node, ast.ClassDef)]
    for prefix, body in [("", tree.body), *classes]:
        for node, after in pairwise(body):
            targets = (
                node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            )
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                for place in targets:
                    if isinstance(place, ast.Name) and isinstance(after.value.value, str):
                        found[prefix + place.id] = inspect.cleandoc(after.value.value)
    return found
