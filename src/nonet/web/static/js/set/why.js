/**
 * Which digits the selected cell has in the solutions of the puzzle that is being set, and why it has no other one.
 *
 * A flyout with a button for each digit. The proof of a digit is shown as a hint is: its lines beside the board, and on the
 * board the picture of the line that is read. A digit of some solution is answered with one, in small digits.
 */

import { AskError } from "../ask.js";
import { cellName } from "../board/geometry.js";
import { createOverlay } from "../board/overlay.js";
import { padButton } from "../buttons.js";
import { element, furnish } from "../dom.js";
import { sentenceOf } from "../errors.js";
import { createLadder } from "../learn/ladder.js";
import { situationOf } from "../learn/parts.js";
import { pressedDigit } from "../play/keys.js";
import { placeValue } from "../words/messages.js";

/** @typedef {"true" | "false" | "unknown"} Kind whether a digit is in a solution */

/**
 * @param {App} app @param {Placing} placing on the board of its session
 * @param {{flyouts: import("../play/flyout.js").Flyouts, desk: () => import("./desk.js").Desk | null, changed: () => void}} place
 */
export function createWhy(app, placing, { flyouts, desk, changed }) {
  /** What the flyout shows while it is open. @type {ReturnType<typeof mount> | null} */
  let open = null;
  /** @type {InspectAnswer | null} */
  let findings = null;

  const toggle = () => {
    flyouts.toggle("why", app.t("set.why"), (body, own) => {
      const shown = desk();
      if (shown) open = mount(body, own, shown);
    });
    if (open) desk()?.reveal();
  };

  /** @param {HTMLElement} body @param {App} own @param {import("./desk.js").Desk} shown */
  function mount(body, own, shown) {
    const { session } = placing;
    const { geometry } = session;
    const { size } = geometry;
    const head = element("p", "set-note");
    const sentence = element("p", "said");
    const digits = Array.from({ length: size }, (_, i) => padButton("button why-digit", app.symbol(i + 1, size), () => void ask(i + 1)));
    const row = element("div", { class: "why-digits", role: "group" }, ...digits);
    const proof = element("div", "hint");
    body.append(head, row, sentence, proof);
    const overlay = createOverlay(shown.board);
    const ladder = createLadder(proof, own, overlay, { isWhole: true });
    let search = new AbortController();
    let asked = 0;
    let code = "";
    /** @type {number[] | null} */
    let solution = null;

    /** Forget what was asked. */
    function forget() {
      search.abort();
      ladder.clear();
      asked = 0;
      solution = null;
      sentence.textContent = "";
    }

    /** @param {string} text */
    function say(text) {
      sentence.textContent = text;
      app.announce(text);
    }

    /** The cell that is asked about, -1 for none. */
    const cellNow = () => (session.digits[session.selection.single] ? -1 : session.selection.single);

    /** @param {number} digit */
    async function ask(digit) {
      const cell = cellNow();
      forget();
      asked = digit;
      draw();
      const { signal } = (search = new AbortController());
      const { puzzle } = session;
      say(app.t("new.searching"));
      try {
        /** @type {WhyAnswer} */
        const answer = await app.ask("why", { puzzle, cell: cellName(cell, size), digit, levels: [] }, { signal });
        if (!signal.aborted) tell(answer, cell, digit);
      } catch (error) {
        if (!signal.aborted) say(reasonOf(error));
      }
      changed();
    }

    /** @param {WhyAnswer} answer @param {number} cell @param {number} digit */
    function tell({ solution: found, step, by }, cell, digit) {
      const values = { cell: placeValue(cell, size), digit: app.symbol(digit, size) };
      solution = found;
      if (found) return say(app.t("set.why.solution", values));
      if (by !== null) return say(app.t("set.why.seen", { ...values, other: placeValue(by, size) }));
      if (!step) return say(app.t("set.why.marks", values));
      sentence.textContent = app.t("set.why.proof", values);
      ladder.present(situationOf(step, { givens: session.digits }, geometry), "full");
    }

    /** @param {unknown} error */
    function reasonOf(error) {
      const kind = error instanceof AskError ? error.code : "";
      if (kind === "conflict" || kind === "no_solution") return app.t("set.why.none");
      if (kind === "limit_reached" || kind === "timeout" || kind === "ran_away") return app.t("set.why.long");
      return kind === "busy" ? app.t("hint.error.busy") : sentenceOf(error);
    }

    /** Let the buttons follow the cell and what is known of it. */
    function draw() {
      const cell = cellNow();
      const { rules, givens } = session.puzzle;
      const now = `${cell}:${rules.text}:${givens}`;
      if (now !== code) forget();
      code = now;
      const values = { cell: placeValue(Math.max(cell, 0), size) };
      head.textContent = app.t(cell < 0 ? "set.why.choose" : "set.why.cell", values);
      furnish(row, { hidden: cell < 0, "aria-label": app.t("set.why.cell", values) });
      const mask = findings?.candidates?.[cell];
      for (const [i, press] of digits.entries()) {
        /** @type {Kind} */
        const kind = mask === undefined ? "unknown" : mask & (1 << i) ? "true" : "false";
        const name = app.t(`set.why.${kind}`, { digit: app.symbol(i + 1, size) });
        furnish(press, { "data-kind": kind, "aria-label": name, title: name, "aria-pressed": String(asked === i + 1) });
      }
    }

    // Here a digit asks; on the board it would be a given.
    own.owner.listen(body, "keydown", (/** @type {KeyboardEvent} */ event) => {
      const digit = event.ctrlKey || event.altKey || event.metaKey || cellNow() < 0 ? 0 : pressedDigit(event, size);
      if (!digit) return;
      event.preventDefault();
      void ask(digit);
    });
    own.owner.ends(() => {
      search.abort();
      overlay.destroy();
      open = null;
      changed();
    });
    draw();
    return { draw, session, /** One that has the digit that was asked about. */ get solution() { return solution; } };
  }

  return {
    toggle,
    /** @param {InspectAnswer | null} found */
    draw(found) {
      findings = found;
      if (open && open.session !== placing.session) flyouts.close();
      open?.draw();
    },
    /** The candidates to show instead of others, as masks; null for none. */
    get shown() {
      return open?.solution?.map((digit) => 1 << (digit - 1)) ?? null;
    },
  };
}
