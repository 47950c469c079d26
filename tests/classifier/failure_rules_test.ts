import assert from "node:assert/strict";
import { failureTypes } from "../../lib/domain.ts";
import { failureRules, matchFailureRule } from "../../lib/classifier/failure_rules.ts";

Deno.test("failureRules: each example is caught by its own rule first, so no rule is unreachable", () => {
  for (const rule of failureRules) {
    assert.equal(matchFailureRule(rule.example)?.rule, rule, rule.example);
  }
});

Deno.test("failureRules: an id has one type in all dialects", () => {
  const types = new Map<string, string>();
  for (const rule of failureRules) {
    assert.match(rule.id, /^[a-z]+(?:_[a-z]+)*$/);
    assert.ok(failureTypes.includes(rule.type));
    assert.equal(types.get(rule.id) ?? rule.type, rule.type, rule.id);
    types.set(rule.id, rule.type);
  }
});

Deno.test("failureRules: patterns are anchored and keep no state between calls", () => {
  for (const rule of failureRules) {
    assert.ok(rule.pattern.source.startsWith("^"), rule.pattern.source);
    assert.equal(rule.pattern.global || rule.pattern.sticky, false, rule.pattern.source);
  }
});

Deno.test("matchFailureRule: a driver's or shell's prefix changes nothing", () => {
  const prefixes = [
    "SQLITE_ERROR: ",
    "Error: ",
    "Parse error: ",
    "Error: in prepare, ",
    "sqlite3.OperationalError: ",
    "(sqlite3.OperationalError) ",
    "ERROR:  ",
    "ERROR 1054 (42S22): ",
    "ERROR 1064 (42000) at line 1: ",
    "RangeError: ",
    "\n ",
  ];
  for (const rule of failureRules) {
    for (const prefix of prefixes) {
      assert.equal(matchFailureRule(prefix + rule.example)?.rule, rule, prefix + rule.example);
    }
  }
});

Deno.test("matchFailureRule: a name that reads like another message does not mislead", () => {
  const cases = [
    ["no such column: near x: syntax error", "missing_column"],
    ["no such table: ambiguous column name: id", "missing_table"],
    ["no such column: misuse of aggregate: count()", "missing_column"],
    ['near "no such table: x": syntax error', "near_token"],
    ["ambiguous column name: a\nb", "ambiguous_column"],
  ] as const;
  for (const [message, id] of cases) assert.equal(matchFailureRule(message)?.rule.id, id);
});

Deno.test("matchFailureRule: texts that say nothing known match nothing", () => {
  for (const message of ["", "   ", "Error: ", "disk I/O error", "something new happened"]) {
    assert.equal(matchFailureRule(message), null);
  }
});

Deno.test("matchFailureRule: long hostile texts take no long time", () => {
  const pieces = ["no such column: ", 'near "', "a.Error: ", "'x' ", "function f(", "SELECTs "];
  const start = performance.now();
  for (const piece of pieces) matchFailureRule(piece.repeat(Math.ceil(100_000 / piece.length)));
  assert.ok(performance.now() - start < 2_000);
});
