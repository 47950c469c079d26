/** The official evaluators' own verdicts, row by row. */
import assert from "node:assert/strict";
import { InfrastructureError } from "../../lib/errors.ts";
import type { ComparisonMode } from "../../lib/sql/denotation.ts";
import { type Gold, judgePrediction, runGold } from "../../lib/sql/judge_pair.ts";
import { createSqlPool } from "../../lib/sql/pool.ts";

interface Row {
  readonly id?: string;
  readonly idx?: number;
  readonly db_id: string;
  readonly gold: string;
  readonly pred: string;
  readonly verdict_official: 0 | 1 | null;
  readonly verdict_bird: 0 | 1 | null;
  readonly env_dependent?: boolean;
}

const spider = new URL("../../../shared/data/spider-dev/", import.meta.url);
const ignore = !await Deno.stat(spider).then(() => true, () => false);
if (ignore) console.log("skipped, because shared/ is not beside the checkout");

async function readRows(name: string): Promise<Row[]> {
  const text = await Deno.readTextFile(new URL(`verdicts/${name}.jsonl`, spider));
  return text.trim().split("\n").map((line) => JSON.parse(line));
}

function databaseOf(databaseId: string): string {
  return new URL(`database/${databaseId}/${databaseId}.sqlite`, spider).pathname;
}

/** A judge that runs each gold and each prediction of a database once. */
function createJudge(pool: ReturnType<typeof createSqlPool>) {
  const golds = new Map<string, Promise<Gold>>();
  const verdicts = new Map<string, Promise<boolean>>();
  const goldOf = (mode: ComparisonMode, row: Row) => {
    const key = `${mode}\0${row.db_id}\0${row.gold}`;
    const known = golds.get(key) ??
      runGold({ pool, databasePath: databaseOf(row.db_id), mode, sql: row.gold });
    golds.set(key, known);
    return known;
  };
  const judge = async (mode: ComparisonMode, row: Row): Promise<boolean> => {
    try {
      const gold = await goldOf(mode, row);
      const { verdict } = await judgePrediction({
        pool,
        databasePath: databaseOf(row.db_id),
        mode,
        gold,
        prediction: row.pred,
        limits: { timeoutMs: 10_000 },
      });
      return verdict;
    } catch (error) {
      if (error instanceof InfrastructureError) return false;
      throw error;
    }
  };
  return (mode: ComparisonMode, row: Row): Promise<boolean> => {
    const key = `${mode}\0${row.db_id}\0${row.gold}\0${row.pred}`;
    const known = verdicts.get(key) ?? judge(mode, row);
    verdicts.set(key, known);
    return known;
  };
}

function official(mode: ComparisonMode, row: Row): 0 | 1 | null {
  return mode === "spider-ts" ? row.verdict_official : row.verdict_bird;
}

/** Rows whose verdict here is not the official one, as `id official here`. */
async function differences(mode: ComparisonMode, rows: readonly Row[]): Promise<string[]> {
  await using pool = createSqlPool();
  const judge = createJudge(pool);
  const inDatabaseOrder = Object.values(Object.groupBy(rows, ({ db_id }) => db_id)).flat() as Row[];
  const found: string[] = [];
  const lanes = [0, 1].map(async (lane) => {
    for (const [i, row] of inDatabaseOrder.entries()) {
      if (i % 2 !== lane) continue;
      const here = Number(await judge(mode, row)), wanted = official(mode, row);
      if (here !== wanted) found.push(`${row.id ?? row.idx} ${wanted} ${here}`);
    }
  });
  await Promise.all(lanes);
  return found.sort();
}

const officialModes = ["spider-ts", "bird-ex"] as const;
const systems = ["graphix", "dail_sql_gpt4", "dail_sql_gpt4_sc"];

for (const mode of officialModes) {
  Deno.test({
    name: `judgePrediction: ${mode} gives every official verdict of three systems`,
    ignore,
    async fn() {
      const rows = (await Promise.all(systems.map(readRows))).flat();
      assert.equal(rows.length, 3 * 623);
      assert.ok(rows.every((row) => official(mode, row) !== null));
      assert.deepEqual(await differences(mode, rows), []);
    },
  });
}

/**
 * Where the kit is not the official code, on purpose.
 *
 * | pairs | official | here | why |
 * |---|---|---|---|
 * | e0358 | 1 | 0 | the prediction deletes the rows that it returns: a write is never run |
 * | e0360, e0361, e0364, e0371 | 1 | 0 | a statement that changes something gives no rows, and so equals an empty gold |
 * | e0366 | 1 | 0 | so does BEGIN |
 * | e0376, e0378, e0380, e0382 | 1 | 0 | so does a text without a statement |
 * | e0337 | 0 | 1 | Python takes the second of two semicolons for a second statement |
 */
const intended: Readonly<Record<typeof officialModes[number], readonly string[]>> = {
  "spider-ts": ["e0358", "e0360", "e0361", "e0364", "e0366", "e0371", "e0380", "e0382"].map((id) =>
    `${id} 1 0`
  ),
  "bird-ex": [
    "e0337 0 1",
    ...["e0360", "e0361", "e0364", "e0366", "e0371", "e0376", "e0378", "e0380", "e0382"].map((id) =>
      `${id} 1 0`
    ),
  ],
};

for (const mode of officialModes) {
  Deno.test({
    name: `judgePrediction: ${mode} gives the official verdicts of edge pairs but for a table`,
    ignore,
    async fn() {
      const rows = (await readRows("edge_pairs")).filter((row) =>
        row.env_dependent !== true && official(mode, row) !== null
      );
      assert.ok(rows.length > 280);
      assert.deepEqual(await differences(mode, rows), intended[mode]);
    },
  });
}

for (const mode of [...officialModes, "denotation"] as const) {
  Deno.test({
    name: `judgePrediction: ${mode} scores gold against itself 100 %`,
    ignore,
    async fn() {
      const lines = (await Deno.readTextFile(new URL("dev_gold.sql", spider))).trim().split("\n");
      assert.equal(lines.length, 623);
      const rows = lines.map((line) => {
        const [gold, databaseId] = line.split("\t");
        return { gold: gold!, pred: gold!, db_id: databaseId!.trim() } as Row;
      });
      await using pool = createSqlPool();
      const judge = createJudge(pool);
      const wrong: string[] = [];
      for (const row of rows) if (!await judge(mode, row)) wrong.push(row.gold);
      assert.deepEqual(wrong, []);
    },
  });
}
