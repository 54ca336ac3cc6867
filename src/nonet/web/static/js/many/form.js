// How files of many puzzles are written, as nonet.base declares it. scripts/engine_data.py writes this file.

/** Characters that mean an empty cell. */
export const BLANKS = ".0*_-";

/** Names of the column with the puzzle, the surest first. */
export const NAMES = ["puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku", "givens", "initial_board", "starting_cells", "grid", "board", "clues"];

/** Names of a column that never has it. */
export const SOLUTIONS = ["solution", "solutions", "answer", "answers", "solved"];
