/**
 * `deno run -A tools/plan_spider_part.ts FOLDER`: chooses the part of Spider dev that is recorded and
 * writes it to `data/recordings/spider_part.json`. The same folder gives the same bytes.
 *
 * @module
 */
import { loadBenchmark } from "../lib/benchmark/load_benchmark.ts";
import { describeDatabases } from "../lib/experiment/outside_data.ts";
import { sha256 } from "../lib/sha256.ts";

const root = new URL("../", import.meta.url);
const mostQuestions = 200;
/** It has no rows: every query over it gives the same. */
const withoutRows = ["wta_1"];

const rule =
  `Databases of Spider dev without those of data/spider-prompt-dev.txt and without ${withoutRows.join()} (no rows), in the order of the SHA-256 of "spider_part/NAME", each with all its questions where the ` +
  `sum stays at most ${mostQuestions}; so twin groups, which are of one database, stay whole`;

/** The part as the text of its file. */
export async function planSpiderPart(folder: string): Promise<string> {
  const promptDatabases = await Deno.readTextFile(new URL("data/spider-prompt-dev.txt", root));
  const left = new Set([...promptDatabases.split(/\s+/), ...withoutRows]);
  const all = describeDatabases(await loadBenchmark({ directory: folder }));
  const place = ({ name }: { readonly name: string }) => sha256(`spider_part/${name}`);
  const inOrder = all.filter(({ name }) => !left.has(name))
    .toSorted((a, b) => place(a) < place(b) ? -1 : 1);
  let sum = 0;
  const databases = inOrder.filter(({ ids }) => {
    const isTaken = sum + ids.length <= mostQuestions;
    if (isTaken) sum += ids.length;
    return isTaken;
  });
  const names = databases.map(({ name }) => name);
  const { tasks } = await loadBenchmark({ directory: folder, databases: names });
  const part = {
    recording: "spider_part.sqlite",
    methods: [],
    databases: [],
    experiments: {},
    rule,
    questions: tasks.length,
    twinGroups: new Set(tasks.map(({ twinGroup }) => twinGroup)).size,
    data: {
      benchmark: "spider",
      folder: "../spider",
      source: "https://yale-lily.github.io/spider",
      databases,
    },
  };
  return JSON.stringify(part, null, 2) + "\n";
}

if (import.meta.main) {
  const [folder] = Deno.args;
  if (folder === undefined) throw new Error("Cannot plan without data: need the folder of Spider");
  const file = new URL("data/recordings/spider_part.json", root);
  await Deno.writeTextFile(file, await planSpiderPart(folder));
}
