import assert from "node:assert/strict";
import type { Message } from "../../lib/llm/language_model.ts";

const folder = new URL("golden/", import.meta.url);

/** Changing a golden file is a decision: it happens only where UPDATE_GOLDEN=1 is set. */
const isUpdating =
  Deno.permissions.querySync({ name: "env", variable: "UPDATE_GOLDEN" }).state === "granted" &&
  Deno.env.get("UPDATE_GOLDEN") === "1";

const used = new Set<string>();

/** Compares messages with the golden file of a name. */
export async function matchGolden(name: string, messages: readonly Message[]): Promise<void> {
  used.add(`${name}.txt`);
  const file = new URL(`${name}.txt`, folder);
  const text = messages.map(({ role, content }) => `[${role}]\n${content}\n`).join("\n");
  if (isUpdating) {
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(file, text);
  }
  assert.equal(text, await Deno.readTextFile(file), `need the prompt of golden/${name}.txt`);
}

/** Golden files that no test of this module compared. */
export function unusedGoldens(): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => !used.has(name));
}
