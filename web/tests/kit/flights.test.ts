import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { captureAll, Flights } from "../../src/kit/flights";
import { looks } from "../../src/lib/settings.svelte";

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
  looks.change({ motion: "full" });
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

test("pieces fly from where they were, all measured before any sets off", () => {
  const flights = new Flights();
  const [a, b] = [thing("a", 0), thing("b", 50)];
  leaving.push(flights.piece("a")(a.node));
  leaving.push(flights.piece("b")(b.node));
  flights.capture();
  [a.at.x, b.at.x] = [100, 200];
  flights.play();
  expect(flown()).toEqual([]);
  happened = [];
  frame();
  expect(happened).toEqual(["measure a", "measure b", "fly a from -100", "fly b from -150"]);
});

test("what has not moved does not fly, nor does anything that was captured and not played", () => {
  const flights = new Flights();
  const a = thing("a", 0);
  leaving.push(flights.piece("a")(a.node));
  flights.capture();
  flights.play();
  frame();
  flights.capture();
  a.at.x = 100;
  frame();
  expect(flown()).toEqual([]);
});

test("a new piece starts at its anchor, and one that was hidden there too", () => {
  const flights = new Flights();
  const [stock, was, fresh] = [thing("stock", 300), thing("was", 0, 0), thing("fresh", 100)];
  leaving.push(flights.anchor("stock")(stock.node));
  leaving.push(flights.piece("was", "stock")(was.node));
  flights.capture();
  was.at.width = 10;
  leaving.push(flights.piece("fresh", () => "stock")(fresh.node));
  flights.play();
  frame();
  expect(flown()).toEqual(["fly was from 300", "fly fresh from 200"]);
});

test("several events in one frame are one flight, from what was last on the screen", () => {
  const flights = new Flights();
  const a = thing("a", 0);
  leaving.push(flights.piece("a")(a.node));
  for (const x of [40, 80]) {
    captureAll();
    a.at.x = x;
    flights.play();
  }
  frame();
  expect(flown()).toEqual(["fly a from -80"]);
});

test("a flight that is overtaken by the next one ends first", () => {
  const flights = new Flights();
  const a = thing("a", 0);
  leaving.push(flights.piece("a")(a.node));
  for (const x of [100, 200]) {
    flights.capture();
    a.at.x = x;
    flights.play();
    frame();
  }
  expect(flown()).toEqual(["fly a from -100", "fly a from -100"]);
  expect(a.node.style.zIndex).toBe("5");
  a.running[1]!.onfinish!();
  expect(a.node.style.zIndex).toBe("");
});

test("nothing is measured for whoever wants no motion, nor after all has left the page", () => {
  const flights = new Flights();
  const a = thing("a", 0);
  const leave = flights.piece("a")(a.node);
  looks.change({ motion: "none" });
  captureAll();
  looks.change({ motion: "full" });
  leave();
  captureAll();
  expect(happened).toEqual([]);
  expect(frames).toEqual([]);
});
