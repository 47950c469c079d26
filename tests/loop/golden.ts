import assert from "node:assert/strict";
import type { Message } from "../../lib/llm/language_model.ts";

const folder = new URL("golden/", import.meta.url);

/** Changing a golden file is a decision: it happens only where UPDATE_GOLDEN=1 is set. */
const isUpdating =
  Deno.permissions.querySync({ name: "env", variable: "UPDATE_GOLDEN" }).state === "granted" &&
  Deno.env.get("UPDATE_GOLDEN") === "1";

/** Compares messages with the golden file of a name. */
export async function matchGolden(name: string, messages: readonly Message[]): Promise<void> {
  const file = new URL(`${name}.txt`, folder);
  const text = messages.map(({ role, content }) => `[${role}]\n${content}\n`).join("\n");
  if (isUpdating) {
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(file, text);
  }
  assert.equal(text, await Deno.readTextFile(file), `need the prompt of golden/${name}.txt`);
}

/** Golden files of no name given. They go where goldens are updated. */
export function leftOverGoldens(names: readonly string[]): string[] {
  const files = [...Deno.readDirSync(folder)].map(({ name }) => name);
  const leftOver = files.filter((file) => !names.includes(file.replace(/\.txt$/, "")));
  if (!isUpdating) return leftOver;
  for (const file of leftOver) Deno.removeSync(new URL(file, folder));
  return [];
}
