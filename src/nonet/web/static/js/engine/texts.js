/**
 * Ranges, ratings and techniques as the sentences about requirements name them.
 */

import { TECHNIQUES } from "./data.js";

/** @param {number} low @param {number} high @param {(end: number) => string} [text] */
export const shown = (low, high, text = String) => (low === high ? text(low) : `${text(low)}-${text(high)}`);
/** @param {number} tenths */
export const decimal = (tenths) => (tenths / 10).toFixed(1);
/** @param {number} row */
export const idOf = (row) => TECHNIQUES[row]?.[0] ?? "";
