import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, ApiError } from "../../src/lib/api";
import { localPlayer } from "../../src/lib/localPlayer.svelte";
import { toasts } from "../../src/kit/toasts.svelte";
import { timeAgo, stripRulingCitations } from "../../src/shell/format";
import GameOptionsForm from "../../src/shell/setup/GameOptionsForm.svelte";
import { router } from "../../src/shell/router.svelte";
import GamePage from "../../src/shell/pages/GamePage.svelte";
import { profilePrompt } from "../../src/shell/dialogs/profilePrompt.svelte";
import { botMatchRequest, defaultDraft, openTableRequest } from "../../src/shell/setup/tableDraft";
import type { Snapshot } from "../../src/types/messages";
import * as loader from "../../src/games/loadGameUi";
import { GuideProgress } from "../../src/shell/guide/guideProgress.svelte";
import { gameUi, details } from "./fixtures";

const newTable = () => vi.spyOn(api, "newTable").mockResolvedValue({ table: "t9" } as Snapshot);

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(api, "game").mockResolvedValue(details);
  localPlayer.store({ token: "token", name: "Ann", colour: "#123456" });
  router.go("/game/dot_nine");
});

afterEach(() => {
  cleanup();
  localPlayer.clear();
  toasts.all = [];
});

describe("a draft", () => {
  it("requests only options that differ from the defaults", () => {
    const draft = { ...defaultDraft(details), options: { "snap-seconds": 5, memory: true, side: "dark" } };
    expect(openTableRequest(details, draft)).toMatchObject({ game: "dot_nine", seats: 2, options: { "snap-seconds": 5 } });
  });

  it("against bots fills all other seats, starts and stays private", () => {
    const draft = { ...defaultDraft(details), seats: 4, level: "sharp" as const, settings: { is_private: false } };
    expect(botMatchRequest(details, draft)).toMatchObject({
      seats: 4,
      bots: ["sharp", "sharp", "sharp"],
      starts: true,
      settings: { is_private: true },
    });
  });

  it("for friends leaves the other seats free", () => {
    const table = openTableRequest(details, defaultDraft(details));
    expect(table.bots).toBeUndefined();
    expect(table.starts).toBeUndefined();
  });
});

