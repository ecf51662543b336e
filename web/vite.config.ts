/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const serverUrl = process.env.DOTTABLE_SERVER ?? "http://127.0.0.1:7252";

/** Brotli's quality level from 0 to 11. Higher levels take five times as long and save only 3 %. */
const BROTLI_QUALITY = 9;

/** Write .br and .gz files next to text assets, so that the server does not compress at run time. */
function precompress(): Plugin {
  let folder = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    closeBundle: () => {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!/\.(js|css|html|svg|webmanifest|wasm|json|bundle)$/.test(name)) continue;
        const content = readFileSync(join(folder, name));
        if (content.length < 1000) continue;
        writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }));
      }
    },
  };
}

/** Write the list of all assets, which the service worker keeps for a start without a network. */
function listAssets(): Plugin {
  let folder = "";
  return {
    name: "list-assets",
    apply: "build",
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    writeBundle: () => {
      const assets = readdirSync(join(folder, "assets")).map((name) => `/assets/${name}`);
      writeFileSync(join(folder, "assets.json"), JSON.stringify(assets));
    },
  };
}

/** Leave out what MicroPython imports only in Node. */
function withoutNodeModules(): Plugin {
  const EMPTY = "\0empty";
  return {
    name: "without-node-modules",
    enforce: "pre",
    apply: "build",
    resolveId: (source, importer) => (importer?.includes("micropython") && ["module", "path", "url", "fs"].includes(source) ? EMPTY : null),
    load: (id) => (id === EMPTY ? "export {}" : null),
  };
}

/** Resolve the imports of an example's board as if it lay in `src/games/SLUG`, where its author copies it. */
function exampleBoards(): Plugin {
  return {
    name: "example-boards",
    enforce: "pre",
    resolveId(source, importer) {
      const slug = importer?.match(/\/examples\/(\w+)\/web\//)?.[1];
      return slug && source.startsWith("../") ? this.resolve(join(import.meta.dirname, "src/games", slug, source), importer) : null;
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), listAssets(), precompress(), ...(mode === "test" ? [exampleBoards()] : [])],
  build: {
    outDir: "../src/dottable/web",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: (path) => (/\/generated\/|\.wasm$/.test(path) ? false : undefined),
    rollupOptions: { checks: { pluginTimings: false }, input: mode === "playground" ? ["index.html", "playground.html"] : ["index.html"] },
  },
  worker: { format: "es", plugins: () => [withoutNodeModules()] },
  server: { proxy: { "/api": { target: serverUrl, ws: true }, "/health": serverUrl } },
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"], restoreMocks: true },
}));
