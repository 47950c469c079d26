import assert from "node:assert/strict";
import { findFaults } from "../../../tools/notebooks/find_faults.ts";
import type { Output } from "../../../tools/notebooks/notebook_file.ts";
import type { CellReport } from "../../../tools/notebooks/watch_kernel.ts";
import { makeNotebook, shown, withOutputs } from "./make_notebook.ts";

/** Faults of one cell after a cell that is as it should be. */
function faultsOf(
  source: string,
  outputs: readonly Output[],
  report: Partial<CellReport>,
): string[] {
  const notebook = withOutputs(makeNotebook(['await show("a");', source]), [
    [shown("a", 1)],
    [...outputs],
  ]);
  const quiet = { shown: 0, printed: false, unhandled: [] };
  return findFaults({
    notebook,
    report: { 1: { ...quiet, shown: 1 }, 2: { ...quiet, ...report } },
  });
}

Deno.test("findFaults: cells that show what they send have none", () => {
  const source = 'await show("b", "c");\nconst shown = show_it;\n// a show( that is none';
  assert.deepEqual(faultsOf(source, [shown("b", 2), shown("c", 2)], { shown: 2 }), []);
  assert.deepEqual(faultsOf("const a = 1;", [], {}), []);
});

Deno.test("findFaults: G8-11 a lost output is counted, whatever is stored", () => {
  assert.deepEqual(
    faultsOf('await show("b", "c");', [shown("c", 2)], { shown: 2 }),
    ["cell 2 lost 1 of its 2 outputs"],
  );
});

Deno.test("findFaults: an output under the wrong cell is found", () => {
  assert.deepEqual(faultsOf("const a = 1;", [shown("late", 1)], {}), [
    "cell 2 holds an output of cell 1",
  ]);
});

Deno.test("findFaults: show that is not awaited or was not reached", () => {
  assert.deepEqual(faultsOf('show("b");', [shown("b", 2)], { shown: 1 }), [
    "cell 2 does not await show",
  ]);
  assert.deepEqual(faultsOf('if (a) await show("b");', [], {}), [
    "cell 2 shows nothing although it calls show",
  ]);
});

Deno.test("findFaults: G8-12 what may get lost is refused", () => {
  const result: Output = { output_type: "execute_result", data: { "text/plain": "1" } };
  const stream: Output = { output_type: "stream", name: "stdout", text: "a" };
  assert.match(faultsOf("1", [result], {}).join(), /^cell 2 ends in a value/);
  assert.match(faultsOf("f()", [stream], {}).join(), /^cell 2 prints/);
  assert.match(faultsOf("f()", [], { printed: true }).join(), /^cell 2 prints/);
  assert.match(faultsOf("f()", [shown("b")], {}).join(), /^cell 2 shows something without show/);
  assert.match(
    faultsOf("await Deno.stdout.write(bytes);", [], {}).join(),
    /^cell 2 writes to a stream that no notebook shows/,
  );
});

Deno.test("findFaults: rejected promises and errors; after an error nothing counts", () => {
  assert.deepEqual(faultsOf("f()", [], { unhandled: ["Error: x"] }), [
    "cell 2 or one before it leaves something behind: Error: x",
  ]);
  const error: Output = { output_type: "error", ename: "TypeError", evalue: "no" };
  assert.deepEqual(faultsOf('f();\nawait show("b");', [error], {}), [
    "cell 2 fails: TypeError: no",
  ]);
  const notebook = withOutputs(makeNotebook(["f()", "g()"]), [[error], [error]]);
  const quiet = { shown: 0, printed: false, unhandled: [] };
  assert.equal(findFaults({ notebook, report: { 1: quiet, 2: quiet } }).length, 1);
});

Deno.test("findFaults: a tag that lets errors pass or leaves a cell out is refused", () => {
  const notebook = makeNotebook(["const a = 1;", "const b = 2;"]);
  const quiet = { shown: 0, printed: false, unhandled: [] };
  const faultsWith = (tags: unknown) =>
    findFaults({
      notebook: {
        ...notebook,
        cells: notebook.cells.map((cell, at) => at === 1 ? { ...cell, metadata: { tags } } : cell),
      },
      report: { 1: quiet, 2: quiet },
    });
  for (const tag of ["raises-exception", "skip-execution"]) {
    assert.deepEqual(faultsWith(["own", tag]), [
      `cell 2 has the tag ${tag}: need none that bends execution`,
    ]);
  }
  assert.deepEqual(faultsWith(["own"]), []);
});

Deno.test("findFaults: without a report nothing is trusted", () => {
  const notebook = makeNotebook(["const a = 1;"]);
  assert.equal(findFaults({ notebook, report: null }).length, 1);
});
