import assert from "node:assert/strict";
import { placeboMatch } from "../../lib/analysis/placebo_match.ts";
import type { MemoryEntry } from "../../lib/domain.ts";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { digestStream } from "../../lib/runs/digest_stream.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { observations } from "../loop/scripted_loop.ts";
import { entryAt } from "../memory/entries.ts";
import { newPath, stream, worldCell } from "../runs/world.ts";

/** Entries before the stream: one a place, of a database and a polarity, its question so long. */
function entriesOf(
  databaseId: string,
  first: number,
  polarities: readonly MemoryEntry["polarity"][],
  question = "Name the oldest one of all.",
): MemoryEntry[] {
  return polarities.map((polarity, i) => entryAt(first - i, { databaseId, polarity, question }));
}

const wanted = ["positive", "positive", "positive", "negative"] as const;
const own = entriesOf("music", -1, wanted);

/** A run over one question about music that two repairs leave unsolved. */
async function runOne(method: string, others: readonly MemoryEntry[]) {
  const path = await newPath(), tasks = stream.slice(0, 1);
  const cell = worldCell(path, { method, initialMemory: [...own, ...others] });
  const configuration = { ...cell.manifest.configuration, budget: 2 };
  const manifest = {
    ...cell.manifest,
    configuration,
    stream: { digest: digestStream(tasks), length: 1 },
  };
  const observe = () => Promise.resolve(observations.error);
  await runCell({ ...cell, manifest, stream: tasks, observe });
  return readRun(path);
}

// By hand: a rendered positive has 211 characters, a negative 181, at 4 a token 53 and 46 tokens; so
// merit's three and one take 205. With 16 characters more they take 57 and 50, with 60 more 68 and 61.
const cases: readonly [
  what: string,
  others: readonly MemoryEntry[],
  found: Omit<Awaited<ReturnType<typeof placeboMatch>>, "prompts" | "share">,
][] = [
  [
    "as many of the same length",
    entriesOf("zoo", -11, wanted),
    { matched: 2, short: 0, empty: 0, tokenRatio: 1 },
  ],
  [
    "too few",
    entriesOf("zoo", -11, ["positive", "positive"]),
    { matched: 0, short: 2, empty: 0, tokenRatio: (2 * 53) / 205 },
  ],
  [
    "as many, too long",
    entriesOf("zoo", -11, wanted, `Name the oldest one of all. ${"x".repeat(59)}`),
    { matched: 0, short: 0, empty: 0, tokenRatio: (3 * 68 + 61) / 205 },
  ],
  [
    "as many, within 10 %",
    entriesOf("zoo", -11, wanted, `Name the oldest one of all. ${"x".repeat(15)}`),
    { matched: 2, short: 0, empty: 0, tokenRatio: (3 * 57 + 50) / 205 },
  ],
  [
    "none of the polarity",
    entriesOf("zoo", -11, ["negative", "negative"]),
    { matched: 0, short: 2, empty: 0, tokenRatio: 46 / 205 },
  ],
  ["none at all", [], { matched: 0, short: 2, empty: 2, tokenRatio: 0 }],
];

for (const [what, others, found] of cases) {
  Deno.test(`placeboMatch: the other databases hold ${what}`, async () => {
    const share = found.matched / 2;
    assert.deepEqual(await placeboMatch(await runOne("merit-placebo", others)), {
      prompts: 2,
      share,
      ...found,
    });
  });
}

Deno.test("placeboMatch: merit itself shows what merit would have shown", async () => {
  const { prompts, share, tokenRatio } = await placeboMatch(await runOne("merit", []));
  assert.deepEqual({ prompts, share, tokenRatio }, { prompts: 2, share: 1, tokenRatio: 1 });
});

Deno.test("placeboMatch: prompts in which merit would show nothing do not count", async () => {
  const path = await newPath();
  await runCell(worldCell(path, { method: "merit-placebo" }));
  const run = readRun(path);
  const { prompts } = await placeboMatch(run);
  const repairs = run.episodes.flatMap(({ steps }) => steps.slice(1)).length;
  assert.ok(prompts > 0 && prompts < repairs, `need some of ${repairs} repairs, found ${prompts}`);
});
