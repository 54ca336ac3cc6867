"""The encodings in the strings of Interactive Sudoku Solver: labels, texts, sets, relations and automata as words."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import quote, unquote

from nonet.base.errors import ParseError

__all__ = [
    *("Transitions", "decode_automaton", "decode_bits", "decode_label", "decode_relation"),
    *("decode_text", "encode_automaton", "encode_bits", "encode_label", "encode_relation"),
    *("encode_text",),
]

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_BITS = {character: value for value, character in enumerate(_ALPHABET)}


def decode_label(word: str) -> str:
    """Return a label that is written like a part of a web address."""
    return unquote(word)


def encode_label(label: str) -> str:
    """Write a label so that it has neither ``.`` nor ``~`` nor space.

    >>> encode_label("1.5 ~ x"), decode_label("1%2E5%20%7E%20x")
    ('1%2E5%20%7E%20x', '1.5 ~ x')
    """
    return quote(label, safe="!*'()").replace(".", "%2E").replace("~", "%7E")


def decode_text(word: str) -> str:
    """Return text from base64; an old spelling has percent signs instead."""
    if "%" in word:
        return unquote(word)
    return _decode_bytes(word).decode("latin-1")


def encode_text(text: str) -> str:
    """Write text in base64.

    >>> encode_text("12*"), decode_text("MTIq")
    ('MTIq', '12*')
    """
    return _encode_bytes(text.encode("latin-1"))


def _decode_bytes(word: str) -> bytes:
    try:
        return base64.b64decode(word + "=" * (-len(word) % 4), "-_", validate=True)
    except (binascii.Error, ValueError):
        raise ParseError(f"expected base64, found {word[:20]!r}") from None


def _encode_bytes(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


# -- sets and relations: six bits for each character, the lowest bit first ------------------------


def decode_bits(word: str) -> list[int]:
    """Return the numbers whose bits are set.

    >>> decode_bits("FB"), encode_bits([0, 2, 6])
    ([0, 2, 6], 'FB')
    """
    numbers = []
    for place, character in enumerate(word):
        if character not in _BITS:
            raise ParseError(f"expected base64, found {character!r} in {word[:20]!r}")
        numbers += [6 * place + bit for bit in range(6) if _BITS[character] >> bit & 1]
    return numbers


def encode_bits(numbers: Iterable[int]) -> str:
    """Write the set of some numbers."""
    values = [0]
    for number in numbers:
        values += [0] * (number // 6 + 1 - len(values))
        values[number // 6] |= 1 << number % 6
    while values and not values[-1]:
        values.pop()
    return "".join(_ALPHABET[value] for value in values)


def decode_relation(word: str, digits: range) -> dict[int, tuple[int, ...]]:
    """Return for each digit of the first cell the digits that the second may have."""
    count = len(digits)
    rows: dict[int, list[int]] = {}
    for number in decode_bits(word):
        if number >= count * count:
            raise ParseError(f"expected a relation of {count} digits, found a longer one")
        rows.setdefault(digits[number // count], []).append(digits[number % count])
    return {first: tuple(second) for first, second in rows.items()}


def encode_relation(rows: Iterable[tuple[int, Iterable[int]]], digits: range) -> str:
    """Write a relation.

    >>> decode_relation(encode_relation([(1, (2,)), (2, (1, 3))], range(1, 4)), range(1, 4))
    {1: (2,), 2: (1, 3)}
    """
    low, count = digits.start, len(digits)
    return encode_bits(
        (first - low) * count + other - low
        for first, second in rows
        for other in second
        if first in digits and other in digits
    )


# -- automata: a stream of bits, the highest bit first ---------------------------------------------
#
#   2 bits    0: a list of transitions for each state; 1: a mask of symbols and one target for each of them
#   4 bits    bits of a state - 1
#   4 bits    number of symbols - 1
#   a state   number of start states
#   a state   number of other accepting states
#   …         one bit for each start state: whether it accepts
#   4 bits    only in form 0: bits of the number of transitions of a state
#   …         the states: start states first, then accepting ones, then the others


class Transitions(NamedTuple):
    """An automaton as it is written: ``moves`` are (state, symbol, state), symbols count from 0."""

    states: int
    start: tuple[int, ...]
    accept: tuple[int, ...]
    moves: tuple[tuple[int, int, int], ...]


class _Bits:
    """Reads numbers from a stream of bits."""

    def __init__(self, data: bytes) -> None:
        self.value = int.from_bytes(data, "big")
        self.left = 8 * len(data)

    def take(self, count: int) -> int:
        if count > self.left:
            raise ParseError("the automaton breaks off")
        self.left -= count
        return self.value >> self.left & ((1 << count) - 1)


def decode_automaton(word: str) -> Transitions:
    """Return the automaton of a word; the empty one has no states and accepts nothing."""
    if not word:
        return Transitions(0, (), (), ())
    bits = _Bits(_decode_bytes(word))
    form, width, symbols = bits.take(2), bits.take(4) + 1, bits.take(4) + 1
    if form > 1:
        raise ParseError("expected an automaton of form 0 or 1, found another form")
    starts, accepting = bits.take(width), bits.take(width)
    both = bits.take(starts)
    accept = [state for state in range(starts) if both >> state & 1]
    accept += range(starts, starts + accepting)
    moves = list(_packed(bits, symbols, width) if form else _listed(bits, symbols, width))
    if bits.left and bits.take(bits.left):
        raise ParseError("expected the end of the automaton, found more")
    states = max([starts + accepting, *(1 + max(a, b) for a, _, b in moves)])
    return Transitions(states, tuple(range(starts)), tuple(accept), tuple(moves))


def _packed(bits: _Bits, symbols: int, width: int) -> Iterator[tuple[int, int, int]]:
    state = 0
    while bits.left >= symbols:
        mask = bits.take(symbols)
        for symbol in range(symbols):
            if mask >> symbol & 1:
                yield state, symbol, bits.take(width)
        state += 1


def _listed(bits: _Bits, symbols: int, width: int) -> Iterator[tuple[int, int, int]]:
    counted = bits.take(4)
    state = 0
    while counted and bits.left >= counted:
        for _ in range(bits.take(counted)):
            yield state, bits.take((symbols - 1).bit_length()), bits.take(width)
        state += 1


def encode_automaton(automaton: Transitions) -> str:
    """Write an automaton; its states get the order of the format.

    >>> machine = Transitions(2, (0,), (1,), ((0, 3, 1), (1, 0, 0)))
    >>> decode_automaton(encode_automaton(machine)) == machine
    True
    """
    if not automaton.start:
        return ""
    order = list(automaton.start)
    order += [state for state in automaton.accept if state not in automaton.start]
    accepting = len(order) - len(automaton.start)
    order += [state for state in range(automaton.states) if state not in set(order)]
    place = {state: index for index, state in enumerate(order)}
    rows: list[dict[int, list[int]]] = [{} for _ in order]
    for state, symbol, target in automaton.moves:
        rows[place[state]].setdefault(symbol, []).append(place[target])
    symbols = 1 + max((symbol for row in rows for symbol in row), default=0)
    width = max(1, (len(order) - 1).bit_length(), len(automaton.start).bit_length())
    if symbols > 16 or width > 16:
        raise ParseError(
            f"expected at most 16 symbols and 65536 states, found {symbols} and {len(order)}"
        )
    counts = [sum(map(len, row.values())) for row in rows]
    counted, named = max(counts).bit_length(), (symbols - 1).bit_length()
    packed = all(len(targets) == 1 for row in rows for targets in row.values())
    packed = packed and len(rows) * symbols + sum(counts) * width < (
        len(rows) * counted + sum(counts) * (named + width)
    )
    both = sum(1 << place[state] for state in set(automaton.start) & set(automaton.accept))
    numbers = [(packed, 2), (width - 1, 4), (symbols - 1, 4), (len(automaton.start), width)]
    numbers += [(accepting, width), (both, len(automaton.start))]
    numbers += [] if packed else [(counted, 4)]
    for row, count in zip(rows, counts, strict=True):
        numbers += [(sum(1 << symbol for symbol in row), symbols)] if packed else [(count, counted)]
        for symbol in sorted(row):
            for target in row[symbol]:
                numbers += [(target, width)] if packed else [(symbol, named), (target, width)]
    return _encode_bytes(_stream(numbers))


def _stream(numbers: Sequence[tuple[int, int]]) -> bytes:
    value = length = 0
    for number, width in numbers:
        value, length = value << width | number, length + width
    padding = -length % 8
    return (value << padding).to_bytes((length + padding) // 8, "big")
