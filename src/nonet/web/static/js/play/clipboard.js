/** Text for the clipboard. Browsers refuse it in some windows; then the text is shown, ready to be copied. */

import { isOnDisk } from "../app_files.js";
import { element } from "../dom.js";

/** Copy a text, and say so in a status line. @param {App} app @param {HTMLElement} status @param {string} text */
export async function copyText(app, status, text) {
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = app.t("share.copied");
  } catch {
    const field = element("textarea", { value: text, readOnly: true, dir: "ltr", "aria-label": app.t("share.text") });
    status.replaceChildren(element("span", "", app.t("share.select")), field);
    field.focus();
    field.select();
  }
}

/** Copy the address of a place in this app. @param {App} app @param {HTMLElement} status @param {string} link */
export async function copyLink(app, status, link) {
  await copyText(app, status, `${location.href.split(/[?#]/)[0]}${link}`);
  if (isOnDisk) status.append(" ", app.t("share.link.disk"));
}
