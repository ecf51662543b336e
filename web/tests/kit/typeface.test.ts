import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Largest size of a typeface file in bytes. */
const LIMIT = 25_000;
const FOLDER = join(import.meta.dirname, "../../src/kit/theme");

test("the bundled typeface is small and comes with its licence", () => {
  const files = readdirSync(FOLDER);
  const typefaces = files.filter((name) => name.endsWith(".woff2"));
  expect(typefaces).toHaveLength(1);
  for (const name of typefaces) expect(statSync(join(FOLDER, name)).size).toBeLessThanOrEqual(LIMIT);
  expect(files).toContain("nunito-licence.txt");
});
