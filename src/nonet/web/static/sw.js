// The service worker: keeps every file of the app, so that it opens and plays without a network and without its server.
//
// The server puts one line before this file, `self.NONET = {version, files, later}`: all files of the app, and a digest
// of them. When a file changes, so does this script, and the browser installs the new one. A file comes from the server
// while it answers, else from the store; answers to questions (POST) are never stored. What is large (`later`, each file
// with its fingerprint) is stored when the page first asks for it, and from then on comes from the store.

/** @typedef {{version: string, files: string[], later: Record<string, string>}} Stored */
const { version, files, later } = /** @type {{NONET: Stored}} */ (/** @type {unknown} */ (self)).NONET;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const HOME = new URL("./", worker.location.href);
const STORES = `nonet ${HOME.pathname} `; // another copy of the app in another folder of the origin keeps its own
const STORE = STORES + version;
const LATER = `${STORES}later`;

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.addAll(files.map((file) => new Request(file, { cache: "no-cache" }))))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  const old = (/** @type {string} */ name) => name.startsWith(STORES) && name !== STORE && name !== LATER;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all([forgetLater(), ...names.filter(old).map((name) => caches.delete(name))]))
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "GET" && url.href.startsWith(HOME.href)) {
    event.respondWith(Object.hasOwn(later, url.href.slice(HOME.href.length)) ? kept(request) : answer(request));
  }
});

/** Return the name under which a large file is stored. @param {string} address */
const nameOf = (address) => `${address}?${later[address.slice(HOME.href.length)]}`;

/** Return a large file from the store, where it is put when it first comes. @param {Request} request */
async function kept(request) {
  const store = await caches.open(LATER);
  const name = nameOf(request.url);
  const found = await store.match(name);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await store.put(name, response.clone()).catch(() => {}); // there may be no room
  return response;
}

/** Remove large files that have changed. */
async function forgetLater() {
  const store = await caches.open(LATER);
  const current = Object.keys(later).map((name) => nameOf(HOME.href + name));
  for (const { url } of await store.keys()) if (!current.includes(url)) await store.delete(url);
}

/** Return the server's answer, or the stored one where there is none. @param {Request} request */
async function answer(request) {
  const store = await caches.open(STORE);
  try {
    const response = await fetch(request);
    if (response.ok) return response;
    return (await store.match(request, { ignoreSearch: true })) ?? response;
  } catch (error) {
    const found = await store.match(request, { ignoreSearch: true });
    if (found) return found;
    if (request.mode === "navigate") return Response.redirect(new URL(`./${lessonOf(request.url)}`, HOME));
    throw error;
  }
}

/** Return the fragment of the lesson that a plain page is about, "" for any other page. @param {string} url */
function lessonOf(url) {
  const [, name] = /\/techniques\/(?:[a-z]+\/)?(\w+)\.html$/.exec(new URL(url).pathname) ?? [];
  return name ? `#learn/${name}` : "";
}
