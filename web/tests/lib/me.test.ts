import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, Refusal } from "../../src/lib/api";
import { COLOURS, me, randomName } from "../../src/lib/me.svelte";
import { looks } from "../../src/lib/settings.svelte";

const guest = (token: string) => ({ id: "p1", name: "Ann", colour: "#123456", token });

beforeEach(() => {
  localStorage.clear();
  me.forget();
});

afterEach(() => me.forget());

describe("who plays here", () => {
  it("is asked once and remembered", async () => {
    const made = vi.spyOn(api, "newPlayer").mockResolvedValue(guest("one"));
    await me.be("Ann", COLOURS[0]!);
    expect(made).toHaveBeenCalledWith({ name: "Ann", colour: COLOURS[0] });
    expect(JSON.parse(localStorage.getItem("dottable.me")!)).toMatchObject({ token: "one", name: "Ann" });
  });

  it("changes name without becoming somebody else", async () => {
    me.keep(guest("one"));
    const made = vi.spyOn(api, "newPlayer");
    vi.spyOn(api, "changeMe").mockResolvedValue({ id: "p1", name: "Anna", colour: "#123456" });
    await me.be("Anna", "#123456");
    expect(made).not.toHaveBeenCalled();
    expect([me.name, me.token]).toEqual(["Anna", "one"]);
  });

  it("comes in again by the same name if the server has forgotten", async () => {
    me.keep(guest("old"));
    vi.spyOn(api, "newPlayer").mockResolvedValue(guest("new"));
    const tokens: string[] = [];
    const answer = await me.ask(async (token) => {
      tokens.push(token);
      if (token === "old") throw new Refusal("no_player", "Who?", 401);
      return "done";
    });
    expect(answer).toBe("done");
    expect(tokens).toEqual(["old", "new"]);
    expect(me.token).toBe("new");
  });

  it("hears any other refusal", async () => {
    me.keep(guest("one"));
    await expect(me.ask(() => Promise.reject(new Refusal("full", "No room.", 503)))).rejects.toThrow("No room.");
  });

  it("always has a friendly name to offer", () => {
    expect(randomName()).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
  });
});

describe("looks", () => {
  it("are kept and shown on the page", () => {
    looks.change({ theme: "dark", patterns: "always", motion: "none" });
    expect(document.documentElement.dataset).toMatchObject({ theme: "dark", patterns: "always", motion: "none" });
    expect(JSON.parse(localStorage.getItem("dottable.settings")!)).toMatchObject({ theme: "dark" });
    expect(looks.moves).toBe(false);
    looks.change({ theme: "auto", patterns: "auto", motion: "full" });
    expect(looks.moves).toBe(true);
  });
});
