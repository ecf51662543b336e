import { describe, expect, it } from "vitest";
import { leastCoveringPosition } from "../../src/shell/guide/guideCardPosition";

const phone = { width: 390, height: 844 };
const card = { width: 374, height: 130 };
const head = { rect: { left: 0, top: 0, width: 390, height: 120 }, weight: 0.5 };

function covers(place: { left: number; top: number }, rect: { left: number; top: number; width: number; height: number }): boolean {
  return place.top < rect.top + rect.height && place.top + card.height > rect.top && place.left < rect.left + rect.width && place.left + card.width > rect.left;
}

describe("a lesson", () => {
  it("covers neither its target nor the hand", () => {
    const hand = { left: 0, top: 560, width: 390, height: 220 };
    const table = { left: 0, top: 150, width: 390, height: 390 };
    for (const target of [hand, table]) {
      const place = leastCoveringPosition(card, phone, target, [head, { rect: target, weight: 12 }, { rect: hand, weight: 8 }, { rect: table, weight: 1 }]);
      expect(covers(place, target)).toBe(false);
      expect(covers(place, hand)).toBe(false);
    }
  });

  it("is beside its target where there is room", () => {
    const target = { left: 600, top: 300, width: 100, height: 300 };
    const place = leastCoveringPosition(card, { width: 1440, height: 900 }, target, [
      { ...head, rect: { ...head.rect, width: 1440 } },
      { rect: target, weight: 12 },
      { rect: { left: 400, top: 620, width: 600, height: 250 }, weight: 8 },
    ]);
    expect(covers(place, target)).toBe(false);
    expect(place.top).toBeGreaterThan(120);
  });

  it("stays on the screen", () => {
    const place = leastCoveringPosition(card, phone, { left: 380, top: 830, width: 10, height: 10 }, []);
    expect(place.left).toBeGreaterThanOrEqual(0);
    expect(place.left + card.width).toBeLessThanOrEqual(phone.width);
    expect(place.top + card.height).toBeLessThanOrEqual(phone.height);
  });
});
