// The service worker: keeps every file of the app, so that it opens and plays without a network and without its server.
//
// The server puts one line before this file, `self.NONET = {version, files}`: all files of the app, and a digest of
// them. When a file changes, so does this script, and the browser installs the new one. A file comes from the server
// while it answers, else from the store; answers to questions (POST) are never stored.

/** @typedef {{version: string, files: string[]}} Stored */
const { version, files } = /** @type {{NONET: Stored}} */ (/** @type {unknown} */ (self)).NONET;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const HOME = new URL("./", worker.location.href);
const STORES = `nonet ${HOME.pathname} `; // another copy of the app in another folder of the origin keeps its own
const STORE = STORES + version;

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.addAll(files.map((file) => new Request(file, { cache: "no-cache" }))))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  const old = (/** @type {string} */ name) => name.startsWith(STORES) && name !== STORE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "GET" && url.href.startsWith(HOME.href)) {
    event.respondWith(answer(request));
  }
});

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
