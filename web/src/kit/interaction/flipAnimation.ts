/**
 * FLIP animations (First, Last, Invert, Play): pieces move from where they were to where they are.
 *
 *   const flip = new FlipAnimator();
 *   $effect.pre(() => { view; flip.capture(); });   // before the page changes
 *   $effect(() => { view; flip.play(); });          // after it
 *   <div {@attach flip.piece("7♠", "stock")}>       // identified by a key; a new piece starts at the anchor "stock"
 *   <div {@attach flip.anchor("stock")}>            // a place that new pieces come from
 *
 * Animations start with the next frame, after its layout, so that measuring forces no extra layout. Until then further
 * captures are ignored. Any press skips all animations. Nothing moves if the player prefers no motion.
 */
import { preferences } from "../../lib/preferences.svelte";
import { afterNextLayout } from "./frameCallbacks";

/** Duration of one movement in milliseconds. */
export const FLIP_MS = 220;

/** Anchor at which a new piece starts. A function if it changes from move to move. */
type OriginAnchor = string | undefined | (() => string | undefined);

interface AnimatedPiece {
  node: HTMLElement | SVGElement;
  origin: OriginAnchor;
}

/** Animators with pieces or anchors on the page. */
const activeAnimators = new Set<FlipAnimator>();

/** Capture all boards. Call it before any part of the page has changed, while measuring forces no layout. */
export function captureAllPieces(): void {
  for (const flip of activeAnimators) flip.capture();
}

export class FlipAnimator {
  #pieces = new Map<string, AnimatedPiece>();
  #anchors = new Map<string, Element>();
  #pieceRects = new Map<string, DOMRect>();
  #anchorRects = new Map<string, DOMRect>();
  #animations = new Set<Animation>();
  #isCaptured = false;
  #isPlayRequested = false;
  #intervalMs = 0;

  piece = (key: string, origin?: OriginAnchor) => (node: HTMLElement | SVGElement) => {
    this.#pieces.set(key, { node, origin });
    activeAnimators.add(this);
    return () => {
      if (this.#pieces.get(key)?.node === node) this.#pieces.delete(key);
      this.#unregisterIfEmpty();
    };
  };

  anchor = (key: string) => (node: Element) => {
    this.#anchors.set(key, node);
    activeAnimators.add(this);
    return () => {
      if (this.#anchors.get(key) === node) this.#anchors.delete(key);
      this.#unregisterIfEmpty();
    };
  };

  capture(): void {
    if (this.#isCaptured || document.hidden || !preferences.allowsMotion) return;
    this.#pieceRects.clear();
    this.#anchorRects.clear();
    for (const [key, { node }] of this.#pieces) recordRect(this.#pieceRects, key, node);
    for (const [key, node] of this.#anchors) recordRect(this.#anchorRects, key, node);
    this.#isCaptured = true;
    afterNextLayout(() => this.#start());
  }

  /** Animate, with the next frame, every piece that has moved since the capture. With an interval all start at their origins, one after another. */
  play(intervalMs = 0): void {
    this.#isPlayRequested = this.#isCaptured;
    this.#intervalMs = intervalMs;
  }

  /** Return the position of an anchor at the last capture. */
  capturedAnchor(key: string): DOMRect | undefined {
    return this.#anchorRects.get(key);
  }

  skip = (): void => {
    for (const animation of this.#animations) animation.finish();
  };

  #unregisterIfEmpty(): void {
    if (this.#pieces.size + this.#anchors.size === 0) activeAnimators.delete(this);
  }

  #start(): void {
    const shouldPlay = this.#isPlayRequested && this.#pieceRects.size + this.#anchorRects.size > 0;
    this.#isCaptured = this.#isPlayRequested = false;
    if (!shouldPlay) return;
    for (const animation of [...this.#animations]) animation.cancel(); // the new animation starts where the old one was
    const pieceMovements: [node: AnimatedPiece["node"], start: DOMRect, end: DOMRect, delayMs: number][] = [];
    let count = 0;
    for (const [key, { node, origin }] of this.#pieces) {
      const previousRect = this.#intervalMs ? undefined : this.#pieceRects.get(key);
      const startRect = previousRect ?? this.#anchorRect(typeof origin === "function" ? origin() : origin);
      if (startRect) pieceMovements.push([node, startRect, node.getBoundingClientRect(), this.#intervalMs * count++]);
    }
    for (const pieceMovement of pieceMovements) this.#animate(...pieceMovement);
  }

  #anchorRect(anchor: string | undefined): DOMRect | undefined {
    if (anchor === undefined) return undefined;
    return this.#anchorRects.get(anchor) ?? this.#anchors.get(anchor)?.getBoundingClientRect();
  }

  #animate(node: HTMLElement | SVGElement, start: DOMRect, end: DOMRect, delay: number): void {
    const x = start.left + start.width / 2 - (end.left + end.width / 2);
    const y = start.top + start.height / 2 - (end.top + end.height / 2);
    const startScale = end.width > 0 ? start.width / end.width : 1;
    if (Math.hypot(x, y) < 2 && Math.abs(startScale - 1) < 0.02) return;
    const pieceAnimation = node.animate([{ transform: `translate(${x}px, ${y}px) scale(${startScale})` }, { transform: "none" }], {
      duration: FLIP_MS,
      delay,
      fill: "backwards",
      easing: "cubic-bezier(.2,.8,.2,1)",
    });
    node.style.zIndex = "5"; // a z-index inside the animation would keep it off the compositor
    this.#animations.add(pieceAnimation);
    pieceAnimation.onfinish = pieceAnimation.oncancel = () => {
      this.#animations.delete(pieceAnimation);
      node.style.zIndex = "";
    };
    addEventListener("pointerdown", this.skip, { once: true });
  }
}

/** Record the position of a visible element. */
function recordRect(rects: Map<string, DOMRect>, key: string, node: Element): void {
  const rect = node.getBoundingClientRect();
  if (rect.width > 0) rects.set(key, rect);
}
