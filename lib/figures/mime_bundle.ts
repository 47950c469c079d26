/**
 * A figure as notebooks show it.
 *
 * @module
 */
import type { Figure, Json } from "./figure.ts";
import { toSvg } from "./to_svg.ts";

/** What the Jupyter protocol calls display data: one figure in several forms, the reader's choice. */
export interface MimeBundle {
  /** By media type. */
  readonly data: {
    /** For JupyterLab and Visual Studio Code. */
    readonly "application/vnd.vegalite.v5+json": Json;
    /** For readers that know the version that wrote it. */
    readonly "application/vnd.vegalite.v6+json": Json;
    /** For everything else that shows images. */
    readonly "image/svg+xml": string;
    /** For terminals. */
    readonly "text/plain": string;
  };
  /** None. */
  readonly metadata: Readonly<Record<string, never>>;
}

/**
 * Renders and checks a figure, and gives it in the forms that notebooks store. Make the figure with
 * the width `screen`.
 *
 * @param figure any figure
 * @returns specification, SVG and words
 * @throws {RangeError} for a figure that should not be printed
 * @throws {InfrastructureError} where a library cannot be loaded
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { attemptsFigure } from "./attempts_figure.ts";
 * import { mimeBundle } from "./mime_bundle.ts";
 * const row = { label: "merit", attempt: 0, accuracy: 0.5, low: 0.4, high: 0.6 };
 * const { data } = await mimeBundle(attemptsFigure([row], { width: "screen" }));
 * assert.match(data["image/svg+xml"], /^<svg /);
 * ```
 */
export async function mimeBundle(figure: Figure): Promise<MimeBundle> {
  const svg = await toSvg(figure);
  const spec: Json = JSON.parse(JSON.stringify(figure.spec));
  const older = JSON.parse(
    JSON.stringify(figure.spec).replace("vega-lite/v6.json", "vega-lite/v5.json"),
  );
  return {
    data: {
      "application/vnd.vegalite.v5+json": older,
      "application/vnd.vegalite.v6+json": spec,
      "image/svg+xml": svg,
      "text/plain": `[figure ${figure.name}] ${figure.description}`,
    },
    metadata: {},
  };
}
