import assert from "node:assert/strict";
import { families, makeMutations, writeFailures } from "../../tools/make_failures.ts";
import { findFailures } from "../../tools/collect_failures.ts";

const folder = new URL("../../data/failures/", import.meta.url);
const stored = (await Deno.readTextFile(new URL("mutations.json", folder))).split("\n").slice(1, -2)
  .map((line) => line.replace(/,$/, ""));
const familyOf = (line: string): string => JSON.parse(line).family;

Deno.test("makeMutations: a family of each type is made anew, byte for byte", async () => {
  const wanted = [
    ...["missing_join", "superfluous_group_by", "meaning_for_code", "wrong_arity", "clause_order"],
    "superfluous_output",
  ];
  const made = writeFailures(await makeMutations(wanted)).split("\n").slice(1, -2)
    .map((line) => line.replace(/,$/, ""));
  assert.deepEqual(made, stored.filter((line) => wanted.includes(familyOf(line))));
});

Deno.test("mutations.json: it holds every family, in their order", () => {
  assert.deepEqual([...new Set(stored.map(familyOf))], families.map(({ name }) => name));
});

Deno.test("real.json: every query is recorded and failed as it says", async () => {
  const found = new Map((await findFailures()).map((one) => [`${one.task}/${one.sql}`, one]));
  const real = JSON.parse(await Deno.readTextFile(new URL("real.json", folder)));
  for (const { type: _type, reason: _reason, ...rest } of real) {
    assert.deepEqual(rest, found.get(`${rest.task}/${rest.sql}`));
  }
});
