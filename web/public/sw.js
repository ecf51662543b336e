/* The app's files from the cache, pages from the network, and a friendly page when there is none.
   Nothing under /api is ever touched: what a table says has to be fresh. */
const CACHE = "dottable-1";
const SHELL = ["/offline.html", "/icons/dottable.svg"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const tidy = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(tidy.then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api")) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("/offline.html")));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(fromCache(request));
  else if (SHELL.includes(url.pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});

/** Files under /assets have their content's hash in the name, so what is kept is never old. */
async function fromCache(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(CACHE);
    await forgetOld(cache);
    await cache.put(request, answer.clone());
  }
  return answer;
}

const MOST = 120;

/** Files of older versions go first. */
async function forgetOld(cache) {
  const kept = (await cache.keys()).filter((one) => new URL(one.url).pathname.startsWith("/assets/"));
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST)).map((one) => cache.delete(one)));
}
