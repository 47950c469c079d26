import assert from "node:assert/strict";
import { markdown } from "../../lib/notebook/markdown.ts";

const guarded = (code: number) => `<span class="mathjax_ignore tex2jax_ignore">&#${code};</span>`;

Deno.test("markdown: the template is Markdown, what it inserts is not", () => {
  const words = "![x](http://evil.example/a.png)\n\n# **Big** <b>`rm`</b> $x$ | a";
  const { data } = markdown`**Answer**: ${words}!`;
  assert.equal(
    data["text/markdown"],
    "**Answer**: \\!\\[x\\]\\(http\\://evil.example/a.png\\) \\# \\*\\*Big\\*\\* " +
      "\\<b\\>\\`rm\\`\\</b\\> " + `${guarded(36)}x${guarded(36)} \\| a!`,
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

Deno.test("markdown: nothing becomes mathematics, in a text, a template or what it inserts", () => {
  const cost = String.raw`$5 and \(6\)`;
  const slash = guarded(92);
  const shown = `${guarded(36)}5 and ${slash}\\(6${slash}\\)`;
  assert.equal(markdown`$ ${cost}`.data["text/markdown"], `${guarded(36)} ${shown}`);
  const rows = "| price |\n| ----: |\n| $5, $6 |";
  assert.equal(
    markdown(rows).data["text/markdown"],
    rows.replaceAll("$", () => guarded(36)),
  );
  assert.equal(markdown(rows).data["text/plain"], rows);
});
