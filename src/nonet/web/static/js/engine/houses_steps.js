/**
 * The human solver for boards of other sizes and houses: the techniques of nonet/deduction that need no constraint, in
 * the same order and with the same steps. The core has one for the classic board only.
 */

import { bitCount } from "./cells.js";
import { NONET_ROWS, TECHNIQUES } from "./data.js";
import { cellsIn, combinations, countIn, BoardView, isOne, setOf } from "./board_view.js";

/** @typedef {import("./decoding.js").Step} Step */
/** @typedef {import("./board_view.js").Group} Group */
/** @typedef {(position: BoardView) => Generator<Step>} Finder */
/** @typedef {import("../words/facts.js").Role} Role */

/** @type {Finder} */
function* fullHouses(position) {
  for (const { house, set, isFull } of position.groups) {
    const rest = set & position.open;
    if (!isFull || !isOne(rest)) continue;
    const [cell = 0] = cellsIn(rest);
    if (bitCount(position.mask(cell)) === 1) {
      yield position.step("full_house", { places: [cell, digitIn(position.mask(cell))], houses: [house] });
    }
  }
}

/** @param {number} mask */
const digitIn = (mask) => 32 - Math.clz32(mask);

/** @param {string} name @param {Group["kind"]} wanted @returns {Finder} */
const hiddenSingles = (name, wanted) => function* hidden(position) {
  for (const group of position.groups) {
    if (!group.isFull || group.kind !== wanted) continue;
    for (const [digit, where] of position.byDigit()) {
      const rest = where & group.set;
      if (!isOne(rest)) continue;
      const [cell = 0] = cellsIn(rest);
      const { causes, unseen } = causesOf(position, group, cell, digit);
      /** @type {[Role, number, number][]} */
      const marks = causes.map((cause) => ["cause", cause, 1 << (digit - 1)]);
      yield position.step(name, { places: [cell, digit], houses: [group.house], marks, unseen });
    }
  }
};

/** Return few filled cells with the digit that rule out empty cells of a group, and the cells that none rules out. @param {BoardView} position @param {Group} group @param {number} cell @param {number} digit */
function causesOf(position, group, cell, digit) {
  let rest = group.set & position.open & ~setOf([cell]);
  const holders = position.digits.flatMap((held, at) => (held === digit ? [at] : []));
  /** @type {number[]} */
  const causes = [];
  while (rest && holders.length) {
    const seen = holders.map((holder) => countIn(position.seenBy(holder) & rest));
    const most = Math.max(...seen);
    if (!most) break;
    const best = holders[seen.indexOf(most)] ?? 0;
    rest &= ~position.seenBy(best);
    causes.push(best);
  }
  return { causes, unseen: cellsIn(rest) };
}

/** @type {Finder} */
function* nakedSingles(position) {
  const found = [];
  for (const cell of cellsIn(position.open)) {
    if (bitCount(position.mask(cell)) !== 1) continue;
    /** @type {Map<number, number>} */
    const seen = new Map();
    for (const other of cellsIn(position.seenBy(cell) & ~position.open)) {
      const digit = position.digits[other] ?? 0;
      if (!seen.has(digit)) seen.set(digit, other);
    }
    found.push({ cell, seen });
  }
  found.sort((a, b) => b.seen.size - a.seen.size || a.cell - b.cell);
  for (const { cell, seen } of found) {
    /** @type {[Role, number, number][]} */
    const marks = [...seen].map(([digit, other]) => ["cause", other, 1 << (digit - 1)]);
    yield position.step("naked_single", { places: [cell, digitIn(position.mask(cell))], marks });
  }
}

/** Yield full houses, digits, their places, and the cells that see all of these and lose the digit. @param {BoardView} position @returns {Generator<{group: Group, digit: number, where: bigint, targets: bigint}>} */
function* confined(position) {
  for (const group of position.groups) {
    if (!group.isFull) continue;
    for (const [digit, places] of position.byDigit()) {
      const where = places & group.set;
      if (!where || isOne(where)) continue;
      const targets = position.seenByAll(where) & places;
      if (targets) yield { group, digit, where, targets };
    }
  }
}

/** @param {BoardView} position @param {string} name @param {number} digit @param {bigint} where @param {bigint} lost @param {number[]} houses */
function lockedStep(position, name, digit, where, lost, houses) {
  /** @type {[Role, number, number][]} */
  const marks = cellsIn(where).map((cell) => ["cause", cell, 1 << (digit - 1)]);
  return position.step(name, { removes: position.lose(lost, digit), houses, marks });
}

/** @param {string} name @param {Group["kind"]} kind @returns {Finder} */
const locked = (name, kind) => function* lockedIn(position) {
  for (const { group, digit, where, targets } of confined(position)) {
    if (group.kind !== kind) continue;
    for (const other of position.groups) {
      const lost = targets & other.set;
      if (other !== group && lost && !(where & ~other.set)) {
        yield lockedStep(position, name, digit, where, lost, [group.house, other.house]);
      }
    }
  }
};

/** @type {Finder} */
function* commonPeers(position) {
  for (const { group, digit, where, targets } of confined(position)) {
    let left = targets;
    for (const other of position.groups) if (!(where & ~other.set)) left &= ~other.set; // pointing or claiming
    if (left) yield lockedStep(position, "common_peers", digit, where, left, [group.house]);
  }
}

