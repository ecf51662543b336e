import { describe, expect, it } from "vitest";
import { bestPlace } from "../../src/shell/parts/placing";

const phone = { width: 390, height: 844 };
const card = { width: 374, height: 130 };
const head = { box: { left: 0, top: 0, width: 390, height: 120 }, weight: 0.5 };

function covers(place: { left: number; top: number }, box: { left: number; top: number; width: number; height: number }): boolean {
  return place.top < box.top + box.height && place.top + card.height > box.top && place.left < box.left + box.width && place.left + card.width > box.left;
}

describe("a lesson", () => {
  it("covers neither what it speaks of nor the hand", () => {
    const hand = { left: 0, top: 560, width: 390, height: 220 };
    const table = { left: 0, top: 150, width: 390, height: 390 };
    for (const target of [hand, table]) {
      const place = bestPlace(card, phone, target, [head, { box: target, weight: 12 }, { box: hand, weight: 8 }, { box: table, weight: 1 }]);
      expect(covers(place, target)).toBe(false);
      expect(covers(place, hand)).toBe(false);
    }
  });

  it("is beside its target where there is room", () => {
    const target = { left: 600, top: 300, width: 100, height: 300 };
    const place = bestPlace(card, { width: 1440, height: 900 }, target, [
      { ...head, box: { ...head.box, width: 1440 } },
      { box: target, weight: 12 },
      { box: { left: 400, top: 620, width: 600, height: 250 }, weight: 8 },
    ]);
    expect(covers(place, target)).toBe(false);
    expect(place.top).toBeGreaterThan(120);
  });

  it("stays on the screen", () => {
    const place = bestPlace(card, phone, { left: 380, top: 830, width: 10, height: 10 }, []);
    expect(place.left).toBeGreaterThanOrEqual(0);
    expect(place.left + card.width).toBeLessThanOrEqual(phone.width);
    expect(place.top + card.height).toBeLessThanOrEqual(phone.height);
  });
});
