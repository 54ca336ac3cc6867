"""A film as one HTML page with buttons: play, pause, single steps forwards and backwards, and the next backtrack.

The page loads nothing, and its content security policy forbids it to. It holds the changes of each step, so only Python
knows how events are replayed.
"""

from __future__ import annotations

import json
from html import escape

from nonet.base.digits import symbols_of
from nonet.render.drawing import CELL, COLORS, board_svg, corner, role_css, symbol_svg, text_svg
from nonet.render.film import ROLES, Film

__all__ = ["html_film"]


def html_film(film: Film, *, pace: float = 0.4) -> str:
    """Return the HTML page of a film that plays at ``pace`` seconds for each step.

    >>> from nonet.puzzle import Puzzle
    >>> from nonet.render.film import record
    >>> page = html_film(record(Puzzle("1..4 .... .... 2..3"), "backtracking", frames=20))
    >>> page[:15], "https:" in page, "default-src 'none'" in page
    ('<!doctype html>', False, True)

    Raises `ValueError` if ``pace`` is not above 0.
    """
    if not pace > 0:
        raise ValueError(f"pace must be more than 0 seconds, got {pace}")
    # Inside a script, "<" could end it.
    data = json.dumps(_data(film, pace), ensure_ascii=False).replace("<", "\\u003c")
    return _PAGE.format(
        title=escape(film.title),
        css=role_css()
        + _CSS
        + _theme("light")
        + f"@media(prefers-color-scheme:dark){{{_theme('dark')}}}",
        board=_board(film),
        last=len(film) - 1,
        symbols="".join(
            f'<span class="key {kind}">'
            f'<svg width="14" height="14">{symbol_svg(role, 14)}</svg><i>{role.word}</i></span>'
            for kind, role in ROLES.items()
        ),
        data=data,
        script=_SCRIPT,
    )


def _theme(theme: str) -> str:
    colors = COLORS[theme]
    return f"body,button,select{{background:{colors['paper']};color:{colors['ink']}}}"


def _data(film: Film, pace: float) -> dict[str, object]:
    """Return the data of the page: for each step its kind, cell, digit, caption and changes."""
    size, signs = film.rules.size, ["", *symbols_of(film.rules.size)]
    steps: list[list[object]] = []
    before = film.start
    for number, (event, digits) in enumerate(film.frames):
        changes: list[object] = []
        for cell, (old, new) in enumerate(zip(before, digits, strict=True)):
            if old != new:
                changes += [cell, signs[new]]
        steps.append([event.kind, event.cell, signs[event.digit], film.caption(number), changes])
        before = digits
    return {
        "size": size,
        "start": [signs[digit] for digit in film.start],
        "first": film.first,
        "ending": film.ending,
        "pace": pace,
        "steps": steps,
        "symbols": {kind: symbol_svg(role, CELL / 4) for kind, role in ROLES.items()},
    }


def _board(film: Film) -> str:
    size = film.rules.size
    side, signs, parts = size * CELL, symbols_of(size), []
    for cell, given in enumerate(film.givens):
        x, y = corner(cell, size)
        x, y = x + CELL // 2, y + round(CELL * 0.71)
        text = signs[given - 1] if given else ""
        # The script finds the cells by their order.
        parts.append(text_svg(x, y, text, "ink given cell" if given else "digit cell"))
    marker = (
        f'<g id="marker" visibility="hidden"><rect class="tint" width="{CELL}" height="{CELL}"/>'
        f'<g id="symbol" transform="translate(3 3)"></g>'
        f'<text id="ghost" class="ghost" x="{CELL / 2:g}" y="{CELL * 0.71:g}"></text></g>'
    )
    return (
        f'<svg id="board" class="board" viewBox="-2 -2 {side + 4} {side + 4}" role="img"'
        f' aria-label="the board">{marker}{board_svg(film.rules)}{"".join(parts)}</svg>'
    )


