import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { InputError } from "../../lib/errors.ts";
import { readGold } from "../../lib/benchmark/gold_book.ts";
import { loadBenchmark } from "../../lib/benchmark/load_benchmark.ts";
import { birdItems, goldLines, inTempDir, withBirdLayout } from "./bird_layout.ts";

const inputError = (pattern: RegExp) => (error: unknown) => {
  assert(error instanceof InputError, String(error));
  assert.match(error.message, pattern);
  return true;
};

const sharedSpider = new URL("../../../shared/data/spider-dev/", import.meta.url);
const withoutShared = await Deno.stat(sharedSpider).then(() => false, () => true);
if (withoutShared) console.log("skipped, because shared/ is not beside the checkout");

for (const folder of ["dev_databases", "databases"]) {
  Deno.test(`loadBenchmark: reads BIRD's layout with ${folder}/`, () =>
    withBirdLayout(async (directory) => {
      const benchmark = await loadBenchmark({ directory });
      assert.equal(benchmark.format, "bird");
      assert.equal(benchmark.defaultMode, "bird-ex");
      assert.deepEqual(
        benchmark.tasks.map(({ id, index, databaseId, evidence, difficulty }) => [
          id,
          index,
          databaseId,
          evidence,
          difficulty,
        ]),
        [
          ["7", 0, "clinic", "Köln is a city", "simple"],
          ["9", 1, "clinic", "", "moderate"],
          ["12", 2, "shop", "", "challenging"],
        ],
      );
      assert.equal(
        benchmark.databasePath("shop"),
        `${directory}/${folder}/shop/shop.sqlite`,
      );
      assert.deepEqual(benchmark.tables.map(({ primaryKeys }) => primaryKeys), [[[1]], [[1, 2]]]);
      assert.deepEqual(benchmark.notes, []);
    }, { folder }));
}

for (const name of ["dev.sql", "dev_gold.sql"]) {
  Deno.test(`loadBenchmark: takes golds of ${name} where the questions have none`, () =>
    withBirdLayout(async (directory) => {
      const { golds, tasks } = await loadBenchmark({ directory });
      assert.deepEqual(
        tasks.map(({ id }) => readGold(golds, id)),
        birdItems.map(({ SQL }) => SQL),
      );
    }, {
      files: {
        "dev.json": JSON.stringify(birdItems.map(({ SQL: _, ...item }) => item)),
        "dev.sql": null,
        [name]: goldLines,
      },
    }));
}

Deno.test("loadBenchmark: no gold anywhere is refused, naming the item", () =>
  withBirdLayout(async (directory) => {
    await assert.rejects(loadBenchmark({ directory }), inputError(/dev\.json.*item 0 has none/));
  }, {
    files: {
      "dev.json": JSON.stringify(birdItems.map(({ SQL: _, ...item }) => item)),
      "dev.sql": null,
    },
  }));

Deno.test("loadBenchmark: a gold file that differs from the questions is told", () =>
  withBirdLayout(async (directory) => {
    const { notes, golds } = await loadBenchmark({ directory });
    assert.equal(notes.length, 1);
    assert.match(notes[0]!, /dev\.sql has other golds .* at 1 positions, 2 first/);
    assert.equal(readGold(golds, "12"), birdItems[2]!.SQL);
  }, { files: { "dev.sql": goldLines.replace("DISTINCT ", "") } }));

Deno.test("loadBenchmark: tasks and the serialised benchmark hold no gold", () =>
  withBirdLayout(async (directory) => {
    const text = JSON.stringify(await loadBenchmark({ directory }));
    for (const { SQL } of birdItems) assert(!text.includes(JSON.stringify(SQL).slice(1, -1)));
  }));

Deno.test("loadBenchmark: swapped golds count, and another number of them is refused", () =>
  withBirdLayout(async (directory) => {
    const golds = `${directory}/corrected.sql`;
    await Deno.writeTextFile(golds, goldLines.replace("COUNT(*)", "COUNT(id)"));
    const benchmark = await loadBenchmark({ directory, golds, databases: ["clinic"] });
    assert.match(readGold(benchmark.golds, "7"), /COUNT\(id\)/);
    assert(benchmark.inputs.some(({ path }) => path === "corrected.sql"));
    await Deno.writeTextFile(golds, goldLines.split("\n").slice(0, 2).join("\n"));
    await assert.rejects(
      loadBenchmark({ directory, golds, databases: ["clinic"] }),
      inputError(/corrected\.sql: it has 2 lines, need 3/),
    );
    await Deno.writeTextFile(golds, goldLines.replace("\tshop", "\tclinic"));
    await assert.rejects(
      loadBenchmark({ directory, golds }),
      inputError(/line 3 is for the database "clinic", need "shop"/),
    );
    await Deno.writeTextFile(golds, goldLines.replace("\tshop", " shop"));
    await assert.rejects(loadBenchmark({ directory, golds }), inputError(/line 3 is .*a tab/));
  }));

Deno.test("loadBenchmark: mini_dev's questions are found by their name", () =>
  withBirdLayout(async (directory) => {
    const { tasks } = await loadBenchmark({ directory });
    assert.equal(tasks.length, 3);
  }, { files: { "dev.json": null, "mini_dev_sqlite.json": JSON.stringify(birdItems) } }));

