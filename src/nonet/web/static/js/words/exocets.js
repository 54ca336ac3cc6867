// Exocets: the cells of the pattern, marks for all that it rests on, and why each digit is eliminated. The same as in
// nonet.steps.exocets, which says what each reason means.

import { CLASSIC, cellIndex, cellName, digitsOf } from "../board/geometry.js";
import { Value } from "./messages.js";
import { cellValue, digitList, houseValue } from "./values.js";

/** @typedef {{kind: string, cells: number[], digits: number[], which?: number, others?: number[]}} Reason */
/** The candidates of cells that a step eliminates, as "cell,digit". @typedef {Set<string>} Lost */

const LINES = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const BOTH = [0, 1];

/** Whether a step is an exocet, and has its cells. @param {Step} step */
const isExocet = ({ technique, marks }) =>
  technique === "exocet" && ["base", "pincer"].every((role) => marks.filter((mark) => mark.role === role).length === 2);
const numberOf = (/** @type {string} */ name) => CLASSIC.houses.findIndex((house) => house.name === name);
const sorted = (/** @type {Iterable<number>} */ numbers) => [...new Set(numbers)].sort((a, b) => a - b);

class Exocet {
  /** @type {Map<number, Set<number>>} */
  canBe = new Map();

  /** @param {Step} step */
  constructor({ houses, marks }) {
    const numbers = houses.map(numberOf);
    this.hasRows = (numbers[0] ?? 0) < 9;
    this.across = numbers.map((number) => number % 9);
    const cellsOf = (/** @type {Role} */ role) => marks.filter((mark) => mark.role === role).map((mark) => cellIndex(mark.cell));
    this.base = cellsOf("base");
    this.targets = this.across.slice(1).map((cross) => cellsOf("pincer").find((cell) => this.crossOf(cell) === cross) ?? 0);
    this.baseLine = this.lineOf(this.base[0] ?? 0);
    this.band = LINES.filter((line) => Math.floor(line / 3) === Math.floor(this.baseLine / 3));
    for (const { cell, digits } of marks) {
      const at = cellIndex(cell);
      this.canBe.set(at, new Set([...this.of(at), ...digits]));
    }
    this.digits = sorted(this.base.flatMap((cell) => [...this.of(cell)]));
  }

  /** @param {number} cell @returns {Set<number>} */
  of(cell) {
    return this.canBe.get(cell) ?? new Set();
  }

  /** @param {number} line @param {number} cross */
  cellAt(line, cross) {
    return this.hasRows ? 9 * cross + line : 9 * line + cross;
  }

  /** @param {number} cell */
  lineOf(cell) {
    return this.hasRows ? cell % 9 : Math.floor(cell / 9);
  }

  /** @param {number} cell */
  crossOf(cell) {
    return this.hasRows ? Math.floor(cell / 9) : cell % 9;
  }

  /** Return the line of the band with neither the base nor a target. @param {number} which */
  thirdLine(which) {
    return this.band.reduce((sum, line) => sum + line, 0) - this.baseLine - this.lineOf(this.targets[which] ?? 0);
  }

  /** @param {number} which */
  companion(which) {
    return this.cellAt(this.thirdLine(which), this.across[1 + which] ?? 0);
  }

  /** Return the two cells of the box of the other target one of which is the digit of a target. @param {number} which */
  mirror(which) {
    const other = this.across[2 - which] ?? 0;
    const box = LINES.filter((cross) => Math.floor(cross / 3) === Math.floor(other / 3) && cross !== other);
    return box.map((cross) => this.cellAt(this.thirdLine(which), cross));
  }

  /** The cells of the cross lines outside of the band. */
  outside() {
    const lines = LINES.filter((line) => !this.band.includes(line));
    return this.across.flatMap((cross) => lines.map((line) => this.cellAt(line, cross)));
  }

  /** Whether the two cross lines without a target can be a digit outside of the band, in different lines. @param {number} which @param {number} digit */
  hasRoom(which, digit) {
    const [one = [], two = []] = [0, 2 - which].map((at) => LINES.filter((line) =>
      !this.band.includes(line) && this.of(this.cellAt(line, this.across[at] ?? 0)).has(digit)));
    return one.length > 0 && two.length > 0 && new Set([...one, ...two]).size > 1;
  }

  /** @param {number} which @param {number} digit */
  hasMirror(which, digit) {
    return this.mirror(which).some((cell) => this.of(cell).has(digit));
  }

  /** @param {number} which @param {number} digit */
  canBeTarget(which, digit) {
    return this.of(this.targets[which] ?? 0).has(digit) && this.hasRoom(which, digit) && this.hasMirror(which, digit);
  }

  /** Return the digits that are left for the cells of the base, and for the targets. */
  kept() {
    const base = BOTH.map(() => /** @type {Set<number>} */ (new Set()));
    const targets = BOTH.map(() => /** @type {Set<number>} */ (new Set()));
    for (const one of this.digits) for (const two of this.digits) {
      const pair = [one, two];
      if (one === two || !pair.every((digit, which) => this.canBeTarget(which, digit))) continue;
      for (const turned of [pair, [two, one]]) {
        if (!turned.every((digit, at) => this.of(this.base[at] ?? 0).has(digit))) continue;
        turned.forEach((digit, at) => base[at]?.add(digit));
        pair.forEach((digit, at) => targets[at]?.add(digit));
      }
    }
    return { base, targets };
  }
}

