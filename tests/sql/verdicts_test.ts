/** The official evaluators' own verdicts, row by row. */
import assert from "node:assert/strict";
import { InfrastructureError } from "../../lib/errors.ts";
import type { ComparisonMode } from "../../lib/sql/denotation.ts";
import { type Gold, judgePrediction, runGold } from "../../lib/sql/judge_pair.ts";
import { createSqlPool, type SqlPool } from "../../lib/sql/pool.ts";

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

async function readGolds(): Promise<Row[]> {
  const text = await Deno.readTextFile(new URL("dev_gold.sql", spider));
  return text.trim().split("\n").map((line) => {
    const [gold = "", databaseId = ""] = line.split("\t");
    const verdicts = { verdict_official: 1, verdict_bird: 1 } as const;
    return { gold, pred: gold, db_id: databaseId.trim(), ...verdicts };
  });
}

/** A judge that runs each gold of a database once and each pair once; null where the gold does not run. */
function createJudge(pool: SqlPool, mode: ComparisonMode): (row: Row) => Promise<boolean | null> {
  const golds = new Map<string, Promise<Gold>>();
  const verdicts = new Map<string, Promise<boolean | null>>();
  const judge = async (row: Row): Promise<boolean | null> => {
    const context = { pool, databasePath: databaseOf(row.db_id), mode };
    const key = `${row.db_id}\0${row.gold}`;
    const gold = golds.get(key) ?? runGold({ ...context, sql: row.gold });
    golds.set(key, gold);
    const limits = { timeoutMs: 10_000 };
    try {
      const pair = { gold: await gold, prediction: row.pred };
      return (await judgePrediction({ ...context, ...pair, limits })).verdict;
    } catch (error) {
      if (error instanceof InfrastructureError) return null;
      throw error;
    }
  };
  return (row) => {
    const key = `${row.db_id}\0${row.gold}\0${row.pred}`;
    const verdict = verdicts.get(key) ?? judge(row);
    verdicts.set(key, verdict);
    return verdict;
  };
}

/** Rows whose verdict here is not the wanted one, as `id wanted here`. */
async function differences(
  rows: readonly Row[],
  judge: (row: Row) => Promise<boolean | null>,
  wanted: (row: Row) => 0 | 1 | null,
): Promise<string[]> {
  const byDatabase = Object.values(Object.groupBy(rows, ({ db_id }) => db_id)).flat() as Row[];
  const found: string[] = [];
  const lanes = [0, 1].map(async (lane) => {
    for (const [i, row] of byDatabase.entries()) {
      if (i % 2 !== lane) continue;
      const verdict = await judge(row);
      const here = verdict === null ? null : Number(verdict);
      if (here !== wanted(row)) found.push(`${row.id ?? row.idx} ${wanted(row)} ${here}`);
    }
  });
  await Promise.all(lanes);
  return found.sort();
}

const systems = ["graphix", "dail_sql_gpt4", "dail_sql_gpt4_sc"];

/**
 * Edge pairs on which the kit is not the official code, on purpose.
 *
 * | pairs | official | here | why |
 * |---|---|---|---|
 * | e0358 | 1 | 0 | the prediction deletes the rows that it returns: a write is never run |
 * | e0360, e0361, e0364, e0371 | 1 | 0 | a change gives no rows, and so equals an empty gold |
 * | e0366 | 1 | 0 | so does BEGIN |
 * | e0376, e0378, e0380, e0382 | 1 | 0 | so does a text without a statement |
 * | e0337 | 0 | 1 | Python takes the second of two semicolons for a second statement |
 * | e0461 to e0464 | 0 | null | a gold that does not run leaves its question unscored, never wrong |
 */
const intended = {
  "spider-ts": "e0358 e0360 e0361 e0364 e0366 e0371 e0380 e0382",
  "bird-ex": "e0360 e0361 e0364 e0366 e0371 e0376 e0378 e0380 e0382",
};

for (const mode of ["spider-ts", "bird-ex", "denotation"] as const) {
  Deno.test({
    name: `judgePrediction: ${mode} agrees with the official verdicts`,
    ignore,
    async fn(t) {
      await using pool = createSqlPool();
      const judge = createJudge(pool, mode);

      await t.step("gold against gold is 100 %", async () => {
        const golds = await readGolds();
        assert.equal(golds.length, 623);
        assert.deepEqual(await differences(golds, judge, () => 1), []);
      });
      if (mode === "denotation") return;
      const official = (row: Row) => mode === "spider-ts" ? row.verdict_official : row.verdict_bird;

      await t.step("every verdict on three systems", async () => {
        const rows = (await Promise.all(systems.map(readRows))).flat();
        assert.equal(rows.length, 3 * 623);
        assert.deepEqual(await differences(rows, judge, official), []);
      });

      await t.step("edge pairs, but for a table", async () => {
        const rows = (await readRows("edge_pairs"))
          .filter((row) => row.env_dependent !== true && official(row) !== null);
        assert.equal(rows.length, mode === "spider-ts" ? 290 : 297);
        const wanted = intended[mode].split(" ").map((id) => `${id} 1 0`);
        if (mode === "bird-ex") {
          wanted.push("e0337 0 1");
          for (const id of ["e0461", "e0462", "e0463", "e0464"]) wanted.push(`${id} 0 null`);
        }
        assert.deepEqual(await differences(rows, judge, official), wanted.sort());
      });
    },
  });
}
