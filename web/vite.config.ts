import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = process.env.DOTTABLE_SERVER ?? "http://127.0.0.1:7252";

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  build: {
    outDir: "../src/dottable/web",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    rollupOptions: { input: mode === "stage" ? ["index.html", "stage.html"] : ["index.html"] },
  },
  server: { proxy: { "/api": { target: server, ws: true }, "/health": server } },
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"], restoreMocks: true },
}));
