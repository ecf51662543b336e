import type { Problem } from "../types/http";

/** Thrown when a request is refused: the HTTP status, a code, and a sentence for people. */
export class RequestProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    sentence: string,
  ) {
    super(sentence);
  }

  get problem(): Problem {
    return { code: this.code, sentence: this.message };
  }
}
