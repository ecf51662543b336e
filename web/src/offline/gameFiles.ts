// The files of the games that `make web` generates: where they are, and how they are loaded.
import type { GameData } from "./gameData";
import { loadKernels, type WasmKernels } from "./wasmKernels";

const urls = import.meta.glob<string>("../../generated/*/*.*", { query: "?url", import: "default", eager: true });

function fileUrl(slug: string, name: string): string {
  const url = urls[`../../generated/${slug}/${name}`];
  if (url === undefined) throw new Error(`This build has no ${name} of ${slug}.`);
  return url;
}

/** Slugs of the games that this build can play without a server. */
export function playableSlugs(): string[] {
  return Object.keys(urls).flatMap((path) => (path.endsWith("/facts.json") ? [path.split("/").at(-2)!] : []));
}

async function fetchGameFile(slug: string, name: string): Promise<Response> {
  const fileResponse = await fetch(fileUrl(slug, name));
  if (!fileResponse.ok) throw new Error(`${name} of ${slug} could not be loaded.`);
  return fileResponse;
}

export const loadGameData = async (slug: string) => (await (await fetchGameFile(slug, "facts.json")).json()) as GameData;
export const loadViewBundle = async (slug: string) => (await fetchGameFile(slug, "view.bundle")).text();
export const loadStudyBundle = async (slug: string) => (await fetchGameFile(slug, "study.bundle")).text();
export const loadDeckBundle = async (slug: string) => (await fetchGameFile(slug, "deck.bundle")).text();

export async function loadKernelModule(slug: string, name: "play" | "search" | "study", gameData: GameData): Promise<WasmKernels> {
  const moduleFile = await fetchGameFile(slug, `${name}.wasm`);
  return loadKernels(await moduleFile.arrayBuffer(), gameData.kernels[name]);
}
