/** Pan and zoom of the table. It follows the growing table until the player moves it. */
import { untrack } from "svelte";
import { clamp, type Point, type Rect } from "../../../../kit/interaction/geometry";
import { neighbourhoodBox } from "./hexGrid";

/** Limits of the scale (pixels per table unit) for zooming by hand. */
const MAX_SCALE = 2.2;
const MIN_SCALE = 0.09;
/** Largest scale while the camera follows the table. */
const MAX_FOLLOW_SCALE = 1.05;
/** Scale down to which the camera leaves room for further cards: a card is 64 pixels wide. */
const ROOMY_SCALE = 0.37;
/** Smallest scale while following: a card is 40 pixels wide. */
const MIN_FOLLOW_SCALE = 0.23;
/** Room in table units that the camera leaves around the table, so that it need not move with every card. */
const ROOM = 110;
/** Free margin in pixels that the camera keeps around the whole table. */
const TABLE_MARGIN_PX = 5;
/** Tolerance in pixels of the check whether something is visible. */
const ROUNDING_PX = 0.01;

export type Edge = "left" | "right" | "top" | "bottom";

export class Camera {
  /** Screen position of the table's origin in pixels. */
  x = $state(0);
  y = $state(0);
  /** Zoom of the camera: screen pixels per table unit. */
  scale = $state(1);
  /** Whether the camera follows the table. Panning and zooming end it; `fit` and `frame` start it again. */
  isFollowing = $state(true);
  /** Whether the player asked to see the whole table at any scale. */
  showsWholeTable = $state(false);
  /** Size of the viewport in pixels. */
  width = $state(0);
  height = $state(0);

  /** Pan and zoom so that a box with the whole table is visible. */
  fit(box: Rect): void {
    if (this.width === 0 || this.height === 0) return;
    this.isFollowing = true;
    this.scale = clamp(this.#fittingScale(box), MIN_SCALE, MAX_SCALE);
    this.#centreOn(box);
  }

  /** Show the whole table, with room for further cards while the cards are large, or its centre if they became too small. */
  frame(box: Rect): void {
    if (this.width === 0 || this.height === 0) return;
    this.isFollowing = true;
    const tightScale = this.#fittingScale(box);
    const roomyScale = Math.max(this.#fittingScale(box, ROOM), Math.min(tightScale, ROOMY_SCALE));
    this.scale = this.showsWholeTable ? Math.max(tightScale, MIN_SCALE) : Math.max(roomyScale, MIN_FOLLOW_SCALE);
    this.#centreOn(box);
  }

  /** Show a box at once, with as little movement as possible, because the player is about to choose something in it. */
  reveal(box: Rect): void {
    if (this.width === 0 || this.height === 0 || this.isFullyVisible(box)) return;
    this.scale = Math.min(this.scale, Math.max(this.#fittingScale(box), MIN_SCALE));
    this.#panUntilVisible(box);
  }

  /** Return the largest scale for following at which a box fits, with `room` table units around it. */
  #fittingScale({ width, height }: Rect, room = 0): number {
    const scaleX = (this.width - 2 * TABLE_MARGIN_PX) / (width + 2 * room);
    const scaleY = (this.height - 2 * TABLE_MARGIN_PX) / (height + 2 * room);
    return Math.min(scaleX, scaleY, MAX_FOLLOW_SCALE);
  }

  #centreOn(box: Rect): void {
    this.x = this.width / 2 - (box.left + box.width / 2) * this.scale;
    this.y = this.height / 2 - (box.top + box.height / 2) * this.scale;
  }

  /**
   * Follow the table with as little movement as possible, since players miss targets that move. Cells outside the
   * viewport move the camera: by panning if the whole table fits at this scale, else by a smaller scale. If it does not
   * fit at any scale for following, only a new card outside the viewport moves the camera, and no further than needed.
   */
  follow(box: Rect, newCard: Point | null = null): void {
    untrack(() => {
      if (!this.isFollowing || this.isFullyVisible(box) || this.width === 0) return;
      const { x, y, scale } = this;
      if (this.#fitsAtThisScale(box)) return this.#panUntilVisible(box);
      this.frame(box);
      if (this.isFullyVisible(box)) return;
      if (this.scale === scale) [this.x, this.y] = [x, y];
      if (newCard) this.panTo(newCard, neighbourhoodBox().width / 2);
    });
  }

  #fitsAtThisScale({ width, height }: Rect): boolean {
    return width * this.scale <= this.width && height * this.scale <= this.height;
  }

  /** Pan as little as possible until a box that fits is fully visible. */
  #panUntilVisible({ left, top, width, height }: Rect): void {
    this.x = clamp(this.x, -left * this.scale, this.width - (left + width) * this.scale);
    this.y = clamp(this.y, -top * this.scale, this.height - (top + height) * this.scale);
  }

  /** Whether a box is inside the viewport, apart from a rounding error. */
  isFullyVisible({ left, top, width, height }: Rect): boolean {
    const x = this.x + left * this.scale;
    const y = this.y + top * this.scale;
    const fitsWithin = (start: number, length: number, size: number) => start >= -ROUNDING_PX && start + length * this.scale <= size + ROUNDING_PX;
    return fitsWithin(x, width, this.width) && fitsWithin(y, height, this.height);
  }

  /** Return the screen position of a point of the table, relative to the viewport. */
  toScreen({ x, y }: Point): Point {
    return { x: this.x + x * this.scale, y: this.y + y * this.scale };
  }

  /** Return the edge behind which a point lies, or null if it is visible. */
  offscreenEdge(point: Point): Edge | null {
    const { x, y } = this.toScreen(point);
    const distancesBeyondEdges: [Edge, number][] = [["left", -x], ["right", x - this.width], ["top", -y], ["bottom", y - this.height]];
    const [edge, distance] = distancesBeyondEdges.reduce((farthest, one) => (one[1] > farthest[1] ? one : farthest));
    return distance > 0 && this.width > 0 ? edge : null;
  }

  panBy(x: number, y: number, box: Rect): void {
    this.isFollowing = this.showsWholeTable = false;
    this.x += x;
    this.y += y;
    this.#keepVisible(box);
  }

  /** Zoom by a factor around a point of the screen, which stays in place. */
  zoomAt(point: Point, factor: number, box: Rect): void {
    this.isFollowing = this.showsWholeTable = false;
    const zoomedScale = clamp(this.scale * factor, MIN_SCALE, MAX_SCALE);
    this.x = point.x - ((point.x - this.x) * zoomedScale) / this.scale;
    this.y = point.y - ((point.y - this.y) * zoomedScale) / this.scale;
    this.scale = zoomedScale;
    this.#keepVisible(box);
  }

  zoom(factor: number, box: Rect): void {
    this.zoomAt({ x: this.width / 2, y: this.height / 2 }, factor, box);
  }

  /** Pan until a point is at least `distance` table units inside the viewport. */
  panTo(point: Point, distance: number): void {
    const { x, y } = this.toScreen(point);
    const edgeX = Math.min(distance * this.scale, this.width / 2);
    const edgeY = Math.min(distance * this.scale, this.height / 2);
    this.x += clamp(x, edgeX, this.width - edgeX) - x;
    this.y += clamp(y, edgeY, this.height - edgeY) - y;
  }

  /** Keep some part of the table at the centre of the viewport. */
  #keepVisible({ left, top, width, height }: Rect): void {
    const [halfX, halfY] = [this.width / 2, this.height / 2];
    this.x = clamp(this.x, halfX - (left + width) * this.scale, halfX - left * this.scale);
    this.y = clamp(this.y, halfY - (top + height) * this.scale, halfY - top * this.scale);
  }
}
