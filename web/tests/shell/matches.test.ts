import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../src/lib/api";
import { me } from "../../src/lib/me.svelte";
import { GuideMemory } from "../../src/shell/guide.svelte";
import MatchesPage from "../../src/shell/screens/MatchesPage.svelte";
import SettingsPage from "../../src/shell/screens/SettingsPage.svelte";
import type { GameCard, TableCard } from "../../src/types/http";

function played(id: string, change: Partial<TableCard> & { winners?: number[] | null }): TableCard {
  return {
    id,
    game: "dots_52",
    status: "over",
    is_private: false,
    seats: 2,
    names: ["Swift Wren", "Newcomer bot"],
    you: 0,
    created_at: 0,
    updated_at: 0,
    moves: 30,
    result: "0 109",
    ...change,
  } as TableCard;
}

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(api, "games").mockResolvedValue({ games: [{ slug: "dots_52", title: "Dots" } as GameCard] });
  me.keep({ token: "t", name: "Swift Wren", colour: null });
});
afterEach(cleanup);

describe("my matches", () => {
  async function rowOf(change: Parameters<typeof played>[1]): Promise<string> {
    vi.spyOn(api, "myMatches").mockResolvedValue({ tables: [played("m1", change)] });
    render(MatchesPage);
    const row = await screen.findByRole("listitem");
    return row.textContent!.replace(/\s+/g, " ");
  }

  it("say who won, and with what", async () => {
    expect(await rowOf({ winners: [0] })).toMatch(/You 0 winner Newcomer bot 109 Won/);
  });

  it("say that one lost, though the own points are higher", async () => {
    expect(await rowOf({ result: "109 0", winners: [1] })).toMatch(/You 109 Newcomer bot 0 winner Lost/);
  });

  it("say that a win was shared by all", async () => {
    expect(await rowOf({ result: "5 5", winners: [0, 1] })).toContain("Shared");
  });

  it("claim no winner that the server did not tell", async () => {
    expect(await rowOf({ winners: null })).toMatch(/You 0 Newcomer bot 109 Over/);
  });

  it("tell of a match that was ended early", async () => {
    expect(await rowOf({ status: "aborted", result: null })).toMatch(/Swift Wren, Newcomer bot Ended early/);
  });
});

describe("the settings", () => {
  it("turn the tips of all games off, and on from the beginning", async () => {
    const memory = new GuideMemory("dots_52");
    memory.see("peek");
    render(SettingsPage);
    const tips = await screen.findByRole("switch", { name: "Tips in a first match" });
    expect(tips.getAttribute("aria-checked")).toBe("true");
    tips.click();
    expect(new GuideMemory("dots_52").isDone).toBe(true);
    tips.click();
    expect(new GuideMemory("dots_52")).toMatchObject({ isDone: false, seen: [] });
  });
});
