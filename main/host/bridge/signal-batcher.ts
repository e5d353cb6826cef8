import type { RunId, RunSummary } from '../../../engine/model/index.ts';
import type { BreakpointHit, LogRow, SignalName, Signals, WorkspaceView } from '../../../preload/contract.ts';
import { packRows } from '../inspect/index.ts';

const FRAME_MILLISECONDS = 16;

/** Tells the page one thing. */
export type Send = <Name extends SignalName>(name: Name, signal: Signals[Name]) => void;

/** Where the outbox finds what it tells at the moment it tells it. */
export interface SignalSources {
  run(id: RunId): RunSummary | undefined;
  workspace(): Promise<WorkspaceView>;
}

/** Gathers what the page is to be told, and tells it once a frame: never more often than it could show it. */
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

  /** To be called for what is on disk already. */
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

  /** To be called after {@link appended} for the entry. */
  hit(run: RunId, hit: BreakpointHit): void {
    this.#hits.set(run, hit);
    this.#soon();
  }

  workspaceChanged(): void {
    this.#workspace = true;
    this.#soon();
  }

  /** From now on nobody is told anything, and the sources are not asked any more. */
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
    for (const [run, rows] of this.#rows)
      this.#send('log.appended', { run, rows: packRows(rows[0]!.index, rows) });
    this.#rows.clear();
    for (const [run, hit] of this.#hits) this.#send('breakpoint.hit', { run, hit });
    this.#hits.clear();
    for (const id of this.#runs) {
      const run = this.#sources.run(id);
      if (run !== undefined) this.#send('run.changed', run);
    }
    this.#runs.clear();
    if (!this.#workspace) return;
    this.#workspace = false;
    void this.#sources.workspace().then((view) => {
      if (!this.#disposed) this.#send('workspace.changed', view);
    });
  }
}
