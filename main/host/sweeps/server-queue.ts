import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IQueueBackend, Job as Lease, Queue } from 'bullmq';
import type { OnBlockingWait } from '../database/index.ts';
import { ProblemError } from '../system/index.ts';
import { type Claim, claimPart, LOCAL_PART } from './part-lock.ts';
import { collectSweep, finishedJobs } from './collect.ts';
import { ServerGate } from './job-queue.ts';
import { Worker } from './local-workers.ts';
import { type LostJob, noteLost } from './lost-jobs.ts';
import { type Job, type Manifest, planHash, requireVersion } from './manifest.ts';
import { openStore, PREFIX, type QueueStore, type StoreUrl } from './queue-store.ts';

/** A batch of jobs in the queue: the jobs' positions in the plan. */
interface Batch {
  readonly positions: readonly number[];
}

type SweepEnding = 'over' | 'cancelled';

/** A queue of BullMQ in any store. */
type StoredQueue<Data> = Queue<Data, void, string, Data, void, string, IQueueBackend, unknown>;

/** The queue of a sweep's batches. BullMQ manages everything else about them. */
interface SweepQueue extends AsyncDisposable {
  readonly queue: StoredQueue<Batch>;
  readonly store: QueueStore;
  /** How the sweep ended; `undefined` while it is active. */
  ending(): Promise<SweepEnding | undefined>;
  end(how: SweepEnding | 'running'): Promise<void>;
}

/** The options of queues. The store creates the connections. */
const QUEUE_OPTIONS = { prefix: PREFIX, connection: {} };

/** The name of a queue that records how sweeps ended, for workers that were disconnected. Nobody works on its jobs. */
const ENDINGS = 'orrery-endings';
const KEPT_MILLISECONDS = 7 * 24 * 3600 * 1000;

/**
 * BullMQ's settings for leases that expire `seconds` after a worker's last message. Leases are renewed five times per period, and
 * expired ones are searched for three times.
 */
const leaseSettings = (seconds: number) => ({
  lockDuration: seconds * 1000,
  lockRenewTime: seconds * 200,
  stalledInterval: seconds * 333,
});

/** The maximum number of times that a batch may lose its worker process. Jobs that end their own process are given up much earlier. */
const MAX_STALLS = 1_000;

/** The number of tries of a batch, and the delay, which doubles each time, so that for example a full disk can be fixed. */
const RETRY_SETTINGS = { attempts: 3, backoff: { type: 'exponential', delay: 2_000 } } as const; // milliseconds

const POLL_INTERVAL = 500; // milliseconds

/** How long a new worker waits for a finished sweep to be served again, in milliseconds, because a person may start both together. */
const START_TIMEOUT = 10_000; // milliseconds

/** How long an interrupted command waits for its store in total, in milliseconds, to return its batches and close its connections. */
const MAX_CLOSING_MILLISECONDS = 700;

/** The delay before a worker tries an unavailable store again, in milliseconds. */
const RETRY_DELAY = 1_000; // milliseconds

/** How long a worker waits at the end of a sweep until the store is informed, in milliseconds. */
const CLOSE_TIMEOUT = 3_000; // milliseconds

/** How long the end of a sweep waits for its workers to close their parts, in milliseconds. */
const LEAVE_TIMEOUT = 10_000; // milliseconds

/** The number of batches added in one request. */
const ADDED_AT_ONCE = 1_000;

/**
 * Opens the queue of the sweep in `folder`. `onTrouble` is called when the store becomes unavailable.
 * @throws {ProblemError} when the store does not answer or cannot hold a queue.
 */
async function openQueue(
  folder: string,
  url: StoreUrl,
  onTrouble: (message: string) => void,
): Promise<SweepQueue> {
  const name = `sweep-${(await planHash(folder)).slice(0, 24)}`;
  const store = await openStore(url, onTrouble);
  const bullmq = await import('bullmq');
  const open = <Data>(called: string): StoredQueue<Data> => {
    const queue: StoredQueue<Data> = new bullmq.Queue(called, QUEUE_OPTIONS, store.backend);
    queue.on('error', store.tell);
    return queue;
  };
  const queue = open<Batch>(name);
  const endings = open<SweepEnding>(ENDINGS);
  return {
    queue,
    store,
    ending: async () => (await endings.getJob(name))?.data,
    end: async (how) => {
      await endings.remove(name);
      if (how === 'running') return;
      await endings.add('ending', how, { jobId: name });
      await endings.clean(KEPT_MILLISECONDS, 0, 'wait');
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.race([Promise.all([queue.close(), endings.close()]), sleep(1_000)]);
      await store[Symbol.asyncDispose]();
    },
  };
}

