import { setTimeout as sleep } from 'node:timers/promises';
import { OrreryError } from '../../../engine/index.ts';
import type { CheckedValues, OutsideTurn, Problem, RunId, SimTime } from '../../../engine/model/index.ts';
import type { PreviewChanges } from '../../../preload/contract.ts';
import { type MemoryDatabase, openInMemory } from '../database/index.ts';
import { compileAndCheck, namesServers, type RunOptions, warningsIn } from '../runs/index.ts';
import { type CheckTypes, dataOf, type Unsaved } from '../scenarios/index.ts';
import { problemsOf } from '../system/index.ts';
import { WorkerError, WorkerProcess } from '../workers/index.ts';
import type { PreviewJobResult, PreviewContent, PreviewQuestion, RanPreview } from './preview-job.ts';

/** An edit to run. */
interface Edit extends Pick<RunOptions, 'mode' | 'seed' | 'choices' | 'scripts'> {
  readonly folder: string;
  readonly path: string;
  /** The texts of unsaved files. */
  readonly unsaved: Unsaved;
  /** Fires no event that is due after this time. */
  readonly until: SimTime | undefined;
  /** Returns the servers' answers in the last run of the scenario. */
  readonly answers?: () => readonly OutsideTurn[];
}

/** The result of running an edit. */
export type PreviewResult =
  | { readonly kind: 'ran'; readonly run: RunId; readonly changes: PreviewChanges | undefined }
  /** It does not compile, or its code has mistakes: the last preview stays. */
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] }
  /** There was a newer edit before it ran. */
  | { readonly kind: 'replaced' };

const REPLACED_BY_NEWER: PreviewResult = { kind: 'replaced' };

/** How long a newer edit waits for the run of the one before, which was told to stop. A process that begins takes longer. */
const STOP_MILLISECONDS = 150;
const MAX_MEMORY = 1_024; // MB
/** The time limit of a preview process in milliseconds. A preview ends itself earlier, unless it hangs in native code. */
const TIMEOUT = 20_000; // milliseconds

type PreviewWorker = WorkerProcess<PreviewQuestion, PreviewJobResult, PreviewContent>;

/** A preview, and all that is needed to read it. */
interface LastPreview extends RanPreview, PreviewContent {
  readonly database: MemoryDatabase;
}

/**
 * Runs edits of a scenario while somebody types, in a worker process that is replaced when an edit hangs. Nothing is written to
 * disk: the last preview is in memory, with the one to which it is compared.
 */
export class LivePreview implements Disposable {
  readonly #checkTypes: CheckTypes;
  readonly #program: URL | undefined;
  #worker: PreviewWorker | undefined;
  #spare: PreviewWorker | undefined;
  /** The run that the worker has not finished. */
  #running: Promise<unknown> | undefined;
  /** Whether the worker has the last preview. */
  #knows = false;
  #asked = 0;
  #last: LastPreview | undefined;

  constructor(checkTypes: CheckTypes, program?: URL) {
    this.#checkTypes = checkTypes;
    this.#program = program;
  }

  /** The last preview, and all that is needed to read it; `undefined` when there is none. */
  get last(): LastPreview | undefined {
    return this.#last;
  }

