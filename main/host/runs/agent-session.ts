import type { Action, ActionEntry, LogEntry, OutsideAgent, SimTime } from '../../../engine/model/index.ts';
import { type Leg, playProcess, type Stage, USUAL_PATIENCE } from '../agents/index.ts';
import { Fault } from '../system/index.ts';
import type { LiveRun } from './live-run.ts';
import type { PreparedRun } from './prepare-run.ts';
import type { Driven } from './run-driver.ts';
import type { Turns } from './run-scheduler.ts';

/** A call of the agent's, at a time of its own. */
export interface Visit {
  readonly action: Action;
  readonly time: SimTime;
}

/** What an agent waits for: that the run goes on so far, or that a call of its own is carried out. */
export type Errand = { readonly leg: Leg } | { readonly visit: Visit };

interface Asked {
  readonly errand: Errand;
  readonly resolve: (logged: readonly LogEntry[]) => void;
  readonly reject: (thrown: unknown) => void;
}

/** The agent of a run that goes on with others, at its own pace, and may be paused: it asks, and is answered in its turn. */
export class Guest implements Stage {
  readonly run: LiveRun;
  /** Says that the run has come to where its part begins. */
  arrive!: () => void;
  readonly arrival = new Promise<void>((resolve) => {
    this.arrive = resolve;
  });
  readonly #asks: () => void;
  readonly #quitting = new AbortController();
  #asked: Asked | undefined;

  /** `asks` hears each time that the agent wants something. */
  constructor(run: LiveRun, asks: () => void) {
    this.run = run;
    this.#asks = asks;
  }

  /** Aborted when the run is over without it. */
  get quitting(): AbortSignal {
    return this.#quitting.signal;
  }

  /** What it waits for; `undefined` while it thinks. */
  get errand(): Errand | undefined {
    return this.#asked?.errand;
  }

  async goOn(leg: Leg): Promise<void> {
    await this.#ask({ leg });
  }

  async act(action: Action, time: SimTime): Promise<ActionEntry> {
    const logged = await this.#ask({ visit: { action, time } });
    return logged.at(-1) as ActionEntry;
  }

  /** Its errand is done, and `logged` came of it: it may think again. */
  answer(logged: readonly LogEntry[]): void {
    this.#take()?.resolve(logged);
  }

  /** Its errand came to an error. */
  refuse(thrown: unknown): void {
    this.#take()?.reject(thrown);
  }

  /** The run is over: whatever it waits for or thinks of comes to nothing. */
  dismiss(): void {
    const asked = this.#take();
    if (asked !== undefined && 'leg' in asked.errand) asked.resolve([]);
    const over = new Fault('run-not-in-motion', `run ${this.run.id}: found it over, wanted it to go on`);
    asked?.reject(over);
    this.#quitting.abort(over);
    this.arrive();
  }

  /** What it waits for, no longer. */
  #take(): Asked | undefined {
    const asked = this.#asked;
    this.#asked = undefined;
    return asked;
  }

  #ask(errand: Errand): Promise<readonly LogEntry[]> {
    this.#quitting.signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      this.#asked = { errand, resolve, reject };
      this.#asks();
    });
  }
}

/** The process that does an agent's part from where `from` entries stand in the log, and the folder that it is started in. */
export type HostedAgent = OutsideAgent & { readonly folder: string; readonly from: number };

/** How a branch goes on. */
export interface Branching {
  readonly paused: boolean;
  /** What another agent does from there on. */
  readonly script?: string | undefined;
  /** The process that does the agent's part from there on, and the folder that it is started in. */
  readonly agent?: Omit<HostedAgent, 'from'> | undefined;
}

/**
 * Lets a process do the agent's part of `driven`, which goes on without it afterwards. In `turns` it does what it asks for;
 * `heard` is called when it has written to its standard error.
 *
 * @throws {Fault} when it ends unasked, takes too long, or answers what is no answer, while the run is not over.
 */
export async function hostAgent(
  driven: Driven,
  { plan }: Pick<PreparedRun, 'plan'>,
  agent: HostedAgent,
  turns: Turns,
  heard: () => void,
): Promise<void> {
  const guest = driven.invite(turns, agent.from);
  try {
    await guest.arrival;
    guest.quitting.throwIfAborted();
    const hear = (text: string): void => {
      driven.run.overheard.add(text);
      heard();
    };
    await playProcess(guest, plan, { ...agent, ...USUAL_PATIENCE, hear, quitting: guest.quitting });
  } catch (thrown) {
    if (!driven.run.over) throw thrown;
  } finally {
    driven.bidFarewell();
  }
}
