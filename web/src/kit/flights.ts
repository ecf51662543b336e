/**
 * Pieces that fly from where they were to where they are.
 *
 *   const flights = new Flights();
 *   $effect.pre(() => { view; flights.capture(); });   // before the page changes
 *   $effect(() => { view; flights.play(); });          // after it
 *   <div {@attach flights.piece("7♠", "stock")}>       // known by a key; a new piece starts at the anchor "stock"
 *   <div {@attach flights.anchor("stock")}>            // a place that pieces come from
 *
 * They depart with the next frame, once it is laid out: everything is measured first and set off after that, so nothing
 * has to be laid out for their sake. Until then further captures change nothing: what was last on the screen counts.
 * Any press skips all flights. Nothing moves when the player wants no motion.
 */
import { looks } from "../lib/settings.svelte";
import { afterLayout } from "./frames";

export const FLIGHT_MS = 220;

/** The anchor that a new piece comes from; as a function if that differs from move to move. */
type From = string | undefined | (() => string | undefined);

interface Piece {
  node: HTMLElement | SVGElement;
  from: From;
}

/** Flights that have something on the page. */
const onThePage = new Set<Flights>();

/** Capture for all boards at once: best done before any part of the page has changed, while measuring costs nothing. */
export function captureAll(): void {
  for (const flights of onThePage) flights.capture();
}

export class Flights {
  #pieces = new Map<string, Piece>();
  #anchors = new Map<string, Element>();
  #seen = new Map<string, DOMRect>();
  #anchorsSeen = new Map<string, DOMRect>();
  #running = new Set<Animation>();
  #isCaptured = false;
  #isWanted = false;

  piece = (key: string, from?: From) => (node: HTMLElement | SVGElement) => {
    this.#pieces.set(key, { node, from });
    onThePage.add(this);
    return () => {
      if (this.#pieces.get(key)?.node === node) this.#pieces.delete(key);
      this.#left();
    };
  };

  anchor = (key: string) => (node: Element) => {
    this.#anchors.set(key, node);
    onThePage.add(this);
    return () => {
      if (this.#anchors.get(key) === node) this.#anchors.delete(key);
      this.#left();
    };
  };

  capture(): void {
    if (this.#isCaptured || document.hidden || !looks.moves) return;
    this.#seen.clear();
    this.#anchorsSeen.clear();
    for (const [key, { node }] of this.#pieces) note(this.#seen, key, node);
    for (const [key, node] of this.#anchors) note(this.#anchorsSeen, key, node);
    this.#isCaptured = true;
    afterLayout(() => this.#depart());
  }

  /** Let fly, with the next frame, what has moved since the capture. */
  play(): void {
    this.#isWanted = this.#isCaptured;
  }

  /** Where an anchor was when all was captured. */
  anchorSeen(key: string): DOMRect | undefined {
    return this.#anchorsSeen.get(key);
  }

  skip = (): void => {
    for (const flight of this.#running) flight.finish();
  };

  #left(): void {
    if (this.#pieces.size + this.#anchors.size === 0) onThePage.delete(this);
  }

  #depart(): void {
    const isWanted = this.#isWanted && this.#seen.size + this.#anchorsSeen.size > 0; // the first picture just stands there
    this.#isCaptured = this.#isWanted = false;
    if (!isWanted) return;
    for (const flight of [...this.#running]) flight.cancel(); // it goes on from where it was seen
    const legs: [node: Piece["node"], start: DOMRect, end: DOMRect][] = [];
    for (const [key, { node, from }] of this.#pieces) {
      const start = this.#seen.get(key) ?? this.#startAt(typeof from === "function" ? from() : from);
      if (start) legs.push([node, start, node.getBoundingClientRect()]);
    }
    for (const leg of legs) this.#fly(...leg);
  }

  #startAt(anchor: string | undefined): DOMRect | undefined {
    if (anchor === undefined) return undefined;
    return this.#anchorsSeen.get(anchor) ?? this.#anchors.get(anchor)?.getBoundingClientRect();
  }

  #fly(node: HTMLElement | SVGElement, start: DOMRect, end: DOMRect): void {
    const x = start.left + start.width / 2 - (end.left + end.width / 2);
    const y = start.top + start.height / 2 - (end.top + end.height / 2);
    const scale = end.width > 0 ? start.width / end.width : 1;
    if (Math.hypot(x, y) < 2 && Math.abs(scale - 1) < 0.02) return;
    const flight = node.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: "none" }], {
      duration: FLIGHT_MS,
      easing: "cubic-bezier(.2,.8,.2,1)",
    });
    node.style.zIndex = "5"; // not by the animation, which then could not be left to the compositor
    this.#running.add(flight);
    flight.onfinish = flight.oncancel = () => {
      this.#running.delete(flight);
      node.style.zIndex = "";
    };
    addEventListener("pointerdown", this.skip, { once: true });
  }
}

/** Where something is, unless it is hidden. */
function note(seen: Map<string, DOMRect>, key: string, node: Element): void {
  const box = node.getBoundingClientRect();
  if (box.width > 0) seen.set(key, box);
}
