import type { Asked } from '../../../engine/index.ts';
import { later, type SimTime } from '../../../engine/model/index.ts';
import type { LiveParticipant } from '../agents/index.ts';
import { ProblemError } from '../system/index.ts';
import type { LiveRun } from './live-run.ts';

/** Connects a live agent or user with a run: starts it, asks it and ends it. The run waits meanwhile. */
export class AgentPlayer {
  readonly #run: LiveRun;
  readonly #by: Asked;
  readonly #agent: LiveParticipant;
  readonly #onReady: () => void;
  readonly #onFailure: (thrown: unknown) => void;
  readonly #quitting = new AbortController();
  #stage: 'before' | 'plays' | 'ended' = 'before';
  #work: Promise<void> | undefined;
  /** The simulated time of the last question. */
  #asked: SimTime | undefined;

  /**
   * @param onReady called when the run can go on
   * @param onFailure called with the error of an agent that failed
   */
  constructor(
    run: LiveRun,
    by: Asked,
    agent: LiveParticipant,
    onReady: () => void,
    onFailure: (thrown: unknown) => void,
  ) {
    this.#run = run;
    this.#by = by;
    this.#agent = agent;
    this.#onReady = onReady;
    this.#onFailure = onFailure;
  }

  /** Whether the agent has ended. */
  get hasEnded(): boolean {
    return this.#stage === 'ended' && this.#work === undefined;
  }

  /** Whether the run waits for the agent. Begins the agent's next work, if there is any. */
  get isBusy(): boolean {
    if (this.#work === undefined) this.#begin();
    return this.#work !== undefined;
  }

  /** Resolves when the agent has finished its current work. */
  get idle(): Promise<void> {
    return this.#work ?? Promise.resolve();
  }

  /** Ends the agent because its run is over. Resolves when it has ended. */
  async end(): Promise<void> {
    const isWorking = this.#work !== undefined && this.#stage !== 'ended';
    if (isWorking) this.#quitting.abort(new ProblemError('run-not-active', `Run ${this.#run.id} is over`));
    await this.#work;
    this.#end(isWorking ? undefined : (this.#run.left(this.#by) ?? 'the run is over'));
    await this.#work;
  }

  #begin(): void {
    const { asked, question, now } = this.#run;
    if (this.#stage === 'before') {
      if (!this.#run.isLive(this.#by)) return;
      this.#stage = 'plays';
      this.#do(this.#agent.start(now, this.#run.history(this.#by), this.#quitting.signal));
      return;
    }
    if (this.#stage !== 'plays') return;
    const left = this.#run.left(this.#by);
    if (question !== undefined && asked === this.#by) {
      this.#asked = question.time;
      this.#do(
        this.#agent.answer(question, this.#quitting.signal).then((answer) => {
          if (!this.#run.over) this.#run.answer(answer);
        }),
      );
    } else if (left !== undefined) this.#end(left);
  }

  #end(why: string | undefined): void {
    if (this.#stage !== 'plays') return;
    this.#stage = 'ended';
    const { now } = this.#run;
    // A wait may have ended later than the last event.
    const time = later(now, this.#asked ?? now);
    const [messages, result] = [this.#run.unreadBy(this.#by), this.#run.lastResult(this.#by)];
    this.#do(this.#agent.end({ time, messages, result, why }, this.#quitting.signal));
  }

  #do(work: Promise<void>): void {
    this.#work = work
      .catch((thrown: unknown) => {
        if (!this.#quitting.signal.aborted) this.#onFailure(thrown);
      })
      .finally(() => {
        this.#work = undefined;
        this.#onReady();
      });
  }
}
