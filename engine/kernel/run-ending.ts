import {
  type ActionEvent,
  type LogEntry,
  type ScenarioEvent,
  type SimTime,
  TIMED_OUT,
} from '../model/index.ts';

/** The state of a run that is over. */
export type FinalState = 'completed' | 'stopped' | 'failed';

/** How and when a run is about to end: at once, or after the tick. */
interface Ending {
  readonly state: FinalState;
  readonly atOnce: boolean;
  /** When this was decided. */
  readonly time: SimTime;
}

/** What the parts of a run say about its end after an entry. */
interface Verdicts {
  /** Whether an agent validation has failed. */
  readonly hasFailed: boolean;
  /** Whether the judge has rejected a turn of the agent. */
  readonly hasRejectedTurn: boolean;
}

/** The number of time-outs that ends a run as failed. */
const MAX_TIME_OUTS = 3;

/** Decides whether, when and in which state a run ends. */
export class RunEnding {
  #ending: Ending | undefined;
  #timeOuts = 0;

  /** The state in which the run will end; `undefined` if it continues. */
  get state(): FinalState | undefined {
    return this.#ending?.state;
  }

  /** Whether the run ends before its next event; otherwise it ends after the tick. */
  get isAtOnce(): boolean {
    return this.#ending?.atOnce === true;
  }

  /** When the end was decided. */
  get time(): SimTime | undefined {
    return this.#ending?.time;
  }

  /** Decides whether the run ends because of `entry`, which `event` caused. */
  decideAfter(entry: LogEntry, event: ScenarioEvent | undefined, verdicts: Verdicts, now: SimTime): void {
    if (isTimedOut(entry)) this.#timeOuts += 1;
    if (this.#timeOuts >= MAX_TIME_OUTS) this.set('failed', true, now);
    if (verdicts.hasFailed) this.set('failed', false, now);
    if (verdicts.hasRejectedTurn) this.set('completed', true, now);
    if (entry.kind === 'stop') this.set('completed', false, now);
    else if (failsRun(entry, event)) this.set('failed', true, now);
  }

  /** Sets how the run ends. A later, milder ending does not replace a failure. */
  set(state: FinalState, atOnce: boolean, now: SimTime): void {
    const previous = this.#ending;
    this.#ending = {
      state: previous?.state === 'failed' ? 'failed' : state,
      atOnce: atOnce || previous?.atOnce === true,
      time: previous?.time ?? now,
    };
  }

  /** For an end at once that has ended the previous tick: lets the run end after the tick that begins. */
  beginTick(): void {
    if (this.#ending?.atOnce === true) this.#ending = { ...this.#ending, atOnce: false };
  }
}

/** Whether the run ends at once as failed: a check failed or broke, or an action that the scenario depends on failed. */
function failsRun(entry: LogEntry, event: ScenarioEvent | undefined): boolean {
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      return entry.outcome.status === 'failed' && (event as ActionEvent | undefined)?.onFailure === 'stop';
    case 'condition':
      return entry.verdict === 'broken';
    case 'validation':
      return entry.verdict === 'failed';
    case 'agent-validation':
    case 'stop':
    case 'wait':
      return false;
  }
}

/** Whether scenario code took too long for `entry`: its own code or a check of it. */
function isTimedOut(entry: LogEntry): boolean {
  if (entry.outcome.status === 'failed' && entry.outcome.error.type === TIMED_OUT) return true;
  return 'observations' in entry && entry.observations.some(({ error }) => error?.type === TIMED_OUT);
}
