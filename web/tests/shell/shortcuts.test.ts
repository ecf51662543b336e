import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import { preferences } from "../../src/lib/preferences.svelte";
import MatchShortcuts from "../../src/shell/shortcuts/MatchShortcuts.svelte";

afterEach(() => {
  cleanup();
  preferences.change({ shortcuts: true });
});

function show() {
  const run = vi.fn();
  render(MatchShortcuts, { actions: { m: { text: "Moves", run } }, boardShortcuts: [{ keys: "R", text: "Turn the card" }] });
  return run;
}

it("lists the keys of the game and of the table", async () => {
  show();
  await fireEvent.keyDown(document.body, { key: "?" });
  const sheet = screen.getByRole("dialog", { name: "Keyboard shortcuts" });
  expect(sheet.textContent).toContain("Turn the card");
  expect(sheet.textContent).toContain("Moves");
});

it("runs an action, but not while the player writes", async () => {
  const run = show();
  await fireEvent.keyDown(document.body, { key: "M" });
  expect(run).toHaveBeenCalledTimes(1);
  const field = document.body.appendChild(document.createElement("input"));
  await fireEvent.keyDown(field, { key: "m" });
  expect(run).toHaveBeenCalledTimes(1);
  field.remove();
});

it("stops single keys of the board too when they are switched off", async () => {
  const run = show();
  const board = vi.fn();
  addEventListener("keydown", board);
  preferences.change({ shortcuts: false });
  await fireEvent.keyDown(document.body, { key: "r" });
  await fireEvent.keyDown(document.body, { key: "m" });
  expect([run, board].map((one) => one.mock.calls.length)).toEqual([0, 0]);
  await fireEvent.keyDown(document.body, { key: "Enter" });
  expect(board).toHaveBeenCalledTimes(1);
  removeEventListener("keydown", board);
});