/** Runs `work` with the queue of the sweep in `folder`. @throws {ProblemError} also when the store refuses a request. */
async function withQueue<Answer>(
  folder: string,
  url: StoreUrl,
  onTrouble: (message: string) => void,
  work: (open: SweepQueue) => Promise<Answer>,
): Promise<Answer> {
  await using open = await openQueue(folder, url, onTrouble);
  try {
    return await work(open);
  } catch (thrown) {
    throw open.store.explained(thrown);
  }
}

/** The state of a queue. */
export interface QueueProgress {
  readonly batches: number;
  /** The number of finished batches. The next field is the number of active ones. */
  readonly over: number;
  readonly active: number;
  /** The number of processes that take batches. */
  readonly workers: number;
  readonly isPaused: boolean;
}

export interface ServeOptions {
  readonly url: StoreUrl;
  /** The number of jobs in a batch; by default fifty, or one if processes play agents. */
  readonly batch: number | undefined;
  readonly quitting: AbortSignal;
  readonly onProgress: (progress: QueueProgress) => void;
  /** Called with notes on the store's settings and with trouble reports. */
  readonly onNote: (message: string) => void;
  readonly onWait?: OnBlockingWait;
}

/** How serving a sweep ended, and the reasons why batches failed at every try. */
export interface ServeResult {
  readonly ended: SweepEnding | 'interrupted';
  readonly failures: readonly string[];
}

/** The default number of jobs in a batch: some seconds of work, unless an agent's model answers. */
const USUAL_BATCH = 50; // jobs

/**
 * Puts the jobs of the sweep in `folder` that have no run yet into a queue, in batches, and waits until workers have run them. It
 * can be interrupted and called again: each batch is queued once.
 * @throws {ProblemError} when the store does not answer, or may drop data.
 */
export async function serveSweep(
  folder: string,
  manifest: Manifest,
  options: ServeOptions,
): Promise<ServeResult> {
  requireVersion(folder, manifest.header);
  const { url, quitting, onNote } = options;
  const serving = withQueue(folder, url, onNote, (open) => handOut(open, folder, manifest, options));
  const served = await untilQuit(serving, quitting);
  return served ?? { ended: 'interrupted', failures: [] };
}

async function handOut(
  open: SweepQueue,
  folder: string,
  manifest: Manifest,
  { batch, quitting, onProgress, onNote, onWait }: ServeOptions,
): Promise<ServeResult> {
  const { queue, store } = open;
  if (store.loss !== undefined) onNote(store.loss);
  if ((await open.ending()) !== undefined) await queue.obliterate({ force: true });
  await open.end('running');
  // No worker is writing its part now, so that runs of an earlier serving can be seen.
  if ((await queue.getWorkersCount()) === 0) await collectSweep(folder, manifest.jobs, onWait);
  const batches = batchesOf(folder, manifest, batch);
  const over = new Set<string>();
  let isFilled = false;
  while (!quitting.aborted) {
    if ((await open.ending()) === 'cancelled') return { ended: 'cancelled', failures: [] };
    for (const id of await queue.getRanges(['completed', 'failed'], 0, -1)) if (batches.has(id)) over.add(id);
    const { active = 0, ...waiting } = await queue.getJobCounts(
      ...(['active', 'wait', 'delayed', 'completed', 'failed'] as const),
    );
    const known = Object.values(waiting).reduce((sum, count) => sum + count, active);
    const isPaused = await queue.isPaused();
    // At first, and when a store that was ended has lost some. PostgreSQL does not count what waits in a paused queue.
    if (known < batches.size && !(isPaused && isFilled)) await addMissing(queue, batches, over);
    isFilled = true;
    onProgress({
      batches: batches.size,
      over: over.size,
      active,
      workers: await queue.getWorkersCount(),
      isPaused,
    });
    if (over.size === batches.size) {
      const failures = (await queue.getFailed(0, -1)).map(({ failedReason }) => failedReason);
      await open.end('over');
      const patience = performance.now() + LEAVE_TIMEOUT;
      while ((await queue.getWorkersCount()) > 0 && performance.now() < patience) await sleep(POLL_INTERVAL);
      await queue.obliterate({ force: true });
      return { ended: 'over', failures };
    }
    await sleep(POLL_INTERVAL, undefined, { signal: quitting }).catch(() => undefined);
  }
  return { ended: 'interrupted', failures: [] };
}

