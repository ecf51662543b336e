/** What part of the table one looks at: panned and zoomed by hand, or kept so that everything is in sight. */
import { untrack } from "svelte";
import type { Box, Point } from "./hexagons";

const CLOSEST = 2.2;
const FARTHEST = 0.12;
/** Cards are not shown larger than this by themselves. */
const COMFORTABLE = 1.05;
const AIR = 8;
/** At the right there are buttons, which cards that are shown by themselves keep clear of. */
const TOOLS = 54;

export class Camera {
  /** Where the table's origin is on the screen, and how large things are. */
  x = $state(0);
  y = $state(0);
  scale = $state(1);
  /** Whether the view follows the table by itself; a hand on it ends that, `fit` starts it again. */
  isFollowing = $state(true);
  width = $state(0);
  height = $state(0);

  fit(box: Box): void {
    if (this.width === 0 || this.height === 0) return;
    this.isFollowing = true;
    this.#frame(box, this.width);
    if (this.x + (box.left + box.width) * this.scale > this.width - TOOLS) this.#frame(box, this.width - TOOLS);
  }

  #frame(box: Box, width: number): void {
    const wide = (width - 2 * AIR) / box.width;
    const high = (this.height - 2 * AIR) / box.height;
    this.scale = within(Math.min(wide, high, COMFORTABLE), FARTHEST, CLOSEST);
    this.x = width / 2 - (box.left + box.width / 2) * this.scale;
    this.y = this.height / 2 - (box.top + box.height / 2) * this.scale;
  }

  /** Follow the table, but do not stir while all of it can be seen: a view that moves makes people miss. */
  follow(box: Box): void {
    const isLost = untrack(() => this.isFollowing && !this.sees(box));
    if (isLost) this.fit(box);
  }

  sees({ left, top, width, height }: Box): boolean {
    const x = this.x + left * this.scale;
    const y = this.y + top * this.scale;
    return x >= 0 && y >= 0 && x + width * this.scale <= this.width && y + height * this.scale <= this.height;
  }

  panBy(x: number, y: number, box: Box): void {
    this.isFollowing = false;
    this.x += x;
    this.y += y;
    this.#keep(box);
  }

  /** Zoom so that what is under a point of the screen stays there. */
  zoomAt(point: Point, factor: number, box: Box): void {
    this.isFollowing = false;
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
    const edge = Math.min(room * this.scale, this.width / 2, this.height / 2);
    this.x += within(onX, edge, this.width - edge) - onX;
    this.y += within(onY, edge, this.height - edge) - onY;
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
