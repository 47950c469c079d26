/**
 * Where a run's words and vectors come from: live servers behind a recording, or the recording.
 *
 * @module
 */
import { join } from "node:path";
import { InputError } from "../errors.ts";
import type { LanguageModel, ModelIdentity } from "../llm/language_model.ts";
import { openModel } from "../llm/open_model.ts";
import { openRecording } from "../llm/open_recording.ts";
import { createRecordedModel } from "../llm/recorded_model.ts";
import { readRecordedIdentities } from "../llm/recording_tables.ts";
import { methodNamed } from "../loop/methods.ts";
import { searchesMemory } from "../loop/searches_memory.ts";
import type { Embedder } from "../scorer/embedder.ts";
import { openEmbedder } from "../scorer/open_embedder.ts";
import {
  createEmbeddingTable,
  createRecordedEmbedder,
  readRecordedEmbedders,
} from "../scorer/recorded_embedder.ts";
import type { DatabaseSync } from "../sqlite.ts";
import { probeEmbedder } from "./probe_embedder.ts";
import { defaultRequest, type RunRequest } from "./run_request.ts";

/** A model and an embedder over one recording. */
export interface Sources {
  /** The model that answers. */
  readonly model: LanguageModel;
  /** The embedder of retrieval. */
  readonly embedder: Embedder;
  /** Closes the recording. */
  close(): void;
}

/**
 * Opens the model and the embedder of a request.
 *
 * Live, every answer goes through a recording (`calls.sqlite` in the output folder unless one is
 * named), so that all methods share attempt 0 and an interrupted run repeats no call. Where a method
 * looks into memory, the embedder gives a first vector here, before any call. Under replay nothing
 * but the recording is asked.
 *
 * @throws {InputError} for an unknown model or embedder, or a recording that holds none of that name
 * @throws {InfrastructureError} where a server is out of reach, or a needed embedder gives no vector
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { openSources } from "./open_sources.ts";
 * import { defaultRequest } from "./run_request.ts";
 * const request = { ...defaultRequest, model: "scripted:select-one", embedder: "hashing", recording: ":memory:" };
 * const { model, close } = await openSources(request);
 * assert.equal(model.identity.server, "scripted");
 * close();
 * ```
 */
export async function openSources(
  request: Pick<
    RunRequest,
    "model" | "embedder" | "recording" | "replay" | "out" | "variants"
  >,
): Promise<Sources> {
  const path = request.recording ?? join(request.out, "calls.sqlite");
  const database = openRecording(path, { readOnly: request.replay });
  try {
    const sources = request.replay
      ? replayed(database, path, request)
      : await live(database, request);
    return { ...sources, close: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}

async function live(
  database: DatabaseSync,
  request: Pick<RunRequest, "model" | "embedder" | "variants">,
): Promise<Omit<Sources, "close">> {
  const embedder = openEmbedder(request.embedder);
  const model = await openModel(request.model);
  if (await needsVectors(request)) await probeEmbedder(embedder);
  createEmbeddingTable(database);
  const { identity, dimensions } = embedder;
  return {
    model: createRecordedModel({ database, mode: "record", model }),
    embedder: createRecordedEmbedder({ database, identity, dimensions, live: embedder }),
  };
}

async function needsVectors({ variants }: Pick<RunRequest, "variants">): Promise<boolean> {
  for (const { method, configuration } of variants) {
    if (await searchesMemory(methodNamed(method), configuration)) return true;
  }
  return false;
}

function replayed(
  database: DatabaseSync,
  path: string,
  request: Pick<RunRequest, "model" | "embedder">,
): Omit<Sources, "close"> {
  const model = recordedIdentity(readRecordedIdentities(database), path, request.model);
  const embedder = recordedEmbedder(readRecordedEmbedders(database), path, request.embedder);
  return {
    model: createRecordedModel({ database, mode: "replay", model }),
    embedder: createRecordedEmbedder({ database, ...embedder }),
  };
}

type RecordedEmbedderIdentity = ReturnType<typeof readRecordedEmbedders>[number];

function recordedEmbedder(
  held: readonly RecordedEmbedderIdentity[],
  path: string,
  spec: string,
): RecordedEmbedderIdentity {
  const wanted = spec === "recorded" ? "" : openEmbedder(spec).identity;
  const found = held.find(({ identity }) => identity === wanted);
  if (found !== undefined) return found;
  // A recording of methods that retrieve nothing holds no vectors; asking it for one is a miss.
  if (held.length === 0) return { identity: "none", dimensions: 0 };
  const isOpen = spec === "recorded" || spec === defaultRequest.embedder;
  if (isOpen && held.length === 1) return held[0]!;
  throw new InputError(
    `Cannot replay "${path}": it holds vectors of ${
      held.map(({ identity }) => identity).join(", ")
    }, ${isOpen ? "name one by --embedder" : `need those of ${wanted}`}`,
  );
}

function recordedIdentity(
  identities: readonly ModelIdentity[],
  path: string,
  name: string,
): ModelIdentity {
  const wanted = name.replace(/^(?:ollama|openai|scripted):/, "").replace(/@https?:.*$/, "");
  const found = identities.filter((identity) => wanted === "" || identity.name === wanted);
  if (found.length === 1) return found[0]!;
  const held = identities.map((identity) => `${identity.name} (${identity.server})`).join(", ");
  throw new InputError(
    `Cannot replay "${path}": it holds ${held || "no model"}, ` +
      (wanted === "" ? "name one by --model" : `need one named "${wanted}"`),
  );
}
