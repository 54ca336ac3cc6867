/** The one place that knows where the files of the app are: beside this one, or in memory, from a disk (disk.js). */

/** @typedef {{addressOf(name: string): string, load(name: string): Promise<boolean>, newWorker(name: string, label: string): Worker}} Disk */

const disk = /** @type {{nonetDisk?: Disk}} */ (globalThis).nonetDisk;

/** Whether the app was opened from a folder on a disk. */
export const isOnDisk = disk !== undefined;

/** Return the address of a module: "js/main.js". @param {string} name */
export const addressOf = (name) => disk?.addressOf(name) ?? new URL(`../${name}`, import.meta.url).href;

/** Fetch any other file. @param {string} name @param {RequestInit} [options] */
export async function fetchFile(name, options) {
  if (disk && !(await disk.load(name))) return new Response(null, { status: 404 });
  return fetch(addressOf(name), options);
}

/** Start a worker. @param {string} name of its module @param {string} label */
export const newWorker = (name, label) =>
  disk?.newWorker(name, label) ?? new Worker(addressOf(name), { type: "module", name: label });
