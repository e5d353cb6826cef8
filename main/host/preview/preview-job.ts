import {
  type CheckedValues,
  type Comparison,
  FIRST_PREVIEW,
  type LogEntry,
  type OutsideTurn,
  type Problem,
  type RunId,
  type RunSummary,
  type SimTime,
} from '../../../engine/model/index.ts';
import type { PreviewChanges } from '../../../preload/contract.ts';
import { compareStored } from '../compare/index.ts';
import { type MemoryDatabase, openInMemory } from '../database/index.ts';
import {
  checkedValues,
  driveAlone,
  judgedBetweenTurns,
  LiveRun,
  prepareScenario,
  RunJudge,
  type RunOptions,
  withKnownLists,
} from '../runs/index.ts';
import { type CompiledData, compiledFrom, type CompiledScenario, RealmPool } from '../scenarios/index.ts';
import { trustOwnEdit } from '../system/index.ts';
import { authorProblems } from './author-problems.ts';
import { changesBetween } from './preview-changes.ts';

/** An edit to run. */
interface PreviewRequest {
  readonly kind: 'run';
  readonly compiled: CompiledData;
  readonly options: Pick<RunOptions, 'mode' | 'seed' | 'choices' | 'scripts'>;
  /** The workspace folder. */
  readonly folder: string;
  /** The servers' answers, because a preview asks no servers. */
  readonly answers: readonly OutsideTurn[];
  /** The displayed preview, to which the new one is compared. */
  readonly shown: RunId | undefined;
  /** Fires no event that is due after this time. */
  readonly until: SimTime | undefined;
  /** The database with earlier previews, for a worker that does not have them. */
  readonly content: Uint8Array | undefined;
}

/** The entry of a check whose values are requested. */
interface ValuesRequest {
  readonly kind: 'values';
  readonly run: RunId;
  readonly index: number;
  readonly content: Uint8Array | undefined;
}

/** Ends the run of the edit before: there is a newer one. */
interface StopRequest {
  readonly kind: 'stop';
}

export type PreviewQuestion = PreviewRequest | StopRequest | ValuesRequest;

/** What is told of a preview that ran while it is compared: the database with it and the one that it is compared with. */
export interface PreviewContent {
  readonly content: Uint8Array;
}

/** A preview that ran. */
export interface RanPreview {
  readonly run: RunId;
  /** What it changed; missing when there is nothing to compare it with. */
  readonly changes?: PreviewChanges;
  /** Generated ids of the earlier preview with the equivalent ids of this one, if the two are not equal. */
  readonly ids?: Comparison['ids'];
}

export type PreviewJobResult =
  RanPreview | { readonly problems: readonly Problem[] } | readonly CheckedValues[];

/** The maximum duration of a preview in milliseconds. */
const MAX_DURATION = 10_000; // milliseconds

const NEVER = new AbortController().signal;

/** The worker process's side of {@link LivePreview}. It keeps the last preview and the one that it is compared with. */
export function previewJob(): (
  question: PreviewQuestion,
  tell: (progress: PreviewContent) => void,
) => Promise<PreviewJobResult> {
  let database: MemoryDatabase | undefined;
  const kept: Kept = { realms: new RealmPool(), scenario: undefined, logs: new Map(), isStopped: false };
  return async (question, tell) => {
    if (question.kind === 'stop') {
      kept.isStopped = true;
      return NOTHING;
    }
    kept.isStopped = false;
    database ??= openInMemory({ content: question.content, firstRun: FIRST_PREVIEW });
    if (question.kind === 'run') return preview(database, kept, question, tell);
    trustOwnEdit(database.store.source(question.run)?.files ?? new Map());
    return checkedValues(database.store, question.run, question.index);
  };
}

/** The answer about an edit that was stopped. */
const NOTHING: PreviewJobResult = { problems: [] };

/** What a worker keeps from edit to edit, for speed. */
interface Kept {
  /** Realms in which the engine's code has run before, so that V8 has compiled it. */
  readonly realms: RealmPool;
  /** The last edit. It is one object for all edits, because the pool finds its realm by it. */
  scenario: CompiledScenario | undefined;
  readonly logs: Map<RunId, readonly LogEntry[]>;
  /** Whether there is a newer edit than the one that runs. */
  isStopped: boolean;
}

async function preview(
  { store, content }: MemoryDatabase,
  kept: Kept,
  { compiled, options, folder, answers, shown, until }: PreviewRequest,
  tell: (progress: PreviewContent) => void,
): Promise<PreviewJobResult> {
  // Previews that nobody has seen, because they were replaced at once or have mistakes.
  for (const { id } of store.runs())
    if (shown === undefined || numberOf(id) > numberOf(shown)) store.remove(id);
  kept.scenario = Object.assign(kept.scenario ?? {}, compiledFrom(compiled));
  const { scenario } = kept;
  const prepared = await judgedBetweenTurns(
    await withKnownLists(folder, (lists) =>
      prepareScenario(scenario, { ...options, lists, turns: { record: answers } }, kept.realms),
    ),
  );
  const live = new LiveRun(prepared, store);
  const log: LogEntry[] = [];
  const stopAt = performance.now() + MAX_DURATION;
  await driveAlone(live, {
    quitting: NEVER,
    endsHere: () => {
      if (kept.isStopped) return 'There is a newer edit.';
      if (until !== undefined && live.next !== undefined && live.next > until)
        return 'The preview ends at the playhead.';
      if (live.outside !== undefined)
        return `The preview ends here: it asks no server, and takes the answers of the scenario’s last run. ${live.notRecorded.message} Run the scenario to ask the server.`;
      return performance.now() > stopAt
        ? `The preview ends here, because it took longer than ${MAX_DURATION / 1000} s.`
        : undefined;
    },
    onLogged: (entries) => void log.push(...entries),
  });
  if (kept.isStopped) {
    prepared.release();
    store.remove(live.id);
    return NOTHING;
  }
  trustOwnEdit(prepared.files);
  const problems = await authorProblems(store, live.id, log);
  if (problems.length > 0) {
    store.remove(live.id);
    return { problems };
  }
  // One in which code was stopped is not used again.
  prepared.release();
  if (live.awaitsJudge) await new RunJudge(store).judgeEnded(live.id, { ...prepared, log });
  const run = store.run(live.id)!;
  const before = previousPreview(store.runs(), run);
  for (const { id } of store.runs()) if (id !== run.id && id !== before?.id) store.remove(id);
  kept.logs.set(run.id, log);
  for (const id of kept.logs.keys()) if (id !== run.id && id !== before?.id) kept.logs.delete(id);
  // The main process opens it meanwhile.
  tell({ content: content() });
  const comparison = before && compareStored(store, before, run, kept.logs);
  return {
    run: run.id,
    ...(before && comparison && { changes: changesBetween(before, run, comparison), ids: comparison.ids }),
  };
}

const numberOf = (id: RunId): number => Number(id.slice(1));

/**
 * The preview among `runs`, newest first, to which `run` is compared: the last one with a different log, so that an edit without
 * effect does not end the comparison.
 */
function previousPreview(runs: readonly RunSummary[], run: RunSummary): RunSummary | undefined {
  const [last, ...earlier] = runs.filter(({ id, source }) => id !== run.id && source === run.source);
  if (last === undefined || last.logHash !== run.logHash || last.logHash === undefined) return last;
  return earlier[0];
}