  /** Runs an edit. Only the newest edit counts. @throws {OrreryError} when it cannot be compiled. */
  async run(edit: Edit): Promise<PreviewResult> {
    this.#asked += 1;
    const nth = this.#asked;
    const isReplaced = (): boolean => nth !== this.#asked;
    const { folder, path, unsaved, until, answers, ...options } = edit;
    let opened: Pick<LastPreview, 'content' | 'database'> | undefined;
    let isOver = false;
    try {
      const { compiling, checking } = compileAndCheck(folder, path, this.#checkTypes, unsaved);
      const scenario = await compiling;
      const compiled = dataOf(scenario);
      if (isReplaced()) return REPLACED_BY_NEWER;
      await this.#freeWorker(isReplaced);
      if (isReplaced()) return REPLACED_BY_NEWER;
      const question = {
        kind: 'run',
        compiled,
        options,
        folder,
        answers: namesServers(scenario) ? (answers?.() ?? []) : [],
        until,
        shown: this.#last?.run,
        ...this.#unknown(),
      } as const;
      const asking = this.#ask(question, ({ content }) => {
        if (!isOver && !isReplaced()) opened = { content, database: openInMemory({ content }) };
      });
      asking.catch(() => undefined);
      // Mistakes in types are told at once, even while the run of the edit takes long.
      warningsIn(await checking);
      const answer = await asking;
      if (isReplaced()) return REPLACED_BY_NEWER;
      if ('problems' in answer) return { kind: 'problems', problems: answer.problems };
      const kept = { ...(answer as RanPreview), ...opened! };
      opened = undefined;
      return this.#keep(kept);
    } catch (thrown) {
      if (isReplaced()) return REPLACED_BY_NEWER;
      if (thrown instanceof WorkerError)
        return { kind: 'problems', problems: [hangingProblem(path, thrown)] };
      if (!(thrown instanceof OrreryError)) throw thrown;
      const problems = problemsOf(thrown);
      const whole: Problem = {
        severity: 'error',
        message: thrown.message,
        place: { file: path, line: 1, column: 1 },
      };
      return { kind: 'problems', problems: problems.length > 0 ? problems : [whole] };
    } finally {
      isOver = true;
      opened?.database[Symbol.dispose]();
    }
  }

  /** The values that the check of entry `index` of a preview read. */
  async values(run: RunId, index: number): Promise<readonly CheckedValues[]> {
    // It must not stop the run of the newest edit.
    while (this.#running !== undefined) await this.#running;
    return (await this.#ask({ kind: 'values', run, index, ...this.#unknown() })) as readonly CheckedValues[];
  }

  /** Starts the worker processes in advance. */
  warmUp(): void {
    this.#worker ??= this.#newWorker();
    this.#worker.warmUp();
    this.#spare ??= this.#newWorker();
    this.#spare.warmUp();
  }

  /** Drops all previews and ends the worker processes. */
  end(): void {
    this.#asked += 1;
    this[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.#worker?.[Symbol.dispose]();
    this.#spare?.[Symbol.dispose]();
    this.#last?.database[Symbol.dispose]();
    [this.#worker, this.#spare, this.#last, this.#running] = [undefined, undefined, undefined, undefined];
  }

  #newWorker(): PreviewWorker {
    // One is told to stop while it runs.
    return new WorkerProcess('preview', { memory: MAX_MEMORY, atOnce: 2, program: this.#program });
  }

  /** Waits briefly until the worker has finished the run of an earlier edit, and replaces the worker if it has not. */
  async #freeWorker(isReplaced: () => boolean): Promise<void> {
    const before = this.#running;
    if (before === undefined) return;
    // One that hangs does not hear it.
    this.#worker?.ask({ kind: 'stop' }).catch(() => undefined);
    const giveUp = new AbortController();
    const late = sleep(STOP_MILLISECONDS, true, { signal: giveUp.signal }).catch(() => false);
    const isLate = await Promise.race([before.then(() => false), late]);
    giveUp.abort();
    if (!isLate || isReplaced() || this.#running !== before) return;
    this.#worker?.[Symbol.dispose]();
    this.#worker = this.#spare;
    this.#spare = undefined;
    this.#knows = false;
  }

  #unknown(): { readonly content: Uint8Array | undefined } {
    return { content: this.#knows ? undefined : this.#last?.content };
  }

  #ask(
    question: PreviewQuestion,
    onProgress: (content: PreviewContent) => void = () => undefined,
  ): Promise<PreviewJobResult> {
    this.warmUp();
    const asking = this.#worker!.ask(question, { time: TIMEOUT, onProgress });
    this.#knows = true;
    const over = asking.then(
      () => undefined,
      (thrown: unknown) => {
        // The next process knows nothing.
        if (thrown instanceof WorkerError && this.#running === over) this.#knows = false;
      },
    );
    this.#running = over;
    void over.then(() => {
      if (this.#running === over) this.#running = undefined;
    });
    return asking;
  }

  #keep(ran: LastPreview): PreviewResult {
    this.#last?.database[Symbol.dispose]();
    this.#last = ran;
    return { kind: 'ran', run: ran.run, changes: ran.changes };
  }
}

function hangingProblem(file: string, { why }: WorkerError): Problem {
  const message = {
    memory: `The preview needed more than ${MAX_MEMORY.toLocaleString('en-US')} MB of memory and was ended.`,
    time: `The preview did not answer for ${TIMEOUT / 1000} s and was ended.`,
    cancelled: 'The preview was cancelled.',
    ended: 'The process of the preview ended before it was done.',
  }[why];
  return { severity: 'error', message, place: { file, line: 1, column: 1 } };
}