Deno.test("loadBenchmark: hashes every file it reads, databases included", () =>
  withBirdLayout(async (directory) => {
    const { inputs } = await loadBenchmark({ directory, withDescriptions: true });
    assert.deepEqual(inputs.map(({ path }) => path), [
      "dev.json",
      "dev.sql",
      "dev_databases/clinic/clinic.sqlite",
      "dev_databases/clinic/database_description/owner.csv",
      "dev_databases/shop/database_description/line.csv",
      "dev_databases/shop/shop.sqlite",
      "dev_tables.json",
    ]);
    for (const { path, sha256, bytes } of inputs) {
      const content = await Deno.readFile(`${directory}/${path}`);
      assert.equal(sha256, createHash("sha256").update(content).digest("hex"));
      assert.equal(bytes, content.length);
    }
  }));

Deno.test("loadBenchmark: descriptions survive a byte order mark, newlines and Latin-1", () =>
  withBirdLayout(async (directory) => {
    const plain = await loadBenchmark({ directory });
    const { tasks } = await loadBenchmark({ directory, withDescriptions: true });
    assert.match(
      tasks[0]!.schema,
      /-- city: where the owner lives \(a name in "plain" words\)/,
    );
    assert.match(tasks[2]!.schema, /-- article: Stück/);
    assert(tasks[2]!.schema.startsWith(plain.tasks[2]!.schema));
    assert.notEqual(tasks[2]!.schemaDigest, plain.tasks[2]!.schemaDigest);
    assert.equal(
      tasks[2]!.schemaDigest,
      createHash("sha256").update(tasks[2]!.schema).digest("hex"),
    );
  }));

Deno.test("loadBenchmark: filters keep ids, positions and twin groups", () =>
  withBirdLayout(async (directory) => {
    const whole = await loadBenchmark({ directory });
    const part = await loadBenchmark({ directory, databases: ["shop"] });
    assert.deepEqual(part.tasks, whole.tasks.slice(2));
    assert.equal(part.questionCount, 3);
    assert.deepEqual((await loadBenchmark({ directory, limit: 2 })).tasks, whole.tasks.slice(0, 2));
    await assert.rejects(
      loadBenchmark({ directory, databases: ["zoo"] }),
      inputError(/\[zoo\]: need some of clinic, shop/),
    );
    await assert.rejects(loadBenchmark({ directory, limit: 0 }), inputError(/positive integer/));
  }));

Deno.test("loadBenchmark: a missing database is named with the paths looked up, or filtered out", () =>
  withBirdLayout(async (directory) => {
    await Deno.remove(`${directory}/dev_databases/shop/shop.sqlite`);
    await assert.rejects(
      loadBenchmark({ directory }),
      inputError(/1 databases: shop; .*dev_databases\/shop\/shop\.sqlite/),
    );
    assert.equal((await loadBenchmark({ directory, databases: ["clinic"] })).tasks.length, 2);
  }));

Deno.test("loadBenchmark: a database file that is none is refused by name", () =>
  withBirdLayout(async (directory) => {
    await Deno.writeTextFile(
      `${directory}/dev_databases/shop/shop.sqlite`,
      "not a database ".repeat(99),
    );
    await assert.rejects(loadBenchmark({ directory }), inputError(/shop\.sqlite/));
  }));

Deno.test("loadBenchmark: a folder without questions is refused, naming what it looked for", () =>
  inTempDir(async (directory) => {
    await assert.rejects(loadBenchmark({ directory }), inputError(/dev\.json and mini_dev_sqlite/));
    await assert.rejects(
      loadBenchmark({ directory, questions: "train_spider.json" }),
      inputError(/train_spider\.json: there is no such file/),
    );
  }));

Deno.test({
  name: "loadBenchmark: shared Spider dev has 623 questions over 20 databases, twins paired",
  ignore: withoutShared,
  fn: async () => {
    const benchmark = await loadBenchmark({ directory: sharedSpider.pathname });
    assert.equal(benchmark.format, "spider");
    assert.equal(benchmark.defaultMode, "spider-ts");
    assert.equal(benchmark.name, "spider-dev");
    assert.equal(benchmark.tasks.length, 623);
    assert.equal(benchmark.tables.length, 20);
    assert.equal(benchmark.inputs.length, 23);
    assert.deepEqual(benchmark.notes, []);
    const sizes = new Map<string, number>();
    for (const { twinGroup } of benchmark.tasks) {
      sizes.set(twinGroup, (sizes.get(twinGroup) ?? 0) + 1);
    }
    const pairs = [...sizes.values()].filter((size) => size === 2).length;
    assert.deepEqual([sizes.size, pairs, Math.max(...sizes.values())], [332, 291, 2]);
  },
});

Deno.test({
  name: "loadBenchmark: shared Spider dev loads without a database that a filter leaves out",
  ignore: withoutShared,
  fn: () =>
    inTempDir(async (directory) => {
      await Deno.copyFile(new URL("dev.json", sharedSpider), `${directory}/dev.json`);
      await Deno.mkdir(`${directory}/database/pets_1`, { recursive: true });
      await Deno.copyFile(
        new URL("database/pets_1/pets_1.sqlite", sharedSpider),
        `${directory}/database/pets_1/pets_1.sqlite`,
      );
      await assert.rejects(loadBenchmark({ directory }), inputError(/19 databases: .*wta_1/));
      const { tasks, questionCount } = await loadBenchmark({ directory, databases: ["pets_1"] });
      assert.equal(questionCount, 623);
      assert(tasks.length > 0 && tasks.every(({ databaseId }) => databaseId === "pets_1"));
    }),
});
