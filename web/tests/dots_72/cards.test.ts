import { expect, test } from "vitest";
import { HOUSE_COLOURS, keepHandPositions, cardName, cardFace, cardIndex, publiclyKnownPlaces, sortHand } from "../../src/games/dots_72/model/cards";

const CODES = [
  ..."rbygopck", "ws",
  ...[..."rbygopck"].flatMap((colour) => [2, 4, 6, 8].map((number) => `${colour}${number}`)), "wn",
  ...Array.from({ length: 20 }, (_, n) => `d${n + 1}`), "wd",
];
const DOTS = { colours: HOUSE_COLOURS, dots_cards: [[4, 0, 0, 1]] };

test("cards are numbered as the server numbers its faces", () => {
  expect(CODES.map(cardIndex)).toEqual(CODES.map((_, n) => n));
});

test("a card is named by what is on it", () => {
  expect(["r", "b8", "d1", "wd"].map((code) => cardName(code, DOTS))).toEqual([
    "red Swatch",
    "blue 8",
    "DOTS card, 4 red, 1 green",
    "Wild DOTS card",
  ]);
  expect(cardFace("ws", DOTS)).toMatchObject({ kind: "swatch", isWild: true });
});

test("an own deck has its own names, and its DOTS cards count its own colours", () => {
  const deck = { colours: [{ letter: "g", name: "grass", paint: "#0a0" }, { letter: "o", name: "coral", paint: "#f75" }], dots_cards: [[2, 9]] };
  expect(["g", "o8", "d1"].map((code) => cardName(code, deck))).toEqual(["grass Swatch", "coral 8", "DOTS card, 2 grass, 9 coral"]);
  expect(sortHand(["d1", "o", "g"], [], deck)).toEqual(["g", "o", "d1"]);
});

test("a seventh card comes to the last place, and closes the gap after the discard", () => {
  const dealt = keepHandPositions(Array.from({ length: 7 }, () => null), ["r", "b", "y", "g", "r8", "r8"]);
  expect(dealt).toEqual(["r", "b", "y", "g", "r8", "r8", null]);
  const drawn = keepHandPositions(dealt, ["r", "b", "y", "g", "r8", "r8", "r8"]);
  expect(drawn).toEqual(["r", "b", "y", "g", "r8", "r8", "r8"]);
  expect(keepHandPositions(drawn, ["r", "y", "g", "r8", "r8", "r8"])).toEqual(["r", "r8", "y", "g", "r8", "r8", null]);
});

test("sorting puts the cards of a set side by side, the others by colour", () => {
  const hand = ["d1", "g8", "wn", "r", "r8", "b"];
  expect(sortHand(hand, [], DOTS)).toEqual(["r", "r8", "d1", "b", "g8", "wn"]);
  expect(sortHand(hand, [{ cards: ["b", "wn", "d1"] }, { cards: ["r", "r8"] }], DOTS)).toEqual(["b", "wn", "d1", "r", "r8", "g8"]);
  expect(sortHand(["r", "r", "g", "b", "wn", "r8"], [{ cards: ["r", "wn"] }, { cards: ["r", "r8"] }], DOTS)).toEqual(["r", "wn", "b", "r", "r8", "g"]);
});

test("B9: of equal cards only as many are known to all as all have seen", () => {
  const cards = (...shown: boolean[]) => shown.map((one) => ({ code: "g", shown: one }));
  const taken = { places: ["g", null], known: [true, false] };
  expect(publiclyKnownPlaces(["g", "g"], cards(true, false), taken)).toEqual([true, false]);
  expect(publiclyKnownPlaces(["g", "g"], cards(true, true), taken)).toEqual([true, true]);
  const drawn = { places: ["g", null], known: [false, false] };
  expect(publiclyKnownPlaces(["g", "g"], cards(true, false), drawn)).toEqual([false, true]);
});
