// What the theme makes later needs a name of its own, and has to be reached with the keyboard.
new MutationObserver(() => {
  for (const nav of document.querySelectorAll("nav.md-code__nav:not([aria-label])"))
    nav.setAttribute("aria-label", `Code ${nav.closest("[id]").id.replace(/\D/g, "")}`);
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) table.tabIndex = 0;
}).observe(document.body, { childList: true, subtree: true });

// A link that runs something opens the web app below the text; on a narrow screen, and without a script, it is a link.
for (const link of document.querySelectorAll(".run a"))
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || innerWidth < 960) return;
    event.preventDefault();
    const frame = document.createElement("iframe");
    frame.src = link.href;
    frame.title = link.textContent;
    link.parentElement.append(frame);
    link.textContent = link.parentElement.dataset.alone;
    link.replaceWith(link.cloneNode(true));
    frame.focus();
  });
