import assert from "node:assert/strict";

/** Ids of the child processes of a pool that serve files of a folder. */
export function childrenOf(folder: string): number[] {
  return [...Deno.readDirSync("/proc")].flatMap(({ name }) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const command = Deno.readTextFileSync(`/proc/${name}/cmdline`);
      const state = /^State:\s+(\S)/m.exec(Deno.readTextFileSync(`/proc/${name}/status`))?.[1];
      return command.includes(folder) && command.includes("worker.ts") && state !== "Z"
        ? [Number(name)]
        : [];
    } catch {
      return [];
    }
  });
}

/** Waits for a condition, for at most 10 s. */
export async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 1000 && !condition(); i++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.ok(condition(), "Waited for 10 s in vain");
}
