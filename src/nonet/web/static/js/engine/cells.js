/**
 * Cells, digits and masks: their names, their symbols, and how many there are.
 */

export { cellName } from "../board/geometry.js";

/** Return the number of digits in a mask. @param {number} mask */
export function bitCount(mask) {
  let count = 0;
  for (let rest = mask; rest; rest &= rest - 1) count++;
  return count;
}

/** Return the digits of a mask in ascending order. @param {number} mask */
export function digitsOf(mask) {
  const found = [];
  for (let rest = mask; rest; rest &= rest - 1) found.push(32 - Math.clz32(rest & -rest));
  return found;
}

/** Return the cells of a list that are not 0. @param {readonly number[]} digits */
export const filledCells = (digits) => digits.flatMap((digit, cell) => (digit ? [cell] : []));
