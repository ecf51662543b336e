import { expect, it, vi } from "vitest";
import { INNER, layoutOf, MARK } from "../../src/games/dobble_connect/packing";

const CARDS = Array.from({ length: 90 }, (_, card) => card);

it.each(CARDS)("card %i: ten symbols that overlap neither each other nor the edge nor the mark", (card) => {
  const layout = layoutOf(card);
  expect(layout).toHaveLength(10);
  for (const [k, one] of layout.entries()) {
    for (const other of [...layout.slice(k + 1), MARK]) {
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(one.radius + other.radius - 1e-6);
    }
    for (let side = 0; side < 6; side++) {
      const out = one.x * Math.cos((side * Math.PI) / 3) + one.y * Math.sin((side * Math.PI) / 3);
      expect(out + one.radius).toBeLessThan(INNER + 1e-6);
    }
  }
});

it("sizes differ on every card, and none is tiny", () => {
  for (const card of CARDS) {
    const sizes = layoutOf(card).map(({ radius }) => radius);
    expect(Math.max(...sizes) / Math.min(...sizes)).toBeGreaterThan(1.4);
    expect(Math.min(...sizes)).toBeGreaterThan(14);
  }
});

it("a card looks the same every time, and unlike others", async () => {
  const seen = layoutOf(5);
  vi.resetModules();
  const again = await import("../../src/games/dobble_connect/packing");
  expect(again.layoutOf(5)).toEqual(seen);
  expect(again.layoutOf(6)).not.toEqual(seen);
});
