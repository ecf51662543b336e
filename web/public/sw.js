/* Service worker: assets from the cache, pages from the network, and an offline page without network.
   Requests under /api are never cached, because tables must be current. */
const CACHE = "dottable-1";
const SHELL = ["/offline.html", "/icons/dottable.svg"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const deleteOldCaches = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(deleteOldCaches.then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api")) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("/offline.html")));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(fromCache(request));
  else if (SHELL.includes(url.pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});

/** Return an asset from the cache or the network. Names of assets contain a hash of their content, so they never change. */
async function fromCache(request) {
  const cached = await caches.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(CACHE);
    await deleteOldest(cache);
    await cache.put(request, response.clone());
  }
  return response;
}

/** Number of assets in the cache; a build has about 60. */
const MAX_ASSETS = 120;

/** Delete the oldest assets, which belong to earlier versions. */
async function deleteOldest(cache) {
  const assets = (await cache.keys()).filter((one) => new URL(one.url).pathname.startsWith("/assets/"));
  await Promise.all(assets.slice(0, Math.max(0, assets.length - MAX_ASSETS)).map((one) => cache.delete(one)));
}