/**
 * The result of `work`, which should end when `quitting` is aborted; `undefined` if it does not end shortly after, because the
 * store is unavailable.
 */
function untilQuit<Answer>(work: Promise<Answer>, quitting: AbortSignal): Promise<Answer | undefined> {
  const patience = new Promise<undefined>((resolve) => {
    const leave = (): void => void setTimeout(resolve, MAX_CLOSING_MILLISECONDS, undefined);
    if (quitting.aborted) leave();
    else quitting.addEventListener('abort', leave);
  });
  return Promise.race([work, patience]);
}

/** The batches with jobs that have no run, by id. The same plan gives the same batches, so that each is queued once. */
function batchesOf(
  folder: string,
  { header, jobs }: Manifest,
  size = header.agents.some(({ kind }) => kind === 'program') ? 1 : USUAL_BATCH,
): ReadonlyMap<string, Batch> {
  // Workers of other machines may be writing the other parts.
  const finished = finishedJobs(folder, LOCAL_PART);
  const batches = new Map<string, Batch>();
  for (let from = 0; from < jobs.length; from += size) {
    const positions = Array.from({ length: Math.min(size, jobs.length - from) }, (_, index) => from + index);
    if (positions.some((at) => !finished.has(jobs[at]!.id)))
      batches.set(`${size}-from-${from}`, { positions });
  }
  return batches;
}

/** Adds the batches that have not ended. Batches in the queue are not changed. */
async function addMissing(
  queue: StoredQueue<Batch>,
  batches: ReadonlyMap<string, Batch>,
  over: ReadonlySet<string>,
): Promise<void> {
  const missing = [...batches].filter(([id]) => !over.has(id));
  for (let from = 0; from < missing.length; from += ADDED_AT_ONCE)
    await queue.addBulk(
      missing
        .slice(from, from + ADDED_AT_ONCE)
        .map(([jobId, data]) => ({ name: 'batch', data, opts: { jobId, ...RETRY_SETTINGS } })),
    );
}

/** Pauses or resumes a queue, or cancels its sweep. Workers finish their batches, unless the sweep is cancelled. */
export type QueueAction = 'pause' | 'resume' | 'cancel';

/**
 * Carries out `action` on a sweep's queue. `onTrouble` is called when the store becomes unavailable.
 * @throws {ProblemError} as {@link serveSweep}.
 */
export function steerQueue(
  folder: string,
  url: StoreUrl,
  action: QueueAction,
  onTrouble: (message: string) => void,
): Promise<void> {
  return withQueue(folder, url, onTrouble, async (open) => {
    const { queue } = open;
    if (action === 'pause') await queue.pause();
    else if (action === 'resume') await queue.resume();
    else {
      await open.end('cancelled');
      await queue.obliterate({ force: true });
    }
  });
}

export interface QueueWorkOptions {
  readonly url: StoreUrl;
  /** The number of batches at a time, each in a process of its own. */
  readonly workers: number;
  /** The number of seconds without a message after which this process's batches go to other processes. */
  readonly lease: number;
  readonly quitting: AbortSignal;
  /** Called after each job, with the number of ended jobs and of those that left no run. */
  readonly onProgress: (over: number, lost: number) => void;
  /** Called with trouble reports of the store. */
  readonly onNote: (message: string) => void;
}

