import { describe, expect, it } from "vitest";
import { faceOf } from "../../src/games/dots_72/cards";
import { DARK_YELLOW, layersOf, PAINT, PAPER } from "../../src/games/dots_72/marks";

const DOTS_CARDS = [[2, 5, 0, 1]];
/** How many shapes a path has. */
const shapes = (path: string) => path.split("M").length - 1;
const drawn = (code: string) => layersOf(faceOf(code, DOTS_CARDS)).map(({ paint, path }) => [paint, shapes(path)]);

describe("the marks on a card", () => {
  it("are as many as a DOTS card counts, a path for each paint", () => {
    expect(drawn("d1")).toEqual([
      [PAINT.red, 2],
      [PAINT.blue, 5],
      [PAINT.green, 1],
      [PAPER, 3],
    ]);
  });

  it("tell the colour of swatches and numbers by their shape too", () => {
    expect(drawn("y")).toEqual([
      [DARK_YELLOW, 1],
      [PAINT.yellow, 1],
    ]);
    expect(drawn("b8")).toEqual([[PAINT.blue, 1]]);
  });

  it("are of all colours on a wild", () => {
    expect(drawn("ws").map(([paint]) => paint)).toEqual([PAINT.red, PAINT.blue, DARK_YELLOW, PAINT.yellow, PAINT.green, PAPER]);
  });
});
