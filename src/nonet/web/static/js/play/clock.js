/** The clock of a game: it counts the seconds in which the page is seen, the game is not paused and not finished. */

/** @param {Owner} owner @param {Session} session @param {() => void} tick called after each second */
export function startClock(owner, session, tick) {
  const timer = setInterval(() => {
    if (document.hidden || session.paused || session.game.isSolved) return;
    session.game.seconds += 1;
    tick();
  }, 1000);
  owner.ends(() => clearInterval(timer));
}

/** Return a time as 4:12 or 1:04:12. @param {number} seconds */
export function timeText(seconds) {
  const parts = [Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60].map((n) => String(n).padStart(2, "0"));
  const hours = Math.floor(seconds / 3600);
  return hours ? `${hours}:${parts.join(":")}` : `${Number(parts[0])}:${parts[1]}`;
}
