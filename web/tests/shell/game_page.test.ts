import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, Refusal } from "../../src/lib/api";
import { me } from "../../src/lib/me.svelte";
import { toasts } from "../../src/kit/toasts.svelte";
import { ago, withoutRulings } from "../../src/shell/facts";
import OptionsForm from "../../src/shell/OptionsForm.svelte";
import { router } from "../../src/shell/router.svelte";
import GamePage from "../../src/shell/screens/GamePage.svelte";
import { who } from "../../src/shell/who.svelte";
import { againstBots, firstWish, forFriends } from "../../src/shell/wish";
import type { Snapshot } from "../../src/types/messages";
import * as faces from "../../src/games";
import { GuideMemory } from "../../src/shell/guide.svelte";
import { face, sheet } from "./sheets";

const newTable = () => vi.spyOn(api, "newTable").mockResolvedValue({ table: "t9" } as Snapshot);

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(api, "game").mockResolvedValue(sheet);
  me.keep({ token: "token", name: "Ann", colour: "#123456" });
  router.go("/game/dot_nine");
});

afterEach(() => {
  cleanup();
  me.forget();
  toasts.all = [];
});

describe("a wish", () => {
  it("asks only for what differs from the usual", () => {
    const wish = { ...firstWish(sheet), options: { "snap-seconds": 5, memory: true, side: "dark" } };
    expect(forFriends(sheet, wish)).toMatchObject({ game: "dot_nine", seats: 2, options: { "snap-seconds": 5 } });
  });

  it("against bots fills all other seats, starts and stays private", () => {
    const wish = { ...firstWish(sheet), seats: 4, level: "sharp" as const, settings: { is_private: false } };
    expect(againstBots(sheet, wish)).toMatchObject({
      seats: 4,
      bots: ["sharp", "sharp", "sharp"],
      starts: true,
      settings: { is_private: true },
    });
  });

  it("for friends leaves the other seats free", () => {
    const table = forFriends(sheet, firstWish(sheet));
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
    vi.spyOn(faces, "faceOf").mockResolvedValue(face);
    render(GamePage, { slug: "dot_nine" });
    const guide = await screen.findByRole("switch", { name: "Guide me through a match" });
    expect(guide.getAttribute("aria-checked")).toBe("true");
    await fireEvent.click(guide);
    expect(new GuideMemory("dot_nine").isDone).toBe(true);
  });

  it("explains a game that waits for nobody before it opens a first match", async () => {
    const made = newTable();
    vi.spyOn(faces, "faceOf").mockResolvedValue({ ...face, intro: [{ id: "draw", text: "All draw at once." }] });
    render(GamePage, { slug: "dot_nine" });
    await fireEvent.click(await screen.findByRole("button", { name: "Play now" }));
    const dialog = await screen.findByRole("dialog", { name: "Dot Nine in short" });
    expect(within(dialog).getByText("All draw at once.")).toBeTruthy();
    expect(made).not.toHaveBeenCalled();
    await fireEvent.click(within(dialog).getByRole("button", { name: "Start" }));
    await vi.waitFor(() => expect(made).toHaveBeenCalledTimes(1));
    expect(new GuideMemory("dot_nine").seen).toEqual(["draw"]);
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

  it("asks a stranger for a name first, and opens nothing without one", async () => {
    me.forget();
    const made = newTable();
    render(GamePage, { slug: "dot_nine" });
    await fireEvent.click(await screen.findByRole("button", { name: "Play now" }));
    expect(who.isOpen).toBe(true);
    who.answered();
    await Promise.resolve();
    expect(made).not.toHaveBeenCalled();
  });

  it("shows the server's sentence when it refuses", async () => {
    vi.spyOn(api, "newTable").mockRejectedValue(new Refusal("full", "This server has no room for more tables now.", 503));
    render(GamePage, { slug: "dot_nine" });
    await fireEvent.click(await screen.findByRole("button", { name: "Play now" }));
    await vi.waitFor(() => expect(toasts.all.map((one) => one.text)).toEqual(["This server has no room for more tables now."]));
    expect(toasts.all[0]!.kind).toBe("refusal");
  });
});

describe("the options of a game", () => {
  const values = () => firstWish(sheet).options;

  it("are a stepper, a switch and radio buttons, each with its explanation", () => {
    render(OptionsForm, { sheet, values: values() });
    expect(screen.getByRole("group", { name: "Snap seconds" })).toBeTruthy();
    expect(screen.getByRole("switch", { name: "Memory" }).getAttribute("aria-checked")).toBe("true");
    expect(screen.getAllByRole("radio")).toHaveLength(2);
    expect(screen.getByText("Seconds to snap a card.")).toBeTruthy();
  });

  it("change as one presses", async () => {
    let chosen = values();
    render(OptionsForm, {
      sheet,
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
  it("leave rulings to the book", () => {
    expect(withoutRulings("Score only so (A18). And so (A1, A5).")).toBe("Score only so. And so.");
    expect(withoutRulings("Dots (52 cards)")).toBe("Dots (52 cards)");
  });

  it.each([
    [30_000, "just now"],
    [5 * 60_000, "5 min ago"],
    [3 * 3_600_000, "3 h ago"],
    [30 * 3_600_000, "yesterday"],
    [80 * 3_600_000, "3 days ago"],
  ])("%i ms are told as %s", (ms, told) => {
    expect(ago(0, ms)).toBe(told);
  });
});
