import assert from "node:assert/strict";
import { escapeHtml, plainText } from "../../lib/notebook/bundle.ts";

Deno.test("plainText: only text, with control characters made visible", () => {
  const { data } = plainText("<script>alert(1)</script>\n\ta\x1b[31mb\x9bc\0\ud800");
  assert.deepEqual(data, {
    "text/plain": "<script>alert(1)</script>\n\ta�[31mb�c��",
  });
});

Deno.test("escapeHtml: no character that opens a tag, an entity or ends an attribute is left", () => {
  const hostile = `<img src=x onerror="alert('1')"> &lt; \x1b`;
  const escaped = escapeHtml(hostile);
  assert.doesNotMatch(escaped.replace(/&#\d+;/g, ""), /[<>"'&]|\p{Cc}/u);
  const decoded = escaped.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  assert.equal(decoded, hostile.replace("\x1b", "�"));
});
