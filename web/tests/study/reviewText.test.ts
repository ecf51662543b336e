import { describe, expect, it } from "vitest";
import { choiceFeedback, luckSentence, luckVerdict, percent, raceFigures, signedPercent, worthSeeing } from "../../src/shell/study/reviewText";
import { seatColours } from "../../src/shell/study/seatColours";
import { decision, ledger, review } from "./fixtures";

const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("figures", () => {
  it("never rounds a possible event to 0 % or 100 %", () => {
    expect([0, 0.004, 0.5, 0.996, 1].map((share) => plain(percent(share)))).toEqual(["0 %", "under 1 %", "50 %", "over 99 %", "100 %"]);
  });

  it("signs changes", () => {
    expect([0.12, -0.034, 0.001].map((change) => plain(signedPercent(change)))).toEqual(["+12 %", "−3 %", "0 %"]);
  });
});

describe("luck", () => {
  it("is the deal and the draws", () => {
    expect(luckVerdict(ledger, "You")).toBe("You were unlucky");
    expect(luckVerdict({ ...ledger, deal: 0.3 }, "Bob")).toBe("Bob was lucky");
    expect(luckVerdict({ ...ledger, deal: 0.05 }, "Bob")).toBe("Bob was neither lucky nor unlucky");
  });

  it("tells what the play was worth without it", () => {
    expect(plain(luckSentence(ledger, "You"))).toBe(
      "Luck in the deal and after it lowered your win chance by 16 %. With even luck this play was worth 16 % of a win.",
    );
    expect(luckSentence({ ...ledger, luck_adjusted_result: -0.2 }, "You")).not.toContain("worth");
  });
});

describe("decisions worth seeing", () => {
  it("are the errors of a seat, the worst first", () => {
    expect(worthSeeing(review, 0).map((one) => one.move)).toEqual([0]);
    expect(worthSeeing(review, null).map((one) => one.move)).toEqual([0, 1]);
  });

  it("judges a choice by the compared moves", () => {
    const one = decision(0, 0, 0.15);
    expect(choiceFeedback(one, 2).isRight).toBe(true);
    expect(plain(choiceFeedback(one, 1).sentence)).toBe("Not the best: 40 % instead of 55 %. It is the move that was played.");
    expect(choiceFeedback(one, 9)).toMatchObject({ isRight: false });
  });
});

it("summarises races by the median reaction time", () => {
  const races = [700, 500, null].map((reaction_ms, n) => ({ move: n, seat: 0, reaction_ms, was_right: n > 0, reason: "" }));
  expect(raceFigures(races, 0)).toEqual({ median: 600, right: 2, count: 3 });
  expect(raceFigures(races, 1)).toBeNull();
});

it("gives seats of equal colour different colours in charts", () => {
  expect(seatColours([{ colour: "#111111" }, { colour: "#111111" }, { colour: null }])).toEqual(["#111111", "var(--dot-red)", "var(--dot-green)"]);
});
