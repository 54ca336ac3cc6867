/**
 * Play: one puzzle on the board, and beside it what a player needs.
 */

import { createGeometry } from "./geometry.js";
import { readCode } from "./link.js";

/** @typedef {import("./main.js").App} App */

const FIRST = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";

/** @param {HTMLElement} root @param {App} app */
export function mount(root, app) {
  return {
    /** @param {URLSearchParams} params */
    show(params) {
      const board = readCode(params.get("p") ?? FIRST);
      if (!board) return;
      root.replaceChildren();
      const geometry = createGeometry(board.rules);
      const shown = app.board(root, { geometry, label: app.t("play.board") });
      shown.show({ digits: board.givens, givens: board.givens });
    },
    hide() {},
  };
}
