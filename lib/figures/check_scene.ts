/**
 * What must hold of a figure before it is printed.
 *
 * @module
 */
import type { Figure } from "./figure.ts";
import type { FontMeasure } from "./font.ts";
import type { Box, Scene, SceneItem, SceneMark } from "./render_scene.ts";

/** An item with its bounds in the coordinates of the whole figure. */
interface Placed {
  readonly mark: SceneMark;
  readonly item: SceneItem;
  readonly box: Box;
}

/** Lines are drawn with a width, and vega rounds some places to whole units. */
const tolerance = 1;

/**
 * Checks that a figure drew each of its rows once, that everything it drew lies within its edges,
 * and that the font has every letter.
 *
 * @param figure what was to be drawn
 * @param scene what was drawn
 * @param font measures with the metrics that the scene was laid out with
 * @returns one message a fault; empty where the figure may be printed
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { checkScene } from "./check_scene.ts";
 * import { loadFont } from "./font.ts";
 * import { renderScene } from "./render_scene.ts";
 * import { tokensFigure } from "./tokens_figure.ts";
 * const row = { label: "merit", tokens: 9, accuracy: 0.6, low: null, high: null, isOnFront: true };
 * const figure = tokensFigure([row]);
 * assert.deepEqual(checkScene(figure, await renderScene(figure), await loadFont()), []);
 * ```
 */
export function checkScene(figure: Figure, scene: Scene, font: FontMeasure): readonly string[] {
  const placed = placeItems(scene.root, scene.origin);
  return [
    ...checkCounts(figure, placed),
    ...checkEdges(scene, placed),
    ...checkLetters(placed, font),
  ];
}

function placeItems(mark: SceneMark, [x, y]: readonly [x: number, y: number]): readonly Placed[] {
  return mark.items.flatMap((item) => {
    if (mark.marktype === "group") {
      const origin = [x + (item.x ?? 0), y + (item.y ?? 0)] as const;
      return (item.items ?? []).flatMap((child) => placeItems(child, origin));
    }
    const { x1, y1, x2, y2 } = item.bounds;
    return [{ mark, item, box: { x1: x1 + x, y1: y1 + y, x2: x2 + x, y2: y2 + y } }];
  });
}

function checkCounts({ spec }: Figure, placed: readonly Placed[]): readonly string[] {
  return spec.layer.flatMap(({ name, data }) => {
    const drawn = placed.filter(({ mark }) => mark.name === `${name}_marks`).length;
    return drawn === data.values.length
      ? []
      : [`layer "${name}" drew ${drawn} marks, need one for each of ${data.values.length} rows`];
  });
}

function checkEdges({ width, height }: Scene, placed: readonly Placed[]): readonly string[] {
  const isOutside = ({ x1, y1, x2, y2 }: Box) =>
    x1 < -tolerance || y1 < -tolerance || x2 > width + tolerance || y2 > height + tolerance;
  return placed.filter(({ item, box }) => item.opacity !== 0 && isOutside(box)).map((
    { mark, item, box },
  ) =>
    `${item.text === undefined ? `a ${mark.marktype}` : `the text "${item.text}"`} reaches from ` +
    `(${round(box.x1)}, ${round(box.y1)}) to (${round(box.x2)}, ${
      round(box.y2)
    }), need it within ` +
    `${width} × ${height}`
  );
}

function checkLetters(placed: readonly Placed[], font: FontMeasure): readonly string[] {
  return placed.flatMap(({ item: { text } }) => {
    const missing = font.missing([text ?? ""].flat().join(""));
    return missing.length === 0
      ? []
      : [`the text "${text}" has letters that the font lacks: ${missing.join(" ")}`];
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
