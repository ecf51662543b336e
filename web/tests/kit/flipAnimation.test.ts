import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { captureAllPieces, FlipAnimator } from "../../src/kit/interaction/flipAnimation";
import { preferences } from "../../src/lib/preferences.svelte";

/** What happened in the page, in order: "measure a", "fly a". */
let happened: string[];
let frames: (() => void)[];
let leaving: (() => void)[] = [];

/** Like a new observer in a browser, which is told of a size when the next frame is laid out. */
class FirstSize {
  constructor(readonly then: () => void) {}
  observe(): void {
    frames.push(() => this.then());
  }
  disconnect(): void {}
}

afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});

beforeEach(() => {
  happened = [];
  frames = [];
  preferences.change({ motion: "full" });
  vi.stubGlobal("ResizeObserver", FirstSize);
});

function frame(): void {
  for (const then of frames.splice(0)) then();
}

/** Something on the page at some x; hidden if its width is 0. */
function thing(name: string, x: number, width = 10) {
  const node = document.createElement("div");
  const at = { x, width };
  const running: { onfinish?: () => void; oncancel?: () => void }[] = [];
  node.getBoundingClientRect = () => {
    happened.push(`measure ${name}`);
    return new DOMRect(at.x, 0, at.width, 10);
  };
  node.animate = vi.fn((keys: Keyframe[]) => {
    happened.push(`fly ${name} from ${/translate\((.*?)px/.exec(String(keys[0]!.transform))![1]}`);
    const flight = { finish: vi.fn(() => flight.onfinish?.()), cancel: vi.fn(() => flight.oncancel?.()) } as unknown as Animation & { onfinish: () => void; oncancel: () => void };
    running.push(flight);
    return flight;
  }) as never;
  return { node, at, running };
}

const flown = () => happened.filter((one) => one.startsWith("fly"));

test("pieces move from their old positions, all measured before any animation starts", () => {
  const flip = new FlipAnimator();
  const [a, b] = [thing("a", 0), thing("b", 50)];
  leaving.push(flip.piece("a")(a.node));
  leaving.push(flip.piece("b")(b.node));
  flip.capture();
  [a.at.x, b.at.x] = [100, 200];
  flip.play();
  expect(flown()).toEqual([]);
  happened = [];
  frame();
  expect(happened).toEqual(["measure a", "measure b", "fly a from -100", "fly b from -150"]);
});

test("pieces that have not moved, or were captured without play, are not animated", () => {
  const flip = new FlipAnimator();
  const a = thing("a", 0);
  leaving.push(flip.piece("a")(a.node));
  flip.capture();
  flip.play();
  frame();
  flip.capture();
  a.at.x = 100;
  frame();
  expect(flown()).toEqual([]);
});

test("a new piece and a hidden one start at their anchor", () => {
  const flip = new FlipAnimator();
  const [stock, was, fresh] = [thing("stock", 300), thing("was", 0, 0), thing("fresh", 100)];
  leaving.push(flip.anchor("stock")(stock.node));
  leaving.push(flip.piece("was", "stock")(was.node));
  flip.capture();
  was.at.width = 10;
  leaving.push(flip.piece("fresh", () => "stock")(fresh.node));
  flip.play();
  frame();
  expect(flown()).toEqual(["fly was from 300", "fly fresh from 200"]);
});

test("several events in one frame make one animation from the last painted state", () => {
  const flip = new FlipAnimator();
  const a = thing("a", 0);
  leaving.push(flip.piece("a")(a.node));
  for (const x of [40, 80]) {
    captureAllPieces();
    a.at.x = x;
    flip.play();
  }
  frame();
  expect(flown()).toEqual(["fly a from -80"]);
});

test("a running animation is cancelled before the next one", () => {
  const flip = new FlipAnimator();
  const a = thing("a", 0);
  leaving.push(flip.piece("a")(a.node));
  for (const x of [100, 200]) {
    flip.capture();
    a.at.x = x;
    flip.play();
    frame();
  }
  expect(flown()).toEqual(["fly a from -100", "fly a from -100"]);
  expect(a.node.style.zIndex).toBe("5");
  a.running[1]!.onfinish!();
  expect(a.node.style.zIndex).toBe("");
});

test("nothing is measured without motion or without pieces", () => {
  const flip = new FlipAnimator();
  const a = thing("a", 0);
  const leave = flip.piece("a")(a.node);
  preferences.change({ motion: "none" });
  captureAllPieces();
  preferences.change({ motion: "full" });
  leave();
  captureAllPieces();
  expect(happened).toEqual([]);
  expect(frames).toEqual([]);
});
