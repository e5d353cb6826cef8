import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyRun, type Store } from '../../../engine/index.ts';
import { isPreview, type OutsideTurn, type RunId, type RunSummary } from '../../../engine/model/index.ts';
import type { CallName, Parsed, Answer } from '../../../preload/contract.ts';
import { compareStates } from '../compare/index.ts';
import { ownName } from '../database/index.ts';
import { AgentKnowledge, Plans, readRows } from '../inspect/index.ts';
import type { LivePreview } from '../preview/index.ts';
import { ProbeQueries } from '../probes/index.ts';
import { scriptsFor } from '../runs/index.ts';
import { ProblemError, trustOwnCode, writeNow } from '../system/index.ts';
import { requireScript } from '../workspace/index.ts';
import type { Handlers, HandlersOf, Services } from './handlers.ts';
import { comparisonHandlers } from './comparison-calls.ts';
import { inspectHandlers, planHandlers } from './inspect-calls.ts';
import { logHandlers } from './log-calls.ts';
import { existingRun, type ReadableRuns } from './run-database.ts';

/** The latest previews, in the form in which handlers read runs. */
class PreviewRuns implements ReadableRuns, Disposable {
  readonly store: Store;
  readonly plans: Plans;
  readonly knowledge: AgentKnowledge;
  /** An indexer that does nothing, because each key press replaces a preview, and a search indexes what it needs. */
  readonly indexing: ReadableRuns['indexing'] = { begin: () => undefined };
  readonly runs: ReadableRuns['runs'];
  readonly #content: Uint8Array;
  #folder: string | undefined;
  #probing: ProbeQueries | undefined;

  constructor({ database: { store }, content }: NonNullable<LivePreview['last']>) {
    this.store = store;
    this.plans = new Plans(store);
    this.knowledge = new AgentKnowledge(store);
    this.runs = { summary: (id) => store.run(id) };
    this.#content = content;
  }

  /** A temporary file for worker processes, written on demand. */
  get file(): string {
    if (this.#folder === undefined) {
      this.#folder = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-preview-')));
      writeNow(join(this.#folder, PREVIEW_FILE), this.#content, this.#folder);
    }
    return join(this.#folder, PREVIEW_FILE);
  }

  get probing(): ProbeQueries {
    return (this.#probing ??= new ProbeQueries(this.file));
  }

  [Symbol.dispose](): void {
    this.#probing?.[Symbol.dispose]();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}

const PREVIEW_FILE = 'preview.db';

/** The calls that read runs and also accept previews. */
type ReadingName =
  | Extract<CallName, `${'log' | 'plan' | 'state' | 'inspect' | 'comparison'}.${string}`>
  | 'library.read'
  | 'library.counterpart'
  | 'note.list'
  | 'probes.follow'
  | 'run.changes'
  | 'run.source';

type ReadingHandlers = Pick<Handlers, ReadingName>;

/** Handlers for previews of the scenario in the editor. */
export function previewHandlers(services: Services): HandlersOf<'preview'> {
  const { workspace, database, preview } = services;
  return {
    'preview.run': async ({ scenario, unsaved: texts, mode, seed, choices = {}, until }) => {
      const unsaved = await workspace.unsavedTexts(texts);
      if (!unsaved.has(scenario)) await workspace.requireScenario(scenario);
      const { folder } = workspace;
      if (choices.script !== undefined) await requireScript(folder, choices.script);
      const scripts = await scriptsFor(folder, choices, undefined);
      const answers = (): readonly OutsideTurn[] => database.store.lastWorldTurns(scenario);
      const edit = { folder, path: scenario, unsaved, mode, seed, choices, scripts, until, answers };
      const previewed = await preview.run(edit);
      if (previewed.kind !== 'ran') return previewed;
      const { store } = preview.last!.database;
      const run = store.run(previewed.run)!;
      return { ...previewed, run, rows: readRows(store, run, 0) };
    },
    'preview.keep': async ({ run }) => {
      const { store } = preview.last?.database ?? previewGone();
      if (store.run(run) === undefined) previewGone();
      // Code that a person keeps is theirs, as that of a run that they start.
      trustOwnCode(store.source(run)?.files ?? new Map());
      const kept = await database.runs.write(() => copyRun(store, run, database.store, ownName()));
      services.workspaceChanged();
      return existingRun(database, kept);
    },
    'preview.warm': () => {
      preview.warmUp();
      return null;
    },
    'preview.end': () => {
      preview.end();
      return null;
    },
  };
}

function previewGone(): never {
  throw new ProblemError('no-such-run', 'The preview is gone.');
}

/** `handlers` that also accept previews in the calls that read a run. Other calls refuse previews. */
export function readingPreviews(services: Services, handlers: Handlers): Handlers {
  let known:
    | { readonly of: LivePreview['last']; readonly runs: PreviewRuns; readonly handlers: ReadingHandlers }
    | undefined;
  const current = (): ReadingHandlers => {
    const { last } = services.preview;
    if (last === undefined) previewGone();
    if (known?.of !== last) {
      known?.runs[Symbol.dispose]();
      const runs = new PreviewRuns(last);
      known = { of: last, runs, handlers: readingHandlers(services, runs, last) };
    }
    return known.handlers;
  };
  const routed = Object.entries(handlers).map(([name, handler]) => [
    name,
    (request: never) => {
      if (name.startsWith('preview.') || !isOfPreview(request))
        return (handler as (request: never) => unknown)(request);
      const reading = current()[name as ReadingName] as ((request: never) => unknown) | undefined;
      if (reading !== undefined) return reading(request);
      throw new ProblemError('not-kept', 'This run is a live preview. Keep the run first.');
    },
  ]);
  // Each has the name and the type of its handler.
  return Object.fromEntries(routed) as Handlers;
}

/** Whether a request names a preview. */
function isOfPreview({ run, a, of }: Readonly<Record<'run' | 'a' | 'of', unknown>>): boolean {
  return (
    [run, of, a].some((one) => typeof one === 'string' && isPreview(one as RunId)) || isStateOfPreview(a)
  );
}

const isStateOfPreview = (a: unknown): boolean =>
  typeof a === 'object' && a !== null && 'run' in a && isPreview(a.run as RunId);

function readingHandlers(
  services: Services,
  runs: PreviewRuns,
  { ids = [] }: NonNullable<LivePreview['last']>,
): ReadingHandlers {
  const reading = { ...services, database: runs };
  const existing = ({ run }: { readonly run: RunId }): RunSummary => existingRun(runs, run);
  return {
    ...logHandlers(reading),
    ...planHandlers(reading),
    ...inspectHandlers(reading),
    ...comparisonHandlers(reading),
    'comparison.states': ({ a, b }) =>
      compareStates(runs.store, { run: existing(a), at: a.at }, { run: existing(b), at: b.at }, ids),
    'plan.values': ({ run, index }) => services.preview.values(existing({ run }).id, index),
    'library.read': existing,
    'library.counterpart': ({ run }) => runs.store.previousRun(run) ?? null,
    'note.list': () => [],
    'probes.follow': ({ run, expression, from }: Parsed<'probes.follow'>) =>
      runs.probing.valuesInSlice({ run: existing({ run }).id, expression, from }),
    'run.changes': () => [],
    'run.source': ({ run }): Answer<'run.source'> =>
      Array.from(runs.store.source(existing({ run }).id)?.files ?? [], ([path, text]) => ({ path, text })),
  };
}
