/** The sentence below the hand that says what the player may do with the card. */
import type { SideStanding } from "../../../types/dot_allot";
import type { DraftChange } from "./placementDraft.svelte";

const CHANGE_TEXTS: Record<DraftChange, string> = {
  turned: "It fits here only turned, so it has been turned.",
  flipped: "It fits here only flipped, so it has been flipped.",
  suggested: "It lies as suggested. Lay it, or move it.",
};

interface DraftForHint {
  card: number | null;
  change: DraftChange | null;
}

interface PlacementSituation {
  /** Why the card cannot slide further. Empty while it can. */
  slideStop: string;
  /** The sides after the placement. */
  after: readonly SideStanding[];
  canFlip: boolean;
  /** Whether this is the last card of the round. */
  isLastCard: boolean;
}

/** Return whether a side counts dots that the next card may cover. */
const isCoverable = ({ groups, lasting_groups: lasting }: Pick<SideStanding, "groups" | "lasting_groups">) =>
  Object.entries(groups).some(([colour, size]) => size > (lasting[colour] ?? 0));

/** Return the sentence for a draft. */
export function placementHint({ card, change }: DraftForHint, { slideStop, after, canFlip, isLastCard }: PlacementSituation): string {
  if (card === null) return isLastCard ? "Choose a card. It is the last: only its tinted column counts." : "Choose a card. Its tinted column stays, the next card covers the rest.";
  if (slideStop) return slideStop;
  if (change) return CHANGE_TEXTS[change];
  const instruction = canFlip ? "Slide, turn or flip it, then lay it." : "Slide or turn it, then lay it.";
  if (isLastCard) return `${instruction} Only its tinted column counts.`;
  return after.some(isCoverable) ? `${instruction} Pale dots (after a +) may still be covered.` : instruction;
}
