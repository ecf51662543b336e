import { expect, it, vi } from "vitest";
import { CARD_INRADIUS, symbolLayout, LABEL_CIRCLE } from "../../src/games/dobble_connect/model/symbols/symbolLayout";

const CARDS = Array.from({ length: 90 }, (_, card) => card);

it.each(CARDS)("card %i: ten symbols that overlap neither each other nor the edge nor the mark", (card) => {
  const layout = symbolLayout(card);
  expect(layout).toHaveLength(10);
  for (const [k, one] of layout.entries()) {
    for (const other of [...layout.slice(k + 1), LABEL_CIRCLE]) {
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(one.radius + other.radius - 1e-6);
    }
    for (let side = 0; side < 6; side++) {
      const out = one.x * Math.cos((side * Math.PI) / 3) + one.y * Math.sin((side * Math.PI) / 3);
      expect(out + one.radius).toBeLessThan(CARD_INRADIUS + 1e-6);
    }
  }
});

it("sizes differ on every card, and none is tiny", () => {
  for (const card of CARDS) {
    const sizes = symbolLayout(card).map(({ radius }) => radius);
    expect(Math.max(...sizes) / Math.min(...sizes)).toBeGreaterThan(1.4);
    expect(Math.min(...sizes)).toBeGreaterThan(14);
  }
});

it("a card's layout is deterministic and differs from others", async () => {
  const seen = symbolLayout(5);
  vi.resetModules();
  const again = await import("../../src/games/dobble_connect/model/symbols/symbolLayout");
  expect(again.symbolLayout(5)).toEqual(seen);
  expect(again.symbolLayout(6)).not.toEqual(seen);
});
