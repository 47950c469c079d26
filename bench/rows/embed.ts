/**
 * Sentence vectors of MiniLM in int8.
 *
 * @module
 */
import { createTransformersEmbedder } from "../../lib/scorer/transformers_embedder.ts";
import { makeQuestion } from "../corpus.ts";
import { compare, time } from "../measure.ts";
import type { Line, Row } from "../row.ts";
import { requireSameNumbers } from "../same.ts";

const model = "all-MiniLM-L6-v2";
const tolerance = 1e-4;
/** How many vectors are compared. */
const shown = 100;

/** The row. */
export const embedRow: Row = {
  name: "embed",
  title: `Embedding questions, ${model}, int8`,
  needsPeers: true,
  async measure({ quick, rounds, folder, startPeer }) {
    const models = Deno.env.get("MERIT_MODELS") ??
      `${Deno.env.get("HOME")}/.cache/merit-models`;
    const weights = `${models}/${model}/onnx/model_int8.onnx`;
    if (await Deno.stat(weights).then(() => false, () => true)) {
      return {
        lines: [],
        notes: [],
        skipped: `no file ${weights}; set MERIT_MODELS to its folder`,
      };
    }
    const texts = Array.from({ length: quick ? 20 : 1000 }, (_, i) => makeQuestion(i));
    const path = `${folder}/texts.json`;
    await Deno.writeTextFile(path, JSON.stringify({ folder: `${models}/${model}`, texts }));
    await using peer = await startPeer("embed", path);
    const embedder = createTransformersEmbedder({ folder: models, model, dtype: "int8" });
    const lines: Line[] = [];
    for (const threads of [1, 0]) {
      lines.push(
        await compare({
          work: `${texts.length.toLocaleString("en")} questions, one by one`,
          unit: "ms",
          operation: "a question",
          goal: threads === 1 ? { ratioAtLeast: 0.9 } : null,
          rounds,
          peer: threads === 1 ? "onnxruntime, 1 thread" : "onnxruntime, its own choice of threads",
          ours: async () => {
            const { seconds, result } = await time(() => embedder.embed(texts), texts.length);
            return { seconds, result: result.slice(0, shown).flatMap((vector) => [...vector]) };
          },
          theirs: () => peer.run<number[]>({ case: "one by one", threads, shown }),
          requireSame: (ours, theirs) => requireSameNumbers(ours, theirs, tolerance),
        }),
      );
    }
    return { lines, notes: ["ours runs on one thread"], skipped: "" };
  },
};
