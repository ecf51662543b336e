// A worker that plays many random matches, and tells the page after each batch.
import { loadFacts, loadModule } from "./files";
import { Simulation, type SeriesConfig, type Summary } from "./simulation";

export type LabMessage = { kind: "progress"; summary: Summary; seconds: number } | { kind: "problem"; sentence: string };

addEventListener("message", ({ data }: MessageEvent<{ slug: string; config: SeriesConfig }>) => {
  simulate(data.slug, data.config).catch((error: unknown) => {
    postMessage({ kind: "problem", sentence: error instanceof Error ? error.message : String(error) } satisfies LabMessage);
  });
});

async function simulate(slug: string, config: SeriesConfig): Promise<void> {
  const facts = await loadFacts(slug);
  const simulation = new Simulation(facts, await loadModule(slug, "play", facts), config);
  const began = performance.now();
  while (!simulation.isDone) {
    simulation.playBatch();
    postMessage({ kind: "progress", summary: simulation.summary(), seconds: (performance.now() - began) / 1000 } satisfies LabMessage);
  }
}