_CSS = """
body{font:16px system-ui,sans-serif;margin:0 auto;padding:1rem;max-width:44rem}
#board{width:100%;max-height:70vh;display:block}
.bar{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.6rem 0}
button,select{font:inherit;padding:.3rem .7rem;border:1px solid currentColor;border-radius:.3rem}
#at{flex:1 1 100%}#words{min-height:1.5em;font-weight:600}h1{font-size:1.2rem}
.key{display:inline-flex;gap:.3rem;align-items:center;margin-right:.9rem}.key i{color:CanvasText;font-style:normal}
dl{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:.5rem 0}
dl div{display:flex;gap:.4rem}dd{margin:0;font-weight:600}
:root{color-scheme:light dark}
"""

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none';style-src 'unsafe-inline';script-src 'unsafe-inline'">
<style>{css}</style></head>
<body><h1>{title}</h1>
{board}
<noscript><p>The film needs JavaScript. The board shows the givens.</p></noscript>
<div class="bar">
<input id="at" type="range" min="0" max="{last}" value="0" aria-label="step">
<button id="start" title="to the beginning (Home)">|◂</button>
<button id="back" title="one step back (arrow left)">◂ step</button>
<button id="play" title="play or pause (space)">play</button>
<button id="next" title="one step forward (arrow right)">step ▸</button>
<button id="jump" title="to the next backtrack (b)">next ↩&#xFE0E;</button>
<label>speed <select id="speed"><option value="0.25">¼</option><option value="0.5">½</option>
<option value="1" selected>1</option><option value="2">2</option><option value="5">5</option>
<option value="20">20</option></select></label>
</div>
<p id="words" aria-live="off"></p>
<dl id="counts"></dl>
<p>{symbols}</p>
<script type="application/json" id="film">{data}</script>
<script>{script}</script>
</body></html>
"""

_SCRIPT = """
"use strict";
const film = JSON.parse(document.getElementById("film").textContent);
const get = id => document.getElementById(id);
const cells = document.querySelectorAll("#board .cell");
const last = film.steps.length - 1;
const counted = {try: "tries", place: "placed", conflict: "conflicts", remove: "eliminated",
                 rule: "techniques", backtrack: "backtracks", restart: "restarts"};
let now = 0, timer = null;
let shown = [-1, film.start.slice()];

function board(step) {
  // Forwards from the shown step; backwards from the beginning.
  if (step < shown[0]) shown = [-1, film.start.slice()];
  for (let i = shown[0] + 1; i <= step; i++) {
    const changes = film.steps[i][4];
    for (let k = 0; k < changes.length; k += 2) shown[1][changes[k]] = changes[k + 1];
  }
  shown[0] = step;
  return shown[1];
}
function show(step) {
  now = Math.max(0, Math.min(last, step));
  const [kind, cell, digit, words] = film.steps[now];
  const digits = board(now);
  cells.forEach((text, i) => { if (text.textContent !== digits[i]) text.textContent = digits[i]; });
  const marker = get("marker");
  marker.setAttribute("visibility", cell < 0 ? "hidden" : "visible");
  if (cell >= 0) {
    const side = 40, size = film.size;
    marker.setAttribute("class", kind);
    marker.setAttribute("transform", `translate(${cell % size * side} ${Math.floor(cell / size) * side})`);
    get("symbol").innerHTML = film.symbols[kind];
    get("ghost").textContent = digits[cell] === "" ? digit : "";
  }
  const ending = now === last ? " · " + film.ending : "";
  get("words").textContent = `step ${film.first + now}: ${words}${ending}`;
  get("at").value = now;
  const counts = {};
  for (let i = 0; i <= now; i++) counts[film.steps[i][0]] = (counts[film.steps[i][0]] || 0) + 1;
  get("counts").innerHTML = Object.keys(counted).filter(kind => counts[kind])
    .map(kind => `<div><dt>${counted[kind]}</dt><dd>${counts[kind]}</dd></div>`).join("");
}
function pause() { clearInterval(timer); timer = null; get("play").textContent = "play"; }
function play() {
  if (now === last) show(0);
  clearInterval(timer);
  timer = setInterval(() => { if (now >= last) pause(); else show(now + 1); },
                      1000 * film.pace / get("speed").value);
  get("play").textContent = "pause";
}
function toggle() { if (timer) pause(); else play(); }
function step(by) { pause(); show(now + by); }
function jump() {
  pause();
  let to = now + 1;
  while (to < last && film.steps[to][0] !== "backtrack") to++;
  show(to);
}
get("start").onclick = () => { pause(); show(0); };
get("back").onclick = () => step(-1);
get("next").onclick = () => step(1);
get("play").onclick = toggle;
get("jump").onclick = jump;
get("at").oninput = () => { pause(); show(+get("at").value); };
get("speed").onchange = () => { if (timer) play(); };
document.onkeydown = event => {
  const keys = {" ": toggle, ArrowLeft: () => step(-1), ArrowRight: () => step(1), b: jump,
                Home: () => { pause(); show(0); }, End: () => { pause(); show(last); }};
  const ignored = event.target.tagName === "SELECT" || event.ctrlKey || event.metaKey || event.altKey;
  if (ignored || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
};
show(0);
"""
