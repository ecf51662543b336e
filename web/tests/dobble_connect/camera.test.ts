import { beforeEach, describe, expect, it } from "vitest";
import { Camera } from "../../src/games/dobble_connect/model/table/camera.svelte";
import { boundingBox, boxAround, cellCentre, CARD_RADIUS, nearestInDirection } from "../../src/games/dobble_connect/model/table/hexGrid";

const BOX = boundingBox([cellCentre(0, 0), cellCentre(3, 0), cellCentre(0, 4)]);
let camera: Camera;

beforeEach(() => {
  camera = new Camera();
  [camera.width, camera.height] = [360, 300];
});

it("fits the whole table into the viewport", () => {
  camera.fit(BOX);
  expect(camera.isFullyVisible(BOX)).toBe(true);
});

it("keeps what is under the finger there while zooming", () => {
  camera.fit(BOX);
  const finger = { x: 200, y: 120 };
  const under = () => [(finger.x - camera.x) / camera.scale, (finger.y - camera.y) / camera.scale];
  const before = under();
  camera.zoomAt(finger, 1.5, BOX);
  expect(under()[0]).toBeCloseTo(before[0]!);
  expect(under()[1]).toBeCloseTo(before[1]!);
  expect(camera.isFullyVisible(BOX)).toBe(false);
});

it("stays still while everything is visible, and follows otherwise", () => {
  [camera.width, camera.height] = [900, 700];
  camera.fit(BOX);
  const still = camera.scale;
  camera.follow(boundingBox([cellCentre(0, 0)]));
  expect(camera.scale).toBe(still);
  const wider = boundingBox([cellCentre(0, 0), cellCentre(9, 0)]);
  camera.follow(wider);
  expect(camera.scale).toBeLessThan(still);
  expect(camera.isFullyVisible(wider)).toBe(true);
});

it("pans no further than to new cells, as long as they fit at the same scale", () => {
  [camera.width, camera.height] = [900, 1400];
  camera.fit(BOX);
  const { x, y, scale } = camera;
  const taller = { ...BOX, height: (1400 - y) / scale - BOX.top + 40 / scale };
  camera.follow(taller);
  expect(camera.x).toBe(x);
  expect(camera.y).toBeCloseTo(y - 40);
  expect(camera.scale).toBe(scale);
});

describe("on a table that is too large for the screen", () => {
  const LONG = boundingBox([cellCentre(0, 0), cellCentre(16, 0)]);
  const cardWidth = () => camera.scale * Math.sqrt(3) * CARD_RADIUS;

  beforeEach(() => {
    camera.frame(LONG);
  });

  it("cards do not get smaller than a finger can hit", () => {
    expect(camera.isFullyVisible(LONG)).toBe(false);
    expect(cardWidth()).toBeGreaterThanOrEqual(39);
  });

  it("only a new card outside the viewport moves it, no further than needed", () => {
    const { x, y, scale } = camera;
    camera.follow(LONG);
    camera.follow(LONG, cellCentre(8, 0));
    expect([camera.x, camera.y, camera.scale]).toEqual([x, y, scale]);
    expect(camera.offscreenEdge(cellCentre(16, 0))).toBe("right");
    camera.follow(LONG, cellCentre(16, 0));
    expect(camera.offscreenEdge(cellCentre(16, 0))).toBeNull();
    expect(camera.offscreenEdge(cellCentre(0, 0))).toBe("left");
    expect(camera.scale).toBe(scale);
  });

  it("shows the whole table on request", () => {
    camera.showsWholeTable = true;
    camera.fit(LONG);
    expect(camera.isFullyVisible(LONG)).toBe(true);
    const longer = boundingBox([cellCentre(0, 0), cellCentre(18, 0)]);
    camera.follow(longer, cellCentre(18, 0));
    expect(camera.isFullyVisible(longer)).toBe(true);
  });
});

it("shows the whole table with room for more cards, so that the next one does not move it", () => {
  const start = boundingBox([cellCentre(-1, 0), cellCentre(1, 0), cellCentre(0, -1), cellCentre(0, 1)]);
  camera.frame(start);
  const { x, y, scale } = camera;
  camera.follow(boundingBox([cellCentre(-1, 0), cellCentre(2, 0), cellCentre(0, -1), cellCentre(0, 1)]));
  expect([camera.x, camera.y, camera.scale]).toEqual([x, y, scale]);
});

it("shows all cards and places of a usual round on a phone", () => {
  const grown = boundingBox([cellCentre(-3, 0), cellCentre(4, 0), cellCentre(0, -3), cellCentre(0, 3)]);
  camera.frame(grown);
  expect(camera.isFullyVisible(grown)).toBe(true);
});

it("shows the places beside a chosen card after a zoom by hand, with as little movement as possible", () => {
  camera.frame(BOX);
  camera.zoomAt({ x: 20, y: 20 }, 2, BOX);
  const chosen = boxAround([cellCentre(2, 3), cellCentre(3, 3), cellCentre(2, 4)]);
  expect(camera.isFullyVisible(chosen)).toBe(false);
  const { scale } = camera;
  camera.reveal(chosen);
  expect(camera.isFullyVisible(chosen)).toBe(true);
  expect(camera.scale).toBe(scale);
});

it("stops following after the player has moved it", () => {
  camera.fit(BOX);
  camera.panBy(40, 0, BOX);
  const { x, scale } = camera;
  camera.follow(boundingBox([cellCentre(0, 0), cellCentre(9, 0)]));
  expect([camera.x, camera.scale]).toEqual([x, scale]);
});

it("never loses the table", () => {
  camera.fit(BOX);
  camera.panBy(99999, -99999, BOX);
  const left = camera.x + BOX.left * camera.scale;
  const bottom = camera.y + (BOX.top + BOX.height) * camera.scale;
  expect(left).toBeLessThanOrEqual(camera.width);
  expect(bottom).toBeGreaterThanOrEqual(0);
});

it("zooms within bounds", () => {
  camera.zoom(1e9, BOX);
  const closest = camera.scale;
  camera.zoom(1e-9, BOX);
  expect(closest).toBeLessThan(5);
  expect(camera.scale).toBeGreaterThan(0.05);
});

it("arrows lead to the nearest hexagon in their direction", () => {
  const points = [cellCentre(1, 0), cellCentre(2, 0), cellCentre(0, -1), cellCentre(-1, 1)];
  expect(nearestInDirection("ArrowRight", cellCentre(0, 0), points)).toBe(points[0]);
  expect(nearestInDirection("ArrowUp", cellCentre(0, 0), points)).toBe(points[2]);
  expect(nearestInDirection("ArrowDown", cellCentre(0, 0), points)).toBe(points[3]);
  expect(nearestInDirection("ArrowLeft", cellCentre(-1, 0), points)).toBeUndefined();
  expect(nearestInDirection("x", cellCentre(0, 0), points)).toBeUndefined();
});
