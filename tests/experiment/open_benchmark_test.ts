import assert from "node:assert/strict";
import { openBenchmark } from "../../lib/experiment/open_benchmark.ts";
import { defaultRequest } from "../../lib/experiment/run_request.ts";
import { promptSets } from "../../lib/loop/prompts.ts";
import { renderFirst } from "../../lib/loop/render_prompt.ts";
import { withBirdLayout } from "../benchmark/bird_layout.ts";

Deno.test("openBenchmark: a folder, and the databases kept of it", () =>
  withBirdLayout(async (benchmark) => {
    const all = await openBenchmark({ ...defaultRequest, benchmark });
    assert.equal(all.tasks.length, 3);
    const shop = await openBenchmark({ ...defaultRequest, benchmark, databases: ["shop"] });
    assert.deepEqual(shop.tasks.map(({ databaseId }) => databaseId), ["shop"]);
  }));

Deno.test("openBenchmark: the bundled one, with its twins where asked", async () => {
  const databases = ["bike_share"];
  const plain = await openBenchmark({ ...defaultRequest, databases });
  const twins = await openBenchmark({ ...defaultRequest, databases, twins: true });
  assert.ok(plain.tasks.length > 0 && twins.tasks.length > plain.tasks.length);
});

Deno.test("openBenchmark: refuses choices that a benchmark does not leave", () =>
  withBirdLayout(async (benchmark) => {
    await assert.rejects(() => openBenchmark({ ...defaultRequest, golds: "gold.sql" }), {
      name: "InputError",
      message: 'Cannot open the bundled benchmark with golds "gold.sql": need a folder for that',
    });
    await assert.rejects(() => openBenchmark({ ...defaultRequest, benchmark, twins: true }), {
      name: "InputError",
      message: `Cannot add twins to "${benchmark}": only bundled has them`,
    });
  }));

Deno.test("openBenchmark: column descriptions stand in the schema that prompts show", () =>
  withBirdLayout(async (benchmark) => {
    const choice = { ...defaultRequest, benchmark };
    const { tasks } = await openBenchmark({ ...choice, withDescriptions: true });
    const owner = "CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT, city TEXT);";
    const line =
      'CREATE TABLE line ("order" INTEGER, article TEXT, PRIMARY KEY ("order", article));';
    const clinic = [
      owner,
      "-- id: owner id",
      '-- city: where the owner lives (a name in "plain" words)',
    ].join("\n");
    const shop = [line, "-- article: Stück"].join("\n");
    assert.deepEqual(tasks.map(({ schema }) => schema), [clinic, clinic, shop]);
    for (const { schema, ...task } of tasks) {
      const [, user] = renderFirst({ ...task, schema }, promptSets["fresh-2"]);
      assert.ok(user!.content.startsWith(`Database schema:\n${schema}\n`));
    }
    const plain = await openBenchmark({ ...choice, withDescriptions: false });
    assert.deepEqual(plain.tasks.map(({ schema }) => schema), [owner, owner, line]);
    assert.deepEqual(plain, { ...await openBenchmark(choice), databasePath: plain.databasePath });
  }));

Deno.test("openBenchmark: no descriptions where there are none to show", async () => {
  await assert.rejects(() => openBenchmark({ ...defaultRequest, withDescriptions: true }), {
    name: "InputError",
    message:
      "Cannot add column descriptions to the bundled benchmark: only BIRD's folders have them",
  });
  await withBirdLayout(async (benchmark) => {
    for (const name of ["clinic", "shop"]) {
      await Deno.remove(`${benchmark}/dev_databases/${name}/database_description`, {
        recursive: true,
      });
    }
    await assert.rejects(
      () => openBenchmark({ ...defaultRequest, benchmark, withDescriptions: true }),
      {
        name: "InputError",
        message: /no database has a folder database_description with texts/,
      },
    );
  });
});
