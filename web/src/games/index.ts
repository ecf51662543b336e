/** The games with a board of their own; each loads when it is needed. Any other game gets the plain board. */
import type { GameFace } from "./contract";
import { plainFace } from "./plain";

const FACES = import.meta.glob<{ game: GameFace }>("./*/index.ts");

export async function faceOf(slug: string): Promise<GameFace> {
  const load = FACES[`./${slug}/index.ts`];
  return load ? (await load()).game : plainFace(slug);
}
