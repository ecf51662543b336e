import { render, screen, cleanup } from "@testing-library/svelte";
import { afterEach, describe, expect, it } from "vitest";
import { roundOutcome as allotOutcome } from "../../src/games/dot_allot/roundOutcome";
import { roundOutcome as snapOutcome } from "../../src/games/dots_52/roundOutcome";
import { roundOutcome as handOutcome } from "../../src/games/dots_72/roundOutcome";
import { roundOutcome as lineOutcome } from "../../src/games/dobble_connect/roundOutcome";
import SeatList from "../../src/shell/match/SeatList.svelte";
import { roundEndHeadline } from "../../src/shell/match/roundEndHeadline";
import type { SeatInfo } from "../../src/types/messages";
import { gameUi } from "./fixtures";

afterEach(cleanup);
const seats = ["Ann", "Bob", "Cid"].map((name, seat) => ({ seat, name, colour: null, bot: null, is_person: true, is_connected: true, is_ready: true, is_host: seat === 0, spent_ms: 0, limit_ms: null }) as SeatInfo);

describe("the end of a round", () => {
  it("names its winner", () => {
    const headline = (winners: number[], you: number | null) => roundEndHeadline({ winners, points: [0, 0, 0] }, seats, you);
    expect(headline([0], 0)).toBe("You win the round");
    expect(headline([1], 0)).toBe("Bob wins the round");
    expect(headline([0, 1], 2)).toBe("Ann and Bob win the round");
    expect(headline([0, 1, 2], 0)).toBe("The round is tied");
    expect(headline([], 0)).toBe("Round over");
    expect(roundEndHeadline(null, seats, 0)).toBe("Round over");
  });

  it("shows at the seats what each of them got", () => {
    render(SeatList, { seats, you: 0, toAct: [], gameUi, view: {}, gained: [5, -2, 0] });
    const labels = screen.getAllByRole("listitem").map((one) => one.getAttribute("aria-label"));
    expect(labels).toEqual(["Ann, you, 3 cards, +5 in this round", "Bob, 4 cards, −2 in this round", "Cid, 5 cards, +0 in this round"]);
  });

  it("shows the points of each seat and what the round brought", () => {
    render(SeatList, { seats, you: 0, toAct: [], gameUi: { ...gameUi, seatNote: () => "7 points" }, view: {}, gained: [2, -2, 0] });
    const notes = [...document.querySelectorAll(".full-note")].map((one) => one.textContent!.replace(/\s+/g, " ").trim());
    expect(notes).toEqual(["7 points, +2", "7 points, −2", "7 points, +0"]);
  });

  it("is read from the view of each game", () => {
    const sides = [{ seat: 2 }, { seat: 0 }];
    expect(allotOutcome({ totals: [1, 1, 1], sides, result: { points: [3, 3], bonus: 0 } } as never)).toEqual({ winners: [0], points: [4, 0, 3] });
    expect(handOutcome({ scores: [0, 9], result: { caller: 1, points: 85 } } as never)).toEqual({ winners: [1], points: [0, 85] });
    expect(handOutcome({ scores: [0, 9], result: { caller: null, points: 0 } } as never)).toEqual({ winners: [], points: [0, 0] });
    expect(snapOutcome({ result: { points: [0, 12, 0] } } as never)).toEqual({ winners: [0, 2], points: [0, 12, 0] });
    const players = [{ team: "pink" }, { team: "blue" }, { team: "pink" }];
    expect(lineOutcome({ phase: "round over", scorer: "pink", players } as never)).toEqual({ winners: [0, 2], points: [1, 0, 1] });
    expect(lineOutcome({ phase: "playing", scorer: null, players } as never)).toBeNull();
  });
});
