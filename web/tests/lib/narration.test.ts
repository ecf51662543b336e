import { expect, it } from "vitest";
import { renderNarration } from "../../src/lib/narration";
import type { NarrationMessage } from "../../src/types/messages";
import cases from "../../../tests/core/narration_cases.json";

interface Case {
  it: string;
  templates: Record<string, string>;
  viewer: number;
  names?: string[];
  narration: NarrationMessage[];
  text: string;
}

it.each(cases as unknown as Case[])("$it", ({ templates, viewer, names = [], narration, text }) => {
  const context = { templates, seats: names.map((name) => ({ name })), you: viewer < 0 ? null : viewer };
  expect(renderNarration(narration, context)).toBe(text);
});

it("renders a code without template as nothing", () => {
  expect(renderNarration([{ code: "new", args: {} }], { templates: {}, seats: [], you: null })).toBe("");
});
