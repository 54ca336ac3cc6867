// What Play offers for a new puzzle, as nonet.generating and nonet.steps declare it. scripts/engine_data.py writes this
// file.

/** From easy to hard. */
export const DIFFICULTIES = ["easy", "medium", "hard", "expert", "extreme"];

/** The boards, and the difficulties in which they are made. @type {Record<string, string[]>} */
export const LEVELS = {"classic": ["easy", "medium", "hard", "expert", "extreme"], "2x2": ["easy"], "2x3": ["easy", "hard", "expert"], "2x4": ["easy", "medium", "hard", "expert", "extreme"], "3x4": ["easy", "medium", "hard", "expert", "extreme"], "4x4": ["easy", "medium", "hard", "expert", "extreme"], "5x5": ["easy", "medium", "hard", "expert", "extreme"], "diagonals": ["easy", "medium", "hard", "expert", "extreme"], "windoku": ["easy", "hard", "expert", "extreme"], "killer": ["medium", "hard"], "thermo": ["medium", "hard", "expert", "extreme"], "arrow": ["medium", "hard", "expert", "extreme"], "kropki": ["medium", "hard"], "whispers": ["hard", "extreme"], "renban": ["hard", "extreme"], "sandwich": ["hard"], "xv": ["medium", "hard"], "littlekiller": ["hard"]};

/** Of the cells that are given. */
export const SYMMETRIES = ["none", "rotational", "rotational-90", "horizontal", "vertical", "diagonal", "antidiagonal", "full"];

/** Kinds of constraints that the server lays on a board. */
export const VARIANTS = ["killer", "thermo", "arrow", "kropki", "whispers", "renban", "sandwich", "xv", "littlekiller"];
