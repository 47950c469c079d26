import assert from "node:assert/strict";
import { isReflection } from "../../lib/loop/is_reflection.ts";

const words = "The join skipped the bridge table.";
const cases: readonly [what: string, text: string, reflects: boolean][] = [
  ["nothing", "", false],
  ["five words", "The join was quite wrong", true],
  ["four words", "The join was wrong", false],
  ["words beyond ASCII", "Die Spalte hieß größe_name, wirklich anders", true],
  ["numbers are no words", "1 2 3 4 5 6 wrong", false],
  ["a fenced query", "```sql\nSELECT a FROM b JOIN c ON b.id = c.id\n```", false],
  ["an open fence", "```sql\nSELECT a FROM b JOIN c ON b.id = c.id", false],
  ["words and a fenced query", `${words}\n\`\`\`sql\nSELECT 1\n\`\`\``, true],
  ["a bare query on one line", "SELECT a FROM b JOIN c ON b.id = c.id WHERE d AND e", false],
  ["a bare query on many lines", "SELECT name\nFROM singer\nWHERE age > x\nORDER BY name", false],
  ["a bare common table expression", "WITH x AS (\nSELECT a, b FROM c\n) SELECT a\nFROM x", false],
  ["a query, then words", `SELECT a\nFROM b;\n${words}`, true],
  ["a query, a blank line, then words", `SELECT a\nFROM b\n\n${words}`, true],
  ["words, then a query", `${words}\nSELECT a\nFROM b`, true],
  ["words that begin with Select", "Select the name column, as the schema spells it.", true],
  ["words that begin with With", "With the bridge table joined the count is right.", true],
];

for (const [what, text, reflects] of cases) {
  Deno.test(`isReflection: ${what}: ${reflects}`, () => {
    assert.equal(isReflection(text), reflects);
  });
}
