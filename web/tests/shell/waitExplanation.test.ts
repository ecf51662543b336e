import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EXPLANATION_INTERVAL_MS, explainWait, waitingText } from "../../src/shell/setup/waitExplanation";

const GAME = { slug: "dots_72", title: "DOTS" };
const PREPARING = { is_ready: false, ready_games: 3, games: 5 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("says what is prepared and how far it is", () => {
  expect(waitingText("DOTS", PREPARING)).toBe("Preparing the rules of DOTS… 3 of 5 games are ready.");
  expect(waitingText("DOTS", { ...PREPARING, is_ready: true })).toBe("Opening the table…");
  expect(waitingText("DOTS", null)).toBe("Opening the table…");
});

it("is silent in the first second, then explains until the end", async () => {
  const shown: string[] = [];
  const end = explainWait(GAME, (text) => shown.push(text), () => Promise.resolve(PREPARING));
  await vi.advanceTimersByTimeAsync(EXPLANATION_INTERVAL_MS - 1);
  expect(shown).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(shown).toEqual(["Preparing the rules of DOTS… 3 of 5 games are ready."]);
  end();
  await vi.advanceTimersByTimeAsync(5 * EXPLANATION_INTERVAL_MS);
  expect(shown.at(-1)).toBe("");
  expect(shown.length).toBe(2);
});

it("explains a wait even if the server does not answer", async () => {
  const shown: string[] = [];
  const end = explainWait(GAME, (text) => shown.push(text), () => Promise.reject(new Error("offline")));
  await vi.advanceTimersByTimeAsync(EXPLANATION_INTERVAL_MS);
  expect(shown).toEqual(["Opening the table…"]);
  end();
});
