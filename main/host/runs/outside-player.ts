import type { AppServers } from '../mcp/index.ts';
import type { LiveRun } from './live-run.ts';
import type { OutsideListener } from './run-driver.ts';

/** Gets servers' answers to tool calls of a run's apps. The run waits meanwhile. */
export class OutsidePlayer {
  readonly #run: LiveRun;
  readonly #isRecordedOnly: boolean;
  readonly #listener: OutsideListener;
  readonly #quitting = new AbortController();
  #servers: AppServers | undefined;
  #work: Promise<void> | undefined;
  #hasFailed = false;

  constructor(run: LiveRun, isRecordedOnly: boolean, listener: OutsideListener) {
    this.#run = run;
    this.#isRecordedOnly = isRecordedOnly;
    this.#listener = listener;
  }

  /** Whether the run waits for an answer. Asks the server if a call is waiting. */
  get isBusy(): boolean {
    if (this.#work === undefined && !this.#hasFailed && this.#run.outside !== undefined) {
      this.#work = this.#ask()
        .catch((thrown: unknown) => {
          this.#hasFailed = true;
          if (!this.#quitting.signal.aborted) this.#listener.onFailure(thrown);
        })
        .finally(() => {
          this.#work = undefined;
          this.#listener.onReady();
        });
    }
    return this.#work !== undefined || this.#hasFailed;
  }

  /** Resolves when no server is being asked. */
  get idle(): Promise<void> {
    return this.#work ?? Promise.resolve();
  }

  /** Ends the servers. Resolves when they have ended. */
  async end(): Promise<void> {
    this.#quitting.abort();
    await this.#work;
    await this.#servers?.close();
  }

  async #ask(): Promise<void> {
    const call = this.#run.outside!;
    if (this.#isRecordedOnly) throw this.#run.notRecorded;
    // Loaded when a run needs it: few do.
    const { AppServers } = await import('../mcp/index.ts');
    this.#servers ??= new AppServers(this.#run.outsideApps, this.#run.folder, (text) => {
      this.#run.noteOfServer(text);
    });
    const answer = await this.#servers.answer(call, this.#quitting.signal);
    if (!this.#run.over) this.#run.answerOutside(answer);
  }
}
