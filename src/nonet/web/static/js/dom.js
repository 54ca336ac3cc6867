/**
 * Elements of the page, each made in one expression:
 *
 *     element("button", { class: "tool", type: "button", title, onclick: close }, icon("close"))
 */

/**
 * What an element is given: its class, or its attributes, properties and listeners by name. What is undefined or null is
 * left out; a property of the element (`hidden`, `value`, `style`) is set as one, anything else becomes an attribute.
 *
 * @typedef {{[K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K]) => unknown} & {class?: string, [name: string]: unknown}} Given
 */
/** The content of an element; false and null, as a condition leaves them, add nothing. @typedef {Node | string | false | null | undefined} Child */

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {string | Given} [given] a text is the class @param {...Child} children
 */
export function element(name, given = "", ...children) {
  return furnish(document.createElement(name), given, children);
}

/** @template {keyof SVGElementTagNameMap} Name @param {Name} name @param {Given} given @param {...Child} children */
export function svgElement(name, given, ...children) {
  return furnish(document.createElementNS("http://www.w3.org/2000/svg", name), given, children);
}

/** Give more to an element that is there, and return it. @template {Element} E @param {E} made @param {string | Given} given @param {readonly Child[]} [children] */
export function furnish(made, given, children = []) {
  for (const [name, value] of Object.entries(typeof given === "string" ? { class: given } : given)) {
    if (value === undefined || value === null) continue;
    if (typeof value === "function") made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name in made && made instanceof HTMLElement) Object.assign(made, { [name]: value });
    else if (name !== "class" || value) made.setAttribute(name, String(value));
  }
  made.append(.../** @type {(Node | string)[]} */ (children.filter(Boolean)));
  return made;
}

/** Set an attribute that not all have, or remove it. @param {Element} made @param {string} name @param {string | false} value */
export function mark(made, name, value) {
  if (value === false) made.removeAttribute(name);
  else made.setAttribute(name, value);
}

/** Load a style sheet that only one place needs. @param {string} href @returns {Promise<void>} */
export function loadStyle(href) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    document.head.append(element("link", { rel: "stylesheet", href, onload: () => resolve(), onerror: () => resolve() }));
  });
}
