import { beforeEach, describe, expect, it } from "vitest";
import { Camera } from "../../src/games/dobble_connect/camera.svelte";
import { boxAround, centre, RADIUS, ring, towards } from "../../src/games/dobble_connect/hexagons";

const BOX = boxAround([centre(0, 0), centre(3, 0), centre(0, 4)]);
let camera: Camera;

beforeEach(() => {
  camera = new Camera();
  [camera.width, camera.height] = [360, 300];
});

it("fits the whole table into sight", () => {
  camera.fit(BOX);
  expect(camera.sees(BOX)).toBe(true);
});

it("keeps what is under the finger there while zooming", () => {
  camera.fit(BOX);
  const finger = { x: 200, y: 120 };
  const under = () => [(finger.x - camera.x) / camera.scale, (finger.y - camera.y) / camera.scale];
  const before = under();
  camera.zoomAt(finger, 1.5, BOX);
  expect(under()[0]).toBeCloseTo(before[0]!);
  expect(under()[1]).toBeCloseTo(before[1]!);
  expect(camera.sees(BOX)).toBe(false);
});

it("does not stir while everything is in sight, and follows when something is not", () => {
  [camera.width, camera.height] = [900, 700];
  camera.fit(BOX);
  const still = camera.scale;
  camera.follow(boxAround([centre(0, 0)]));
  expect(camera.scale).toBe(still);
  const wider = boxAround([centre(0, 0), centre(9, 0)]);
  camera.follow(wider);
  expect(camera.scale).toBeLessThan(still);
  expect(camera.sees(wider)).toBe(true);
});

describe("on a table that is too large for the screen", () => {
  const LONG = boxAround([centre(0, 0), centre(12, 0)]);
  const cardWidth = () => camera.scale * Math.sqrt(3) * RADIUS;

  beforeEach(() => {
    camera.frame(LONG);
  });

  it("cards do not get smaller than a finger can hit", () => {
    expect(camera.sees(LONG)).toBe(false);
    expect(cardWidth()).toBeGreaterThanOrEqual(64);
  });

  it("only a new card out of sight moves the view, and just so far", () => {
    const { x, y, scale } = camera;
    camera.follow(LONG);
    camera.follow(LONG, centre(6, 0));
    expect([camera.x, camera.y, camera.scale]).toEqual([x, y, scale]);
    expect(camera.edgeBefore(centre(12, 0))).toBe("right");
    camera.follow(LONG, centre(12, 0));
    expect(camera.edgeBefore(centre(12, 0))).toBeNull();
    expect(camera.edgeBefore(centre(0, 0))).toBe("left");
    expect(camera.scale).toBe(scale);
  });

  it("shows all of it to whoever asks", () => {
    camera.isWhole = true;
    camera.fit(LONG);
    expect(camera.sees(LONG)).toBe(true);
    const longer = boxAround([centre(0, 0), centre(14, 0)]);
    camera.follow(longer, centre(14, 0));
    expect(camera.sees(longer)).toBe(true);
  });

  it("where there is little room, a card and the places around it fit", () => {
    camera.height = 170;
    camera.frame(LONG);
    expect(camera.scale * ring().height).toBeLessThanOrEqual(170);
    camera.height = 80;
    camera.frame(LONG);
    expect(cardWidth()).toBeGreaterThanOrEqual(50);
  });
});

it("leaves the table to a hand that has moved it", () => {
  camera.fit(BOX);
  camera.panBy(40, 0, BOX);
  const { x, scale } = camera;
  camera.follow(boxAround([centre(0, 0), centre(9, 0)]));
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
  const points = [centre(1, 0), centre(2, 0), centre(0, -1), centre(-1, 1)];
  expect(towards("ArrowRight", centre(0, 0), points)).toBe(points[0]);
  expect(towards("ArrowUp", centre(0, 0), points)).toBe(points[2]);
  expect(towards("ArrowDown", centre(0, 0), points)).toBe(points[3]);
  expect(towards("ArrowLeft", centre(-1, 0), points)).toBeUndefined();
  expect(towards("x", centre(0, 0), points)).toBeUndefined();
});
