/**
 * Scripted models that ship by name, for smoke runs without a server.
 *
 * @module
 */
import type { LanguageModel, ModelRequest } from "./language_model.ts";
import { createScriptedModel } from "./scripted_model.ts";

const fence = (sql: string): string => "```sql\n" + sql + "\n```";

/** Counts the rows of a table that the prompt declares, chosen by the seed. */
function countRows({ messages, sampling }: ModelRequest): string {
  const prompt = messages.map(({ content }) => content).join("\n");
  const declared = prompt.matchAll(
    /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?("(?:[^"]|"")+"|`[^`]+`|\[[^\]]+\]|\w+)/gi,
  );
  const tables = [...new Set([...declared].map(([, name]) => name!))];
  return fence(
    tables.length === 0
      ? "SELECT 1"
      : `SELECT count(*) FROM ${tables[sampling.seed % tables.length]}`,
  );
}

/**
 * The scripted models by name. `select-one` always answers `SELECT 1`; `count-rows` counts the rows
 * of a table whose CREATE TABLE the prompt shows, another one for another seed. Both answer inside
 * a fenced block, and equal requests get equal answers.
 *
 * @example
 * ```ts
 * import { scriptedModels } from "./scripted_models.ts";
 * const messages = [{ role: "user", content: "CREATE TABLE singer (id INTEGER)" }] as const;
 * const sampling = { temperature: 0, topP: 1, maxTokens: 64, seed: 1, contextTokens: 4096 };
 * const { text } = await scriptedModels["count-rows"]().complete({ messages, sampling });
 * if (!text.includes("SELECT count(*) FROM singer")) throw new Error("Expected a count of singers");
 * ```
 */
export const scriptedModels: {
  readonly "select-one": () => LanguageModel;
  readonly "count-rows": () => LanguageModel;
} = {
  "select-one": () =>
    createScriptedModel({
      identity: { name: "select-one", digest: "", server: "scripted" },
      answer: () => fence("SELECT 1"),
    }),
  "count-rows": () =>
    createScriptedModel({
      identity: { name: "count-rows", digest: "", server: "scripted" },
      answer: countRows,
    }),
};
