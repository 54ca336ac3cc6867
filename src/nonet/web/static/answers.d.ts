// The answers to the questions of the page, as nonet.web.answers declares them. Written by scripts/answer_types.py.

/** The puzzles of a text. */
interface ReadAnswer {
  puzzles: ReadPuzzle[];
  count: number;
  format: string;
  problems: Problem[];
}

/** Solutions, all of them if `exact`. */
interface SolveAnswer {
  count: number;
  exact: boolean;
  solutions: number[][];
}

/** The number of solutions, `exact` if there are no more. */
interface CountAnswer {
  count: number;
  exact: boolean;
}

/** What is wrong on a board. */
interface CheckAnswer {
  unique: boolean | null;
  problems: string[];
  conflicts: number[][];
  wrong: Wrong;
  solution: number[] | null;
}

/** What breaks the constraints of a board. */
interface ViolationsAnswer {
  violations: Violation[];
}

/** The next step, or what is wrong. */
interface HintAnswer {
  wrong: Wrong;
  step: Step | null;
  stuck: boolean;
  full: boolean;
  several: boolean;
}

/** All steps of a position; with `several` solutions they hold in all of them. */
interface AllStepsAnswer {
  steps: Step[];
  several: boolean;
}

/** The steps to the solution; it is null if there are several. */
interface StepsAnswer {
  steps: Step[];
  rating: Rating;
  stuck: boolean;
  complete: boolean;
  solution: number[] | null;
}

/**
 * One of these is known of a candidate: a solution, a proof and its length, or the cell that excludes it.
 *
 * Without any, the pencil marks of the puzzle leave the digit out. `inferences` counts those inside of others too,
 * but not what a digit takes from the cells that see it.
 */
interface WhyAnswer {
  solution: number[] | null;
  step: Step | null;
  inferences: number | null;
  by: number | null;
}

/** The difficulty of a puzzle; there is none where the steps leave some cells `open`. */
interface Rating {
  open?: number;
  er: number | null;
  ep: number | null;
  ed: number | null;
  difficulty: string | null;
  hardest: string | null;
  counts: Record<string, number>;
  steps: number;
  exact: boolean;
}

/** A position, the simplest steps of a technique there, and what each of its steps does: cell, digit, placed. */
interface DrillAnswer {
  board: Board;
  line: string;
  steps: Step[];
  outcomes: [number, number, boolean][][];
  solution: number[];
}

/** A new puzzle; its seed is text, since a page rounds large numbers. */
interface GenerateAnswer {
  board: Board;
  line: string;
  seed: string;
  recipe: string;
  rating: number | null;
  difficulty: string | null;
}

/** What is known of a puzzle that is being set. */
interface InspectAnswer {
  count: number;
  exact: boolean;
  conflicts: number[][];
  candidates: number[] | null;
  differ: number[] | null;
  minimal: boolean | null;
  redundant: number[] | null;
  solution: number[] | null;
}

/** The number of solutions, and how many of them have each digit in each cell; whole numbers as text. */
interface OddsAnswer {
  count: string;
  odds: string[][];
}

/** A puzzle, and what was changed to make it. */
interface ChangedAnswer {
  board: Board;
  line: string;
  changes: Change[];
}

/** A repaired puzzle, and other repairs that may be as good. */
interface RepairAnswer {
  board: Board;
  line: string;
  changes: Change[];
  text: string;
  exact: boolean;
  alternatives: Change[][];
}

/** The representative of all equivalent puzzles. */
interface CanonicalAnswer {
  board: Board;
  line: string;
  transform: Transform;
  automorphisms: string;
}

/** Puzzles in another format, and what a reader of it will miss. */
interface ConvertAnswer {
  text: string;
  warning?: string;
}

/** The run of an algorithm; `nonet.web.traces.trace` describes it. */
interface TraceAnswer {
  result: string;
  finished: boolean;
  counters: Record<string, number>;
  factor: number | null;
  algorithm: string;
  size: number;
  givens: number[];
  kinds: string[];
  notes: string[];
  count: number;
  events: string;
  lines: string;
  complete: boolean;
  first_rows: FirstRows | null;
  core: Figures;
  seconds: number | null;
  budget: number | null;
  solution: number[] | null;
}

/** The version, and the names that requests can use. */
interface About {
  version: string;
  languages: string[];
  formats: Format[];
  themes: string[];
  difficulties: string[];
  symmetries: string[];
}

/** What is known about an algorithm, and its program. */
interface Algorithm {
  name: string;
  title: string;
  idea: string;
  source: string;
  worst_case: string;
  shines: string;
  complete: boolean;
  extra: string | null;
  installed: boolean;
  install: string | null;
  files: SourceFile[];
}

/** A puzzle of a text. */
interface ReadPuzzle {
  board: Board;
  line: string;
  info: Record<string, string>;
  name?: string;
}

/** What cannot be read, and where. */
interface Problem {
  line: number | null;
  message: string;
}

/** Cells with a wrong digit, and cells whose marks lack the digit of the solution. */
interface Wrong {
  cells: number[];
  marks: number[];
}

/** What breaks a constraint: the cells that show it, and a sentence. */
interface Violation {
  cells: number[];
  sentence: string;
}

