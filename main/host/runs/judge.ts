import {
  canonicalConfiguration,
  compareFinalStateOf,
  hasJudge,
  judgedVerdict,
  JudgeError,
  judgementOfPart,
  judgeRun,
  judgeSettings,
  type OracleGraph,
  oracleReference,
  type OracleReference,
  OrreryError,
  judgedLog,
  type JudgedLog,
  type SoftJudge,
  type Store,
  StoreError,
} from '../../../engine/index.ts';
import {
  isActiveState,
  awaitsJudge,
  findingsText,
  type JudgeConfiguration,
  type JudgedRun,
  type JudgeVerdict,
  type KeptJudgement,
  type LogEntry,
  type OutsideTurn,
  readJson,
  type RunId,
  type RunSummary,
  type Verdict,
} from '../../../engine/model/index.ts';
import { openPatiently, whenUnlocked } from '../database/index.ts';
import { sha256 } from '../system/index.ts';
import { askOnce } from '../workers/index.ts';
import { isOracleRun, playOracleRun, type PreparedRun } from './prepare-run.ts';
import { prepareFromStoredFiles } from './prepare-stored-run.ts';
import type { TextReader } from './text-reader.ts';

/** A verdict on a run, with the judge's evidence. */
export interface JudgedVerdict {
  readonly run: RunId;
  readonly verdict: Verdict;
  /** The judge's findings; `undefined` when the run could not be judged. */
  readonly judgement: KeptJudgement | undefined;
}

interface RunJudgeOptions {
  /** The judge's configuration; by default the scenario's own. */
  readonly configuration?: JudgeConfiguration | undefined;
  readonly softJudge?: SoftJudge | undefined;
  /** Answers questions about texts, instead of `softJudge`. */
  readonly reader?: Pick<TextReader, 'answer'> | undefined;
  /** Whether the caller has cancelled. Then nothing is stored. */
  readonly isCancelled?: () => boolean;
}

const BEAT_MILLISECONDS = 1_000;

/** The parts of a run that has just ended that are still in memory, so that they need not be read or compiled again. */
export interface FreshRun extends Pick<
  PreparedRun,
  'oracle' | 'reference' | 'plan' | 'environment' | 'mode' | 'origin' | 'choices'
> {
  /** The run's complete log; `undefined` when it was too long to keep. */
  readonly log: readonly LogEntry[] | undefined;
}

/** The maximum number of oracle runs cached for later runs of the same scenario. */
const MAX_KEPT = 8;

/**
 * Judges stored runs against their scenarios' oracles, without running them again, and stores the verdicts. Each oracle plays
 * once for all runs with the same scenario, seed and variant.
 */
export class RunJudge {
  readonly #store: Store;
  readonly #options: RunJudgeOptions;
  readonly #references = new Map<string, Promise<OracleReference>>();

  constructor(store: Store, options: RunJudgeOptions = {}) {
    this.#store = store;
    this.#options = options;
  }

  /**
   * Judges a run and stores the judgement. The verdict becomes the run's own only under the scenario's configuration. If the
   * run cannot be judged, the verdict is "not judged", with the reason.
   */
  async judge(run: RunSummary): Promise<JudgedVerdict> {
    return this.#judgeOrSayWhyNot(run, undefined, true);
  }

