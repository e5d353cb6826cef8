import type { RunId, RunSummary } from '../../../engine/model/index.ts';
import type { BreakpointHit, LogRow, SignalMessage, WorkspaceView } from '../../../preload/contract.ts';
import { packWholeRows } from '../inspect/index.ts';

const FRAME_MILLISECONDS = 16;

/** Sends several signals to the page in one message. */
export type Send = (messages: readonly SignalMessage[]) => void;

/** Returns the current values for signals, which are read right before sending. */
export interface SignalSources {
  run(id: RunId): RunSummary | undefined;
  workspace(): Promise<WorkspaceView>;
}

/** Collects signals of runs and sends them at most once per frame. */
export class SignalBatcher implements Disposable {
  readonly #send: Send;
  readonly #sources: SignalSources;
  readonly #rows = new Map<RunId, LogRow[]>();
  readonly #runs = new Set<RunId>();
  readonly #hits = new Map<RunId, BreakpointHit>();
  #workspace = false;
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(send: Send, sources: SignalSources) {
    this.#send = send;
    this.#sources = sources;
  }

  /** Adds rows of new entries. Call it only for entries that are on disk. */
  appended(run: RunId, rows: readonly LogRow[]): void {
    if (rows.length === 0) return;
    const waiting = this.#rows.get(run);
    if (waiting === undefined) this.#rows.set(run, [...rows]);
    else for (const row of rows) waiting.push(row);
    this.#soon();
  }

  runChanged(run: RunId): void {
    this.#runs.add(run);
    this.#soon();
  }

  /** Adds a breakpoint hit. Call it after {@link appended} for the entry. */
  hit(run: RunId, hit: BreakpointHit): void {
    this.#hits.set(run, hit);
    this.#soon();
  }

  workspaceChanged(): void {
    this.#workspace = true;
    this.#soon();
  }

  /** Stops sending signals and reading the sources. */
  [Symbol.dispose](): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
  }

  #soon(): void {
    if (this.#disposed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#flush();
    }, FRAME_MILLISECONDS);
  }

  #flush(): void {
    const messages: SignalMessage[] = [];
    for (const [run, rows] of this.#rows)
      messages.push({ name: 'log.appended', signal: { run, rows: packWholeRows(rows[0]!.index, rows) } });
    for (const [run, hit] of this.#hits) messages.push({ name: 'breakpoint.hit', signal: { run, hit } });
    for (const id of this.#runs) {
      const run = this.#sources.run(id);
      if (run !== undefined) messages.push({ name: 'run.changed', signal: run });
    }
    this.#rows.clear();
    this.#hits.clear();
    this.#runs.clear();
    if (messages.length > 0) this.#send(messages);
    if (!this.#workspace) return;
    this.#workspace = false;
    void this.#sources.workspace().then((view) => {
      if (!this.#disposed) this.#send([{ name: 'workspace.changed', signal: view }]);
    });
  }
}
