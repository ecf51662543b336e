import { describe, expect, it } from "vitest";
import { decode, encode, Legal } from "../../src/lib/legal";
import { named, nameOf, withDistinctNames } from "../../src/lib/names";
import { fromHex, keepsPromise, sha256 } from "../../src/lib/sha256";
import { seat } from "./fake_socket";

const VERBS = [
  { verb: "draw", first: 0, ranges: [], is_race: false },
  { verb: "place", first: 1, ranges: [3, 4], is_race: false },
  { verb: "call", first: 13, ranges: [2], is_race: true },
];

describe("legal actions", () => {
  it.each([
    [0, "draw", []],
    [1, "place", [0, 0]],
    [8, "place", [1, 3]],
    [12, "place", [2, 3]],
    [14, "call", [1]],
  ] as const)("number %i is %s %j", (action, verb, args) => {
    expect(decode(VERBS, action)).toEqual({ verb, args });
    expect(encode(VERBS, verb, args)).toBe(action);
  });

  it("are asked by verb and arguments", () => {
    const legal = new Legal(VERBS, [0, 2, 8], ["Draw", "Place it there", "Place it here"]);
    expect(legal.find("place", 1, 3)?.words).toBe("Place it here");
    expect(legal.find("place", 2, 3)).toBeUndefined();
    expect(legal.of("place").map((one) => one.action)).toEqual([2, 8]);
    expect(legal.has("place", 0)).toBe(true);
    expect(legal.has("place", 2)).toBe(false);
    expect(new Legal(VERBS, []).isEmpty).toBe(true);
  });

  it("know nothing out of range", () => {
    expect(encode(VERBS, "place", [3, 0])).toBeUndefined();
    expect(encode(VERBS, "place", [0])).toBeUndefined();
    expect(encode(VERBS, "sing", [])).toBeUndefined();
    expect(decode(VERBS, 99)).toEqual({ verb: "", args: [] });
  });
});

describe("names", () => {
  const seats = [seat(0), seat(1), seat(2, { name: null })];

  it("stand for players in the server's sentences", () => {
    expect(named("Player 2 takes a card of Player 1.", seats)).toBe("Bob takes a card of Ann.");
    expect(named("Players 1, 2 share the win.", seats)).toBe("Ann, Bob share the win.");
    expect(named("Player 3 waits, Player 12 too.", seats)).toBe("Player 3 waits, Player 12 too.");
  });

  it("are 'You' for oneself", () => {
    expect(nameOf(seats, 1, 1)).toBe("You");
    expect(nameOf(seats, 1, 0)).toBe("Bob");
  });

  it("differ at a table", () => {
    const twice = withDistinctNames([seat(0, { name: "Ann" }), seat(1, { name: "Ann" }), seat(2, { name: null })]);
    expect(twice.map((one) => one.name)).toEqual(["Ann", "Ann 2", null]);
  });
});

describe("SHA-256", () => {
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
    ["a".repeat(1_000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"],
  ])("of %j", (text, hash) => {
    expect(sha256(new TextEncoder().encode(text))).toBe(hash);
  });

  it("agrees with the browser's own over every length around a block", async () => {
    for (let length = 50; length < 140; length++) {
      const bytes = Uint8Array.from({ length }, (_, n) => (n * 37 + length) % 256);
      const own = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      expect(sha256(bytes)).toBe(Array.from(own, (byte) => byte.toString(16).padStart(2, "0")).join(""));
    }
  });

  it("shows whether a match kept its promise", () => {
    const [seed, salt] = ["00".repeat(32), "11".repeat(16)];
    const commitment = sha256(fromHex(seed + salt));
    expect(keepsPromise(commitment, seed, salt)).toBe(true);
    expect(keepsPromise(commitment, seed.replace(/^00/, "01"), salt)).toBe(false);
  });

  it("takes hexadecimal texts only", () => {
    expect(fromHex("00ffA0")).toEqual(new Uint8Array([0, 255, 160]));
    expect(() => fromHex("0g")).toThrow();
    expect(() => fromHex("abc")).toThrow();
  });
});
