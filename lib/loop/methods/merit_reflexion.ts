/**
 * MERIT's precedents and a reflection in one call.
 *
 * @module
 */
import { defineMethod, type Method } from "../method.ts";
import { merit } from "./merit.ts";

/**
 * Sees what MERIT sees and the last thing it said about its own failures: each repair begins with one
 * sentence on what is wrong, which the next repair prompt shows. No extra call is made, and no
 * reflection is shared between questions.
 *
 * Beyond the paper.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { meritReflexion } from "./merit_reflexion.ts";
 * assert.equal(meritReflexion.reflects, "inline");
 * ```
 */
export const meritReflexion: Method = defineMethod({
  ...merit,
  name: "merit-reflexion",
  summary: "+ typed precedents, and a reflection in the same call",
  reflects: "inline",
});