  async #judgeOrSayWhyNot(
    run: RunSummary,
    fresh: FreshRun | undefined,
    isAsked: boolean,
  ): Promise<JudgedVerdict> {
    try {
      requireEnded(run);
      return await this.#judge(run, fresh, isAsked);
    } catch (thrown) {
      if (!(thrown instanceof OrreryError) || thrown instanceof StoreError) throw thrown;
      if (this.#options.isCancelled?.() === true || thrown.code === 'code-not-trusted') throw thrown;
      const judge = { outcome: 'not-judged', sentence: thrown.message } as const;
      const { rule, finalState } = this.#store.plan(run.id)?.judging ?? {};
      const verdict = judgedVerdict(
        run,
        { judge, finalState: finalState && { ...judge, apps: [] } },
        { rule },
      );
      // An active run has no verdict to store.
      await this.#write(() => {
        if (this.#isOwn && run.verdict !== undefined) this.#store.setVerdict(run.id, verdict);
      });
      return { run: run.id, verdict, judgement: undefined };
    }
  }

  /** Judges a run that has just ended, if its scenario requires a judge. All `fresh` runs have the same files. */
  async judgeEnded(id: RunId, fresh?: FreshRun): Promise<void> {
    const run = this.#store.run(id);
    if (run !== undefined && awaitsJudge(run)) await this.#judgeOrSayWhyNot(run, fresh, false);
  }

  get #isOwn(): boolean {
    return this.#options.configuration === undefined;
  }

  /** @param isAsked false for a run that has just ended: the oracle's own run is judged only on request */
  async #judge(run: RunSummary, fresh: FreshRun | undefined, isAsked: boolean): Promise<JudgedVerdict> {
    const reference = await this.#referenceFor(run, fresh);
    const { graph, judging } = reference;
    // A trajectory of another tool has no oracle, but that tool's own verdict.
    if (graph === undefined && run.mode === 'trace' && run.verdict !== undefined)
      return { run: run.id, verdict: run.verdict, judgement: undefined };
    const { configuration = judging.judge ?? {} } = this.#options;
    const recorded = judgedLog(this.#store, run, fresh?.log);
    const judgement =
      graph === undefined
        ? undefined
        : {
            configuration: configurationHash(configuration),
            ...judgementOfPart(run, recorded, await this.#judgeCalls(run, recorded, graph, configuration)),
          };
    const verdict = judgedVerdict(
      run,
      {
        judge: judgement && (isAsked || hasJudge(run)) ? judgeSummary(judgement) : undefined,
        finalState: compareFinalStateOf(this.#store, run, recorded, reference),
      },
      judging,
    );
    await this.#write(() => {
      if (judgement !== undefined) this.#store.keepJudgement(run.id, configuration, judgement);
      if (this.#isOwn) this.#store.setVerdict(run.id, verdict);
    });
    return { run: run.id, verdict, judgement };
  }

  /** Judges repeatedly, with each new answer of the reader, until no question is open, because questions depend on earlier answers. */
  async #judgeCalls(
    run: RunSummary,
    recorded: JudgedLog,
    graph: OracleGraph,
    configuration: JudgeConfiguration,
  ): Promise<JudgeVerdict> {
    const { reader, softJudge } = this.#options;
    if (reader === undefined) return judgeRun(run, recorded, graph, { configuration, softJudge });
    const answers = new Map<string, string>();
    for (;;) {
      const verdict = judgeRun(run, recorded, graph, {
        configuration,
        softJudge: (question) => answers.get(JSON.stringify(question)),
      });
      const open = verdict.unanswered.filter((question) => !answers.has(JSON.stringify(question)));
      if (open.length === 0) return verdict;
      for (const question of open)
        answers.set(JSON.stringify(question), await reader.answer(run.id, question));
    }
  }

  /** Runs `work` in a transaction, and waits while other programs lock the database. */
  #write(work: () => void): Promise<void> {
    return whenUnlocked(() => {
      this.#store.transaction(work);
    });
  }

  #referenceFor(run: RunSummary, fresh: FreshRun | undefined): Promise<OracleReference> {
    if (run.mode === 'trace') return this.#play(run, fresh, []);
    const played = fresh && playedReference(fresh);
    if (played !== undefined) return Promise.resolve(played);
    const files = fresh === undefined ? [...(this.#store.source(run.id)?.files ?? [])] : run.source;
    const answers = this.#store.worldTurns(run.id);
    // An oracle that calls servers gets the answers of the run that is judged.
    const key = JSON.stringify([files, run.seed, run.choices?.variant, answers.length > 0 && run.id]);
    const reference = this.#references.get(key) ?? this.#play(run, fresh, answers);
    this.#references.delete(key);
    this.#references.set(key, reference);
    for (const oldest of [...this.#references.keys()].slice(0, -MAX_KEPT)) this.#references.delete(oldest);
    return reference;
  }

  async #play(
    run: RunSummary,
    fresh: FreshRun | undefined,
    record: readonly OutsideTurn[],
  ): Promise<OracleReference> {
    const oracle =
      fresh?.oracle(record) ??
      (await prepareFromStoredFiles(this.#store, run, {
        mode: 'oracle',
        seed: run.seed,
        choices: { variant: run.choices?.variant },
        turns: { record },
      }));
    await playOracleRun(oracle, this.#options.isCancelled);
    const reference = oracleReference(
      oracle.plan,
      oracle.environment,
      run.mode === 'trace' ? () => judgedLog(this.#store, run).events : undefined,
    );
    oracle.release();
    return reference;
  }
}

/** The oracle's run, if it need not be played: it was played before, or is the run itself. @throws {JudgeError} */
function playedReference({ reference, log, ...run }: FreshRun): OracleReference | undefined {
  const { plan, environment } = run;
  if (reference !== undefined || log === undefined) return reference;
  if (environment.state !== 'completed' || !isOracleRun(run)) return undefined;
  return oracleReference(plan, { log, states: environment.states, apps: environment.apps });
}

/** @throws {JudgeError} when the run is active. */
function requireEnded({ id, state }: RunSummary): void {
  if (isActiveState(state)) throw new JudgeError(`${id} is still ${state}. Judge it when it has ended.`);
}

/** Parses a configuration of the judge from JSON. @throws {JudgeError} when it is invalid. */
export function readConfiguration(text: string): JudgeConfiguration {
  const read = readJson(text);
  if ('findings' in read) throw new JudgeError(`Judge configuration: ${findingsText(read.findings)}`);
  // Throws when the configuration is invalid.
  judgeSettings(read.value as JudgeConfiguration);
  return read.value as JudgeConfiguration;
}

/** A hash of a configuration that is equal for equivalent configurations, with defaults written out or left out. */
const configurationHash = (configuration: JudgeConfiguration): string => {
  const hash = sha256();
  hash.add(canonicalConfiguration(configuration));
  return hash.end();
};

const judgeSummary = ({ outcome, sentence, entry, configuration }: KeptJudgement): Verdict['judge'] => ({
  outcome,
  sentence,
  configuration,
  ...(entry === undefined ? {} : { entry }),
});

/** Judges a run that has just ended, if its scenario requires a judge. */
export const judgeEnded = (
  store: Store,
  id: RunId,
  isCancelled: () => boolean = () => false,
): Promise<void> => new RunJudge(store, { isCancelled }).judgeEnded(id);

/** Stored runs to judge, in the database `file`. */
interface JudgeRequest {
  readonly file: string;
  readonly runs: readonly RunSummary[];
  readonly configuration: JudgeConfiguration | undefined;
}

/**
 * Judges stored runs in a worker process, because oracles run scenario code. @throws {ProblemError} when the process ends
 * early.
 */
export const judgeInWorker = (request: JudgeRequest, program?: URL): Promise<readonly JudgedRun[]> =>
  askOnce('judge', request, { failed: 'The runs were not judged', program });

/** The worker process's side of {@link judgeInWorker}. */
export async function judgeJob(
  { file, runs, configuration }: JudgeRequest,
  tell: (judged: number) => void,
): Promise<readonly JudgedRun[]> {
  using database = await openPatiently(file);
  const judge = new RunJudge(database.store, { configuration });
  const judged: JudgedRun[] = [];
  // Signals that the process is responsive.
  const beat = setInterval(() => {
    tell(judged.length);
  }, BEAT_MILLISECONDS);
  try {
    for (const run of runs) {
      const { verdict, judgement } = await judge.judge(run);
      const { outcome, sentence } = verdict;
      const before = run.verdict?.outcome;
      judged.push({ run: run.id, outcome, sentence, before, configuration: judgement?.configuration });
    }
  } finally {
    clearInterval(beat);
  }
  return judged;
}
