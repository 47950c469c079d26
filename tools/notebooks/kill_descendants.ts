/**
 * Ends what a process has started: nbconvert starts kernels in sessions of their own, and these start
 * experiments in process groups of theirs, so that no signal to one of them reaches the others.
 *
 * @module
 */

/**
 * Kills the descendants of a process, parents first, so that none can start another in between.
 * On Windows it kills none.
 *
 * @param ancestor process id, itself spared
 * @returns the ids of those that it killed
 */
export function killDescendants(ancestor: number): readonly number[] {
  const descendants = findDescendants(ancestor);
  return descendants.filter((id) => {
    try {
      Deno.kill(id, "SIGKILL");
      return true;
    } catch {
      // It ended by itself.
      return false;
    }
  });
}

function findDescendants(ancestor: number): readonly number[] {
  const children = Map.groupBy(listProcesses(), ([, parent]) => parent);
  const found = [ancestor];
  // Grows while it is walked through.
  for (const id of found) found.push(...(children.get(id) ?? []).map(([child]) => child));
  return found.slice(1);
}

function listProcesses(): readonly (readonly [id: number, parent: number])[] {
  if (Deno.build.os === "windows") return [];
  const lines = Deno.build.os === "linux" ? readProc() : runPs();
  return lines.map((line) => {
    const [id = NaN, parent = NaN] = line.trim().split(/\s+/).map(Number);
    return [id, parent];
  });
}

/** Lines of id and parent. Small containers have no `ps`. */
function readProc(): readonly string[] {
  const ids = [...Deno.readDirSync("/proc")].map(({ name }) => name).filter((name) =>
    /^\d+$/.test(name)
  );
  return ids.flatMap((id) => {
    try {
      // The name, in brackets, may hold anything; state and parent come after it.
      const [, parent] = Deno.readTextFileSync(`/proc/${id}/stat`).match(/.*\) \S (\d+)/s) ?? [];
      return [`${id} ${parent}`];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
}

function runPs(): readonly string[] {
  const { stdout } = new Deno.Command("ps", { args: ["-A", "-o", "pid=", "-o", "ppid="] })
    .outputSync();
  return new TextDecoder().decode(stdout).trim().split("\n");
}
