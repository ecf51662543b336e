// A worker that plays many random matches and sends the totals to the page after each batch.
import micropython from "@micropython/micropython-webassembly-pyscript/micropython.wasm?url";
import type { DeckText } from "../types/http";
import { loadDeckReader } from "./deckReader";
import { loadDeckBundle, loadGameData, loadKernelModule } from "./gameFiles";
import { RandomMatchSeries, type SeriesConfig, type SimulationSummary } from "./randomMatchSeries";

/** The page's request for a simulation. Without a deck, matches use the house deck. */
export interface SimulationRequest {
  slug: string;
  config: SeriesConfig;
  deck: DeckText | null;
}

export type SimulationMessage = { kind: "progress"; summary: SimulationSummary; seconds: number } | { kind: "problem"; sentence: string };

addEventListener("message", ({ data }: MessageEvent<SimulationRequest>) => {
  runSimulation(data).catch((error: unknown) => {
    postMessage({ kind: "problem", sentence: error instanceof Error ? error.message : String(error) } satisfies SimulationMessage);
  });
});

async function runSimulation({ slug, config, deck }: SimulationRequest): Promise<void> {
  const gameData = await loadGameData(slug);
  const own = deck && (await loadDeckReader(await loadDeckBundle(slug), micropython))(deck.text, deck.name ?? "deck.toml").deck;
  const matchSeries = new RandomMatchSeries(gameData, await loadKernelModule(slug, "play", gameData), config, own);
  const startedAtMs = performance.now();
  while (!matchSeries.isDone) {
    matchSeries.playBatch();
    postMessage({ kind: "progress", summary: matchSeries.summary(), seconds: (performance.now() - startedAtMs) / 1000 } satisfies SimulationMessage);
  }
}
