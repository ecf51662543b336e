import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, ApiError } from "../../src/lib/api";
import { PLAYER_COLOURS, localPlayer, randomName } from "../../src/lib/localPlayer.svelte";
import { preferences } from "../../src/lib/preferences.svelte";

const guest = (token: string) => ({ id: "p1", name: "Ann", colour: "#123456", token });

beforeEach(() => {
  localStorage.clear();
  localPlayer.clear();
});

afterEach(() => localPlayer.clear());

describe("the local player", () => {
  it("is asked once and remembered", async () => {
    const made = vi.spyOn(api, "newPlayer").mockResolvedValue(guest("one"));
    await localPlayer.saveProfile("Ann", PLAYER_COLOURS[0]!);
    expect(made).toHaveBeenCalledWith({ name: "Ann", colour: PLAYER_COLOURS[0] });
    expect(JSON.parse(localStorage.getItem("dottable.me")!)).toMatchObject({ token: "one", name: "Ann" });
  });

  it("changes the name but not the token", async () => {
    localPlayer.store(guest("one"));
    const made = vi.spyOn(api, "newPlayer");
    vi.spyOn(api, "updatePlayer").mockResolvedValue({ id: "p1", name: "Anna", colour: "#123456" });
    await localPlayer.saveProfile("Anna", "#123456");
    expect(made).not.toHaveBeenCalled();
    expect([localPlayer.name, localPlayer.token]).toEqual(["Anna", "one"]);
  });

  it("registers again with the same name if the server does not know the token", async () => {
    localPlayer.store(guest("old"));
    vi.spyOn(api, "newPlayer").mockResolvedValue(guest("new"));
    const tokens: string[] = [];
    const answer = await localPlayer.withToken(async (token) => {
      tokens.push(token);
      if (token === "old") throw new ApiError("no_player", "Who?", 401);
      return "done";
    });
    expect(answer).toBe("done");
    expect(tokens).toEqual(["old", "new"]);
    expect(localPlayer.token).toBe("new");
  });

  it("passes on any other error", async () => {
    localPlayer.store(guest("one"));
    await expect(localPlayer.withToken(() => Promise.reject(new ApiError("full", "No room.", 503)))).rejects.toThrow("No room.");
  });

  it("always has a friendly name to offer", () => {
    expect(randomName()).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
  });
});

describe("preferences", () => {
  it("are stored and applied to the page", () => {
    preferences.change({ theme: "dark", patterns: "always", motion: "none" });
    expect(document.documentElement.dataset).toMatchObject({ theme: "dark", patterns: "always", motion: "none" });
    expect(JSON.parse(localStorage.getItem("dottable.settings")!)).toMatchObject({ theme: "dark" });
    expect(preferences.allowsMotion).toBe(false);
    preferences.change({ theme: "auto", patterns: "auto", motion: "full" });
    expect(preferences.allowsMotion).toBe(true);
  });
});
