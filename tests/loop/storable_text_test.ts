import assert from "node:assert/strict";
import { storableText } from "../../lib/loop/storable_text.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";

Deno.test("storableText: NUL characters and lone surrogates become U+FFFD", () => {
  assert.equal(storableText("\0a\0\ud83d b \ude00"), "\ufffda\ufffd\ufffd b \ufffd");
});

Deno.test("storableText: SQLite gives back what it returns", () => {
  const database = new DatabaseSync(":memory:");
  const texts = ["", "Ünïcode 😀", "\ufeffmark", "a\0b", "\ud800", "line\r\nline\t\u0007"];
  for (const text of texts.map(storableText)) {
    assert.equal(database.prepare("SELECT ? AS text").get(text)!.text, text);
  }
  assert.equal(storableText(texts[1]!), texts[1]);
  database.close();
});
