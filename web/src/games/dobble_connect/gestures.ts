/**
 * Drag, pinch and wheel on the table. A press that did not move is a tap on what was under the finger when it went down,
 * whatever lies there when it is lifted.
 */
import type { Camera } from "./camera.svelte";
import type { Box, Point } from "./hexagons";

const SLACK_PX = 8;
const WHEEL = 0.0016;
const PINCH_WHEEL = 0.01;

/** `grasp`: what a tap there would do, asked when the finger goes down. */
export function gestures(camera: Camera, box: () => Box, grasp: (on: Element) => (() => void) | null): (node: HTMLElement) => () => void {
  return (node) => {
    const fingers = new Map<number, Point>();
    let pressed: Point | null = null;
    let hasMoved = false;
    let tap: (() => void) | null = null;

    const at = (event: MouseEvent): Point => {
      const { left, top } = node.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };

    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      if (fingers.size === 0) [pressed, hasMoved, tap] = [at(event), false, grasp(event.target as Element)];
      fingers.set(event.pointerId, at(event));
    };

    const move = (event: PointerEvent) => {
      const last = fingers.get(event.pointerId);
      if (!last || !pressed) return;
      const now = at(event);
      if (!hasMoved && fingers.size === 1 && Math.hypot(now.x - pressed.x, now.y - pressed.y) < SLACK_PX) return;
      if (!hasMoved) node.setPointerCapture(event.pointerId);
      hasMoved = true;
      node.dataset.held = "";
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      fingers.set(event.pointerId, now);
      if (other) pinch(last, now, other);
      else camera.panBy(now.x - last.x, now.y - last.y, box());
    };

    const pinch = (last: Point, now: Point, other: Point) => {
      const before = Math.hypot(last.x - other.x, last.y - other.y) || 1;
      const after = Math.hypot(now.x - other.x, now.y - other.y) || 1;
      camera.panBy((now.x - last.x) / 2, (now.y - last.y) / 2, box());
      camera.zoomAt({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }, after / before, box());
    };

    const up = (event: PointerEvent) => {
      fingers.delete(event.pointerId);
      if (fingers.size === 0) delete node.dataset.held;
    };

    /** The click after a drag is none. A keyboard's click (it counts none) goes to what has the focus. */
    const click = (event: MouseEvent) => {
      if (event.detail !== 0 && (hasMoved || tap)) event.stopPropagation();
      if (event.detail !== 0 && !hasMoved) tap?.();
      [hasMoved, tap] = [false, null];
    };

    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      camera.zoomAt(at(event), Math.exp(-event.deltaY * (event.ctrlKey ? PINCH_WHEEL : WHEEL)), box());
    };

    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", up);
    node.addEventListener("pointercancel", up);
    node.addEventListener("click", click, { capture: true });
    node.addEventListener("wheel", wheel, { passive: false });
    return () => {
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", up);
      node.removeEventListener("click", click, { capture: true });
      node.removeEventListener("wheel", wheel);
    };
  };
}
