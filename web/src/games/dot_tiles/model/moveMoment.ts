/** What the last move did to a group: points for completing it, or the loss of the doubling for one colour. */
import type { View } from "../../../types/dot_tiles";
import { showsPossibleDoubling } from "./placementNote";

export interface MoveMoment {
  seat: number;
  group: number;
  /** Points of the group that the move completed; 0 if it completed none. */
  points: number;
  isDoublingLost: boolean;
}

/** Return the moment of a placement, or null if it neither completed a group nor lost a doubling. */
export function moveMoment(before: View, view: View, seat: number, group: number): MoveMoment | null {
  const [old, now] = [before.sheets[seat]?.groups[group], view.sheets[seat]?.groups[group]];
  if (!old || !now) return null;
  const points = now.full && !old.full ? now.points : 0;
  const isDoublingLost = showsPossibleDoubling(old) && now.doubling === "none";
  return points > 0 || isDoublingLost ? { seat, group, points, isDoublingLost } : null;
}
