/**
 * Pieces that fly from where they were to where they are.
 *
 *   const flights = new Flights();
 *   $effect.pre(() => { view; flights.capture(); });   // before the page changes
 *   $effect(() => { view; flights.play(); });          // after it
 *   <div {@attach flights.piece("7♠", "stock")}>       // known by a key; a new piece starts at the anchor "stock"
 *   <div {@attach flights.anchor("stock")}>            // a place that pieces come from
 *
 * Any press skips all flights. Nothing moves when the player wants no motion.
 */
import { looks } from "../lib/settings.svelte";

export const FLIGHT_MS = 220;

interface Piece {
  node: HTMLElement | SVGElement;
  from: string | undefined;
}

export class Flights {
  #pieces = new Map<string, Piece>();
  #anchors = new Map<string, Element>();
  #seen = new Map<string, DOMRect>();
  #anchorsSeen = new Map<string, DOMRect>();
  #running = new Set<Animation>();
  #isCaptured = false;

  piece = (key: string, from?: string) => (node: HTMLElement | SVGElement) => {
    this.#pieces.set(key, { node, from });
    return () => {
      if (this.#pieces.get(key)?.node === node) this.#pieces.delete(key);
    };
  };

  anchor = (key: string) => (node: Element) => {
    this.#anchors.set(key, node);
    return () => {
      if (this.#anchors.get(key) === node) this.#anchors.delete(key);
    };
  };

  capture(): void {
    if (!looks.moves) return;
    this.#seen.clear();
    this.#anchorsSeen.clear();
    for (const [key, { node }] of this.#pieces) this.#seen.set(key, node.getBoundingClientRect());
    for (const [key, node] of this.#anchors) this.#anchorsSeen.set(key, node.getBoundingClientRect());
    this.#isCaptured = true;
  }

  play(): void {
    if (!this.#isCaptured || !looks.moves) return;
    this.#isCaptured = false;
    if (this.#seen.size + this.#anchorsSeen.size === 0) return; // the first picture just stands there
    for (const [key, { node, from }] of this.#pieces) {
      const start = this.#seen.get(key) ?? (from === undefined ? undefined : this.#startAt(from));
      if (start) this.#fly(node, start);
    }
  }

  skip = (): void => {
    for (const flight of this.#running) flight.finish();
  };

  #startAt(anchor: string): DOMRect | undefined {
    return this.#anchorsSeen.get(anchor) ?? this.#anchors.get(anchor)?.getBoundingClientRect();
  }

  #fly(node: HTMLElement | SVGElement, start: DOMRect): void {
    const end = node.getBoundingClientRect();
    const x = start.left + start.width / 2 - (end.left + end.width / 2);
    const y = start.top + start.height / 2 - (end.top + end.height / 2);
    const scale = end.width > 0 ? start.width / end.width : 1;
    if (Math.hypot(x, y) < 2 && Math.abs(scale - 1) < 0.02) return;
    const flight = node.animate(
      [{ transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 5 }, { transform: "none", zIndex: 5 }],
      { duration: FLIGHT_MS, easing: "cubic-bezier(.2,.8,.2,1)" },
    );
    this.#running.add(flight);
    flight.onfinish = flight.oncancel = () => this.#running.delete(flight);
    addEventListener("pointerdown", this.skip, { once: true });
  }
}
