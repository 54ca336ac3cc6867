/**
 * The program beside the film: Python with line numbers, the running line marked in the colour of its event and kept
 * in view, and how often each line reported an event.
 */

import { element } from "../dom.js";
import { tokens } from "./python.js";

/**
 * @typedef {{name: string, first_line: number, text: string}} SourceFile
 *
 * @typedef {object} Source
 * @property {HTMLElement} element
 * @property {(place: {file: number, line: number}, kind: string) => void} show
 * @property {(place: {file: number, line: number}) => void} open bring a line into view without marking it
 */

/**
 * @param {SourceFile[]} files
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.countLabel the title of the numbers beside the lines
 * @param {Map<string, number>} options.counts "file:line" to a number
 * @param {(n: number) => string} options.write
 * @returns {Source}
 */
export function createSource(files, { label, countLabel, counts, write }) {
  const root = element("div", "source");
  root.dir = "ltr";
  const name = element("p", "source-name");
  const scroller = element("div", "source-lines");
  scroller.tabIndex = 0;
  scroller.setAttribute("role", "region");
  root.append(name, scroller);
  const most = Math.max(1, ...counts.values());
  const lists = files.map((file, number) => makeList(file, number));
  scroller.append(...lists.map(({ list }) => list));
  /** @type {Element | null} */
  let marked = null;
  let shownFile = -1;
  let height = 0;
  let lineHeight = 0;
  let scrolled = 0; // reading scrollTop in a frame would compute the layout once more
  scroller.addEventListener("scroll", () => (scrolled = scroller.scrollTop), { passive: true });
  new ResizeObserver(() => {
    height = scroller.clientHeight;
    lineHeight = 0;
  }).observe(scroller);
  openFile(0);

  /** @param {SourceFile} file @param {number} number */
  function makeList(file, number) {
    const list = element("ol");
    list.setAttribute("role", "list");
    const rows = tokens(file.text).map((line, index) => {
      const row = element("li");
      const at = file.first_line + index;
      const gutter = element("span", "source-number", String(at));
      const code = element("code");
      for (const [kind, text] of line) code.append(kind ? element("span", `py-${kind}`, text) : text);
      if (!line.length) code.append(" ");
      const count = counts.get(`${number}:${at}`);
      const hits = element("span", "source-count", count ? write(count) : "");
      if (count) {
        hits.title = countLabel;
        hits.style.setProperty("--share", String(Math.max(0.04, count / most)));
      }
      row.append(gutter, code, hits);
      return row;
    });
    list.append(...rows);
    return { list, rows, file };
  }

  /** @param {number} number */
  function openFile(number) {
    if (number === shownFile) return;
    shownFile = number;
    lists.forEach(({ list }, i) => (list.hidden = i !== number));
    const file = lists[number]?.file.name ?? "";
    name.textContent = file;
    scroller.setAttribute("aria-label", `${label}: ${file}`);
  }

  /** @param {{file: number, line: number}} place @param {string} kind */
  function show({ file, line }, kind) {
    const part = lists[file];
    const index = part ? line - part.file.first_line : -1;
    const row = part?.rows[index] ?? null;
    if (row !== marked) {
      marked?.classList.remove("running");
      marked?.removeAttribute("aria-current");
      row?.setAttribute("aria-current", "true");
      marked = row;
    }
    if (!row) return;
    row.className = "running";
    row.dataset["kind"] = kind;
    openFile(file);
    keepInView(index, row);
  }

  /** Scroll the program alone, and only if the line is near an edge or outside. @param {number} index @param {HTMLElement} row */
  function keepInView(index, row) {
    height ||= scroller.clientHeight;
    lineHeight ||= row.getBoundingClientRect().height;
    const top = index * lineHeight;
    const margin = Math.min(3 * lineHeight, height / 4);
    if (top >= scrolled + margin && top <= scrolled + height - margin - lineHeight) return;
    const most = Math.max(0, (lists[shownFile]?.rows.length ?? 0) * lineHeight + 8 - height);
    const wanted = Math.max(0, Math.min(most, top - height / 2 + lineHeight));
    if (Math.abs(wanted - scrolled) < 1) return;
    scrolled = wanted;
    scroller.scrollTop = scrolled;
  }

  /** @param {{file: number, line: number}} place */
  function open({ file, line }) {
    const row = lists[file]?.rows[line - (lists[file]?.file.first_line ?? 0)];
    if (!row) return;
    openFile(file);
    requestAnimationFrame(() => keepInView(line - (lists[file]?.file.first_line ?? 0), row));
  }

  return { element: root, show, open };
}
