import assert from "node:assert/strict";
import { InputError } from "../../lib/errors.ts";
import { copyWithoutLog, findDatabaseFile } from "../../lib/sql/database_file.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { createSampleDatabase } from "./sample_database.ts";

Deno.test("findDatabaseFile: resolves links and tells versions apart", async () => {
  await using sample = await createSampleDatabase();
  const link = `${sample.folder}/link`;
  await Deno.symlink(sample.path, link);
  const before = findDatabaseFile(link);
  assert.equal(before.path, await Deno.realPath(sample.path));
  assert.equal(before.hasLog, false);
  assert.deepEqual(findDatabaseFile(sample.path), before);
  const database = new DatabaseSync(sample.path);
  database.exec("INSERT INTO singer SELECT NULL, hex(randomblob(5000)), '' FROM t");
  database.close();
  assert.notEqual(findDatabaseFile(link).version, before.version);
});

Deno.test("findDatabaseFile: sees WAL mode with and without its log", async () => {
  await using sample = await createSampleDatabase("PRAGMA journal_mode = WAL; CREATE TABLE t (a)");
  assert.deepEqual(sample.files(), ["sample.sqlite"]);
  assert.equal(findDatabaseFile(sample.path).hasLog, true);
  await using other = await createSampleDatabase();
  await Deno.writeFile(`${other.path}-wal`, new Uint8Array());
  assert.equal(findDatabaseFile(other.path).hasLog, true);
});

Deno.test("findDatabaseFile: says what is wrong with a path", async () => {
  await using sample = await createSampleDatabase();
  const cases = [["missing", /: no such file$/], [".", /: it is not a file$/]] as const;
  for (const [name, message] of cases) {
    assert.throws(
      () => findDatabaseFile(`${sample.folder}/${name}`),
      (error) => error instanceof InputError && message.test(error.message),
    );
  }
});

Deno.test("copyWithoutLog: refuses what is no database and leaves no folder behind", async () => {
  await using sample = await createSampleDatabase();
  const path = `${sample.folder}/text`;
  await Deno.writeTextFile(path, "x".repeat(1000));
  assert.throws(() => copyWithoutLog(path), InputError);
});

Deno.test("copyWithoutLog: copies a file that may not be written", async () => {
  await using sample = await createSampleDatabase("PRAGMA journal_mode = WAL; CREATE TABLE t (a)");
  await Deno.chmod(sample.path, 0o400);
  const copy = copyWithoutLog(sample.path);
  assert.equal(findDatabaseFile(copy.path).hasLog, false);
  await Deno.remove(copy.folder, { recursive: true });
});
