import assert from "node:assert/strict";
import { sqlTokens } from "../../lib/memory/sql_tokens.ts";
import { describeTransformation } from "../../lib/memory/transformation.ts";
import { createRandom } from "../../lib/random.ts";

const cases: readonly [what: string, before: string, after: string, difference: string][] = [
  ["nothing changed", "SELECT a FROM t", "SELECT a FROM t", ""],
  ["only case, blanks and comments changed", "select A from t", "SELECT a\nFROM t -- x", ""],
  ["a name", "SELECT nme FROM t", "SELECT name FROM t", "-nme +name"],
  ["an addition at the end", "SELECT a", "SELECT a LIMIT 1", "+LIMIT 1"],
  ["an addition at the start", "SELECT 1", "WITH x SELECT 1", "+WITH x"],
  ["a removal", "SELECT DISTINCT a FROM t", "SELECT a FROM t", "-DISTINCT"],
  ["two places", "SELECT a FROM t", "SELECT b FROM u", "-a +b ; -t +u"],
  ["from nothing", "", "SELECT 1", "+SELECT 1"],
  ["to nothing", "SELECT 1", "", "-SELECT 1"],
  ["a quoted value is one token", "WHERE a = 'x y'", "WHERE a = 'z'", "-'x y' +'z'"],
];

for (const [what, before, after, difference] of cases) {
  Deno.test(`describeTransformation: ${what}`, () => {
    assert.equal(describeTransformation(before, after), difference);
  });
}

Deno.test("describeTransformation: what stays is as much of one query as of the other", () => {
  const random = createRandom("transformation");
  const query = () =>
    Array.from({ length: random.integer(0, 12) }, () => random.pick([..."abcd"])).join(" ");
  for (let i = 0; i < 300; i++) {
    const before = query(), after = query();
    const parts = describeTransformation(before, after).split(/ ; | (?=\+)/);
    const size = (sign: string) =>
      parts.filter((part) => part.startsWith(sign)).flatMap((part) => part.split(" ")).length;
    assert.equal(
      sqlTokens(before).length - size("-"),
      sqlTokens(after).length - size("+"),
      `${before} -> ${after}: ${parts.join(" ; ")}`,
    );
  }
});
