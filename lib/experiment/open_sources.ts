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
import type { Embedder } from "../scorer/embedder.ts";
import { openEmbedder } from "../scorer/open_embedder.ts";
import {
  createEmbeddingTable,
  createRecordedEmbedder,
  readRecordedEmbedders,
} from "../scorer/recorded_embedder.ts";
import type { DatabaseSync } from "../sqlite.ts";
import type { RunRequest } from "./run_request.ts";

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
 * named), so that all methods share attempt 0 and an interrupted run repeats no call. Under replay
 * nothing but the recording is asked.
 *
 * @throws {InputError} for an unknown model or embedder, or a recording that holds none of that name
 * @throws {InfrastructureError} where a server is out of reach
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
  request: Pick<RunRequest, "model" | "embedder" | "recording" | "replay" | "out">,
): Promise<Sources> {
  const path = request.recording ?? join(request.out, "calls.sqlite");
  const database = openRecording(path, { readOnly: request.replay });
  try {
    const sources = request.replay
      ? replayed(database, path, request.model)
      : await live(database, request);
    return { ...sources, close: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}

async function live(
  database: DatabaseSync,
  request: Pick<RunRequest, "model" | "embedder">,
): Promise<Omit<Sources, "close">> {
  const embedder = openEmbedder(request.embedder);
  createEmbeddingTable(database);
  const { identity, dimensions } = embedder;
  return {
    model: createRecordedModel({
      database,
      mode: "record",
      model: await openModel(request.model),
    }),
    embedder: createRecordedEmbedder({ database, identity, dimensions, live: embedder }),
  };
}

function replayed(database: DatabaseSync, path: string, name: string): Omit<Sources, "close"> {
  const model = recordedIdentity(readRecordedIdentities(database), path, name);
  // A recording of methods that retrieve nothing holds no vectors; asking it for one is a miss.
  const [embedder = { identity: "none", dimensions: 0 }, ...others] = readRecordedEmbedders(
    database,
  );
  if (others.length > 0) {
    throw new InputError(
      `Cannot replay "${path}": it holds vectors of ${1 + others.length} embedders, need one`,
    );
  }
  return {
    model: createRecordedModel({ database, mode: "replay", model }),
    embedder: createRecordedEmbedder({ database, ...embedder }),
  };
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
