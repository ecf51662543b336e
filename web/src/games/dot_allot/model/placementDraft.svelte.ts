/** The placement that the player is composing: a card, its rotation and face, and its row on the track. */
import type { LegalAction, LegalActions } from "../../../lib/legalActions";
import { MAX_ROW_OFFSET } from "./cardGrid";

const QUARTER_TURNS = [0, 1, 2, 3];

/** What the board did to the chosen card: it turned or flipped it because it fits only so, or laid it as a hint suggests. */
export type DraftChange = "turned" | "flipped" | "suggested";

export class PlacementDraft {
  /** Number of the chosen card in the deck, from 1; null if no card is chosen. */
  card = $state<number | null>(null);
  /** Number of clockwise quarter turns of the chosen card. */
  quarters = $state(0);
  isReverse = $state(false);
  /** Row of the card's top edge, counted from the first row of the track. */
  offset = $state(0);
  /** The change that the board made. Null once the player moves the card. */
  change = $state<DraftChange | null>(null);

  /** `levelOffset` returns the offset at which a card with these quarter turns lies level with the track. */
  constructor(
    private readonly legal: () => LegalActions,
    private readonly levelOffset: (card: number, quarters: number) => number,
  ) {}

  get action(): LegalAction | undefined {
    return this.card === null ? undefined : this.legal().find("lay", this.card - 1, this.quarters, Number(this.isReverse), this.offset + MAX_ROW_OFFSET);
  }

  get canFlip(): boolean {
    return this.card !== null && this.legal().matching("lay", this.card - 1).some(({ args }) => args[2] === Number(!this.isReverse));
  }

  /** Choose a card in its first legal orientation, as level with the track as possible. */
  choose(card: number): void {
    this.card = null;
    if (!this.#orientFirst(card)) return;
    this.change = this.isReverse ? "flipped" : this.quarters > 0 ? "turned" : null;
  }

  /** Lay the card as in a legal placement that a hint suggests. */
  suggest(action: LegalAction): void {
    const [card, quarters, reverse, offset] = action.args as [number, number, number, number];
    [this.card, this.quarters, this.isReverse, this.offset] = [card + 1, quarters, reverse === 1, offset - MAX_ROW_OFFSET];
    this.change = "suggested";
  }

  /** Rotate by one quarter turn, or by the next number of them that is legal: clockwise if `direction` is 1, else -1. */
  rotate(direction: 1 | -1): void {
    this.change = null;
    if (this.card !== null) for (const turn of direction === 1 ? [1, 2, 3] : [3, 2, 1]) if (this.#orient(this.card, (this.quarters + turn) % 4, this.isReverse)) return;
  }

  flip(): void {
    this.change = null;
    if (this.card !== null) for (const turn of QUARTER_TURNS) if (this.#orient(this.card, (this.quarters + turn) % 4, !this.isReverse)) return;
  }

  /** Slide the card by a number of rows, to the nearest legal offset in that direction. Returns whether there was one. */
  slide(rows: number): boolean {
    const offsetsAhead = this.#offsetsAhead(rows);
    if (offsetsAhead.length) {
      this.offset = nearestValue(offsetsAhead, this.offset + rows);
      this.change = null;
    }
    return offsetsAhead.length > 0;
  }

  /** Whether the card can slide in a direction: up if `rows` is negative, else down. */
  canSlide(rows: number): boolean {
    return this.#offsetsAhead(rows).length > 0;
  }

  /** Return the arguments of the placement `rows` rows further down, legal or not. Null if no offset exists there. */
  argsAt(rows: number): number[] | null {
    const shiftedOffset = this.offset + rows;
    return this.card === null || Math.abs(shiftedOffset) > MAX_ROW_OFFSET ? null : [this.card - 1, this.quarters, Number(this.isReverse), shiftedOffset + MAX_ROW_OFFSET];
  }

  clear(): void {
    this.card = this.change = null;
  }

  /** Take the card's first legal orientation. Returns false if there is none. */
  #orientFirst(card: number): boolean {
    return [false, true].some((isReverse) => QUARTER_TURNS.some((quarters) => this.#orient(card, quarters, isReverse)));
  }

  /** Take an orientation at the legal offset nearest to the current height; a new card begins level with the track. Returns false if there is none. */
  #orient(card: number, quarters: number, isReverse: boolean): boolean {
    const legalOffsets = this.#offsets(card, quarters, isReverse);
    if (!legalOffsets.length) return false;
    const heightAboveTrack = this.card === null ? 0 : this.offset - this.levelOffset(this.card, this.quarters);
    [this.card, this.quarters, this.isReverse] = [card, quarters, isReverse];
    this.offset = nearestValue(legalOffsets, this.levelOffset(card, quarters) + heightAboveTrack);
    return true;
  }

  /** Return the legal offsets of the chosen card, as it lies, in a direction. */
  #offsetsAhead(rows: number): number[] {
    if (this.card === null) return [];
    return this.#offsets(this.card, this.quarters, this.isReverse).filter((one) => (rows < 0 ? one < this.offset : one > this.offset));
  }

  /** Return the legal offsets of a card in one orientation. */
  #offsets(card: number, quarters: number, isReverse: boolean): number[] {
    return this.legal().matching("lay", card - 1, quarters, Number(isReverse)).map(({ args }) => args[3]! - MAX_ROW_OFFSET);
  }
}

function nearestValue(values: readonly number[], wanted: number): number {
  return values.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best));
}
