/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const server = process.env.DOTTABLE_SERVER ?? "http://127.0.0.1:7252";

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
        if (!/\.(js|css|html|svg|webmanifest)$/.test(name)) continue;
        const content = readFileSync(join(folder, name));
        if (content.length < 1000) continue;
        writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
      }
    },
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
  plugins: [svelte(), precompress(), ...(mode === "test" ? [exampleBoards()] : [])],
  build: {
    outDir: "../src/dottable/web",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    rollupOptions: { input: mode === "playground" ? ["index.html", "playground.html"] : ["index.html"] },
  },
  server: { proxy: { "/api": { target: server, ws: true }, "/health": server } },
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"], restoreMocks: true },
}));
