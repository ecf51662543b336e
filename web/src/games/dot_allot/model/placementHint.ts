/** The sentence below the hand that says what the player may do with the card. */
import type { SideStanding } from "../../../types/dot_allot";
import type { DraftChange } from "./placementDraft.svelte";

const CHANGE_TEXTS: Record<DraftChange, string> = {
  turned: "It fits here only turned, so it has been turned.",
  flipped: "It fits here only flipped, so it has been flipped.",
  suggested: "It lies as suggested. Lay it, or move it.",
};

interface Draft {
  card: number | null;
  change: DraftChange | null;
}

/** Return whether a side counts dots that the next card may cover. */
const isCoverable = ({ groups, lasting_groups: lasting }: Pick<SideStanding, "groups" | "lasting_groups">) =>
  Object.entries(groups).some(([colour, size]) => size > (lasting[colour] ?? 0));

/** Return the sentence for a draft. `slideStop` says why the card cannot slide further, `after` are the sides after the placement. */
export function placementHint({ card, change }: Draft, slideStop: string, after: readonly SideStanding[]): string {
  if (card === null) return "Choose a card. Its tinted column stays, the next card covers the rest.";
  if (slideStop) return slideStop;
  if (change) return CHANGE_TEXTS[change];
  if (after.some(isCoverable)) return "Slide, turn or flip it, then lay it. Dots after a + may be covered by the next card.";
  return "Slide, turn or flip it, then lay it.";
}
