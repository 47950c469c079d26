import assert from "node:assert/strict";
import type { Figure } from "../../lib/figures/figure.ts";

const folder = new URL("golden/", import.meta.url);

/** Changing a golden file is a decision: it happens only where UPDATE_GOLDEN=1 is set. */
const isUpdating =
  Deno.permissions.querySync({ name: "env", variable: "UPDATE_GOLDEN" }).state === "granted" &&
  Deno.env.get("UPDATE_GOLDEN") === "1";

/** Compares a figure's specification with its golden file. */
export async function matchGolden({ name, spec }: Figure): Promise<void> {
  const file = new URL(`${name}.json`, folder);
  if (isUpdating) await Deno.writeTextFile(file, JSON.stringify(spec, null, 2) + "\n");
  assert.deepEqual(
    JSON.parse(JSON.stringify(spec)),
    JSON.parse(await Deno.readTextFile(file)),
    `need the specification of golden/${name}.json`,
  );
}

/** Golden files of no name given. They go where goldens are updated. */
export function leftOverGoldens(names: readonly string[]): string[] {
  const files = [...Deno.readDirSync(folder)].map(({ name }) => name);
  const leftOver = files.filter((file) => !names.includes(file.replace(/\.json$/, "")));
  if (!isUpdating) return leftOver;
  for (const file of leftOver) Deno.removeSync(new URL(file, folder));
  return [];
}
