import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../src/lib/api";
import { localPlayer } from "../../src/lib/localPlayer.svelte";
import { GuideProgress } from "../../src/shell/guide/guideProgress.svelte";
import MatchesPage from "../../src/shell/pages/MatchesPage.svelte";
import SettingsPage from "../../src/shell/pages/SettingsPage.svelte";
import type { GameSummary, TableSummary } from "../../src/types/http";

function played(id: string, change: Partial<TableSummary> & { winners?: number[] | null }): TableSummary {
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
  } as TableSummary;
}

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(api, "games").mockResolvedValue({ games: [{ slug: "dots_52", title: "Dots" } as GameSummary] });
  localPlayer.store({ token: "t", name: "Swift Wren", colour: null });
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

  it("report a loss with the higher score in a low-score game", async () => {
    expect(await rowOf({ result: "109 0", winners: [1] })).toMatch(/You 109 Newcomer bot 0 winner Lost/);
  });

  it("say that a win was shared by all", async () => {
    expect(await rowOf({ result: "5 5", winners: [0, 1] })).toContain("Shared");
  });

  it("show no winner without the server's word", async () => {
    expect(await rowOf({ winners: null })).toMatch(/You 0 Newcomer bot 109 Over/);
  });

  it("show a match that was ended early", async () => {
    expect(await rowOf({ status: "aborted", result: null })).toMatch(/Swift Wren, Newcomer bot Ended early/);
  });
});

describe("the settings", () => {
  it("turn the tips of all games off, and on from the beginning", async () => {
    const guideProgress = new GuideProgress("dots_52");
    guideProgress.markSeen("peek");
    render(SettingsPage);
    const tips = await screen.findByRole("switch", { name: "Tips in a first match" });
    expect(tips.getAttribute("aria-checked")).toBe("true");
    tips.click();
    expect(new GuideProgress("dots_52").isDone).toBe(true);
    tips.click();
    expect(new GuideProgress("dots_52")).toMatchObject({ isDone: false, seen: [] });
  });
});
