/** The elements of the board that belong to a suggested move. */
import { BURN_ARGUMENT, tileFromIndex } from "./tiles";

/** Return CSS selectors of the tile, and of the group that takes it or the button that burns it. */
export function suggestionTargets({ verb, args }: { verb: string; args: number[] }): string[] {
  const [tile, group] = args;
  if (verb !== "tile" || tile === undefined || group === undefined) return [];
  return [`.tray [data-tile="${tileFromIndex(tile)}"]`, group === BURN_ARGUMENT ? ".tray .burn" : `.own [data-group="${group}"]`];
}
