// @vitest-environment node
// The page's own Python makes the same views, narration and texts as the server's, byte for byte as JSON.
import { beforeAll, expect, test } from "vitest";
import { OfflineMatch } from "../../src/offline/offlineMatch";
import { buildGames, bytes, GAMES, loadGame, python } from "./gameFiles";

interface Case {
  state: string;
  views: unknown[];
  seat?: number;
  action?: number;
  texts?: [number, string, string][];
  now_ms?: number;
  offered?: number[];
  previews?: [number, unknown][];
  after?: string;
  narrations?: unknown[];
}

const [MATCHES, STEPS] = process.env.DOTTABLE_FULL ? ["12", "150"] : ["2", "6"];
let folder = "";

beforeAll(async () => {
  folder = await buildGames();
}, 300_000);

test("several games share one interpreter", async () => {
  const [tiles, dots] = [await loadGame(folder, "dot_tiles"), await loadGame(folder, "dots_52")];
  for (const { texts, gameData } of [tiles, dots]) expect(texts.view(new Uint8Array(gameData.state_bytes), -1)).toBeTypeOf("object");
  expect(tiles.texts.writeAction(0)).not.toBe(dots.texts.writeAction(0));
});

test.each(GAMES)("%s: views, narration and texts are those of the server", async (slug) => {
  const loaded = await loadGame(folder, slug);
  const game = loaded.texts;
  const setup = { seats: loaded.gameData.details.min_seats, options: {}, seed: "00".repeat(32), salt: "00".repeat(16), contributions: [] };
  const match = new OfflineMatch(loaded, setup);
  const cases = JSON.parse(python("-m", "tools.browser.view_cases", slug, MATCHES!, STEPS!)) as Case[];
  expect(cases.length).toBeGreaterThan(5);
  for (const one of cases) {
    const state = bytes(one.state);
    expect(game.views(state, one.views.length - 1)).toEqual(one.views);
    if (one.seat === undefined || one.action === undefined || !one.after) continue;
    if (one.offered) {
      match.record = state;
      expect(match.offered(one.seat)).toEqual(one.offered);
      for (const [action, preview] of one.previews ?? []) {
        expect(game.preview(match.determinized(one.seat), one.seat, action, one.now_ms ?? 0)).toEqual(preview);
      }
    }
    if (one.texts) expect(game.texts(state, one.seat, one.texts.map(([action]) => action))).toEqual(one.texts);
    for (const [place, told] of (one.narrations ?? []).entries()) {
      if (Array.isArray(told) && told.length === 0) continue;
      expect(game.narration(state, bytes(one.after), place - 1, one.seat, one.action)).toEqual(told);
    }
  }
}, 300_000);
