/**
 * The program beside the film: Python with line numbers, the running line marked in the colour of its event and kept
 * in view, and how often each line reported an event.
 */

import { element, furnish } from "../dom.js";
import { tokens } from "./python.js";

/** A line of a file. @typedef {{file: number, line: number}} Line */

/**
 * @param {SourceFile[]} files @param {Lab} app
 * @param {{label: string, counts: Map<string, number>}} options `counts` has how often "file:line" reported an event
 */
export function createSource(files, app, { label, counts }) {
  const most = Math.max(1, ...counts.values());
  const lists = files.map(listOf);
  const name = element("p", "source-name");
  const scroller = element("div", { class: "source-lines", tabIndex: 0, role: "region" }, ...lists);
  /** @type {Element | null} */
  let marked = null;
  let shownFile = -1;
  let [height, lineHeight] = [0, 0];
  let scrolled = 0; // reading scrollTop in a frame would compute the layout once more
  scroller.addEventListener("scroll", () => (scrolled = scroller.scrollTop), { passive: true });
  new ResizeObserver(() => {
    height = scroller.clientHeight;
    lineHeight = 0;
  }).observe(scroller);
  openFile(0);

  /** @param {SourceFile} file @param {number} number */
  function listOf({ text, first_line: first }, number) {
    return element("ol", { role: "list" }, ...tokens(text).map((line, index) => {
      const count = counts.get(`${number}:${first + index}`);
      const words = line.map(([kind, word]) => (kind ? element("span", `py-${kind}`, word) : word));
      const hits = count && { title: app.t("lab.line_count"), style: `--share: ${Math.max(0.04, count / most)}` };
      return element(
        "li", "",
        element("span", "source-number", String(first + index)),
        element("code", "", ...(line.length ? words : [" "])),
        element("span", { class: "source-count", ...hits }, count ? app.write(count) : ""),
      );
    }));
  }

  /** @param {number} number */
  function openFile(number) {
    if (number === shownFile) return;
    shownFile = number;
    lists.forEach((list, i) => (list.hidden = i !== number));
    name.textContent = files[number]?.name ?? "";
    scroller.setAttribute("aria-label", `${label}: ${name.textContent}`);
  }

  /** Return a line as an element, and its place among those of its file. @param {Line} place */
  function rowAt({ file, line }) {
    const index = line - (files[file]?.first_line ?? 0);
    return { index, row: lists[file]?.children[index] ?? null };
  }

  /** Scroll the program alone, and only if the line is near an edge or outside. @param {number} index @param {Element} row */
  function keepInView(index, row) {
    height ||= scroller.clientHeight;
    lineHeight ||= row.getBoundingClientRect().height;
    const top = index * lineHeight;
    const margin = Math.min(3 * lineHeight, height / 4);
    if (top >= scrolled + margin && top <= scrolled + height - margin - lineHeight) return;
    const most = Math.max(0, lists[shownFile].childElementCount * lineHeight + 8 - height);
    const wanted = Math.max(0, Math.min(most, top - height / 2 + lineHeight));
    if (Math.abs(wanted - scrolled) < 1) return;
    scrolled = wanted;
    scroller.scrollTop = scrolled;
  }

  return {
    element: element("div", { class: "source", dir: "ltr" }, name, scroller),
    /** Mark the running line. @param {Line} place @param {string} kind of its event */
    show(place, kind) {
      const { index, row } = rowAt(place);
      if (row !== marked) {
        marked?.classList.remove("running");
        marked?.removeAttribute("aria-current");
        marked = row;
      }
      if (!row) return;
      furnish(row, { class: "running", "aria-current": "true", "data-kind": kind });
      openFile(place.file);
      keepInView(index, row);
    },
    /** Bring a line into view without marking it. @param {Line} place */
    open(place) {
      const { index, row } = rowAt(place);
      if (!row) return;
      openFile(place.file);
      requestAnimationFrame(() => keepInView(index, row));
    },
  };
}
