import assert from "node:assert/strict";
import { markdown } from "../../lib/notebook/markdown.ts";

Deno.test("markdown: the template is Markdown, what it inserts is not", () => {
  const words = "![x](http://evil.example/a.png)\n\n# **Big** <b>`rm`</b> $x$ | a";
  const { data } = markdown`**Answer**: ${words}!`;
  assert.equal(
    data["text/markdown"],
    "**Answer**: \\!\\[x\\]\\(http\\://evil.example/a.png\\) \\# \\*\\*Big\\*\\* " +
      "\\<b\\>\\`rm\\`\\</b\\> \\$x\\$ \\| a!",
  );
  assert.equal(data["text/plain"], `**Answer**: ${words}!`);
});

Deno.test("markdown: numbers stay readable", () => {
  assert.equal(markdown`${40} questions, ${57.5} %`.data["text/markdown"], "40 questions, 57.5 %");
});

Deno.test("markdown: HTML in a text is shown, comparisons stay", () => {
  const { data } = markdown("a < b, <script>x</script> <!-- y --> <?z <A>");
  assert.equal(
    data["text/markdown"],
    "a < b, &lt;script>x&lt;/script> &lt;!-- y --> &lt;?z &lt;A>",
  );
});
