import assert from "node:assert/strict";
import { countStep } from "../../tools/ok.ts";

const test = { group: "test" } as const;
const check = { group: "check" } as const;

Deno.test("countStep: a check counts as one", () => {
  const passed = { passed: 1, failed: 0, skipped: 0 };
  const failed = { passed: 0, failed: 1, skipped: 0 };
  assert.deepEqual(countStep(check, { success: true, output: "Checked 8 files" }), passed);
  assert.deepEqual(countStep(check, { success: false, output: "" }), failed);
});

Deno.test("countStep: a warning fails, unless there is a reason for it", () => {
  for (const output of ["a\nWarning Ignored build scripts\n", "(node:3) ExperimentalWarning: x"]) {
    assert.equal(countStep(check, { success: true, output }).failed, 1);
    assert.equal(countStep({ ...check, mayWarn: "known" }, { success: true, output }).failed, 0);
  }
  const output = "parse: a warning is kept ... ok\nok | 2 passed | 0 failed (3ms)\n";
  assert.deepEqual(countStep(test, { success: true, output }), {
    passed: 2,
    failed: 0,
    skipped: 0,
  });
});

Deno.test("countStep: a test step counts its tests by Deno's closing line", () => {
  const cases: readonly (readonly [string, boolean, number, number, number])[] = [
    ["ok | 351 passed | 0 failed (8s)", true, 351, 0, 0],
    ["ok | 4 passed (3 steps) | 0 failed | 1 ignored (2 steps) (8s)", true, 4, 0, 1],
    ["FAILED | 349 passed | 5 failed (1 step) | 2 ignored | 3 filtered out (8s)", false, 349, 5, 2],
    ["ok | 1 passed | 0 failed (1s)\nx\nok | 7 passed | 0 failed (8s)", true, 7, 0, 0],
  ];
  for (const [output, success, passed, failed, skipped] of cases) {
    assert.deepEqual(countStep(test, { success, output }), { passed, failed, skipped });
  }
});

Deno.test("countStep: a test step that fails otherwise has a failure", () => {
  const none = { passed: 0, failed: 1, skipped: 0 };
  const output = "error: Module not found";
  assert.deepEqual(countStep(test, { success: false, output }), none);
  const leaked = "ok | 3 passed | 0 failed (8s)\nerror: Uncaught";
  assert.deepEqual(countStep(test, { success: false, output: leaked }), { ...none, passed: 3 });
});
