import assert from "node:assert/strict";
import { listFiles } from "../../tools/list_files.ts";

Deno.test("listFiles: files and folders in order, without what is not there", async () => {
  const paths = await listFiles(["tools", "LICENSE", "nowhere", "deno.json"], ".ts");
  assert.ok(paths.includes("tools/list_files.ts"));
  assert.ok(paths.every((path) => path.startsWith("tools/") && path.endsWith(".ts")));
  assert.deepEqual(paths, paths.toSorted());
  assert.deepEqual(await listFiles(["deno.json"], ".json"), ["deno.json"]);
});
