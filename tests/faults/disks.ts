/** Disks that take no more. */
import { runCell } from "../../lib/experiment/run_cell.ts";
import { requireWritableFolder } from "../../lib/experiment/require_writable_folder.ts";
import { openRecording } from "../../lib/llm/open_recording.ts";
import { createRecordedModel } from "../../lib/llm/recorded_model.ts";
import { runFileExists } from "../../lib/runs/run_file.ts";
import { newFolder, newPath, worldCell, worldModel } from "../runs/world.ts";
import {
  type Damage,
  failsWith,
  type Fault,
  findDamage,
  findWrong,
  Skipped,
  undisturbedRun,
} from "./fault.ts";

async function runTool(name: string, ...args: string[]): Promise<string> {
  try {
    const command = new Deno.Command(name, { args, stdout: "null", stderr: "piped" });
    const { success, stderr } = await command.output();
    return success ? "" : `${name}: ${new TextDecoder().decode(stderr).trim()}`;
  } catch (error) {
    return `${name}: ${(error as Error).message}`;
  }
}

/** Does some work on a disk of so many kilobytes, which can grow. */
async function onSmallDisk(
  kilobytes: number,
  work: (folder: string, grow: () => Promise<void>) => Promise<Damage>,
): Promise<Damage> {
  const folder = await newFolder();
  const refusal = await runTool(
    "mount",
    "-t",
    "tmpfs",
    "-o",
    `size=${kilobytes}k`,
    "small",
    folder,
  );
  if (refusal !== "") throw new Skipped(`no small disk can be mounted here (${refusal})`);
  try {
    return await work(folder, async () => {
      const refusal = await runTool("mount", "-o", "remount,size=16m", folder);
      if (refusal !== "") throw new Error(refusal);
    });
  } finally {
    await runTool("umount", folder);
  }
}

/** From a page for the lock file alone up to nearly enough for the run. */
const sizes = Array.from({ length: 18 }, (_, number) => 4 + 8 * number);

const fullRuns: Fault = {
  name: "full disk under a run file",
  end: "stops, says so, goes on when there is room",
  tries: [
    {
      what: "no room for the lock",
      run: () =>
        onSmallDisk(4, async (folder, grow) => {
          const path = `${folder}/a.run.sqlite`;
          await Deno.writeFile(`${folder}/other`, new Uint8Array(4096));
          await failsWith(() => runCell(worldCell(path)), "InputError", /No space left/);
          await grow();
          await runCell(worldCell(path));
          return await findDamage(path, await undisturbedRun());
        }),
    },
    ...sizes.map((size) => ({
      what: `${size} kB`,
      run: () =>
        onSmallDisk(size, async (folder, grow) => {
          const [path, whole] = [`${folder}/a.run.sqlite`, await undisturbedRun()];
          await failsWith(
            () => runCell(worldCell(path)),
            "InfrastructureError",
            /disk is full; make room .* then resume: what was written before is kept/,
          );
          const wrong = runFileExists(path) ? await findWrong(path, whole) : 0;
          await grow();
          await runCell({ ...worldCell(path), resume: true });
          const damage = await findDamage(path, whole);
          return { ...damage, wrong: damage.wrong + wrong };
        }),
    })),
  ],
};

const fullRecordings: Fault = {
  name: "full disk under a recording",
  end: "unscored, goes on when there is room",
  tries: [16, 48, 64, 96, 128, 160].map((size) => ({
    what: `${size} kB`,
    run: () =>
      onSmallDisk(size, async (folder, grow) => {
        const [path, whole] = [await newPath(), await undisturbedRun()];
        const attempt = async () => {
          using database = openRecording(`${folder}/recording.sqlite`);
          const model = createRecordedModel({ database, model: worldModel(), mode: "record" });
          await runCell({ ...worldCell(path), model, resume: true });
        };
        await failsWith(
          attempt,
          /InputError|InfrastructureError/,
          /recording.*(?:disk is full|disk takes no more, need room)/,
        );
        const wrong = runFileExists(path) ? await findWrong(path, whole) : 0;
        await grow();
        await attempt();
        const damage = await findDamage(path, whole);
        return { ...damage, wrong: damage.wrong + wrong };
      }),
  })),
};

/** Makes a folder read-only, for the superuser too, and back. */
async function setReadOnly(folder: string, isReadOnly: boolean): Promise<void> {
  if (Deno.uid() !== 0) return await Deno.chmod(folder, isReadOnly ? 0o500 : 0o700);
  const refusal = await runTool("chattr", isReadOnly ? "+i" : "-i", folder);
  if (refusal !== "") {
    throw new Skipped(`the superuser may write everywhere and there is no lock (${refusal})`);
  }
}

const readOnly: Fault = {
  name: "read-only folder",
  end: "refused or stops, goes on when it takes files",
  tries: [
    {
      what: "from the start",
      async run() {
        const [folder, whole] = [await newFolder(), await undisturbedRun()];
        const path = `${folder}/a.run.sqlite`;
        await setReadOnly(folder, true);
        try {
          await failsWith(
            () => requireWritableFolder(folder),
            "InputError",
            /need a folder that takes files/,
          );
          await failsWith(() => runCell(worldCell(path)), "InputError", /cannot make .*\.lock": /);
        } finally {
          await setReadOnly(folder, false);
        }
        await runCell(worldCell(path));
        return await findDamage(path, whole);
      },
    },
    ...[1, 4, 7].map((calls) => ({
      what: `from call ${calls} on`,
      async run() {
        const [path, whole] = [await newPath(), await undisturbedRun()];
        const folder = path.replace(/\/[^/]*$/, "");
        const model = worldModel();
        let call = 0;
        try {
          await failsWith(
            () =>
              runCell({
                ...worldCell(path),
                model: {
                  ...model,
                  async complete(request, signal) {
                    if (++call === calls) await setReadOnly(folder, true);
                    return await model.complete(request, signal);
                  },
                },
              }),
            "InfrastructureError",
            /give back the right to write, then resume/,
          );
        } finally {
          await setReadOnly(folder, false);
        }
        const wrong = await findWrong(path, whole);
        await runCell({ ...worldCell(path), resume: true });
        const damage = await findDamage(path, whole);
        return { ...damage, wrong: damage.wrong + wrong };
      },
    })),
  ],
};

export const diskFaults: readonly Fault[] = [fullRuns, fullRecordings, readOnly];
