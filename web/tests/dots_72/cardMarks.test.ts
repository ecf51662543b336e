import { describe, expect, it } from "vitest";
import { cardFace } from "../../src/games/dots_72/model/cards";
import { YELLOW_OUTLINE_COLOUR, paintLayers, PAINT_COLOURS, CARD_FACE_COLOUR } from "../../src/games/dots_72/model/cardMarks";

const DOTS_CARDS = [[2, 5, 0, 1]];
/** How many shapes a path has. */
const shapes = (path: string) => path.split("M").length - 1;
const drawn = (code: string) => paintLayers(cardFace(code, DOTS_CARDS)).map(({ paint, path }) => [paint, shapes(path)]);

describe("the marks on a card", () => {
  it("match the counts of a DOTS card, with one path per paint", () => {
    expect(drawn("d1")).toEqual([
      [PAINT_COLOURS.red, 2],
      [PAINT_COLOURS.blue, 5],
      [PAINT_COLOURS.green, 1],
      [CARD_FACE_COLOUR, 3],
    ]);
  });

  it("tell the colour of swatches and numbers by their shape too", () => {
    expect(drawn("y")).toEqual([
      [YELLOW_OUTLINE_COLOUR, 1],
      [PAINT_COLOURS.yellow, 1],
    ]);
    expect(drawn("b8")).toEqual([[PAINT_COLOURS.blue, 1]]);
  });

  it("are of all colours on a wild", () => {
    expect(drawn("ws").map(([paint]) => paint)).toEqual([PAINT_COLOURS.red, PAINT_COLOURS.blue, YELLOW_OUTLINE_COLOUR, PAINT_COLOURS.yellow, PAINT_COLOURS.green, CARD_FACE_COLOUR]);
  });
});
