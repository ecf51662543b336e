import { describe, expect, it } from "vitest";
import { choiceFeedback, chanceCostText, luckSentence, luckVerdict, methodSentence, percentText, raceFigures, reasonSentences, signedPercent, skillSentence, luckAndChoiceText, withUnbrokenPercents, decisionsWorthSeeing } from "../../src/shell/study/reviewText";
import { seatColours } from "../../src/shell/study/seatColours";
import { decision, ledger, review } from "./fixtures";

const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("figures", () => {
  it("never rounds a possible event to 0 % or 100 %", () => {
    expect([0, 0.004, 0.5, 0.996, 1].map((share) => plain(percentText(share)))).toEqual(["0 %", "under 1 %", "50 %", "over 99 %", "100 %"]);
  });

  it("signs changes", () => {
    expect([0.12, -0.034, 0.001].map((change) => plain(signedPercent(change)))).toEqual(["+12 %", "−3 %", "0 %"]);
  });
});

describe("a reason", () => {
  it("is split into sentences, not at full stops inside the words of a move", () => {
    const first = "With the better move Bot. A calls in 3 of 9 rounds (2.5 points); with your move in none.";
    expect(reasonSentences(`${first} On average your score was worse by 1.4 points.`)).toEqual([first, "On average your score was worse by 1.4 points."]);
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
      "Luck changed your win chance by −16 points, give or take 2: the first deal by −10, everything after it by −6. With average luck: 16 % of a win, instead of 0 %.",
    );
    expect(luckSentence({ ...ledger, luck_adjusted_result: -0.2 }, "You")).not.toContain("average");
  });

  it("says so where rounded parts do not add up", () => {
    expect(luckSentence({ ...ledger, deal: -0.054, chance: -0.034 }, "Bob")).toContain("by −9 points, give or take 2: the first deal by −5, everything after it by −3 (rounded).");
  });
});

describe("skill", () => {
  it("tells the cost of marked errors, and compares all choices with a standard bot's", () => {
    expect(skillSentence(review, 0, ["You", "Bob"])).toBe(
      "Your marked errors cost 15 points of win chance. All choices together, next to a standard bot's: You 34 points worse, Bob equal.",
    );
    expect(skillSentence({ ...review, decisions: [] }, 1, ["You", "Bob", "Cy"])).toBe(
      "No error is marked. All choices together, next to a standard bot's: Bob equal; the others' choices together changed the win chance by +34.",
    );
  });

  it("splits a turning point into luck and choice", () => {
    const choice = { move: 0, kind: "choice" as const, seat: 0, change: [-0.11, 0.11], points: [0, 0] };
    expect(luckAndChoiceText({ ...review, ledger: [choice] }, 1, 0)).toBe("luck −4, the choice −11");
    expect(luckAndChoiceText(review, 0, 0)).toBe("");
  });
});

describe("decisions worth seeing", () => {
  it("are the errors of a seat, the worst first", () => {
    expect(decisionsWorthSeeing(review, 0).map((one) => one.move)).toEqual([0]);
    expect(decisionsWorthSeeing(review, null).map((one) => one.move)).toEqual([0, 1]);
  });

  it("put the larger loss in points first if the win chance is equal", () => {
    const points = (mean: number) => ({ mean, standard_error: 0.1 });
    const costly = decision(3, 0, 0.15);
    const second = { ...costly, played: { ...costly.played, points: points(0) }, best: { ...costly.best, points: points(9) } };
    expect(decisionsWorthSeeing({ ...review, decisions: [decision(0, 0, 0.151), second] }, 0).map((one) => one.move)).toEqual([3, 0]);
  });

  it("tell the loss as points between two win chances", () => {
    expect(plain(chanceCostText(decision(0, 0, 0.15)))).toBe("15 points of win chance (55 % → 40 %)");
    expect(methodSentence(decision(0, 0, 0.15))).toContain("were compared on 2,000 deals.");
    expect(methodSentence(decision(0, 0, 0.15, { is_searched: true }))).toContain("a search over 2,000 sampled deals");
    expect(withUnbrokenPercents("from 55 % on")).toBe("from 55\u00a0% on");
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
