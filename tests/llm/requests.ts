import type { ModelRequest, Sampling } from "../../lib/llm/language_model.ts";

export const sampling: Sampling = {
  temperature: 0,
  topP: 1,
  maxTokens: 256,
  seed: 7,
  contextTokens: 4096,
};

/** A request with a system message and one from the user. */
export function ask(content: string, changes: Partial<Sampling> = {}): ModelRequest {
  return {
    messages: [{ role: "system", content: "Answer in SQL." }, { role: "user", content }],
    sampling: { ...sampling, ...changes },
  };
}
