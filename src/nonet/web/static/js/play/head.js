/** The head of the place Play: what puzzle it is, how far it is, the time, and buttons that concern the whole puzzle. */

import { ruleNames } from "../board/rule_list.js";
import { element, furnish } from "../dom.js";
import { icon } from "../icons.js";
import { named, padButton } from "../buttons.js";

const NAMED = 3; // kinds of constraints in a title

/** Return the title of a puzzle, or what kind of puzzle it is. @param {App} app @param {string} title @param {Board} puzzle @param {number} [most] kinds of constraints */
export function titleOf(app, title, { rules }, most = NAMED) {
  const kinds = ruleNames(app, rules);
  if (!title && rules.constraints?.length) return app.words.fill("{names, comma}", { names: kinds.slice(0, most) }) + (kinds.length > most ? " …" : "");
  return title || app.t("play.title", { rules: rules.text, size: app.digit(rules.size) });
}

/** @param {HTMLElement} host @param {App} app @param {Pick<Play, "session" | "game" | "puzzle" | "commands" | "rating" | "keep">} play */
export function mountHead(host, app, { session, game, puzzle, commands, rating: rate, keep }) {
  const name = titleOf(app, game.title, puzzle, Infinity);
  const title = element("h1", { title: name }, name); // a style cuts it, but not on paper
  const line = element("p", "note");
  const time = element("span", { class: "time", role: "timer" });
  const clock = padButton("tool clock", null, () => commands["pause"]?.());
  const buttons = element("div", "head-buttons");
  host.append(element("div", "head-text", title, line), time, clock, buttons);
  let timer = 0;
  /** @type {HTMLElement | null} */
  let rating = null;

  function draw() {
    if (timer && !game.isSolved) return;
    line.title = session.shownFault;
    if (game.isSolved) return line.replaceChildren(padButton("note-button", solvedText(app, game), () => commands["ending"]?.()));
    const left = game.entries.digits.filter((digit) => !digit).length;
    line.replaceChildren(app.t("play.cells", { n: left, left: app.digit(left) }));
    if (rating) line.append(" · ", rating);
    // On a phone the hints, where it stands otherwise, are out of sight.
    if (session.shownFault) line.prepend(element("span", "fault", session.shownFault), " ");
    fit();
  }

  const fit = () => line.classList.toggle("said", line.scrollWidth > line.clientWidth);

  /** Show a short message for a while. @param {string} message */
  function note(message) {
    clearTimeout(timer);
    line.classList.remove("said");
    line.textContent = message;
    fit();
    app.announce(message);
    timer = window.setTimeout(() => {
      timer = 0;
      line.classList.remove("said");
      draw();
    }, 6000);
  }

  function drawClock() {
    const isShown = app.settings.get("timer");
    time.hidden = !isShown;
    clock.hidden = game.isSolved || (!isShown && !session.paused);
    time.textContent = app.digit(timeText(game.seconds));
    if (clock.dataset["paused"] === String(session.paused)) return;
    furnish(clock, { "data-paused": session.paused, ...named(app.t(session.paused ? "play.continue" : "play.pause")) });
    clock.replaceChildren(icon(session.paused ? "play" : "pause"));
  }

  /** Show how difficult the puzzle is, as soon as the server has said it; one without a rating is played like any other. */
  async function showRating() {
    const found = await rate().catch(() => null);
    if (!found?.er || !found.difficulty) return;
    const about = app.t("play.rating.title");
    const text = app.t("play.rating", { er: app.digit(found.er.toFixed(1)) });
    rating = element("span", { class: "rating", title: about }, text, element("span", "unseen", ` (${about})`));
    if (!game.title) {
      title.title = title.textContent += ` · ${app.words.difficulty(found.difficulty)}`;
      app.entitle(title.title);
    }
    draw();
  }

  /** Add a button for a command. @param {import("../dom.js").Child} content @param {string} name @param {string} action */
  function add(content, name, action) {
    const given = { class: "tool", "data-flyout": action, "data-key": action, ...named(app.t(name)) };
    buttons.append(padButton(given, content, () => commands[action]?.()));
  }

  if (puzzle.rules.text === "classic") void showRating();
  draw();
  drawClock();
  // The seconds count in which the page is seen, the game is not paused and not finished.
  const clockwork = setInterval(() => {
    if (document.hidden || session.paused || game.isSolved) return;
    game.seconds += 1;
    drawClock();
    if (game.seconds % 10 === 0) keep();
  }, 1000);
  app.owner.ends(() => clearTimeout(timer));
  app.owner.ends(() => clearInterval(clockwork));
  return { note, draw, drawClock, add };
}

/** @param {App} app @param {Game} game */
export const solvedText = (app, game) => app.t("play.solved", { time: app.digit(timeText(game.seconds)) });

/** Return a time as 4:12 or 1:04:12. @param {number} seconds */
export function timeText(seconds) {
  const parts = [Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60].map((n) => String(n).padStart(2, "0"));
  const hours = Math.floor(seconds / 3600);
  return hours ? `${hours}:${parts.join(":")}` : `${Number(parts[0])}:${parts[1]}`;
}
