import { judgedEvents } from '../are/index.ts';
import {
  type Judging,
  type JudgeVerdict,
  type KeptJudgement,
  type LogEntry,
  type RunSummary,
  type SimTime,
  type TurnJudge,
  type Verdict,
} from '../model/index.ts';
import { headsOf, statesAt, type Store } from '../store/index.ts';
import {
  checksOf,
  combineVerdict,
  compareFinalStates,
  earlyFailure,
  type FinalState,
} from '../validation/index.ts';
import {
  type CompletedEvent,
  Judge,
  judgeLog,
  type JudgeOptions,
  judgeSettings,
  OnlineJudge,
  type OracleGraph,
} from '../validation/judge/index.ts';

/** The oracle's run, to which runs of a scenario are compared. */
export interface OracleReference {
  /** The calls that the judge looks for; `undefined` without an oracle. */
  readonly graph: OracleGraph | undefined;
  readonly end: FinalState;
  readonly judging: Judging;
}

/**
 * Creates a judge that decides after each turn, as in ARE: the first failed turn ends the run. `undefined` when a failed turn
 * need not fail the run, because there is no oracle or because of the scenario's rule.
 */
export function turnJudge(
  { graph, judging: { judge, rule } }: OracleReference,
  apps: Parameters<typeof judgedEvents>[0],
): TurnJudge | undefined {
  if (graph === undefined || rule?.need === 'any' || rule?.of?.includes('judge') === false) return undefined;
  const online = new OnlineJudge(new Judge(graph, judgeSettings(judge)));
  return (log) => {
    // A failed message has not reached the user.
    const events = byKnownClass(judgedEvents(apps, log)).filter(({ failed }) => !failed);
    const { verdict, renamed } = online.checkTurn(online.judge.turn + 2, events);
    const values = new Map(events.map(({ id, value }) => [id, value]));
    return {
      isRejected: verdict?.outcome === 'failed',
      results: new Map([...renamed].map(([call, event]) => [event, values.get(call) ?? null])),
    };
  };
}

/** What the judge and the comparison of final states need of a stored run's log. */
export interface JudgedLog {
  readonly events: readonly CompletedEvent[];
  /** The simulated times of all entries. */
  readonly times: ReadonlySet<SimTime>;
}

/** Goes through a log once for both. `heads` are read from `store` when the log is not in memory. @throws {StoreError} */
export function judgedLog(
  store: Pick<Store, 'heads'>,
  { id, apps }: Pick<RunSummary, 'id' | 'apps'>,
  heads: Parameters<typeof judgedEvents>[1] = headsOf(store, id),
): JudgedLog {
  const times = new Set<SimTime>();
  return { events: judgedEvents(apps, withTimesIn(times, heads)), times };
}

function* withTimesIn<Entry extends Pick<LogEntry, 'time'>>(
  times: Set<SimTime>,
  log: Iterable<Entry>,
): Generator<Entry> {
  for (const entry of log) {
    times.add(entry.time);
    yield entry;
  }
}

/**
 * Judges a stored run by the oracle's calls, without running it again.
 *
 * @throws {JudgeError} for an invalid configuration.
 */
export const judgeRun = (
  { mode }: Pick<RunSummary, 'mode'>,
  { events }: Pick<JudgedLog, 'events'>,
  graph: OracleGraph,
  options?: JudgeOptions,
): JudgeVerdict => judgeLog(graph, mode === 'trace' ? events : byKnownClass(events), options);

/**
 * ARE's judge has rules for CalendarApp and none for CalendarV2, the calendar of Orrery scenarios with the same tools. Recorded
 * traces are judged by their own names.
 */
export const byKnownClass = (events: readonly CompletedEvent[]): readonly CompletedEvent[] =>
  events.map((event) => (event.class === 'CalendarV2' ? { ...event, class: 'CalendarApp' } : event));

/** The judgement of a run with the part of it that the judge saw. A broken or lost run has not passed, because its rest is unknown. */
export function judgementOfPart(
  { state, verdict, start }: Pick<RunSummary, 'state' | 'verdict' | 'start'>,
  { times }: Pick<JudgedLog, 'times'>,
  judgement: JudgeVerdict,
): JudgeVerdict {
  const isPart = state === 'interrupted' || earlyFailure(state, checksOf(verdict)) !== undefined;
  if (judgement.outcome !== 'passed' || !isPart) return judgement;
  const last = [...times].at(-1) ?? start;
  const sentence = `${judgement.sentence} But the run ended early, at ${offsetText(start, last)}, and the judge saw only the part until then.`;
  return { ...judgement, outcome: 'not-judged', sentence };
}

export const offsetText = (start: SimTime, time: SimTime): string => `+${(time - start) / 1e6} s`;

/**
 * The judgement of a run under the configuration with the hash `asked`; by default under that which decides its verdict,
 * otherwise under the latest one.
 */
export function judgementOf(
  store: Pick<Store, 'judgement' | 'judgeConfigurations'>,
  { id, verdict }: Pick<RunSummary, 'id' | 'verdict'>,
  asked?: string,
): KeptJudgement | undefined {
  const hash = asked ?? verdict?.judge?.configuration ?? store.judgeConfigurations(id)[0]?.hash;
  return hash === undefined ? undefined : store.judgement(id, hash);
}

/** The results of judging a run, for its verdict. */
interface Judgement {
  /** The judge's result; missing when the scenario has no oracle. */
  readonly judge?: Verdict['judge'];
  readonly finalState?: Verdict['finalState'];
}

/** The verdict on a run, updated with the results of the judge and of the comparison of final states. */
export const judgedVerdict = (
  { state, verdict }: Pick<RunSummary, 'state' | 'verdict'>,
  { judge, finalState }: Judgement,
  { rule }: Judging,
): Verdict =>
  combineVerdict({ checks: checksOf(verdict), judge, finalState, rule, isStopped: state === 'stopped' });

/** Compares the final state of a stored run with the oracle's; `undefined` when the scenario does not require it. */
export function compareFinalStateOf(
  store: Pick<Store, 'stateAt'>,
  run: Pick<RunSummary, 'id' | 'apps' | 'entries'>,
  { times }: Pick<JudgedLog, 'times'>,
  { end, judging: { finalState } }: OracleReference,
): Verdict['finalState'] {
  if (finalState === undefined) return undefined;
  const states = statesAt(store, run, run.entries - 1);
  return compareFinalStates(finalState, end, { states, times });
}
