import type { Problem } from "../types/http";

/** A refused request: an answer with a sentence for people. */
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
