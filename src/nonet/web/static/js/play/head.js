/**
 * The head of the place Play: what puzzle it is, how far it is, the time, and buttons that concern the whole puzzle.
 */

import { ruleNames } from "../board/rule_list.js";
import { element } from "../dom.js";
import { timeText } from "./clock.js";
import { icon } from "../icons.js";
import { padButton } from "../buttons.js";

/** @typedef {Parameters<typeof icon>[0]} IconName */

/**
 * @typedef {object} Head
 * @property {(message: string) => void} note show a short message for a while
 * @property {() => void} draw show how far the game is
 * @property {() => void} drawClock
 * @property {(picture: IconName, name: string, action: string) => HTMLElement} add add a button for a command
 */

const NAMED = 3; // kinds of constraints in a title

/** Return the title of a puzzle, or what kind of puzzle it is. @param {App} app @param {string} title @param {Play["puzzle"]} puzzle @param {number} [most] kinds of constraints */
export function titleOf(app, title, { rules }, most = NAMED) {
  const kinds = ruleNames(app, rules);
  if (!title && rules.constraints?.length) return app.words.fill("{names, comma}", { names: kinds.slice(0, most) }) + (kinds.length > most ? " …" : "");
  return title || app.t("play.title", { rules: rules.text, size: app.digit(rules.size) });
}

/** @param {HTMLElement} host @param {App} app @param {Pick<Play, "session" | "game" | "puzzle" | "commands" | "rating">} play @returns {Head} */
export function mountHead(host, app, { session, game, puzzle, commands, rating: rate }) {
  const { rules } = puzzle;
  const title = element("h1", "", titleOf(app, game.title, puzzle, Infinity)); // a style cuts it, but not on paper
  title.title = title.textContent ?? "";
  const line = element("p", "note");
  const text = element("div", "head-text");
  text.append(title, line);
  const time = element("span", "time");
  time.setAttribute("role", "timer");
  const clock = padButton("tool clock", "", () => commands["pause"]?.());
  const buttons = element("div", "head-buttons");
  host.append(text, time, clock, buttons);
  let timer = 0;
  /** @type {HTMLElement | null} */
  let rating = null;

  function draw() {
    if (timer && !game.isSolved) return;
    line.title = session.shownFault;
    if (game.isSolved) return line.replaceChildren(padButton("note-button", app.t("play.solved", { time: app.digit(timeText(game.seconds)) }), () => commands["ending"]?.()));
    const left = game.entries.digits.filter((digit) => !digit).length;
    line.replaceChildren(app.t("play.cells", { n: left, left: app.digit(left) }));
    if (rating) line.append(" · ", rating);
    // On a phone the hints, where it stands otherwise, are out of sight.
    if (session.shownFault) line.prepend(element("span", "fault", session.shownFault), " ");
    line.classList.toggle("said", line.scrollWidth > line.clientWidth);
  }

  /** Return a rating, with what it means. @param {number} er */
  function ratingOf(er) {
    const about = app.t("play.rating.title");
    const part = element("span", "rating", app.t("play.rating", { er: app.digit(er.toFixed(1)) }));
    part.title = about;
    part.append(element("span", "unseen", ` (${about})`));
    return part;
  }

  /** @param {string} message */
  function note(message) {
    clearTimeout(timer);
    line.classList.remove("said");
    line.textContent = message;
    line.classList.toggle("said", line.scrollWidth > line.clientWidth);
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
    clock.dataset["paused"] = String(session.paused);
    const label = app.t(session.paused ? "play.continue" : "play.pause");
    clock.setAttribute("aria-label", label);
    clock.title = label;
    clock.replaceChildren(icon(session.paused ? "play" : "pause"));
  }

  /** Show how difficult the puzzle is, as soon as the server has said it. */
  async function showRating() {
    try {
      const { er, difficulty } = await rate();
      rating = ratingOf(er);
      if (!game.title) {
        title.title = title.textContent += ` · ${app.words.difficulty(difficulty)}`;
        app.entitle(title.title);
      }
      draw();
    } catch {
      // A puzzle without a rating is played like any other.
    }
  }

  /** @param {IconName} picture @param {string} name @param {string} action */
  function add(picture, name, action) {
    const button = padButton("tool", "", () => commands[action]?.());
    button.append(icon(picture));
    button.dataset["flyout"] = action;
    button.dataset["key"] = action;
    button.setAttribute("aria-label", app.t(name));
    button.title = app.t(name);
    buttons.append(button);
    return button;
  }

  if (rules.text === "classic") void showRating();
  draw();
  drawClock();
  app.owner.ends(() => clearTimeout(timer));
  return { note, draw, drawClock, add };
}
