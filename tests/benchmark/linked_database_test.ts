/** Apart from the loader's other tests: links need all rights. */
import assert from "node:assert/strict";
import { loadBenchmark } from "../../lib/benchmark/load_benchmark.ts";
import { inTempDir, writeBirdLayout } from "./bird_layout.ts";

Deno.test("loadBenchmark: a database that is a link out of the folder is told", () =>
  inTempDir(async (parent) => {
    const directory = `${parent}/data`, outside = `${parent}/cookies.sqlite`;
    await writeBirdLayout(directory);
    const shop = `${directory}/dev_databases/shop/shop.sqlite`;
    await Deno.rename(shop, outside);
    await Deno.symlink(outside, shop);
    assert.deepEqual((await loadBenchmark({ directory })).notes, [
      `The database shop is a link out of the folder, to ${await Deno.realPath(outside)}`,
    ]);
    assert.deepEqual((await loadBenchmark({ directory, databases: ["clinic"] })).notes, []);
    // A folder that is a link itself has nothing outside.
    await Deno.remove(shop);
    await Deno.rename(outside, shop);
    await Deno.symlink(directory, `${parent}/link`);
    assert.deepEqual((await loadBenchmark({ directory: `${parent}/link` })).notes, []);
  }));
