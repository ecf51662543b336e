/** The tiles that can be played now, and what can be done with them according to the server's legal actions. */
import type { LegalActions } from "../../../lib/legalActions";
import type { View } from "../../../types/dot_tiles";
import { BURN_ARGUMENT, tileIndex } from "./tiles";

export interface PlayableTile {
  /** "drawn", "hot", or a position in the hand such as "hand-2". */
  location: string;
  tile: string;
  canPlace: boolean;
  canBurn: boolean;
}

/**
 * Return the playable tiles: the hand in the opening, later the drawn tile and the HOT SWAP tile. Actions name a tile by
 * its face, so of two equal tiles the drawn one is meant.
 */
export function playableTiles(view: View, hand: readonly (string | null)[], legal: LegalActions): PlayableTile[] {
  const tilesByLocation: [location: string, tile: string | null][] =
    view.phase === "planning"
      ? hand.map((tile, n) => [`hand-${n}`, tile])
      : [["drawn", view.drawn], ["hot", view.hot === view.drawn ? null : view.hot]];
  return tilesByLocation.flatMap(([location, tile]) => {
    if (tile === null) return [];
    const tileActions = legal.matching("tile", tileIndex(tile));
    const canBurn = tileActions.some(({ args }) => args[1] === BURN_ARGUMENT);
    return tileActions.length > 0 ? [{ location, tile, canPlace: tileActions.some(({ args }) => args[1] !== BURN_ARGUMENT), canBurn }] : [];
  });
}

/** Return the hand with every tile in its previous position. Positions of placed tiles stay empty. */
export function keepHandPositions(places: readonly (string | null)[], hand: readonly string[]): (string | null)[] {
  const left = [...hand];
  const kept = places.map((tile) => {
    const n = tile === null ? -1 : left.indexOf(tile);
    if (n >= 0) left.splice(n, 1);
    return n >= 0 ? tile : null;
  });
  if (left.length > 0) return Array.from({ length: Math.max(places.length, hand.length) }, (_, n) => hand[n] ?? null);
  return kept;
}

/** Return the instruction below the tray, derived from the legal actions only. */
export function turnHint(view: View, playable: readonly PlayableTile[], chosen: PlayableTile | null): string {
  const { phase } = view;
  if (playable.length === 0) return "";
  if (phase === "planning") return chosen ? "Choose a group for this tile." : "Choose one of your tiles.";
  if (phase === "last turn") return `The last tile of the match: ${playable[0]!.canPlace ? "choose a group." : "it fits nowhere, so burn it."}`;
  const [drawn, hot] = ["drawn", "hot"].map((location) => playable.find((one) => one.location === location));
  const ways = [
    drawn?.canPlace && (hot?.canPlace ? "place the drawn or the HOT SWAP tile" : "place the drawn tile"),
    !drawn?.canPlace && hot?.canPlace && "place the HOT SWAP tile",
    drawn?.canBurn && (hot?.canBurn ? "burn one of the two tiles" : "burn the drawn tile"),
    !drawn?.canBurn && hot?.canBurn && "burn the HOT SWAP tile",
  ].filter(Boolean);
  const choicesText = ways.join(", or ");
  if (drawn?.canBurn && drawn.tile === view.hot) return "Both tiles are alike and fit nowhere: burn one.";
  const isOneWay = ways.length === 1 && !(drawn?.canPlace && hot?.canPlace);
  return isOneWay ? `${choicesText.charAt(0).toUpperCase()}${choicesText.slice(1)}.` : `You may ${choicesText}.`;
}