/** One deduction, as `nonet hint --json` prints it; `facts` are for its messages if the board is not classic. */
interface Step {
  technique: string;
  name?: string;
  rating: number;
  places: Placement | null;
  removes: Record<string, number[]>;
  outcome?: string;
  houses: string[];
  marks: StepMark[];
  basis?: Basis;
  facts?: Record<string, unknown>;
  kind?: string | null;
  complexity?: number;
  chains?: Inference[][];
  nudge?: string;
  where?: string;
  text?: string;
}

/**
 * A puzzle and the position of its player; cells in reading order, 0 for an empty cell.
 *
 * `placed` are givens and digits of the player, `marks` the candidates that are left, 0 for all; `candidates`
 * are those that a sukaku starts from. `givens_known` is false where it is not known which filled cells are givens.
 */
interface Board {
  rules: Rules;
  givens: number[];
  placed?: number[];
  marks?: number[];
  candidates?: number[];
  givens_known?: boolean;
}

interface Change {
  cell: number;
  name: string;
  from: number;
  to: number;
}

/**
 * How the board was permuted: cell (r, c) is cell (rows[r], columns[c]) of the old board, all from 0.
 *
 * If `transposed`, the old board is reflected in its main diagonal first. Digit d becomes digits[d - 1].
 */
interface Transform {
  transposed: boolean;
  rows: number[];
  columns: number[];
  digits: number[];
}

/** How many first rows of a board are done. */
interface FirstRows {
  done: number;
  total: number;
}

/** What a run took: its result in a word, its counters, and its time divided by that of the core. */
interface Figures {
  result: string;
  finished: boolean;
  counters: Record<string, number>;
  factor: number | null;
}

/** A format, and what can be done with it. */
interface Format {
  name: string;
  reads: boolean;
  writes: boolean;
}

/** A file of a program. */
interface SourceFile {
  name: string;
  first_line: number;
  text: string;
}

/** A digit in a cell. */
interface Placement {
  cell: string;
  digit: number;
}

/** Candidates of a cell that play a role in a step. */
interface StepMark {
  role: "cause" | "target" | "pivot" | "pincer" | "base" | "cover" | "fin" | "colour-a" | "colour-b" | "start" | "end" | "extra";
  cell: string;
  digits: number[];
}

/** The constraints that a step rests on, and their cells. */
interface Basis {
  constraints: string[];
  cells: string[];
  total: number | null;
  combinations: number[][];
  outside: string[];
  sums: number[];
}

/**
 * One node of a chain.
 *
 * `parents` are earlier nodes, `others` the other cells of a group, `set` those of an almost locked set,
 * `more` the other digits that the cell loses for the same reason; `house` is the further house of the cause
 * "far"; `sight` says by what its cells see each other, where that is not seen at once.
 */
interface Inference {
  cell: string;
  digit: number;
  on: boolean;
  cause: string;
  parents: number[];
  others?: string[];
  set?: string[];
  more?: number[];
  house?: string;
  step?: Step;
  sight?: Record<string, unknown> | null;
}

/**
 * The size of a board and its houses; `text` alone says it all, such as "classic" or "2x3 diagonals".
 *
 * `boxes` are the rows and columns of a box, null for a jigsaw and a Latin square; `regions` have the region of
 * each cell, -1 without regions; `sees` has for each cell those that must differ from it because of constraints
 * alone.
 */
interface Rules {
  size: number;
  text: string;
  boxes: number[] | null;
  regions: number[];
  extra: House[];
  constraints?: Constraint[];
  sees?: number[][];
}

/** An extra house. */
interface House {
  name: string;
  cells: number[];
}

/** A constraint: its kind, its notation, its cells, its sentence, and what is drawn of it. */
interface Constraint {
  word: string;
  text: string;
  cells: number[];
  sentence: Sentence;
  marks: ClueMark[];
}

/** A sentence: its key in the catalogues of words, and the values that fill it. */
interface Sentence {
  key: string;
  values: Record<string, unknown>;
}

/** What is drawn of a constraint. */
interface ClueMark {
  mark: "outline" | "line" | "bulb" | "dot" | "outside" | "badge" | "legend";
  choice?: boolean;
  cells?: string[];
  role?: string;
  label?: string;
  line?: [string, number];
  side?: "left" | "right" | "top" | "bottom";
  direction?: string;
  cell?: string;
  word?: string;
}

/** What is answered to each verb. */
interface Answers {
  read: ReadAnswer;
  solve: SolveAnswer;
  count: CountAnswer;
  check: CheckAnswer;
  violations: ViolationsAnswer;
  hint: HintAnswer;
  all_steps: AllStepsAnswer;
  steps: StepsAnswer;
  why: WhyAnswer;
  rate: Rating;
  drill: DrillAnswer;
  generate: GenerateAnswer;
  inspect: InspectAnswer;
  odds: OddsAnswer;
  minimise: ChangedAnswer;
  repair: RepairAnswer;
  canonical: CanonicalAnswer;
  convert: ConvertAnswer;
  trace: TraceAnswer;
  about: About;
  algorithms: Algorithm[];
}
