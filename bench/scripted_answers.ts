/**
 * A model that fails in many ways and is right at times, for runs without a server.
 *
 * @module
 */
import type { Benchmark } from "../lib/benchmark/benchmark.ts";
import { readGold } from "../lib/benchmark/gold_book.ts";
import type { LanguageModel, ModelRequest } from "../lib/llm/language_model.ts";
import { createScriptedModel } from "../lib/llm/scripted_model.ts";
import { deriveSeed } from "../lib/random.ts";

/** How many in a hundred answers are right. */
const right = 15;

/** Makes the model for a benchmark; equal requests get equal answers. */
export function createFalteringModel(benchmark: Benchmark): LanguageModel {
  const golds = new Map(benchmark.tasks.map(({ id }) => [id, readGold(benchmark.golds, id)]));
  return createScriptedModel({
    identity: { name: "faltering", digest: "", server: "scripted" },
    answer(request) {
      const [, id, purpose] = /^task (\S+), .* \((\w+)\)$/.exec(request.context ?? "")!;
      const draw = deriveSeed(request.sampling.seed, ...request.messages.map((m) => m.content));
      if (purpose === "reflection") {
        return `Attempt ${
          draw % 8
        } named a column that the schema does not have, or grouped too early.`;
      }
      const sql = draw % 100 < right ? golds.get(id!)! : answerWrongly(request, draw);
      return `The last query failed, so this one is written anew.\n\`\`\`sql\n${sql}\n\`\`\``;
    },
  });
}

function answerWrongly({ messages }: ModelRequest, draw: number): string {
  const prompt = messages.map(({ content }) => content).join("\n");
  const tables = [...prompt.matchAll(/\bcreate\s+table\s+"?(\w+)/gi)].map(([, name]) => name!);
  const table = tables[draw % tables.length]!;
  const wrong = [
    `SELECT count(*) FROM ${table}`,
    `SELECT * FROM ${table} LIMIT ${draw % 50}`,
    `SELECT no_such_${draw % 9} FROM ${table}`,
    `SELECT max(count(*)) FROM ${table}`,
    `SELECT count(* FROM ${table}`,
    `SELECT substr(1, 2, 3, 4) FROM ${table}`,
  ];
  return wrong[Math.floor(draw / 100) % wrong.length]!;
}
