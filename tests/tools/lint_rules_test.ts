import assert from "node:assert/strict";
import plugin from "../../tools/lint_rules.ts";

/** Rule and reported text of each fault. */
function findReported(file: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, file, source)
    .map(({ id, range }) => `${id} ${source.slice(...range)}`.trim());
}

Deno.test("no-console: in lib only the terminal prints", () => {
  const source = "console.log(1); terminal.print('console.log');";
  assert.deepEqual(findReported("lib/sql/a.ts", source), ["kit/no-console console.log"]);
  for (const file of ["lib/commands/terminal.ts", "tools/a.ts", "tests/a_test.ts"]) {
    assert.deepEqual(findReported(file, source), []);
  }
});

Deno.test("no-unrepeatable: clock and chance are parameters", () => {
  const source = "f(Date.now(), Date.now, Math.random(), new Date(), crypto.randomUUID());";
  assert.deepEqual(
    findReported("lib/runs/a.ts", source),
    ["Date.now", "Date.now", "Math.random", "new Date()", "crypto.randomUUID"]
      .map((text) => `kit/no-unrepeatable ${text}`),
  );
  assert.deepEqual(findReported("tests/runs/a_test.ts", source), []);
});

Deno.test("no-unrepeatable: what is given or computed is no fault", () => {
  const source = "f(new Date(0), Date.parse(a), Math.max(1, 2), random.next(), performance.now());";
  assert.deepEqual(findReported("lib/runs/a.ts", source), []);
});

Deno.test("no-unrepeatable: a file that the table names is free", () => {
  assert.deepEqual(findReported("lib/llm/with_retries.ts", "f(Date.now);"), []);
});

Deno.test("file-length: 300 lines pass, 301 fail", () => {
  const lines = (count: number) => "f();\n".repeat(count);
  assert.deepEqual(findReported("lib/sql/a.ts", lines(300)), []);
  assert.deepEqual(findReported("lib/sql/a.ts", lines(301)), ["kit/file-length"]);
  assert.deepEqual(findReported("cli.ts", lines(301)), ["kit/file-length"]);
  assert.deepEqual(findReported("tests/sql/a_test.ts", lines(301)), []);
});
