import assert from "node:assert/strict";
import { findFaults } from "../../tools/check_dependencies.ts";

Deno.test("findFaults: packages that are pinned, locked and each in one file pass", () => {
  const sources = {
    "lib/a.ts": `import { parse } from "npm:csv-parse@7.0.3/sync"; import "./b.ts";`,
    "lib/b.ts": `export const heavy = 'npm:@huggingface/transformers@4.3.1'; // as npm:vega@1`,
    "lib/c.ts": `import "npm:beta@1.0.0-rc.2";`,
  };
  const locked = ["npm:csv-parse@7.0.3", "npm:@huggingface/transformers@4.3.1"];
  assert.deepEqual(findFaults(sources, [...locked, "npm:beta@1.0.0-rc.2"]), []);
});

Deno.test("findFaults: a package is imported in one file of the kit, in any test", () => {
  const text = `import "npm:a@1.0.0"; import "npm:a@1.0.0/sub";`;
  const sources = { "lib/x.ts": text, "lib/y.ts": `import("npm:a@1.0.0")`, "tests/z.ts": text };
  const faults = ["Cannot import npm:a in lib/y.ts: lib/x.ts does already"];
  assert.deepEqual(findFaults(sources, ["npm:a@1.0.0"]), faults);
});

Deno.test("findFaults: versions are exact", () => {
  for (const specifier of ["npm:a", "npm:a@1", "npm:a@^1.0.0", "npm:@b/a", "npm:a@1.0.x/sub"]) {
    const faults = [`Cannot use ${specifier} in lib/x.ts: need npm:name@1.2.3`];
    assert.deepEqual(findFaults({ "lib/x.ts": `import "${specifier}"` }, []), faults);
  }
});

Deno.test("findFaults: lock and sources name the same packages", () => {
  assert.deepEqual(findFaults({ "lib/x.ts": `import "npm:a@1.0.0"` }, ["npm:a@1.0.1"]), [
    "Cannot find npm:a@1.0.0 in deno.lock",
    "Cannot find the locked npm:a@1.0.1 in any source",
  ]);
});
