/** What part of the table one looks at: panned and zoomed by hand, or kept by itself so that cards are in sight. */
import { untrack } from "svelte";
import { ring, type Box, type Point } from "./hexagons";

const CLOSEST = 2.2;
const FARTHEST = 0.09;
/** Cards are not shown larger than this by themselves, nor smaller than 64 pixels; 50 where there is little room. */
const COMFORTABLE = 1.05;
const SMALLEST = 0.37;
const TIGHT = 0.29;
const AIR = 5;
/** At the right there are buttons, which cards that are shown by themselves keep clear of. */
const TOOLS = 54;

export type Edge = "left" | "right" | "top" | "bottom";

export class Camera {
  /** Where the table's origin is on the screen, and how large things are. */
  x = $state(0);
  y = $state(0);
  scale = $state(1);
  /** Whether the view follows the table by itself; a hand on it ends that, `fit` and `frame` start it again. */
  isFollowing = $state(true);
  /** Whether somebody wants to see all of the table, however small. */
  isWhole = $state(false);
  width = $state(0);
  height = $state(0);

  /** All of the table. */
  fit(box: Box): void {
    if (this.width === 0 || this.height === 0) return;
    this.isFollowing = true;
    this.#centre(box, this.width);
    if (this.x + (box.left + box.width) * this.scale > this.width - TOOLS) this.#centre(box, this.width - TOOLS);
  }

  /** All of the table while its cards stay large enough, else the middle of it. */
  frame(box: Box): void {
    if (this.width === 0 || this.height === 0) return;
    this.fit(box);
    const least = this.#least();
    if (this.isWhole || this.scale >= least) return;
    this.scale = least;
    this.#lookAt(box, this.width);
  }

  #centre(box: Box, width: number): void {
    const wide = (width - 2 * AIR) / box.width;
    const high = (this.height - 2 * AIR) / box.height;
    this.scale = within(Math.min(wide, high, COMFORTABLE), FARTHEST, CLOSEST);
    this.#lookAt(box, width);
  }

  #lookAt(box: Box, width: number): void {
    this.x = width / 2 - (box.left + box.width / 2) * this.scale;
    this.y = this.height / 2 - (box.top + box.height / 2) * this.scale;
  }

  /** Where there is little room, a card and the places around it shall fit, if they can. */
  #least(): number {
    const { width, height } = ring();
    return within(Math.min((this.width - 2 * AIR) / width, (this.height - 2 * AIR) / height), TIGHT, SMALLEST);
  }

  /**
   * Follow the table, but do not stir while all of it can be seen: a view that moves makes people miss. Where not all of
   * it can be, only a new card that is out of sight moves the view, and just so far.
   */
  follow(box: Box, fresh: Point | null = null): void {
    untrack(() => {
      if (!this.isFollowing || this.sees(box) || this.width === 0) return;
      const { x, y, scale } = this;
      this.frame(box);
      if (this.sees(box)) return;
      if (this.scale === scale) [this.x, this.y] = [x, y];
      if (fresh) this.show(fresh, ring().width / 2);
    });
  }

  /** Whether all of a part of the table is in sight, and nothing of it under the buttons. */
  sees({ left, top, width, height }: Box): boolean {
    const x = this.x + left * this.scale;
    const y = this.y + top * this.scale;
    return x >= 0 && y >= 0 && x + width * this.scale <= this.width - TOOLS && y + height * this.scale <= this.height;
  }

  /** Behind which edge a point of the table is; null while it is in sight. */
  edgeBefore(point: Point): Edge | null {
    const x = this.x + point.x * this.scale;
    const y = this.y + point.y * this.scale;
    const ways: [Edge, number][] = [["left", -x], ["right", x - this.width], ["top", -y], ["bottom", y - this.height]];
    const [edge, far] = ways.reduce((farthest, way) => (way[1] > farthest[1] ? way : farthest));
    return far > 0 && this.width > 0 ? edge : null;
  }

  panBy(x: number, y: number, box: Box): void {
    this.isFollowing = this.isWhole = false;
    this.x += x;
    this.y += y;
    this.#keep(box);
  }

  /** Zoom so that what is under a point of the screen stays there. */
  zoomAt(point: Point, factor: number, box: Box): void {
    this.isFollowing = this.isWhole = false;
    const scale = within(this.scale * factor, FARTHEST, CLOSEST);
    this.x = point.x - ((point.x - this.x) * scale) / this.scale;
    this.y = point.y - ((point.y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.#keep(box);
  }

  zoom(factor: number, box: Box): void {
    this.zoomAt({ x: this.width / 2, y: this.height / 2 }, factor, box);
  }

  /** Pan just so far that a point of the table is well in sight. */
  show({ x, y }: Point, room: number): void {
    const onX = this.x + x * this.scale;
    const onY = this.y + y * this.scale;
    const edgeX = Math.min(room * this.scale, this.width / 2);
    const edgeY = Math.min(room * this.scale, this.height / 2);
    this.x += within(onX, edgeX, this.width - edgeX) - onX;
    this.y += within(onY, edgeY, this.height - edgeY) - onY;
  }

  /** Some of the table always stays in sight. */
  #keep({ left, top, width, height }: Box): void {
    const [halfX, halfY] = [this.width / 2, this.height / 2];
    this.x = within(this.x, halfX - (left + width) * this.scale, halfX - left * this.scale);
    this.y = within(this.y, halfY - (top + height) * this.scale, halfY - top * this.scale);
  }
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
