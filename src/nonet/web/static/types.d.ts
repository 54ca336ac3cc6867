/** The shapes that many modules of the page share: what each part may use, a board; answers.d.ts has what goes over the wire. */

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
  ask<V extends keyof Answers>(verb: V, request?: object, options?: { signal?: AbortSignal }): Promise<Answers[V]>;
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

interface BoardHouse {
  kind: "row" | "column" | "box" | "region" | "extra";
  name: string;
  cells: number[];
}

interface Geometry {
  size: number;
  /** The number of cells. */
  count: number;
  rules: Rules;
  houses: BoardHouse[];
  /** For each cell the cells that it sees. */
  peers: number[][];
  /** The region of each cell, -1 without regions. */
  region: number[];
}

type Role = StepMark["role"];
type Chain = Inference[];
/** The values that the messages of a step use. */
type Facts = Record<string, unknown>;
