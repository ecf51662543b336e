// The files of the games that `make web` generates: where they are, and how they are loaded.
import type { GameData } from "./gameData";
import { loadKernels, type Kernels } from "./wasmKernels";

const urls = import.meta.glob<string>("../../generated/*/*.*", { query: "?url", import: "default", eager: true });

function urlOf(slug: string, name: string): string {
  const url = urls[`../../generated/${slug}/${name}`];
  if (url === undefined) throw new Error(`This build has no ${name} of ${slug}.`);
  return url;
}

/** Slugs of the games that this build can play without a server. */
export function gamesOfBuild(): string[] {
  return Object.keys(urls).flatMap((path) => (path.endsWith("/facts.json") ? [path.split("/").at(-2)!] : []));
}

async function load(slug: string, name: string): Promise<Response> {
  const response = await fetch(urlOf(slug, name));
  if (!response.ok) throw new Error(`${name} of ${slug} could not be loaded.`);
  return response;
}

export const loadGameData = async (slug: string) => (await (await load(slug, "facts.json")).json()) as GameData;
export const loadBundle = async (slug: string) => (await load(slug, "view.bundle")).text();
export const loadStudyBundle = async (slug: string) => (await load(slug, "study.bundle")).text();
export const loadDeckBundle = async (slug: string) => (await load(slug, "deck.bundle")).text();

export async function loadModule(slug: string, name: "play" | "search" | "study", gameData: GameData): Promise<Kernels> {
  const module = await load(slug, `${name}.wasm`);
  return loadKernels(await module.arrayBuffer(), gameData.kernels[name]);
}
