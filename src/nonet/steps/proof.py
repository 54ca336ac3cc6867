"""Chains as numbered lines, each after the lines that it follows from.

A line is one candidate that is on or off, why, and the numbers of the lines that it rests on, unless that is the line
before. The shortest chain comes first, and a line that is known already from the same assumption is not repeated. A
step inside a chain is explained where it is used; if it has chains of its own they are lines below it, numbered 7.1,
7.2 and so on. A long proof is cut after about twelve lines, which says how many are missing.

The numbers and the indents are made here, all words come from the catalogue.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from nonet.steps.facts import chains_of, facts_of
from nonet.steps.parts import Cause
from nonet.steps.shown_digits import in_values
from nonet.steps.sights import is_plain, sight_value
from nonet.steps.values import candidate, cell_value, digit_list, house_value, place_value
from nonet.words.messages import Catalogue, Value

if TYPE_CHECKING:
    from nonet.rules import Rules
    from nonet.steps.parts import Chain, Inference
    from nonet.steps.step import Step

__all__ = ["explanation", "sight_facts"]

_INDENT = "   "
_SHOWN = 12  # lines of a proof that is cut
_Literal: TypeAlias = tuple[tuple[int, ...], int, bool]
_FEW = 3  # lines that are not worth a cut


def explanation(step: Step, words: Catalogue, prefix: str = "", *, all: bool = True) -> str:  # noqa: A002  # `step.text(all=True)`
    """Return why a step holds, without what follows from it; ``prefix`` is put before all numbers."""
    facts = facts_of(step)
    if step.chains:
        proof = _Proof(words, step.rules, prefix)
        for chain in chains_of(step):
            proof.add(chain)
        lines = proof.lines if all else proof.cut()
        facts |= {"proof": "\n".join(lines), "ends": proof.ends, "starts": proof.starts}
        facts |= {"end_line": proof.ends[0], "start_line": proof.starts[0]}
        facts |= proof.clash(facts["proves"], chains_of(step))
    messages = step.technique.entry(words)
    return words.fill(messages["why"], {"name": messages["name"], **facts})


class _Proof:
    """Collects the lines of some chains."""

    def __init__(self, words: Catalogue, rules: Rules, prefix: str) -> None:
        self.lines: list[str] = []
        self.ends: list[str] = []
        self.starts: list[str] = []
        self._words = words
        self._rules = rules
        self._prefix = prefix
        self._count = 0
        self._spans: dict[str, range] = {}
        self._known: dict[_Literal, str] = {}
        self._nested: dict[int, str] = {}
        self._assumption: _Literal | None = None

    def add(self, chain: Chain) -> None:
        """Add the lines of a chain that are not there yet."""
        start = _literal(chain.start)
        if start != self._assumption:
            self._assumption = start
            self._known, self._nested = {}, {}
        labels: list[str] = []
        for index, node in enumerate(chain.nodes):
            known = self._known.get(_literal(node))
            # The end of a loop is its assumption once more, and has a line of its own.
            if known is not None and not (index and node.parents and _literal(node) == start):
                labels.append(known)
                continue
            labels.append(self._add(chain, node, labels))
            self._known.setdefault(_literal(node), labels[-1])
        self.starts.append(labels[0])
        self.ends.append(labels[-1])

    def clash(self, proves: str, chains: Sequence[Chain]) -> dict[str, object]:
        """Return the two statements that contradict each other, the one of the earlier line first."""
        size = self._rules.size
        statements = [(self.ends[at], chain.end) for at, chain in enumerate(chains)]
        if proves == "opposite":
            statements.append((self.starts[0], chains[0].start))
        elif proves != "contradiction":
            return {}
        statements.sort(key=lambda each: self._spans[each[0]].start)
        facts: dict[str, object] = {"is_supposed": statements[0][0] == self.starts[0]}
        for name, (label, node) in zip(("first", "second"), statements, strict=False):
            literal = candidate(node.cell, node.digit, node.on, node.others, size)
            facts |= {f"{name}_line": label, f"{name}_said": literal}
        return in_values(facts, self._rules)

    def cut(self) -> list[str]:
        """Return the first lines, how many are missing, and the last lines of one or two chains."""
        whole = [span.stop for span in self._spans.values() if span.stop <= _SHOWN]
        first = max(whole) if max(whole) > _SHOWN // 2 else _SHOWN
        shown = list(range(first))
        ends = dict.fromkeys(self.ends) if len(self.ends) <= 2 else ()
        for span in (self._spans[label] for label in ends):
            if span.start >= first and len(span) == 1:
                shown.append(span.start)
        missing = len(self.lines) - len(shown)
        if missing < _FEW:
            return self.lines
        lines = [self.lines[at] for at in shown]
        return [*lines[:first], self._words.phrase("cut", {"n": missing}), *lines[first:]]

    def _add(self, chain: Chain, node: Inference, labels: Sequence[str]) -> str:
        self._count += 1
        label = self._label(self._count)
        facts = _node_facts(chain, node, self._rules)
        found = {labels[parent] for parent in node.parents}
        parents = sorted(found, key=lambda label: self._spans[label].start)
        before = [self._label(self._count - 1)]
        facts["parents"] = [] if parents == before else parents
        facts["has_parent"] = "parent" in facts
        facts.setdefault("by", [])
        name = "house" if "house" in facts else node.cause.name.lower()
        if node.nested is not None:
            facts |= self._nested_facts(node.nested, label)
            name = "again" if "line" in facts else name
        if node.others:
            name = f"group.{name}"
        facts["label"], facts["sentence"] = label, self._words.phrase(f"because.{name}", facts)
        begin = len(self.lines)
        self.lines += self._words.phrase("line", facts).split("\n")
        self._spans[label] = range(begin, len(self.lines))
        return label

    def _label(self, number: int) -> str:
        """Return the number of a line; it is written here, because 7.1 is not a decimal number."""
        return f"{self._prefix}{self._words.number(number)}"

    def _nested_facts(self, nested: Step, label: str) -> dict[str, object]:
        """Return the values for a step inside the chain: its words, or the line that explains it already."""
        if id(nested) in self._nested:
            return {"line": self._nested[id(nested)]}
        self._nested[id(nested)] = label
        name = facts_of(nested, why=False).get("name", nested.technique.entry(self._words)["name"])
        why = explanation(nested, self._words, f"{label}.")
        if nested.chains:
            why = "\n" + "\n".join(_INDENT + line for line in why.split("\n"))
        return {"technique": name, "why": why, "has_chains": bool(nested.chains)}


def _literal(node: Inference) -> _Literal:
    return node.cells, node.digit, node.on


def _node_facts(chain: Chain, node: Inference, rules: Rules) -> dict[str, object]:
    size = rules.size
    literal = candidate(node.cell, node.digit, node.on, node.others, size)
    facts: dict[str, object] = {**literal.parts, "digits": digit_list(node.digits)}
    facts |= sight_facts(chain, node, rules)
    if node.almost_locked:
        facts["set"] = [cell_value(cell, size) for cell in node.almost_locked]
    if len(node.parents) == 1:
        parent = chain.nodes[node.parents[0]]
        digit = Value("digit", {"n": parent.digit})
        place = place_value(parent.cell, parent.others, size)
        facts["parent"] = Value("parent", {"cell": place, "digit": digit})
    return in_values(facts, rules)


def sight_facts(chain: Chain, node: Inference, rules: Rules) -> dict[str, Value]:
    """Return the house because of which a node follows, or by what else it sees its parent."""
    house = _house(node, rules)
    if house is not None:
        return {"house": house_value(house, rules)}
    if node.cause is not Cause.FAR or len(node.parents) != 1:
        return {}
    seen = chain.nodes[node.parents[0]].cells
    hidden = [(c, other) for c in node.cells for other in seen if not is_plain(rules, c, other)]
    return {"by": sight_value(rules, *hidden[0])} if hidden else {}


def _house(node: Inference, rules: Rules) -> int | None:
    """Return the house because of which a node follows, or None."""
    row, column = divmod(node.cell, rules.size)
    if node.cause is Cause.ROW:
        return row
    if node.cause is Cause.COLUMN:
        return rules.size + column
    if node.cause is Cause.BOX:
        boxes = rules.plain_houses[2 * rules.size :]
        return 2 * rules.size + next(i for i, box in enumerate(boxes) if node.cell in box.cells)
    return node.house
