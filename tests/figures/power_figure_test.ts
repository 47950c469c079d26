import assert from "node:assert/strict";
import { powerFigure } from "../../lib/figures/power_figure.ts";
import { toSvg } from "../../lib/figures/to_svg.ts";

const rows = ["1 point", "5 points"].flatMap((label, at) =>
  [40, 160, 1034].map((n) => ({ label, n, power: 0.1 * (at + 1) + n / 2000 }))
);

for (const width of ["column", "page", "screen"] as const) {
  Deno.test(`powerFigure: ${width}: draws a dot a row and a line a difference`, async () => {
    const figure = powerFigure(rows, { width, discordantShare: 0.1 });
    const layers = figure.spec.layer.map(({ name, data }) => [name, data.values.length]);
    assert.deepEqual(layers, [["wanted", 1], ["line1", 3], ["line2", 3], ["dot", 6]]);
    const svg = await toSvg(figure);
    for (const text of ["1 point", "5 points", "40", "160", "1,034"]) {
      assert.ok(svg.includes(`>${text}</text>`), text);
    }
    assert.ok(svg.includes("10 % of them are solved by one arm alone"));
  });
}

Deno.test("powerFigure: places questions by ratio: 40 to 160 is as far as 160 to 640", async () => {
  const three = [40, 160, 640].map((n) => ({ label: "1 point", n, power: 0.5 }));
  const svg = await toSvg(powerFigure(three, { width: "page", discordantShare: 0.1 }));
  const dots = [...svg.matchAll(/translate\(([\d.]+),([\d.]+)\)"? d="M[^"]*A/g)];
  const places = dots.map(([, x]) => Number(x));
  assert.equal(places.length, 3, "Expected three dots");
  assert.ok(Math.abs(places[2]! - 2 * places[1]! + places[0]!) < 0.01, places.join());
});

Deno.test("powerFigure: nothing to draw is an error", () => {
  assert.throws(() => powerFigure([], { discordantShare: 0.1 }), RangeError);
});