/** @param {string} name @param {number} size @returns {Finder} */
const naked = (name, size) => function* nakedIn(position) {
  for (const group of position.groups) {
    const cells = cellsIn(group.set & position.open).filter((cell) => bitCount(position.mask(cell)) <= size);
    for (const chosen of combinations(cells, size)) {
      const held = chosen.reduce((mask, cell) => mask | position.mask(cell), 0);
      if (bitCount(held) !== size) continue;
      const removes = [...position.eliminated(chosen, held)];
      /** @type {[Role, number, number][]} */
      const marks = chosen.map((cell) => ["cause", cell, position.mask(cell)]);
      if (removes.length) yield position.step(name, { removes, houses: [group.house], marks });
    }
  }
};

/** @param {string} name @param {number} size @returns {Finder} */
const hidden = (name, size) => function* hiddenIn(position) {
  for (const group of position.groups) {
    if (!group.isFull) continue;
    const places = position.byDigit().map(([digit, where]) => ({ digit, where: where & group.set }))
      .filter(({ where }) => where && !isOne(where) && countIn(where) <= size);
    for (const chosen of combinations(places, size)) {
      const set = chosen.reduce((cells, { where }) => cells | where, 0n);
      if (countIn(set) !== size) continue;
      const kept = chosen.reduce((mask, { digit }) => mask | (1 << (digit - 1)), 0);
      const cells = cellsIn(set);
      /** @type {[number, number][]} */
      const removes = cells.flatMap((cell) => (position.mask(cell) & ~kept ? [/** @type {[number, number]} */ ([cell, position.mask(cell) & ~kept])] : []));
      /** @type {[Role, number, number][]} */
      const marks = cells.map((cell) => ["cause", cell, position.mask(cell) & kept]);
      if (removes.length) yield position.step(name, { removes, houses: [group.house], marks });
    }
  }
};

/** @param {string} name @param {number} size @returns {Finder} */
const fish = (name, size) => function* fishIn(position) {
  const { size: count } = position.rules;
  for (const start of [0, count]) {
    const lines = position.groups.slice(start, start + count);
    const crossing = position.groups.slice(count - start, 2 * count - start);
    for (const [digit, places] of position.byDigit()) {
      const bases = lines.filter(({ set }) => places & set && !isOne(places & set) && countIn(places & set) <= size);
      for (const chosen of combinations(bases, size)) {
        const inside = chosen.reduce((cells, { set }) => cells | (places & set), 0n);
        const covers = crossing.filter(({ set }) => set & inside);
        if (covers.length !== size) continue;
        const targets = places & covers.reduce((cells, { set }) => cells | set, 0n) & ~inside;
        /** @type {[Role, number, number][]} */
        const marks = cellsIn(inside).map((cell) => ["base", cell, 1 << (digit - 1)]);
        const houses = [...chosen, ...covers].map(({ house }) => house);
        if (targets) yield position.step(name, { removes: position.lose(targets, digit), houses, marks });
      }
    }
  }
};

/** @type {Finder} */
function* xyWings(position) {
  const pairs = cellsIn(position.open).filter((cell) => bitCount(position.mask(cell)) === 2);
  for (const pivot of pairs) {
    const mask = position.mask(pivot);
    const near = pairs.filter((cell) => position.rules.sees[pivot]?.has(cell) && bitCount(position.mask(cell) & mask) === 1);
    for (const [one = 0, other = 0] of combinations(near, 2)) {
      const [first, second] = [position.mask(one), position.mask(other)];
      const shared = first & second & ~mask;
      if (!shared || ((first | second) & mask) !== mask) continue;
      const digit = digitIn(shared);
      const targets = position.seenByAll(setOf([one, other])) & (position.places[digit - 1] ?? 0n);
      if (!targets) continue;
      yield position.step("xy_wing", {
        removes: position.lose(targets, digit),
        marks: [["pivot", pivot, mask], ["pincer", one, first], ["pincer", other, second]],
      });
    }
  }
}

/** @type {Record<string, Finder>} */
const FINDERS = {
  full_house: fullHouses,
  hidden_single_box: hiddenSingles("hidden_single_box", "box"),
  hidden_single_line: hiddenSingles("hidden_single_line", "line"),
  naked_single: nakedSingles,
  pointing: locked("pointing", "box"),
  claiming: locked("claiming", "line"),
  common_peers: commonPeers,
  ...Object.fromEntries(["pair", "triple", "quadruple"].flatMap((name, at) => [
    [`naked_${name}`, naked(`naked_${name}`, at + 2)],
    [`hidden_${name}`, hidden(`hidden_${name}`, at + 2)],
  ])),
  ...Object.fromEntries(["x_wing", "swordfish", "jellyfish"].map((name, at) => [name, fish(name, at + 2)])),
  xy_wing: xyWings,
};

/** The finders in the order of hints. The core knows techniques by number, others have their ids there. @type {[string, number][]} */
const ORDER = NONET_ROWS.flatMap(([technique, rating]) => {
  const id = typeof technique === "number" ? (TECHNIQUES[technique]?.[0] ?? "") : technique;
  return FINDERS[id] ? [/** @type {[string, number]} */ ([id, rating / 100])] : [];
});
const RATINGS = new Map(ORDER);

/** Return the first step of a position, or all of them, each conclusion of a technique once. @param {import("./search.js").Search} search @param {import("./puzzles.js").Position} from @param {boolean} all @returns {Step[]} */
export function nextSteps(search, from, all) {
  const position = new BoardView(from, RATINGS);
  /** @type {Map<string, Step>} */
  const found = new Map();
  for (const [id] of ORDER) {
    for (const step of FINDERS[id]?.(position) ?? []) {
      search.checkTime();
      const { technique, places, removes } = step;
      const key = JSON.stringify([technique, places, [...removes]]);
      if (!found.has(key)) found.set(key, step);
      if (!all) return [step];
    }
    search.checkTime();
  }
  return [...found.values()];
}
