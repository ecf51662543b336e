/** The tiles that one may play now, each in its own place, and what the server's list lets one do with them. */
import type { Legal } from "../../lib/legal";
import type { View } from "../../types/dot_tiles";
import { BURN, faceOf } from "./tiles";

export interface Source {
  /** "drawn", "hot", or a place of the hand: "hand-2". */
  at: string;
  tile: string;
  mayPlace: boolean;
  mayBurn: boolean;
}

/**
 * Tiles that the list names and that lie where they would be taken from: the hand in the opening, later the drawn tile
 * and the HOT SWAP tile. Actions name a tile by its face: of two equal ones it is the drawn one.
 */
export function sourcesOf(view: View, hand: readonly (string | null)[], legal: Legal): Source[] {
  const lying: [at: string, tile: string | null][] =
    view.phase === "planning"
      ? hand.map((tile, n) => [`hand-${n}`, tile])
      : [["drawn", view.drawn], ["hot", view.hot === view.drawn ? null : view.hot]];
  return lying.flatMap(([at, tile]) => {
    if (tile === null) return [];
    const ways = legal.of("tile", faceOf(tile));
    const mayBurn = ways.some(({ args }) => args[1] === BURN);
    return ways.length > 0 ? [{ at, tile, mayPlace: ways.some(({ args }) => args[1] !== BURN), mayBurn }] : [];
  });
}

/** Keeps every tile of a hand in its place; places of tiles that were laid stay empty. */
export function keptHand(places: readonly (string | null)[], hand: readonly string[]): (string | null)[] {
  const left = [...hand];
  const kept = places.map((tile) => {
    const n = tile === null ? -1 : left.indexOf(tile);
    if (n >= 0) left.splice(n, 1);
    return n >= 0 ? tile : null;
  });
  if (left.length > 0) return Array.from({ length: Math.max(places.length, hand.length) }, (_, n) => hand[n] ?? null);
  return kept;
}

/** What one may do now, in words: by what is in the list, and nothing else. */
export function hintFor({ phase }: View, sources: readonly Source[], chosen: Source | null): string {
  if (sources.length === 0) return "";
  if (phase === "planning") return chosen ? "Choose a group for this tile." : "Choose one of your tiles.";
  if (phase === "last turn") return `The last tile of the match: ${sources[0]!.mayPlace ? "choose a group." : "it fits nowhere, so burn it."}`;
  const [drawn, hot] = ["drawn", "hot"].map((at) => sources.find((source) => source.at === at));
  const ways = [
    drawn?.mayPlace && (hot?.mayPlace ? "place the drawn or the HOT SWAP tile" : "place the drawn tile"),
    !drawn?.mayPlace && hot?.mayPlace && "place the HOT SWAP tile",
    drawn?.mayBurn && (hot?.mayBurn ? "burn one of the two" : "burn the drawn tile"),
    !drawn?.mayBurn && hot?.mayBurn && "burn the HOT SWAP tile",
  ].filter(Boolean);
  return `You may ${ways.join(", or ")}.`;
}
