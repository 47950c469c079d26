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
export type { FailedQuery, FailureClassifier } from "./lib/classifier/failed_query.ts";
export { openClassifier } from "./lib/classifier/open_classifier.ts";
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
export { buildDatabase } from "./lib/benchmark/build_database.ts";
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
export { rebuildPrompts } from "./lib/runs/rebuild_prompts.ts";
export { readRun, type StoredRun } from "./lib/runs/run_reader.ts";

export { bundledRecording } from "./lib/experiment/bundled_recording.ts";
export { prepareCells } from "./lib/experiment/prepare_cells.ts";
export { runCells } from "./lib/experiment/run_cells.ts";
export { defaultRequest, type RunRequest } from "./lib/experiment/run_request.ts";
export { methodVariants, type Variant } from "./lib/experiment/variant.ts";
export { summarizeRun } from "./lib/analysis/summarize_run.ts";

export {
  defineExperiment,
  type ExperimentDeclaration,
} from "./lib/experiment/define_experiment.ts";
export type { ExperimentReport } from "./lib/commands/describe_experiment.ts";
export { type ExperimentOptions, runExperiment } from "./lib/notebook/run_experiment.ts";

export { describeContrast, describeVerdict } from "./lib/commands/describe_contrast.ts";
export { compareAtEqualTokens } from "./lib/analysis/equal_tokens.ts";
export { estimateContrast, estimateContrasts } from "./lib/analysis/estimate_contrast.ts";
export { flipRate } from "./lib/analysis/flip_rate.ts";
export { findTwinsSeen, splitByTwinSeen } from "./lib/analysis/split_by_twin_seen.ts";

export { bootstrapMean } from "./lib/stats/bootstrap_mean.ts";
export { exactChanceDifference } from "./lib/stats/chance_difference.ts";
export { exactDetectableDifference, exactQuestionsNeeded } from "./lib/stats/exact_power.ts";
export { adjustHolm } from "./lib/stats/holm.ts";
export { mcnemarExact } from "./lib/stats/mcnemar.ts";
export { signFlipTest } from "./lib/stats/sign_flip.ts";
export { wilsonInterval } from "./lib/stats/wilson_interval.ts";

export type { Bundle } from "./lib/notebook/bundle.ts";
export {
  armsTable,
  contrastParts,
  experimentParts,
  viewParts,
} from "./lib/notebook/experiment_parts.ts";
export { markdown } from "./lib/notebook/markdown.ts";
export { show, type Showable } from "./lib/notebook/show.ts";
export { type Row, table } from "./lib/notebook/table.ts";

export { attribute, type Attribution } from "./lib/analysis/attribution.ts";
export { attributeRuns, writeAttributions } from "./lib/commands/describe_attribution.ts";
export { accuracyRows } from "./lib/analysis/accuracy_rows.ts";
export { attemptsRows } from "./lib/analysis/attempts_rows.ts";
export { breakdownRows, telltaleEpisode } from "./lib/analysis/breakdown_rows.ts";
export { contrastRows, contrastsToBase } from "./lib/analysis/contrast_rows.ts";
export { databaseRows } from "./lib/analysis/database_rows.ts";
export { differences } from "./lib/analysis/differences.ts";
export { failureRows } from "./lib/analysis/failure_rows.ts";
export { flipsRows } from "./lib/analysis/flips_rows.ts";
export { type Arm, type ArmSet, groupArms } from "./lib/analysis/group_arms.ts";
export { paperRows, readPaperResults } from "./lib/analysis/paper_results.ts";
export { powerRows } from "./lib/analysis/power_rows.ts";
export { type RetrievalRow, retrievalRows } from "./lib/analysis/retrieval_rows.ts";
export { streamRows } from "./lib/analysis/stream_rows.ts";
export { tokensRows } from "./lib/analysis/tokens_rows.ts";

export { accuracyFigure } from "./lib/figures/accuracy_figure.ts";
export { accuracyTable } from "./lib/figures/accuracy_table.ts";
export { attemptsFigure } from "./lib/figures/attempts_figure.ts";
export { attemptsTable } from "./lib/figures/attempts_table.ts";
export { breakdownFigure } from "./lib/figures/breakdown_figure.ts";
export { contrastsTable } from "./lib/figures/contrasts_table.ts";
export { databasesFigure } from "./lib/figures/databases_figure.ts";
export { databasesTable } from "./lib/figures/databases_table.ts";
export { failuresFigure } from "./lib/figures/failures_figure.ts";
export type { Figure } from "./lib/figures/figure.ts";
export { flipsFigure } from "./lib/figures/flips_figure.ts";
export { forestFigure } from "./lib/figures/forest_figure.ts";
export { mimeBundle } from "./lib/figures/mime_bundle.ts";
export { powerFigure } from "./lib/figures/power_figure.ts";
export { streamFigure } from "./lib/figures/stream_figure.ts";
export type { Table } from "./lib/figures/table.ts";
export { toCsv } from "./lib/figures/to_csv.ts";
export { tokensFigure } from "./lib/figures/tokens_figure.ts";
export { toLatex } from "./lib/figures/to_latex.ts";
export { toMarkdown } from "./lib/figures/to_markdown.ts";
export { toPdf } from "./lib/figures/to_pdf.ts";
export { toPng } from "./lib/figures/to_png.ts";
export { toSvg } from "./lib/figures/to_svg.ts";
export { writePercent, writePoints } from "./lib/figures/format_values.ts";
