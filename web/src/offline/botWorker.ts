// A worker in which bots choose, so that tables answer while a bot searches.
import { Bots, type BotRequest, type BotChoice } from "./bots";
import { loadGameData, loadKernelModule } from "./gameFiles";

/** A request for a bot's choice. `n` identifies it. */
export interface BotQuestion {
  n: number;
  slug: string;
  request: BotRequest;
}

export interface BotAnswer {
  n: number;
  choice: BotChoice;
  /** Time in milliseconds that the bot took to choose. */
  took_ms: number;
}

const SEED_BYTES = 32;
const bots = new Map<string, Promise<Bots>>();

async function loadBots(slug: string): Promise<Bots> {
  const gameData = await loadGameData(slug);
  const [play, search] = await Promise.all([loadKernelModule(slug, "play", gameData), loadKernelModule(slug, "search", gameData)]);
  return new Bots(gameData, play, search);
}

function botsOf(slug: string): Promise<Bots> {
  let found = bots.get(slug);
  if (!found) {
    found = loadBots(slug);
    bots.set(slug, found);
    found.catch(() => bots.delete(slug));
  }
  return found;
}

addEventListener("message", ({ data }: MessageEvent<BotQuestion>) => {
  void botsOf(data.slug).then((found) => {
    const startedAtMs = performance.now();
    const botChoice = found.choose(data.request, crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
    postMessage({ n: data.n, choice: botChoice, took_ms: performance.now() - startedAtMs } satisfies BotAnswer);
  });
});