/** Return an exocet with marks for all that it rests on; another step as it is. @param {Step} step @param {readonly number[]} placed @param {readonly number[]} masks the candidates of empty cells @returns {Step} */
export function withMirrors(step, placed, masks) {
  if (!isExocet(step)) return step;
  const exocet = new Exocet(step);
  /** @type {[Role, number][]} */
  const places = exocet.outside().filter((cell) => placed[cell]).map((cell) => ["cover", cell]);
  for (const which of BOTH) for (const cell of exocet.mirror(which)) places.push(["extra", cell]);
  const marks = places.flatMap(([role, cell]) => {
    const here = placed[cell] ? [placed[cell]] : digitsOf(masks[cell] ?? 0);
    const digits = here.filter((digit) => exocet.digits.includes(digit));
    return digits.length ? [{ role, cell: cellName(cell), digits }] : [];
  });
  return { ...step, marks: [...step.marks, ...marks] };
}

/** Take candidates off those that are lost; return their digits. @param {Lost} lost @param {[number, number][]} found */
function taken(lost, found) {
  return sorted(found.flatMap(([cell, digit]) => (lost.delete(`${cell},${digit}`) ? [digit] : [])));
}

/** @param {Lost} lost @param {number} cell @returns {[number, number][]} */
const lostIn = (lost, cell) => [...lost].map((each) => /** @type {[number, number]} */ (each.split(",").map(Number))).filter(([at]) => at === cell);

/** @param {Exocet} exocet @param {Lost} lost @returns {Reason[]} */
function ofTargets(exocet, lost) {
  /** @type {Reason[]} */
  const reasons = [];
  const beyond = exocet.targets.flatMap((cell) => lostIn(lost, cell)).filter(([, digit]) => !exocet.digits.includes(digit));
  const outside = taken(lost, beyond);
  if (outside.length) reasons.push({ kind: "outside", cells: sorted(beyond.map(([cell]) => cell)), digits: outside });
  exocet.targets.forEach((cell, which) => {
    const here = lostIn(lost, cell);
    const lines = taken(lost, here.filter(([, digit]) => !exocet.hasRoom(which, digit)));
    if (lines.length) reasons.push({ kind: "lines", cells: [cell], digits: lines, which });
    const mirror = taken(lost, here.filter(([, digit]) => !exocet.hasMirror(which, digit)));
    if (mirror.length) reasons.push({ kind: "mirror", cells: [cell], digits: mirror, which, others: exocet.mirror(which) });
  });
  return reasons;
}

/** @param {Exocet} exocet @param {Lost} lost @returns {Reason[]} */
function ofBase(exocet, lost) {
  /** @type {Map<string, {cells: number[], held: number[]}>} */
  const nowhere = new Map();
  for (const digit of exocet.digits) {
    const cells = exocet.base.filter((cell) => lost.has(`${cell},${digit}`));
    if (!cells.length || BOTH.some((which) => exocet.canBeTarget(which, digit))) continue;
    const found = nowhere.get(String(cells)) ?? { cells, held: [] };
    found.held.push(digit);
    nowhere.set(String(cells), found);
  }
  /** @type {Reason[]} */
  const reasons = [...nowhere.values()].map(({ cells, held }) => {
    const found = cells.flatMap((cell) => held.map((digit) => /** @type {[number, number]} */ ([cell, digit])));
    return { kind: "nowhere", cells, digits: taken(lost, found), others: exocet.targets };
  });
  const { base, targets } = exocet.kept();
  [...exocet.base, ...exocet.targets].forEach((cell, at) => {
    const digits = taken(lost, lostIn(lost, cell).filter(([, digit]) => ![...base, ...targets][at]?.has(digit)));
    if (digits.length) reasons.push({ kind: "pair", cells: [cell], digits });
  });
  return reasons;
}

/** @param {Exocet} exocet @param {Lost} lost @returns {Reason[]} */
function ofMirrors(exocet, lost) {
  return exocet.kept().targets.flatMap((kept, which) => {
    const [one = 0, two = 0] = exocet.mirror(which);
    return [[one, two], [two, one]].flatMap(([cell = 0, other = 0]) => {
      if ([...kept].some((digit) => exocet.of(other).has(digit))) return [];
      const gone = taken(lost, lostIn(lost, cell).filter(([, digit]) => !kept.has(digit)));
      return gone.length ? [{ kind: "reflected", cells: [cell], digits: sorted(kept), which, others: [other] }] : [];
    });
  });
}

/** Return the companions of the targets, and why each digit is eliminated; nothing for another step. @param {Step} step @returns {Facts} */
export function exocetFacts(step) {
  if (!isExocet(step)) return { companions: [], exocet: [] };
  const exocet = new Exocet(step);
  const lost = new Set(Object.entries(step.removes).flatMap(([cell, digits]) => digits.map((digit) => `${cellIndex(cell)},${digit}`)));
  const reasons = [...ofTargets(exocet, lost), ...ofBase(exocet, lost), ...ofMirrors(exocet, lost)];
  // What is left of a mirror cell says too what its target cannot be.
  const said = reasons.filter(({ kind }) => kind === "reflected").map(({ which }) => which);
  const shorter = reasons.filter(({ kind, which }) => kind !== "mirror" || !said.includes(which));
  const houses = step.houses.map(numberOf);
  const named = (/** @type {number[]} */ cells) => cells.map((cell) => cellValue(cell));
  return {
    companions: named(sorted(BOTH.map((which) => exocet.companion(which)))),
    exocet: (lost.size ? [] : shorter).map(({ kind, cells, digits, which = 0, others = [] }) => new Value("exocet", {
      kind,
      cells: named(cells),
      digits: digitList(digits),
      others: named(others),
      target: cellValue(exocet.targets[which] ?? 0),
      house: houseValue(houses[0] ?? 0),
      house2: houseValue(houses[2 - which] ?? 0),
      has_rows: exocet.hasRows,
    })),
  };
}