describe("the page of a game", () => {
  it("plays at once at the level and with the seats that were chosen", async () => {
    const made = newTable();
    render(GamePage, { slug: "dot_nine" });
    await fireEvent.click(await screen.findByRole("radio", { name: /Master/ }));
    await fireEvent.click(screen.getByRole("button", { name: "More" }));
    await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
    await vi.waitFor(() => expect(router.path).toBe("/table/t9"));
    const [token, body] = made.mock.calls[0]!;
    expect(token).toBe("token");
    expect(body).toMatchObject({ game: "dot_nine", seats: 3, bots: ["master", "master"], starts: true });
  });

  it("says what the chosen level is like", async () => {
    render(GamePage, { slug: "dot_nine" });
    await fireEvent.click(await screen.findByRole("radio", { name: /Newcomer/ }));
    expect(screen.getByText(/Still learning/)).toBeTruthy();
  });

  it("remembers the level for every game", async () => {
    render(GamePage, { slug: "dot_nine" });
    expect(((await screen.findByRole("radio", { name: /Newcomer/ })) as HTMLInputElement).checked).toBe(true);
    await fireEvent.click(screen.getByRole("radio", { name: /Sharp/ }));
    cleanup();
    render(GamePage, { slug: "dot_ten" });
    expect(((await screen.findByRole("radio", { name: /Sharp/ })) as HTMLInputElement).checked).toBe(true);
  });

  it("offers the guide, which is on for a first match", async () => {
    vi.spyOn(loader, "loadGameUi").mockResolvedValue(gameUi);
    render(GamePage, { slug: "dot_nine" });
    const guide = await screen.findByRole("switch", { name: "Guide me through a match" });
    expect(guide.getAttribute("aria-checked")).toBe("true");
    await fireEvent.click(guide);
    expect(new GuideProgress("dot_nine").isDone).toBe(true);
  });

  it("introduces a real-time game before it opens a first match", async () => {
    const made = newTable();
    vi.spyOn(loader, "loadGameUi").mockResolvedValue({ ...gameUi, intro: [{ id: "draw", text: "All draw at once." }] });
    render(GamePage, { slug: "dot_nine" });
    await fireEvent.click(await screen.findByRole("button", { name: "Play now" }));
    const dialog = await screen.findByRole("dialog", { name: "Dot Nine in short" });
    expect(within(dialog).getByText("All draw at once.")).toBeTruthy();
    expect(made).not.toHaveBeenCalled();
    await fireEvent.click(within(dialog).getByRole("button", { name: "Start" }));
    await vi.waitFor(() => expect(made).toHaveBeenCalledTimes(1));
    expect(new GuideProgress("dot_nine").seen).toEqual(["draw"]);
    await vi.waitFor(() => expect(router.path).toBe("/table/t9"));
    await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
    await vi.waitFor(() => expect(made).toHaveBeenCalledTimes(2));
  });

  it("opens a table for friends by an invitation", async () => {
    const made = newTable();
    render(GamePage, { slug: "dot_nine" });
    await fireEvent.click(await screen.findByRole("button", { name: "Invite" }));
    await vi.waitFor(() => expect(made).toHaveBeenCalled());
    expect(made.mock.calls[0]![1].starts).toBeUndefined();
  });

  it("asks an unregistered player for a name first", async () => {
    localPlayer.clear();
    const made = newTable();
    render(GamePage, { slug: "dot_nine" });
    await fireEvent.click(await screen.findByRole("button", { name: "Play now" }));
    expect(profilePrompt.isOpen).toBe(true);
    profilePrompt.close();
    await Promise.resolve();
    expect(made).not.toHaveBeenCalled();
  });

  it("shows the server's message when it rejects a table", async () => {
    vi.spyOn(api, "newTable").mockRejectedValue(new ApiError("full", "This server has no room for more tables now.", 503));
    render(GamePage, { slug: "dot_nine" });
    await fireEvent.click(await screen.findByRole("button", { name: "Play now" }));
    await vi.waitFor(() => expect(toasts.all.map((one) => one.text)).toEqual(["This server has no room for more tables now."]));
    expect(toasts.all[0]!.kind).toBe("error");
  });
});

describe("the options of a game", () => {
  const values = () => defaultDraft(details).options;

  it("are a stepper, a switch and radio buttons, each with its explanation", () => {
    render(GameOptionsForm, { details, values: values() });
    expect(screen.getByRole("group", { name: "Snap seconds" })).toBeTruthy();
    expect(screen.getByRole("switch", { name: "Memory" }).getAttribute("aria-checked")).toBe("true");
    expect(screen.getAllByRole("radio")).toHaveLength(2);
    expect(screen.getByText("Seconds to snap a card.")).toBeTruthy();
  });

  it("change on input", async () => {
    let chosen = values();
    render(GameOptionsForm, {
      details,
      get values() {
        return chosen;
      },
      set values(next) {
        chosen = next;
      },
    });
    await fireEvent.click(within(screen.getByRole("group", { name: "Snap seconds" })).getByRole("button", { name: "More" }));
    await fireEvent.click(screen.getByRole("switch", { name: "Memory" }));
    expect(chosen).toEqual({ "snap-seconds": 4, memory: false, side: "dark" });
    await fireEvent.click(screen.getByRole("radio", { name: "Light" }));
    expect(chosen.side).toBe("light");
  });
});

describe("texts", () => {
  it("contain no citations of rulings", () => {
    expect(stripRulingCitations("Score only so (A18). And so (A1, A5).")).toBe("Score only so. And so.");
    expect(stripRulingCitations("Another letter (F2, Z10).")).toBe("Another letter.");
    expect(stripRulingCitations("Dots (52 cards)")).toBe("Dots (52 cards)");
  });

  it.each([
    [30_000, "just now"],
    [5 * 60_000, "5 min ago"],
    [3 * 3_600_000, "3 h ago"],
    [30 * 3_600_000, "yesterday"],
    [80 * 3_600_000, "3 days ago"],
  ])("%i ms are told as %s", (ms, told) => {
    expect(timeAgo(0, ms)).toBe(told);
  });
});
