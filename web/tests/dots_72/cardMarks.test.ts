import { describe, expect, it } from "vitest";
import { CARD_FACE_COLOUR, OUTLINE_COLOUR, paintLayers } from "../../src/games/dots_72/model/cardMarks";
import { cardFace, HOUSE_COLOURS } from "../../src/games/dots_72/model/cards";

const HOUSE = { colours: HOUSE_COLOURS, dots_cards: [[2, 5, 0, 1]] };
const [RED, BLUE, YELLOW, GREEN] = HOUSE_COLOURS.map(({ paint }) => paint);
const EIGHT = {
  colours: [..."rbygopck"].map((letter) => ({ letter, name: `colour ${letter}`, paint: "#123456" })),
  dots_cards: [Array.from({ length: 8 }, () => 12)],
};
/** How many shapes a path has. */
const shapes = (path: string) => path.split("M").length - 1;
const drawn = (code: string, deck = HOUSE as typeof EIGHT) => paintLayers(cardFace(code, deck)).map(({ paint, path }) => [paint, shapes(path)]);

describe("the marks on a card", () => {
  it("match the counts of a DOTS card", () => {
    expect(drawn("d1")).toEqual([
      [RED, 2],
      [BLUE, 5],
      [GREEN, 1],
      [CARD_FACE_COLOUR, 3],
    ]);
  });

  it("tell the colour of swatches and numbers by their shape too", () => {
    expect(drawn("y")).toEqual([
      [OUTLINE_COLOUR, 1],
      [YELLOW, 1],
    ]);
    expect(drawn("b8")).toEqual([[BLUE, 1]]);
  });

  it("are of all colours on a wild", () => {
    expect(drawn("ws").map(([paint]) => paint)).toEqual([RED, BLUE, OUTLINE_COLOUR, YELLOW, GREEN, CARD_FACE_COLOUR]);
  });

  it("differ between eight colours of one paint", () => {
    const looks = EIGHT.colours.map(({ letter }) => JSON.stringify(paintLayers(cardFace(letter, EIGHT))));
    expect(new Set(looks).size).toBe(8);
  });

  it("stay on the card, however many dots it has", () => {
    const layers = paintLayers(cardFace("d1", EIGHT));
    const starts = layers.flatMap(({ path }) => [...path.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]));
    expect(starts.length).toBeGreaterThanOrEqual(96);
    expect(starts.every(([x, y]) => x! > 1 && x! < 62 && y! > 1 && y! < 87)).toBe(true);
  });

  it("have an outline in a pale paint", () => {
    const deck = { colours: [{ letter: "r", name: "snow", paint: "#fafafa" }], dots_cards: [[]] };
    expect(drawn("r", deck as typeof EIGHT)[0]).toEqual([OUTLINE_COLOUR, 1]);
  });
});
