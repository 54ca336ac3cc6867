// What Play offers for a new puzzle, as nonet.generating and nonet.steps declare it. scripts/engine_data.py writes this
// file.

/** From easy to hard. */
export const DIFFICULTIES = ["easy", "medium", "hard", "expert", "extreme"];

/** Of the cells that are given. */
export const SYMMETRIES = ["none", "rotational", "rotational-90", "horizontal", "vertical", "diagonal", "antidiagonal", "full"];

/** Kinds of constraints that the server lays on a board. */
export const VARIANTS = ["killer", "thermo", "arrow", "kropki", "whispers", "renban", "sandwich", "xv", "littlekiller"];
