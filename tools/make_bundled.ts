/**
 * Writes `tables.json` and `digests.json` of the bundled benchmark from its generators. To be run
 * after a change of a generator: `deno run --allow-read --allow-write --allow-env tools/make_bundled.ts`.
 *
 * @module
 */
import { digestDatabase } from "../lib/benchmark/build_database.ts";
import { buildBundledDatabase, bundledGenerators } from "../lib/benchmark/bundled.ts";
import { makeTables } from "../lib/benchmark/make_tables.ts";

if (import.meta.main) {
  const scratch = await Deno.makeTempDir();
  const tables: string[] = [];
  const digests: Record<string, string> = {};
  for (const databaseId of Object.keys(bundledGenerators)) {
    const path = `${scratch}/${databaseId}.sqlite`;
    await buildBundledDatabase(databaseId, path);
    tables.push(JSON.stringify(makeTables({ databaseId, path })));
    digests[databaseId] = digestDatabase(path);
  }
  await Deno.remove(scratch, { recursive: true });
  const folder = new URL("../data/bundled/", import.meta.url);
  await Deno.writeTextFile(new URL("tables.json", folder), `[\n${tables.join(",\n")}\n]\n`);
  await Deno.writeTextFile(
    new URL("digests.json", folder),
    `${JSON.stringify(digests, null, 2)}\n`,
  );
  console.log(`Wrote tables.json and digests.json of ${tables.length} databases`);
}
