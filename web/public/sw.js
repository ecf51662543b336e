/* Service worker: assets from the cache, pages from the network, and the cached page without one.
   Requests under /api are never cached, because tables must be current; pictures of the rules are the exception. */
const CACHE = "dottable-2";
const PAGE = "/";
const SHELL = [PAGE, "/offline.html", "/icons/dottable.svg", "/manifest.webmanifest"];
/** Milliseconds to wait for a page before the cached one is shown. */
const PAGE_TIMEOUT_MS = 3000;

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
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/assets/") || /^\/api\/v1\/games\/\w+\/rules\//.test(url.pathname)) event.respondWith(fromCache(request));
  else if (url.pathname.startsWith("/api") || url.pathname.startsWith("/docs/")) return;
  else if (request.mode === "navigate") event.respondWith(page(request));
  else if (SHELL.includes(url.pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});

/** The page asks for this once it is idle: keep everything that a start without a network needs. */
addEventListener("message", (event) => {
  if (event.data === "keep all assets") event.waitUntil(keepAllAssets());
});

/** Return the page from the network, and keep it. Without a network, or a slow one, return the one kept. */
async function page(request) {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
    if (response.ok && response.headers.get("content-type")?.includes("text/html")) {
      const cache = await caches.open(CACHE);
      await cache.put(PAGE, response.clone());
    }
    return response;
  } catch {
    return (await caches.match(PAGE)) ?? caches.match("/offline.html");
  }
}

/** Return an asset from the cache or the network. Names of assets contain a hash of their content, so they never change. */
async function fromCache(request) {
  const cached = await caches.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, response.clone());
  }
  return response;
}

/** Keep all assets of this build, and delete those of earlier ones. */
async function keepAllAssets() {
  const response = await fetch("/assets.json", { cache: "no-cache" });
  if (!response.ok) return;
  const wanted = new Set(await response.json());
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname.startsWith("/assets/") && !wanted.delete(pathname)) await cache.delete(url);
  }
  for (const path of wanted) await cache.add(path).catch(() => {});
}
