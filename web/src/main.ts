import "./theme.css";
import "./lib/preferences.svelte";
import { mount } from "svelte";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });

/** Time in milliseconds after the start before the rest of the app is cached, so that it later starts without a network. */
const CACHE_APP_AFTER_MS = 4000;

async function cacheAppForOfflineUse(): Promise<void> {
  await navigator.serviceWorker.register("/sw.js");
  const { active } = await navigator.serviceWorker.ready;
  setTimeout(() => active?.postMessage("keep all assets"), CACHE_APP_AFTER_MS);
}

if (import.meta.env.PROD && "serviceWorker" in navigator) void cacheAppForOfflineUse().catch(() => {});
