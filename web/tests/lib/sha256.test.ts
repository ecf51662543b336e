import { describe, expect, it } from "vitest";
import { bytesFromHex, matchesCommitment, sha256 } from "../../src/lib/sha256";

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

  it("verifies the commitment of a match", () => {
    const [seed, salt] = ["00".repeat(32), "11".repeat(16)];
    const commitment = sha256(bytesFromHex(seed + salt));
    expect(matchesCommitment(commitment, seed, salt)).toBe(true);
    expect(matchesCommitment(commitment, seed.replace(/^00/, "01"), salt)).toBe(false);
  });

  it("accepts hexadecimal text only", () => {
    expect(bytesFromHex("00ffA0")).toEqual(new Uint8Array([0, 255, 160]));
    expect(() => bytesFromHex("0g")).toThrow();
    expect(() => bytesFromHex("abc")).toThrow();
  });
});
