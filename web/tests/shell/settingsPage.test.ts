import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { toasts } from "../../src/kit/toasts.svelte";
import { api, ApiError } from "../../src/lib/api";
import { localPlayer } from "../../src/lib/localPlayer.svelte";
import SettingsPage from "../../src/shell/pages/SettingsPage.svelte";

beforeEach(() => {
  localStorage.clear();
  localPlayer.store({ token: "old", name: "Ann", colour: "#123456" });
  vi.spyOn(api, "games").mockResolvedValue({ games: [] } as never);
});

afterEach(() => {
  cleanup();
  localPlayer.clear();
  toasts.all = [];
  vi.restoreAllMocks();
});

async function signOut() {
  render(SettingsPage);
  await fireEvent.click(screen.getByRole("button", { name: "Sign out everywhere…" }));
  await fireEvent.click(screen.getByRole("button", { name: "Yes, sign out all other devices" }));
}

describe("signing out everywhere", () => {
  it("keeps this device with the new token", async () => {
    const sent = vi.spyOn(api, "signOutEverywhere").mockResolvedValue({ id: "p1", name: "Ann", colour: "#123456", token: "new" });
    await signOut();
    await vi.waitFor(() => expect(localPlayer.token).toBe("new"));
    expect(sent).toHaveBeenCalledWith("old");
    expect(JSON.parse(localStorage.getItem("dottable.me")!).token).toBe("new");
  });

  it("keeps the old token if the server cannot be reached", async () => {
    vi.spyOn(api, "signOutEverywhere").mockRejectedValue(new ApiError("offline", "The server cannot be reached."));
    await signOut();
    await vi.waitFor(() => expect(toasts.all.length).toBe(1));
    expect(localPlayer.token).toBe("old");
  });
});
