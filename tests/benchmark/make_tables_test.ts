import assert from "node:assert/strict";
import { makeTables } from "../../lib/benchmark/make_tables.ts";
import { parseTables } from "../../lib/benchmark/tables_file.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { inTempDir } from "./bird_layout.ts";

const sharedSpider = new URL("../../../shared/data/spider-dev/", import.meta.url);
const withoutShared = await Deno.stat(sharedSpider).then(() => false, () => true);
if (withoutShared) console.log("skipped, because shared/ is not beside the checkout");

Deno.test("makeTables: composite keys, implicit targets and quoted names come out right", () =>
  inTempDir((directory) => {
    const path = `${directory}/shop.sqlite`;
    const db = new DatabaseSync(path);
    db.exec(`CREATE TABLE item (id INTEGER PRIMARY KEY AUTOINCREMENT, "unit price" REAL);
      CREATE TABLE "order line" (orderNo INT, item_id INT REFERENCES item, note VARCHAR(9),
        made DATE, sent BOOLEAN, raw BLOB, PRIMARY KEY (orderNo, item_id),
        FOREIGN KEY (note) REFERENCES gone(x));`);
    db.close();
    const entry = makeTables({ databaseId: "shop", path });
    assert.deepEqual(entry.table_names_original, ["item", "order line"]);
    assert.deepEqual(entry.column_names.slice(3, 5), [[1, "order no"], [1, "item id"]]);
    assert.deepEqual(
      entry.column_types,
      ["text", "number", "number", "number", "number", "text", "time", "boolean", "others"],
    );
    assert.deepEqual(entry.primary_keys, [1, 3, 4]);
    assert.deepEqual(entry.foreign_keys, [[4, 1]]);
    return Promise.resolve();
  }));

Deno.test({
  name: "makeTables: names the tables and columns of Spider's own tables.json",
  ignore: withoutShared,
  fn: async () => {
    const text = await Deno.readTextFile(new URL("tables.json", sharedSpider));
    for (const official of parseTables({ text, file: "tables.json" })) {
      const { databaseId } = official;
      // Spider's file lists the internal table sqlite_sequence of world_1.
      if (databaseId === "world_1") continue;
      const path = new URL(`database/${databaseId}/${databaseId}.sqlite`, sharedSpider).pathname;
      const [made] = parseTables({
        text: JSON.stringify([makeTables({ databaseId, path })]),
        file: "made",
      });
      const names = ({ columns }: typeof official) => columns.map((c) => `${c.table}.${c.column}`);
      assert.deepEqual(names(made!), names(official));
      assert.deepEqual(
        made!.columns.map(({ type }) => type),
        official.columns.map(({ type }) => type),
      );
    }
  },
});
