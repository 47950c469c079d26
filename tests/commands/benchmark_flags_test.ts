import assert from "node:assert/strict";
import { judgeFlags, questionFlags } from "../../lib/commands/benchmark_flags.ts";
import { parseFlags } from "../../lib/commands/parse_flags.ts";

const parse = (...args: string[]) =>
  parseFlags(args, { command: "judge", table: { ...questionFlags, ...judgeFlags } }).flags;

Deno.test("judgeFlags: a deadline of at most a day, since timers hold no more", () => {
  assert.equal(parse("--timeout-ms", "86400000")["timeout-ms"], 86_400_000);
  for (const beyond of ["86400001", "2147483648", "4294967297"]) {
    assert.throws(
      () => parse("--timeout-ms", beyond),
      /--timeout-ms is "\d+", need an integer from 1 to 86400000/,
    );
  }
});

Deno.test("questionFlags: no database is named twice", () => {
  assert.deepEqual(parse("--databases", "a,b").databases, ["a", "b"]);
  assert.throws(() => parse("--databases", "a,b,a"), /--databases has "a" twice/);
});
