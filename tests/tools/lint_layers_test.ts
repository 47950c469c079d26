import assert from "node:assert/strict";
import plugin from "../../tools/lint_layers.ts";

/** The specifiers of a source that the plugin reports, in their order. */
function findReported(file: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, file, source).map(({ id, range, message }) => {
    assert.equal(id, "layers/imports");
    const specifier = source.slice(...range).slice(1, -1);
    assert.ok(message.startsWith("Cannot import ") && message.includes(specifier), message);
    return specifier;
  });
}

const importing = (...specifiers: string[]) =>
  specifiers.map((specifier) => `import "${specifier}";`).join("\n");

Deno.test("lint_layers: a layer imports itself, the root files and what the table allows", () => {
  const allowed = ["./legal_pool.ts", "../domain.ts", "../sqlite.ts", "../scorer/hybrid.ts"];
  assert.deepEqual(findReported("lib/memory/store.ts", importing(...allowed)), []);
  const below = ["../llm/language_model.ts", "../loop/method.ts", "../../mod.ts", "../../cli.ts"];
  assert.deepEqual(findReported("lib/memory/store.ts", importing(...allowed, ...below)), below);
});

Deno.test("lint_layers: a nested file belongs to its top folder", () => {
  const source = importing("../method.ts", "../../memory/texts.ts", "../../runs/run_file.ts");
  assert.deepEqual(findReported("lib/loop/methods/merit.ts", source), ["../../runs/run_file.ts"]);
});

Deno.test("lint_layers: every form of import and export is seen, comments are not", () => {
  const source = `
    import type { A } from "../llm/a.ts";
    export { b } from "../llm/b.ts";
    export * from "../llm/c.ts";
    type D = import("../llm/d.ts").D;
    const e = await import("../llm/e.ts");
    // import "../llm/f.ts";
    /** import "../llm/g.ts"; */
    export const h = "../llm/h.ts";
  `;
  const seen = ["a", "b", "c", "d", "e"].map((name) => `../llm/${name}.ts`);
  assert.deepEqual(findReported("lib/sql/run.ts", source), seen);
});

Deno.test("lint_layers: the root files import one another only", () => {
  const source = importing("./domain.ts", "./sql/limits.ts", "node:crypto");
  assert.deepEqual(findReported("lib/errors.ts", source), ["./sql/limits.ts"]);
});

Deno.test("lint_layers: node:sqlite has one door", () => {
  const source = importing("node:sqlite");
  assert.deepEqual(findReported("lib/sqlite.ts", source), []);
  assert.deepEqual(findReported("lib/sql/worker.ts", source), ["node:sqlite"]);
});

Deno.test("lint_layers: packages come from npm by their full specifier", () => {
  const source = importing("npm:vega@6.2.0", "vega", "jsr:@std/assert@1.0.0", "https://a.org/b.ts");
  const refused = ["vega", "jsr:@std/assert@1.0.0", "https://a.org/b.ts"];
  assert.deepEqual(findReported("lib/figures/draw.ts", source), refused);
});

Deno.test("lint_layers: a folder that the table does not name is refused", () => {
  const [found] = Deno.lint.runPlugin(plugin, "lib/helpers/a.ts", importing("./b.ts"));
  assert.equal(found?.message, "Cannot place lib/helpers: the table names no such layer");
});

Deno.test("lint_layers: cli.ts, mod.ts, tools and tests are free", () => {
  const source = importing("./lib/llm/a.ts", "node:sqlite");
  for (const file of ["cli.ts", "mod.ts", "tools/a.ts", "tests/sql/a_test.ts"]) {
    assert.deepEqual(findReported(file, source), []);
  }
});
