/** Pan, pinch and wheel gestures on the table, and taps on what lay under the finger when it went down. */
import type { Point, Rect } from "../../../../kit/interaction/geometry";
import type { Camera } from "./camera.svelte";

/** Movement in pixels above which a press is a drag. */
const DRAG_THRESHOLD_PX = 8;
/** Zoom exponent per wheel pixel, for a mouse wheel and for a trackpad pinch (sent with `ctrlKey`). */
const WHEEL_ZOOM_RATE = 0.0016;
const PINCH_ZOOM_RATE = 0.01;

/** Return the effect of a tap on an element, or null. Called when the finger goes down. */
type TapAction = (target: Element) => (() => void) | null;

/**
 * Attachment for the viewport. `box` returns the table's bounding box. While `doesPageScroll` returns true, the wheel
 * scrolls the page.
 */
export function panZoomGestures(
  camera: Camera,
  box: () => Rect,
  tapAction: TapAction,
  doesPageScroll: () => boolean = () => false,
): (node: HTMLElement) => () => void {
  return (node) => new PanZoomGestures(node, camera, box, tapAction, doesPageScroll).listen();
}

class PanZoomGestures {
  #pointers = new Map<number, Point>();
  #start: Point | null = null;
  #hasMoved = false;
  #tap: (() => void) | null = null;

  constructor(
    private readonly node: HTMLElement,
    private readonly camera: Camera,
    private readonly box: () => Rect,
    private readonly tapAction: TapAction,
    private readonly doesPageScroll: () => boolean,
  ) {}

  listen(): () => void {
    const listenerAborter = new AbortController();
    const { signal } = listenerAborter;
    this.node.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    this.node.addEventListener("pointermove", (event) => this.#move(event), { signal });
    this.node.addEventListener("pointerup", (event) => this.#up(event), { signal });
    this.node.addEventListener("pointercancel", (event) => this.#up(event), { signal });
    this.node.addEventListener("click", (event) => this.#click(event), { signal, capture: true });
    this.node.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
    return () => listenerAborter.abort();
  }

  #position(event: MouseEvent): Point {
    const { left, top } = this.node.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const pointerPosition = this.#position(event);
    if (this.#pointers.size === 0) [this.#start, this.#hasMoved, this.#tap] = [pointerPosition, false, this.tapAction(event.target as Element)];
    this.#pointers.set(event.pointerId, pointerPosition);
  }

  #move(event: PointerEvent): void {
    const last = this.#pointers.get(event.pointerId);
    if (!last || !this.#start) return;
    const now = this.#position(event);
    const isTap = this.#pointers.size === 1 && Math.hypot(now.x - this.#start.x, now.y - this.#start.y) < DRAG_THRESHOLD_PX;
    if (!this.#hasMoved && isTap) return;
    if (!this.#hasMoved) this.node.setPointerCapture(event.pointerId);
    this.#hasMoved = true;
    this.node.dataset.held = "";
    const otherPointer = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, now);
    if (otherPointer) this.#pinch(last, now, otherPointer);
    else this.camera.panBy(now.x - last.x, now.y - last.y, this.box());
  }

  #pinch(last: Point, now: Point, other: Point): void {
    const pinchBefore = Math.hypot(last.x - other.x, last.y - other.y) || 1;
    const pinchAfter = Math.hypot(now.x - other.x, now.y - other.y) || 1;
    this.camera.panBy((now.x - last.x) / 2, (now.y - last.y) / 2, this.box());
    this.camera.zoomAt({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }, pinchAfter / pinchBefore, this.box());
  }

  #up(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
    if (this.#pointers.size === 0) delete this.node.dataset.held;
  }

  /** Swallow the click after a drag. A click by keyboard (detail 0) goes to the focused element. */
  #click(event: MouseEvent): void {
    if (event.detail !== 0 && (this.#hasMoved || this.#tap)) event.stopPropagation();
    if (event.detail !== 0 && !this.#hasMoved) this.#tap?.();
    [this.#hasMoved, this.#tap] = [false, null];
  }

  #wheel(event: WheelEvent): void {
    if (this.doesPageScroll() && !event.ctrlKey) return;
    event.preventDefault();
    this.camera.zoomAt(this.#position(event), Math.exp(-event.deltaY * (event.ctrlKey ? PINCH_ZOOM_RATE : WHEEL_ZOOM_RATE)), this.box());
  }
}
