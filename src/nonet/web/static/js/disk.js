/*
 * Opens the app from a folder on a disk. Browsers load no modules, workers and JSON from there, but they load classic
 * scripts. So `nonet site` writes scripts that carry these files, and this one makes blob: addresses of them.
 *
 * It runs in the page (open.html) and, as a blob, in each worker: a worker cannot read the blobs of the page, so it gets
 * the texts and makes its own. There are no cycles of imports; a module is made after those that it imports.
 */
(() => {
  /** @type {Record<string, string>} */
  const TYPES = { js: "text/javascript", json: "application/json", wasm: "application/wasm" };

  /** Files by name. What a module imports is named as in nonet:js/dom.js. @type {Map<string, BlobPart>} */
  const files = new Map();
  /** @type {Map<string, string>} */
  const addresses = new Map();

  /** @param {string} name @returns {string} */
  function addressOf(name) {
    const known = addresses.get(name);
    if (known) return known;
    const content = files.get(name);
    if (content === undefined) throw new Error(`${name} is missing`);
    const body = typeof content === "string" && name.endsWith(".js")
      ? content.replace(/"nonet:([\w./]+)"/g, (_, other) => `"${addressOf(other)}"`)
      : content;
    const type = TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "";
    const address = URL.createObjectURL(new Blob([body], { type }));
    addresses.set(name, address);
    return address;
  }

  /** What each script has carried. @type {Map<string, Promise<ArrayBuffer>>} */
  const carried = new Map();

  /** Take a file from the script that carries it. @param {string} name @param {string} packed gzip as base64 */
  function carry(name, packed) {
    const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    carried.set(name, new Response(stream).arrayBuffer());
  }

  /** Load a file, and return whether it is there. @param {string} name @returns {Promise<boolean>} */
  async function load(name) {
    if (files.has(name)) return true;
    if (!carried.has(name) && !(await run(`disk/${name}.js`))) return false;
    const content = await carried.get(name);
    if (content && !files.has(name)) files.set(name, content);
    return content !== undefined;
  }

  /** Run a script, and return whether there is one. @param {string} address @returns {Promise<boolean>} */
  function run(address) {
    const script = document.createElement("script");
    script.src = address;
    return new Promise((resolve) => {
      script.onload = () => resolve(true);
      script.onerror = () => resolve(false);
      document.head.append(script);
    });
  }

  /** @param {string} name @param {string} label @returns {Worker} */
  function newWorker(name, label) {
    const worker = new Worker(addressOf("js/disk.js"), { name: label });
    const texts = [...files].filter(([, content]) => typeof content === "string");
    worker.postMessage({ name, texts });
    return worker;
  }

  /** Start the app. */
  async function openPage() {
    const root = /** @type {HTMLElement} */ (document.getElementById("places"));
    root.replaceChildren();
    try {
      if (!(await load("app"))) throw new Error("disk/app.js is missing");
      const texts = JSON.parse(new TextDecoder().decode(await carried.get("app")));
      for (const [name, text] of Object.entries(texts)) files.set(name, text);
      await import(addressOf("js/main.js"));
    } catch (error) {
      root.textContent =
        `The app did not start from this folder (${error}). Run “python -m http.server” in the folder, ` +
        "then open http://127.0.0.1:8000/.";
    }
  }

  /** Start a worker with the first message; it hears the others when its module is there. */
  function openWorker() {
    /** @type {MessageEvent[]} */
    const waiting = [];
    /** @param {Event} event */
    const keep = (event) => {
      event.stopImmediatePropagation();
      waiting.push(/** @type {MessageEvent} */ (event));
    };
    addEventListener("message", (first) => {
      for (const [name, text] of first.data.texts) files.set(name, text);
      addEventListener("message", keep);
      import(addressOf(first.data.name)).then(() => {
        removeEventListener("message", keep);
        for (const { data } of waiting) dispatchEvent(new MessageEvent("message", { data }));
      }).catch(reportError);
    }, { once: true });
  }

  Object.assign(globalThis, { nonetDisk: { addressOf, load, newWorker, carry } });
  if (typeof document === "undefined") openWorker();
  else addEventListener("DOMContentLoaded", openPage);
})();
