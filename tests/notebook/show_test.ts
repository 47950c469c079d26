import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { show } from "../../lib/notebook/show.ts";

Deno.test("show: outside a notebook it prints the texts in order", async () => {
  const folder = new URL("../../lib/notebook/", import.meta.url);
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(
    file,
    `import { show } from "${new URL("show.ts", folder)}";
     import { table } from "${new URL("table.ts", folder)}";
     await show("one\\x1b[2J", table([{ n: 2 }]), { data: { "image/svg+xml": "<svg/>" } });`,
  );
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-check", file],
    cwd: fileURLToPath(folder),
    env: { NO_COLOR: "1" },
  }).output();
  await Deno.remove(file);
  assert.equal(new TextDecoder().decode(stderr), "");
  assert.equal(new TextDecoder().decode(stdout), "one�[2J\nn\n-\n2\n[image/svg+xml]\n");
  assert.equal(code, 0);
});

Deno.test("show: nothing to show is a mistake", async () => {
  await assert.rejects(() => show(), { name: "RangeError", message: /Cannot show 0 values/ });
});
