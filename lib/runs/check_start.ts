/**
 * The part of the audit that needs no episode: what a run started from.
 *
 * @module
 */
import type { Task } from "../domain.ts";
import { parameterChoices } from "../loop/configuration.ts";
import { methods } from "../loop/methods.ts";
import { sha256 } from "../sha256.ts";
import { streamKey } from "../stream_key.ts";
import { digestEntries } from "./digest_entries.ts";
import { digestManifest } from "./digest_manifest.ts";
import { digestStream } from "./digest_stream.ts";
import type { RunManifest } from "./manifest.ts";
import type { StoredRun } from "./run_reader.ts";

/**
 * Checks a run's manifest, stream and initial memory, against each other and against what this kit
 * knows.
 *
 * @param run a run as read from its file
 * @returns one line a violation
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { checkStart } from "./check_start.ts";
 * import { exampleRun } from "./examples.ts";
 * const run = await exampleRun();
 * assert.deepEqual(checkStart(run), []);
 * const cheaper = { ...run.manifest.configuration, budget: 3 };
 * assert.match(
 *   checkStart({ ...run, manifest: { ...run.manifest, configuration: cheaper } }).join(),
 *   /The manifest is not the one that the run was started with/,
 * );
 * ```
 */
export function checkStart(run: StoredRun): string[] {
  const { manifest } = run;
  const isOwn = digestManifest(manifest) === run.manifestDigest;
  return [
    ...(isOwn ? [] : ["The manifest is not the one that the run was started with"]),
    ...checkNames(manifest),
    ...checkStream(run),
    ...checkMemory(run),
  ];
}

/** What this kit does not know, it cannot rebuild. */
function checkNames({ method, configuration }: RunManifest): string[] {
  const known: [path: string, value: unknown, choices: readonly string[]][] = [
    ["method", method, methods.map(({ name }) => name)],
  ];
  for (const [path, choices] of Object.entries(parameterChoices)) {
    const value = path.split(".").reduce<unknown>(
      (part, key) => (part as Record<string, unknown> | undefined)?.[key],
      configuration,
    );
    known.push([`configuration.${path}`, value, choices]);
  }
  return known.filter(([, value, choices]) => !choices.includes(value as string)).map(
    ([path, value, choices]) => {
      const shown = JSON.stringify(value);
      return `The manifest's ${path} is ${shown}, this kit knows ${choices.join(", ")}`;
    },
  );
}

function checkStream({ stream, manifest }: StoredRun): string[] {
  const { order, benchmark: { questionCount } } = manifest;
  const violations: string[] = [];
  if (digestStream(stream) !== manifest.stream.digest) {
    violations.push("The stream's tasks are not those of the manifest");
  }
  if (stream.length !== manifest.stream.length) {
    violations.push(
      `The stream has ${stream.length} tasks, the manifest ${manifest.stream.length}`,
    );
  }
  const digests = new Map<string, string>();
  const indexes = new Set<number>();
  let before = "";
  for (const task of stream) {
    const report = (line: string) => violations.push(`Task ${task.id}: ${line}`);
    const key = streamKey(order, task.id);
    if (key <= before) report(`order ${order} puts it before the task that it follows`);
    before = key;
    if (task.index >= questionCount) {
      report(`it is question ${task.index}, the manifest has ${questionCount}, counted from 0`);
    }
    if (indexes.has(task.index)) report(`another task is question ${task.index} too`);
    indexes.add(task.index);
    if (schemaDigest(task, digests) !== task.schemaDigest) {
      report("its schema does not match its digest");
    }
  }
  return violations;
}

/** Tasks of a database share a schema, so each is digested once. */
function schemaDigest({ schema }: Task, digests: Map<string, string>): string {
  const digest = digests.get(schema) ?? sha256(schema);
  digests.set(schema, digest);
  return digest;
}

function checkMemory({ stream, manifest: { memoryFrom }, initialMemory }: StoredRun): string[] {
  const violations: string[] = [];
  const expected = memoryFrom === null || memoryFrom.entries === 0 ? null : memoryFrom.digest;
  const digest = initialMemory.length === 0 ? null : digestEntries(initialMemory);
  if (digest !== expected || initialMemory.length !== (memoryFrom?.entries ?? 0)) {
    violations.push("Memory starts with other entries than the manifest says");
  }
  const asked = new Set(stream.map(({ id }) => id));
  for (const { id, taskId, position } of initialMemory) {
    if (position >= 0) violations.push(`Memory starts with entry ${id} of position ${position}`);
    if (asked.has(taskId)) {
      violations.push(`Memory starts with entry ${id} of task ${taskId}, which the stream asks`);
    }
  }
  return violations;
}
