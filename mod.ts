/**
 * merit-kit: causal episodic memory in feedback-driven agent repair, for text-to-SQL.
 *
 * One import gives a notebook the nouns of the method: tasks and episodes, the failure classifier,
 * the hybrid scorer, the memory and its retrieval policy, the repair loop and its methods, the
 * judge, and run files.
 *
 * @module
 */
export * from "./lib/domain.ts";
export * from "./lib/errors.ts";
export { createRandom, deriveSeed, type Random } from "./lib/random.ts";

export { extractName } from "./lib/classifier/extract_name.ts";
export { classifyFailure } from "./lib/classifier/classify_failure.ts";
export { failureRules } from "./lib/classifier/failure_rules.ts";

export { createBM25Index } from "./lib/scorer/bm25.ts";
export { createDenseIndex } from "./lib/scorer/dense.ts";
export type { Embedder } from "./lib/scorer/embedder.ts";
export { createHashingEmbedder } from "./lib/scorer/hashing_embedder.ts";
export { scoreHybrid } from "./lib/scorer/hybrid.ts";
export { openEmbedder } from "./lib/scorer/open_embedder.ts";
export { tokenize } from "./lib/scorer/tokenize.ts";

export { formRepairs } from "./lib/memory/form_repairs.ts";
export { conditionOnType, isLegal } from "./lib/memory/legal_pool.ts";
export { createMemory, type Memory, type SearchRequest } from "./lib/memory/memory.ts";
export { paperPolicy, type RetrievalPolicy } from "./lib/memory/policy.ts";
export { createMemoryStore, createSqliteStore, type MemoryStore } from "./lib/memory/store.ts";
export { repairEntryText, repairQueryText } from "./lib/memory/texts.ts";
export { describeTransformation } from "./lib/memory/transformation.ts";
export { createVectorBook } from "./lib/memory/vector_book.ts";

export type { LanguageModel, Message, ModelRequest } from "./lib/llm/language_model.ts";
export { openModel } from "./lib/llm/open_model.ts";
export { createRecordedModel } from "./lib/llm/recorded_model.ts";
export { openRecording } from "./lib/llm/open_recording.ts";
export { createScriptedModel } from "./lib/llm/scripted_model.ts";

export type { Benchmark } from "./lib/benchmark/benchmark.ts";
export { loadBundled } from "./lib/benchmark/bundled.ts";
export { createJudge } from "./lib/benchmark/judge.ts";
export { loadBenchmark } from "./lib/benchmark/load_benchmark.ts";
export { orderStream } from "./lib/benchmark/stream.ts";
export { createSqlPool } from "./lib/sql/pool.ts";
export { extractSql } from "./lib/sql/extract_sql.ts";

export { defaultConfiguration, type LoopConfiguration } from "./lib/loop/configuration.ts";
export { defineMethod, type Method } from "./lib/loop/method.ts";
export { methodNamed, methods } from "./lib/loop/methods.ts";
export { promptSets } from "./lib/loop/prompts.ts";
export { type LoopSetting, repairEpisode } from "./lib/loop/repair_episode.ts";

export { auditRun } from "./lib/runs/audit_run.ts";
export { readRun, type StoredRun } from "./lib/runs/run_reader.ts";

export { prepareCells } from "./lib/experiment/prepare_cells.ts";
export { runCells } from "./lib/experiment/run_cells.ts";
export { defaultRequest, type RunRequest } from "./lib/experiment/run_request.ts";
export { summarizeRun } from "./lib/analysis/summarize_run.ts";