/**
 * Runs batches of the sweep in `folder` until it has ended or is cancelled. This process only leases batches: its event loop
 * stays free to renew the leases while worker processes run the jobs.
 * @throws {ProblemError} as {@link serveSweep}, or when another version of Orrery planned the sweep.
 */
export async function workOnQueue(
  folder: string,
  manifest: Manifest,
  options: QueueWorkOptions,
): Promise<void> {
  requireVersion(folder, manifest.header);
  using claim = claimName(folder);
  const { url, quitting, onNote } = options;
  const working = withQueue(folder, url, onNote, (open) =>
    takeBatches(open, folder, manifest, claim.part, options),
  );
  await untilQuit(working, quitting);
}

async function takeBatches(
  open: SweepQueue,
  folder: string,
  { header, jobs }: Manifest,
  name: string,
  { workers, lease: seconds, quitting, onProgress, onNote }: QueueWorkOptions,
): Promise<void> {
  const { Worker: Leaser, WaitingError } = await import('bullmq');
  const stopping = new AbortController();
  const stopped = AbortSignal.any([quitting, stopping.signal]);
  let over = 0;
  let lost = 0;
  const free = Array.from({ length: workers }, (_, index) => {
    const part = `${name}-${index + 1}`;
    const onLost = (job: LostJob): void => {
      lost += 1;
      noteLost(folder, part, job);
    };
    const onOver = (): void => {
      onProgress(++over, lost);
    };
    return new Worker({ folder, part }, header, { onLost, onOver, onWait: onNote });
  });
  const all = [...free];
  const gate = new ServerGate(header);
  const run = async (lease: Lease<Batch, void>, token = '', isTaken?: AbortSignal): Promise<void> => {
    const worker = free.pop()!;
    try {
      const wanted = lease.data.positions.map((at): Job => jobs[at]!);
      const ends = isTaken === undefined ? stopped : AbortSignal.any([stopped, isTaken]);
      await gate.pass(wanted, ends, (some) => worker.run(some, ends));
    } finally {
      free.push(worker);
    }
    if (isTaken?.aborted === true) throw new Error('The lease of the batch ended.');
    if (!stopped.aborted) return;
    // Back into the queue, for others.
    await lease.moveToWait(token);
    throw new WaitingError();
  };
  const leaser = new Leaser(
    open.queue.name,
    run,
    {
      ...QUEUE_OPTIONS,
      ...leaseSettings(seconds),
      concurrency: workers,
      maxStalledCount: MAX_STALLS,
      runRetryDelay: RETRY_DELAY,
    },
    open.store.backend,
  );
  leaser.on('error', open.store.tell);
  leaser.on('lockRenewalFailed', (leases) => {
    for (const lease of leases) leaser.cancelJob(lease);
  });
  try {
    await untilOver(open, quitting, onNote);
  } finally {
    stopping.abort();
    // It may never end if the store is away.
    await Promise.race([leaser.close(), sleep(CLOSE_TIMEOUT)]);
    for (const worker of all) worker[Symbol.dispose]();
  }
}

async function untilOver(
  open: SweepQueue,
  quitting: AbortSignal,
  onNote: (message: string) => void,
): Promise<void> {
  const isOver = async (): Promise<boolean> => (await open.ending()) !== undefined;
  const wait = (time: number): Promise<unknown> =>
    sleep(time, undefined, { signal: quitting }).catch(() => undefined);
  if (await isOver()) {
    onNote(`The sweep is over. Waiting ${START_TIMEOUT / 1000} s, in case it is served again.`);
    const patience = performance.now() + START_TIMEOUT;
    while (!quitting.aborted && performance.now() < patience && (await isOver())) await wait(POLL_INTERVAL);
  }
  while (!quitting.aborted && !(await isOver())) await wait(POLL_INTERVAL);
}

/** Claims an unused name for this machine's parts: several processes of one machine may work on a sweep. */
function claimName(folder: string): Claim {
  const machine = hostname().replaceAll(/[^\w-]/g, '-');
  for (let nth = 1; ; nth++) {
    try {
      return claimPart(folder, `queue-${machine}-${nth}`);
    } catch (thrown) {
      if (!(thrown instanceof ProblemError && thrown.code === 'sweep-active')) throw thrown;
    }
  }
}
