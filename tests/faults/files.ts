/** Run files and recordings that are not what they were. */
import assert from "node:assert/strict";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { compactRecording, openRecording } from "../../lib/llm/open_recording.ts";
import { createRecordedModel } from "../../lib/llm/recorded_model.ts";
import { createRandom } from "../../lib/random.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { newFolder, newPath, worldCell, worldModel } from "../runs/world.ts";
import {
  type Damage,
  failsWith,
  type Fault,
  findDamage,
  type Try,
  undisturbedRun,
} from "./fault.ts";

/** Stops a run in the middle, so that there is something to lose. */
async function beginRun(path: string, model = worldModel()): Promise<void> {
  const stop = new AbortController();
  await assert.rejects(() =>
    runCell({
      ...worldCell(path),
      model,
      signal: stop.signal,
      onEpisode: (_, { done }) => done === 4 && stop.abort(new Error("Stopped")),
    }), /Stopped/);
}

/** A change of a file, and what is said of it. */
interface Change {
  readonly what: string;
  change(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  readonly says: RegExp;
}

/** Bytes of another program's database. */
function foreignBytes(): Uint8Array<ArrayBuffer> {
  const path = Deno.makeTempFileSync();
  new DatabaseSync(path).exec("CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine')");
  const bytes = Deno.readFileSync(path);
  Deno.removeSync(path);
  return bytes;
}

/** At random lengths, and at whole pages, where only the header's count of pages tells. */
function cuts(count: number): Change[] {
  const random = createRandom("cuts");
  return Array.from({ length: count }, (_, number) => {
    const share = random.next();
    return {
      what: number % 2 === 0 ? `cut to ${share}` : `cut to ${share}, whole pages`,
      change(bytes) {
        const length = Math.max(1, Math.floor(bytes.length * share));
        return bytes.slice(0, number % 2 === 0 ? length : Math.max(1, length >> 12) << 12);
      },
      says: /damaged|cut off|not an SQLite database|no SQLite file/,
    };
  });
}

const others: readonly Change[] = [
  { what: "emptied", change: () => new Uint8Array(), says: /something else|empty/ },
  {
    what: "a text",
    change: () => new TextEncoder().encode("Notes that somebody saved here\n".repeat(400)),
    says: /no SQLite file|not an SQLite database/,
  },
  {
    what: "another program's database",
    change: foreignBytes,
    says: /something else|without recording_meta/,
  },
];

/** Asks for a refusal that leaves the bytes alone; then puts the right ones back and goes on. */
async function refuseAndGoOn(
  { path, bytes, says }: { path: string; bytes: Uint8Array<ArrayBuffer>; says: RegExp },
  goOn: () => Promise<unknown>,
): Promise<void> {
  const good = await Deno.readFile(path);
  await Deno.writeFile(path, bytes);
  await failsWith(goOn, "InputError", says);
  assert.deepEqual(await Deno.readFile(path), bytes, "need a file that is left as it is");
  await Deno.writeFile(path, good);
  await goOn();
}

/** A file whose version the kit does not know. */
async function withVersion(path: string, statement: string): Promise<Uint8Array<ArrayBuffer>> {
  const copy = `${path}.newer`;
  await Deno.copyFile(path, copy);
  const database = new DatabaseSync(copy);
  database.exec(statement);
  database.close();
  const bytes = await Deno.readFile(copy);
  await Deno.remove(copy);
  return bytes;
}

type Spoil = (path: string) => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>;

async function spoilRun(spoil: Spoil, says: RegExp): Promise<Damage> {
  const path = await newPath();
  await beginRun(path);
  const bytes = await spoil(path);
  await refuseAndGoOn({ path, bytes, says }, async () => {
    readRun(path);
    await runCell({ ...worldCell(path), resume: true });
  });
  return await findDamage(path, await undisturbedRun());
}

async function spoilRecording(spoil: Spoil, says: RegExp): Promise<Damage> {
  const recording = `${await newFolder()}/recording.sqlite`;
  const whole = await newPath(), path = await newPath();
  {
    using database = openRecording(recording);
    await runCell({
      ...worldCell(whole),
      model: createRecordedModel({ database, model: worldModel(), mode: "record" }),
    });
  }
  compactRecording(recording);
  const bytes = await spoil(recording);
  await refuseAndGoOn({ path: recording, bytes, says }, async () => {
    using database = openRecording(recording, { readOnly: true });
    const model = createRecordedModel({
      database,
      model: worldModel().identity,
      mode: "replay",
    });
    await runCell({ ...worldCell(path), resume: true, model });
  });
  return await findDamage(path, whole);
}

function triesOf(spoil: typeof spoilRun, newer: string): Try[] {
  const changes = [...cuts(20), ...others].map(({ what, change, says }): Try => ({
    what,
    run: () => spoil(async (path) => change(await Deno.readFile(path)), says),
  }));
  const version = {
    what: "a newer version",
    run: () => spoil((path) => withVersion(path, newer), /a newer kit wrote it/),
  };
  return [...changes, version];
}

export const fileFaults: readonly Fault[] = [
  {
    name: "run file truncated, foreign, newer",
    end: "refused by name, left as it is",
    tries: triesOf(spoilRun, "PRAGMA user_version = 99"),
  },
  {
    name: "recording truncated, foreign, newer",
    end: "refused by name, left as it is",
    tries: triesOf(spoilRecording, "UPDATE recording_meta SET value = '99' WHERE name = 'version'"),
  },
];
