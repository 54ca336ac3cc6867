// The index of the search is larger than a page: it is fetched when the field of the search is used for the first time,
// in the language of the page.
{
  const { open, send } = XMLHttpRequest.prototype;
  const isUsed = new Promise((resolve) => {
    for (const event of ["focusin", "pointerover"])
      document.addEventListener(event, (e) => e.target.closest?.(".md-search, [for=__search]") && resolve());
    if (new URLSearchParams(location.search).has("q")) resolve();
  });
  XMLHttpRequest.prototype.open = function (method, url, ...others) {
    this.isIndex = String(url).endsWith("/search_index.json");
    const { lang } = document.documentElement;
    const own = this.isIndex && lang !== "en" ? String(url).replace(/json$/, `${lang}.json`) : url;
    return open.call(this, method, own, ...others);
  };
  XMLHttpRequest.prototype.send = function (body) {
    if (this.isIndex) isUsed.then(() => send.call(this, body));
    else send.call(this, body);
  };
}
