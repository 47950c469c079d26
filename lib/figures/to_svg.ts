/**
 * From a figure to SVG.
 *
 * @module
 */
import { checkScene } from "./check_scene.ts";
import type { Figure } from "./figure.ts";
import { loadFont } from "./font.ts";
import { holdWidths } from "./hold_widths.ts";
import { renderScene } from "./render_scene.ts";

/**
 * Renders a figure and checks it: as many marks as rows, nothing beyond its edges, no letter that
 * the font lacks.
 *
 * @param figure any figure
 * @returns an SVG document with text as text, each line held to its width, of the figure's size on
 * paper or screen; the same bytes for the same figure
 * @throws {RangeError} naming every fault of a figure that should not be printed
 * @throws {InfrastructureError} where a library cannot be loaded
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { attemptsFigure } from "./attempts_figure.ts";
 * import { toSvg } from "./to_svg.ts";
 * const row = { label: "merit", attempt: 0, accuracy: 0.5, low: 0.4, high: 0.6 };
 * assert.match(await toSvg(attemptsFigure([row])), /^<svg [^>]*width="240pt"/);
 * ```
 */
export async function toSvg(figure: Figure): Promise<string> {
  return holdWidths(await drawSvg(figure), await loadFont());
}

/**
 * Renders and checks a figure like {@link toSvg}, its lines left as wide as the font makes them: for
 * readers that bring the kit's font along.
 *
 * @throws {RangeError} naming every fault of a figure that should not be printed
 * @throws {InfrastructureError} where a library cannot be loaded
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { attemptsFigure } from "./attempts_figure.ts";
 * import { drawSvg } from "./to_svg.ts";
 * const row = { label: "merit", attempt: 0, accuracy: 0.5, low: 0.4, high: 0.6 };
 * assert.doesNotMatch(await drawSvg(attemptsFigure([row])), /textLength/);
 * ```
 */
export async function drawSvg(figure: Figure): Promise<string> {
  const scene = await renderScene(figure);
  const faults = checkScene(figure, scene, await loadFont());
  if (faults.length > 0) throw new RangeError(`Cannot draw ${figure.name}: ${faults.join("; ")}`);
  const { width, height, svg } = scene;
  const { unit, description } = figure;
  return svg.replace(
    `width="${width}" height="${height}"`,
    `width="${width}${unit}" height="${height}${unit}" role="img" ` +
      `aria-label="${escapeAttribute(description)}"`,
  );
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
