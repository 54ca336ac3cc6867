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

/** Load a style sheet that only one place needs. @param {string} href @returns {Promise<void>} */
export function loadStyle(href) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = href;
  return new Promise((resolve) => {
    sheet.onload = sheet.onerror = () => resolve();
    document.head.append(sheet);
  });
}

/** @param {string} name @param {Record<string, string | number>} attributes @returns {SVGElement} */
export function svgElement(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
