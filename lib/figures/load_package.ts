/**
 * Packages that are fetched when a figure is rendered, not before.
 *
 * @module
 */
import { InfrastructureError } from "../errors.ts";

/**
 * Imports a package whose specifier is no literal at the import, so that Deno neither fetches nor
 * loads it for a program that draws no figure.
 *
 * @param specifier `npm:name@1.2.3`
 * @returns the module, as the caller declares its type
 * @throws {InfrastructureError} where it cannot be fetched or loaded
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadPackage } from "./load_package.ts";
 * await assert.rejects(loadPackage("missing:package"), /Cannot load missing:package/);
 * ```
 */
export async function loadPackage<Module>(specifier: string): Promise<Module> {
  try {
    return await import(specifier);
  } catch (cause) {
    throw new InfrastructureError(
      `Cannot load ${specifier}: ${(cause as Error).message}; ` +
        "it is fetched from npm when a figure is first rendered",
      { cause },
    );
  }
}
