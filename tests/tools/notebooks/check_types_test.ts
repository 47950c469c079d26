import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { checkTypes, joinCells } from "../../../tools/notebooks/check_types.ts";
import { makeNotebook } from "./make_notebook.ts";

const folder = fileURLToPath(new URL("../../../notebooks/", import.meta.url));
const at = (name: string, sources: readonly string[]) => ({
  path: `${folder}${name}.ipynb`,
  notebook: makeNotebook(sources),
});

Deno.test("joinCells: lines keep their origin, relative imports become absolute", () => {
  const { text, origins } = joinCells(at("x", [
    'import { a } from "../lib/a.ts";\nimport "./b.ts";',
    'const c = await import("../c.ts");\nconst d = "from nowhere";\nimport e from "node:fs";',
  ]));
  const root = new URL("../../../", import.meta.url).href;
  assert.deepEqual(text.split("\n"), [
    "export {};",
    `import { a } from "${root}lib/a.ts";`,
    `import "${root}notebooks/b.ts";`,
    `const c = await import("${root}c.ts");`,
    'const d = "from nowhere";',
    'import e from "node:fs";',
    "",
  ]);
  assert.deepEqual(origins.map(({ cell, line }) => [cell, line]), [
    ...[[1, 1], [1, 2]],
    ...[[2, 1], [2, 2], [2, 3]],
  ]);
});

Deno.test("checkTypes: a type error is named by notebook, cell and line", async () => {
  const faults = await checkTypes([
    at("good", [
      'import { createRandom } from "../lib/random.ts";',
      "const next = createRandom(1);",
    ]),
    at("bad", [
      "const n = 1;",
      "const ok = true;\nconst text: string = n;\nawait Promise.resolve();",
    ]),
  ]);
  assert.deepEqual([...faults!.faulty], [`${folder}bad.ipynb`]);
  assert.match(faults!.message, /TS2322.*'number' is not assignable to type 'string'/s);
  assert.match(faults!.message, /bad\.ipynb, cell 2, line 2, column 7/);
});

Deno.test("checkTypes: what one cell does not export, misspells or declares twice is found", async () => {
  const faults = await checkTypes([
    at("missing", ['import { creatRandom } from "../lib/random.ts";']),
    at("twice", ["const a = 1;", "const a = 2;"]),
    at("typo", ["const rows = [1];", "rows.lenght;"]),
  ]);
  assert.equal(faults!.faulty.size, 3);
  for (
    const place of ["missing.ipynb, cell 1, line 1", "twice.ipynb, cell 2", "typo.ipynb, cell 2"]
  ) {
    assert.ok(faults!.message.includes(place), `${place} in ${faults!.message}`);
  }
});

Deno.test("checkTypes: no comment in the first cell switches it off", async () => {
  const faults = await checkTypes([
    at("hidden", ["// @ts-nocheck\nconst n = 1;", "const text: string = n;"]),
  ]);
  assert.match(faults!.message, /TS2322.*hidden\.ipynb, cell 2, line 1, column 7/s);
});

Deno.test("checkTypes: a cell that does not parse is named", async () => {
  const faults = await checkTypes([
    at("good", ["1;"]),
    at("open", ["const a = 1;", "const b = (;"]),
  ]);
  assert.deepEqual([...faults!.faulty], [`${folder}open.ipynb`]);
  assert.match(faults!.message, /open\.ipynb, cell 2, line 1/);
});

Deno.test("checkTypes: nothing wrong is null", async () => {
  assert.equal(await checkTypes([at("good", ["const n: number = await 1;", "n + 1;"])]), null);
});
