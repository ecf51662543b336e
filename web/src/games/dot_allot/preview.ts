/** The server's answer to a preview of a placement; see `games/dot_allot/preview.py`. */
import type { Placement } from "../../types/dot_allot";

export interface Tally {
  seat: number;
  groups: Record<string, number>;
  cells: Record<string, [number, number][]>;
  points: number;
}

export interface Preview {
  placement: Placement;
  visible: string[];
  before: Tally[];
  after: Tally[];
}
