// The page plays logs of every game and shows what the live server shows: positions, texts, moves, and the drawn board.
import { cleanup, render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { BoardProps } from "../../src/games/contract";
import { loadGameUi } from "../../src/games/loadGameUi";
import { LegalActions } from "../../src/lib/legalActions";
import { CLOCK_SEAT } from "../../src/offline/gameData";
import { readLog } from "../../src/offline/matchLog";
import type { OfflineMatch } from "../../src/offline/offlineMatch";
import { moveInfo, positionOf } from "../../src/offline/tableMessages";
import type { GameDetails } from "../../src/types/http";
import type { MoveInfo, Position, SeatInfo } from "../../src/types/messages";
import { seat } from "../lib/fakeSocket";
import { buildGames, GAMES, loadGame, python } from "./gameFiles";

/** What the viewers see at the start of a match and after each move: the spectator, then every seat. */
interface Step {
  positions: Position[];
  moves: MoveInfo[];
}

interface Case {
  log: string;
  seats: number;
  steps: Step[];
}

const [MATCHES, MAX_MOVES] = process.env.DOTTABLE_FULL ? ["8", "400"] : ["1", "12"];
/** Every how manyth position is drawn, by one viewer in turn. */
const DRAWN_EVERY = 3;
let folder = "";

beforeAll(async () => {
  folder = await buildGames();
}, 300_000);
afterEach(cleanup);

/** What the page shows of the present position, and of the move that led to it from `before`. */
function stepOfPage(match: OfflineMatch, viewers: number[], before: Uint8Array | null): Step {
  const last = match.moves.at(-1);
  const move = last && { ...last, by: last.seat === CLOCK_SEAT ? ("clock" as const) : ("player" as const) };
  return {
    positions: viewers.map((viewer) => positionOf(match, viewer, last?.at_ms ?? 0)),
    moves: move && before ? viewers.map((viewer) => moveInfo(match.game, { before, after: match.record }, move, null, 0, viewer)) : [],
  };
}

/** Return the HTML of a board, with its generated ids numbered anew. */
async function drawnBoard(details: GameDetails, seats: SeatInfo[], viewer: number, step: Step, earlier: Step | undefined): Promise<string> {
  const { Board } = await loadGameUi(details.slug);
  const position = step.positions[viewer + 1]!;
  const props: BoardProps = {
    details,
    position,
    view: position.view,
    previousPosition: earlier?.positions[viewer + 1] ?? null,
    lastMove: step.moves[viewer + 1] ?? null,
    seats,
    you: viewer < 0 ? null : viewer,
    legal: new LegalActions(details.verbs, position.legal, position.words),
    play: () => Promise.resolve(true),
    preview: () => Promise.resolve(null),
    whyNot: () => Promise.resolve(null),
    matchNow: () => position.now_ms,
    isReplay: false,
    result: null,
  };
  const { container } = render(Board, props);
  flushSync();
  const numbers = new Map<string, number>();
  const numbered = (id: string) => `id${numbers.get(id) ?? (numbers.set(id, numbers.size), numbers.get(id))}`;
  const html = container.innerHTML.replace(/\bc\d+\b/g, numbered);
  cleanup();
  return html;
}

/** A quick run takes two games; views.test.ts compares the views of all. */
const SLUGS = process.env.DOTTABLE_FULL ? GAMES : ["dobble_connect", "dot_allot"];

test.each(SLUGS)("%s: a log shows the same in the page as on the server", async (slug) => {
  const game = await loadGame(folder, slug);
  const cases = JSON.parse(python("-m", "tools.browser.log_cases", slug, MATCHES!, MAX_MOVES!)) as Case[];
  const { details } = game.gameData;
  let drawn = 0;
  for (const { log, seats, steps } of cases) {
    const { match, moves } = readLog(game, log);
    expect(steps).toHaveLength(moves.length + 1);
    const viewers = Array.from({ length: seats + 1 }, (_, k) => k - 1);
    const infos = viewers.slice(1).map((n) => seat(n));
    let before: Uint8Array | null = null;
    let shown: Step | undefined;
    for (const [n, told] of steps.entries()) {
      if (n > 0) {
        const { seat: mover, action, at_ms } = moves[n - 1]!;
        before = match.record;
        expect(match.apply(mover, action, at_ms)).toBeNull();
      }
      const earlier = shown;
      shown = stepOfPage(match, viewers, before);
      expect(shown, `${slug} after move ${n}`).toEqual(told);
      if (n % DRAWN_EVERY) continue;
      const viewer = viewers[(n / DRAWN_EVERY) % viewers.length]!;
      const [here, there] = [await drawnBoard(details, infos, viewer, shown, earlier), await drawnBoard(details, infos, viewer, told, steps[n - 1])];
      expect(here.length).toBeGreaterThan(500);
      expect(here).toBe(there);
      drawn += 1;
    }
  }
  expect(drawn).toBeGreaterThan(4);
}, 1_800_000);
