/** Runs a test that sees each process as it starts: the guard of a pool before what it guards. */
export async function withStarts(test: (started: readonly Deno.ChildProcess[]) => Promise<void>) {
  const { spawn } = Deno.Command.prototype;
  const started: Deno.ChildProcess[] = [];
  Deno.Command.prototype.spawn = function () {
    const child = spawn.call(this);
    started.push(child);
    return child;
  };
  try {
    await test(started);
  } finally {
    Deno.Command.prototype.spawn = spawn;
  }
}
