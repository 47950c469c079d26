import assert from "node:assert/strict";
import { packText, unpackText } from "../../lib/llm/pack_text.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";

Deno.test("packText: every text comes back from a database as it was", () => {
  using database = new DatabaseSync(":memory:");
  const select = database.prepare("SELECT ? AS packed");
  const texts = [
    "",
    "SELECT 1",
    "\ufeffSELECT 1",
    "a\u0000b",
    "naïve 🎤 \u2028",
    "\ufeff" + "CREATE TABLE singer (id INTEGER);\r\n".repeat(50) + "\u0000",
  ];
  for (const text of texts) {
    const { packed } = select.get(packText(text))!;
    assert.equal(unpackText(packed as string | Uint8Array), text);
  }
});

Deno.test("packText: deflates only where that is smaller", () => {
  assert.equal(packText("SELECT count(*) FROM singer"), "SELECT count(*) FROM singer");
  const packed = packText("CREATE TABLE singer (id INTEGER);\n".repeat(50));
  assert.ok(packed instanceof Uint8Array && packed.length < 100);
});

Deno.test("unpackText: damaged bytes throw", () => {
  const packed = packText("CREATE TABLE singer (id INTEGER);\n".repeat(50)) as Uint8Array;
  assert.throws(() => unpackText(packed.subarray(0, packed.length - 4)));
});
