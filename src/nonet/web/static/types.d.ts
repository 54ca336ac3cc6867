/** The shapes that many modules of the page share: what each part may use, a board, and what goes over the wire. */

type Play = import("./js/play/table.js").Table;
type Session = import("./js/play/session.js").Session;
type SetSession = import("./js/set/session.js").SetSession;
type Game = import("./js/game/game.js").Game;
type Owner = import("./js/owner.js").Owner;
type BoardView = import("./js/board/board.js").BoardView;
type IconName = Parameters<typeof import("./js/icons.js").icon>[0];
/** Of the constraints that are placed in Set: a kind, what is chosen for it, and what is being placed. */
type Kind = import("./js/set/kinds.js").Kind;
type Choice = import("./js/set/kinds.js").Choice;
type Placing = import("./js/set/placement.js").Placing;

interface Place {
  /** Show a page of the place; the signal ends when another is wanted. */
  show(params: URLSearchParams, path: string, signal: AbortSignal): void | Promise<void>;
  hide(): void | Promise<unknown>;
}

/** What every part of the page may use. */
interface App {
  ask(verb: string, request?: object, options?: { signal?: AbortSignal }): Promise<any>;
  /** The words of a key. */
  t(key: string, values?: Record<string, unknown>): string;
  /** A number in the digits of the language. */
  digit(number: number | string): string;
  /** A digit of a board, as the person wants it. */
  symbol(digit: number, size: number): string;
  words: import("./js/words/messages.js").Catalogue;
  language: string;
  /** Of the view; it ends with it. */
  owner: import("./js/owner.js").Owner;
  settings: import("./js/settings.js").Settings;
  store: import("./js/store.js").Store;
  go(link: string, replace?: boolean): void;
  /** Say something to a screen reader. */
  announce(text: string): void;
  /** Name the page after what the place shows. */
  entitle(title: string): void;
  board(host: HTMLElement, options: Omit<import("./js/board/board.js").Options, "app">): import("./js/board/board.js").BoardView;
}

/** What every part of the Lab may use. */
interface Lab extends App {
  /** A number as the language writes it: 4,208. */
  write(number: number): string;
}

interface Rules {
  size: number;
  /** "classic", or the notation of nonet.variants. */
  text: string;
  /** Rows and columns of a box, null for a jigsaw and a Latin square. */
  boxes: [number, number] | null;
  /** The region of each cell, -1 without regions. */
  regions: number[];
  extra: { name: string; cells: number[] }[];
  constraints?: Constraint[];
  /** For each cell those that must differ from it because of constraints alone. */
  sees?: number[][];
}

/** A rule beyond houses: a cage, a line, a clue outside … */
interface Constraint {
  /** Its kind. */
  word: string;
  /** Its notation. */
  text: string;
  cells: number[];
  sentence: { key: string; values: Record<string, unknown> };
  marks: ClueMark[];
}

/** What is drawn of a constraint, as nonet.rules.constraints.marks has it. */
interface ClueMark {
  mark: "outline" | "line" | "bulb" | "dot" | "outside" | "badge" | "legend";
  role?: string;
  cells?: string[];
  cell?: string;
  label?: string;
  line?: ["row" | "column", number];
  side?: "left" | "right" | "top" | "bottom";
  direction?: string;
  word?: string;
  /** Whether another constraint may hold instead. */
  choice?: boolean;
}

/** A board on the wire; cells in reading order, a mask has bit digit-1. */
interface Board {
  rules: Rules;
  /** 0 for an empty cell. */
  givens: number[];
  /** Givens and placed digits. */
  placed?: number[];
  /** The candidates that are left in a position; 0 for all. */
  marks?: number[];
  /** The masks that a puzzle made of candidates starts from. */
  candidates?: number[];
  /** False where it is not known which filled cells are givens. */
  givens_known?: boolean;
}

interface House {
  kind: "row" | "column" | "box" | "region" | "extra";
  name: string;
  cells: number[];
}

interface Geometry {
  size: number;
  /** The number of cells. */
  count: number;
  rules: Rules;
  houses: House[];
  /** For each cell the cells that it sees. */
  peers: number[][];
  /** The region of each cell, -1 without regions. */
  region: number[];
}

type Role = "cause" | "target" | "pivot" | "pincer" | "base" | "cover" | "fin" | "colour-a" | "colour-b" | "start" | "end" | "extra";
type Placement = { cell: string; digit: number };
type StepMark = { role: Role; cell: string; digits: number[] };
type Chain = Inference[];
/** The values that the messages of a step use. */
type Facts = Record<string, unknown>;

interface Inference extends Placement {
  on: boolean;
  cause: string;
  parents: number[];
  others?: string[];
  set?: string[];
  /** Further digits that its cell loses for the same reason. */
  more?: number[];
  step?: Step;
  /** By what its cells see each other, where that is not seen at once. */
  sight?: Facts;
}

/** A step, as `nonet hint --json` prints it. */
interface Step {
  technique: string;
  name?: string;
  rating: number;
  places: Placement | null;
  removes: Record<string, number[]>;
  outcome?: string;
  houses: string[];
  marks: StepMark[];
  kind?: string | null;
  complexity?: number;
  chains?: Chain[];
  /** The constraints that it rests on, and their cells. */
  basis?: { constraints: string[]; cells: string[]; outside: string[] };
  /** The values for its messages, if the board is not classic. */
  facts?: Facts;
  nudge?: string;
  where?: string;
  text?: string;
}

interface Rating {
  er: number;
  ep: number;
  ed: number;
  difficulty: string;
  hardest: string | null;
  counts: Record<string, number>;
  steps: number;
  exact: boolean;
  /** The cells that the techniques leave open; then there is no rating. */
  open?: number;
}

type Wrong = { cells: number[]; marks: number[] };
type HintAnswer = { wrong: Wrong; step: Step | null; stuck: boolean; full: boolean; several: boolean };

interface CheckAnswer {
  unique: boolean | null;
  problems: string[];
  conflicts: number[][];
  wrong: Wrong;
  solution: number[] | null;
}

type ReadPuzzle = { board: Board; line: string; name?: string; info: Record<string, string> };

interface ReadAnswer {
  puzzles: ReadPuzzle[];
  count: number;
  format: string;
  problems: { line: number | null; message: string }[];
}

interface StepsAnswer {
  steps: Step[];
  rating: Rating;
  stuck: boolean;
  complete: boolean;
  solution: number[] | null; // null: there are several
}
