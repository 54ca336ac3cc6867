/**
 * Elements of the page, made in one line.
 */

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {string} [className] @param {string} [text] @returns {HTMLElement} */
export function element(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

/** @param {string} name @param {Record<string, string | number>} attributes @returns {SVGElement} */
export function svgElement(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
