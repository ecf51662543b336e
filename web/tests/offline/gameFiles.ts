/** Files of the games as the build writes them, for tests in Node. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GameData } from "../../src/offline/gameData";
import { loadKernels } from "../../src/offline/wasmKernels";
import { GameTexts } from "../../src/offline/gameTexts";

const ROOT = join(import.meta.dirname, "../../..");
export const GAMES = ["dobble_connect", "dot_allot", "dot_tiles", "dots_52", "dots_72"];

export function python(...args: string[]): string {
  return execFileSync(join(ROOT, ".venv/bin/python"), args, { cwd: ROOT, env: { ...process.env, DOTTABLE_RULES: "portable" }, encoding: "utf8", maxBuffer: 1 << 30 });
}

/**
 * Returns a folder with the files of all games. `make` names the folder that it has just written. Otherwise the first test
 * file of a run writes them, and the others wait.
 */
export async function buildGames(): Promise<string> {
  if (process.env.DOTTABLE_GAME_FILES) return process.env.DOTTABLE_GAME_FILES;
  const folder = join(tmpdir(), `dottable-games-${process.ppid}`);
  const finished = join(folder, "finished");
  if (mkdirSync(folder, { recursive: true }) !== undefined) {
    python("-m", "tools.browser.page_bundle", folder);
    writeFileSync(finished, "");
  }
  while (!existsSync(finished)) await new Promise((resolve) => setTimeout(resolve, 50));
  return folder;
}

/** Loads data, rules, search and texts of a game. */
export async function loadGame(folder: string, slug: string) {
  const read = (name: string) => readFileSync(join(folder, slug, name));
  const gameData = JSON.parse(read("facts.json").toString()) as GameData;
  const play = await loadKernels(read("play.wasm"), gameData.kernels.play);
  const search = await loadKernels(read("search.wasm"), gameData.kernels.search);
  const texts = await GameTexts.load(play, read("view.bundle").toString());
  return { gameData, play, search, texts };
}

/** Returns a valid deck that differs from the house deck: two cards or rows of it are exchanged. */
export function ownDeck(house: string): string {
  const lines = house.split("\n");
  const isCard = (line: string) => /^\s*(\[".*\],|\{.*\},|[bry. ]{5,})(\s*#.*)?$/.test(line);
  const [first, second] = lines.flatMap((line, k) => (isCard(line) ? [k] : [])) as [number, number];
  const own = [...lines];
  [own[first], own[second]] = [lines[second]!, lines[first]!];
  return own.join("\n");
}

export const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
