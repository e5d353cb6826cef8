import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job as Lease, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { openDatabase } from '../database/index.ts';
import { ProblemError } from '../system/index.ts';
import { collectParts, finishedJobs, resultsFile } from './collect.ts';
import { claimPart, LOCAL_PART, type LostJob, noteLost, Worker } from './local-workers.ts';
import { type Job, type Manifest, planHash, requireVersion } from './manifest.ts';

/** The URL of a store, such as `redis://host:6379` or `unix:/run/redis.sock`. */
type StoreUrl = string;

/** A batch of jobs, as the queue holds it: the jobs' positions in the plan. */
interface Batch {
  readonly positions: readonly number[];
}

/** Where the batches of a sweep wait. Everything else about them is BullMQ's. */
interface SweepQueue extends AsyncDisposable {
  readonly queue: Queue<Batch>;
  readonly connection: Connection;
  /** What the store does not keep when it ends, as a sentence; `undefined` if it keeps everything. */
  readonly loss: string | undefined;
  /** How the sweep ended; `undefined` while it goes on. */
  ending(): Promise<Ending | undefined>;
  end(how: Ending | 'running'): Promise<void>;
}

type Ending = 'over' | 'cancelled';
type Connection = ({ readonly path: string } | { readonly url: string }) & {
  readonly maxRetriesPerRequest: null;
};

const PREFIX = 'orrery';

/** How long a worker's lease lasts, and how often it is renewed. A worker that is gone loses its batches after the former. */
const LEASE = { lockDuration: 15_000, lockRenewTime: 3_000, stalledInterval: 5_000 }; // milliseconds

/** How often a batch may lose its worker process. Jobs that end their own process are given up long before. */
const MAX_STALLS = 1_000;

/** How often a batch is tried, and how long it waits first: doubled each time, so that a full disk can be seen to. */
const TRIES = { attempts: 3, backoff: { type: 'exponential', delay: 2_000 } } as const; // milliseconds

const POLL = 500; // milliseconds

/** How long the end of a sweep is remembered, for workers that were away. */
const REMEMBERED = 7 * 24 * 3600; // seconds

/** How long the end of a sweep waits for its workers to close their parts. */
const LEAVING = 10_000; // milliseconds

/** Batches added in one request. */
const ADDED_AT_ONCE = 1_000;

/** @throws {ProblemError} when `url` is of no store that can hold a queue. */
function connectionOf(url: StoreUrl): Connection {
  const [, path] = /^unix:(?:\/\/)?(\/.+)$/.exec(url) ?? [];
  // Requests wait until the store is back.
  if (path !== undefined) return { path, maxRetriesPerRequest: null };
  if (/^rediss?:\/\//.test(url)) return { url, maxRetriesPerRequest: null };
  throw new ProblemError(
    'bad-queue',
    `The queue must be in Redis: give redis://HOST:PORT, rediss://HOST:PORT or unix:/PATH/OF/redis.sock.`,
  );
}

/** The address in `url`, without a password. */
const placeOf = (url: StoreUrl): string => url.replace(/\/\/[^@/]*@/, '//');

/**
 * Opens the queue of the sweep in `folder`. `onTrouble` hears when the store is away.
 *
 * @throws {ProblemError} when the store does not answer, or would drop batches when its memory is full.
 */
async function openQueue(
  folder: string,
  url: StoreUrl,
  onTrouble: (message: string) => void,
): Promise<SweepQueue> {
  const connection = connectionOf(url);
  const name = `sweep-${(await planHash(folder)).slice(0, 24)}`;
  // Loaded here, because most sweeps need no queue.
  const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
  const loss = await checkStore(ioredis.Redis, connection, placeOf(url));
  const queue = new bullmq.Queue<Batch>(name, { connection, prefix: PREFIX });
  const client =
    'path' in connection
      ? new ioredis.Redis(connection)
      : new ioredis.Redis(connection.url, { maxRetriesPerRequest: null });
  const tell = troubleOnce(onTrouble, placeOf(url));
  queue.on('error', tell);
  client.on('error', tell);
  const key = `${PREFIX}:${name}:ending`;
  return {
    queue,
    connection,
    loss,
    ending: async () => {
      const found = await client.get(key);
      return found === 'over' || found === 'cancelled' ? found : undefined;
    },
    end: async (how) => {
      if (how === 'running') await client.del(key);
      else await client.set(key, how, 'EX', REMEMBERED);
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.race([queue.close(), sleep(1_000, undefined, { ref: false })]);
      await queue.disconnect();
      client.disconnect();
    },
  };
}

/** Tells of trouble with the connection once, and again only after a while. */
function troubleOnce(tell: (message: string) => void, place: string): (error: Error) => void {
  let toldAt = -Infinity;
  return ({ message }) => {
    const now = performance.now();
    if (now - toldAt > 10_000) tell(`${place}: ${message}. Trying again.`);
    toldAt = now;
  };
}

/**
 * Checks the settings of the store. Returns what it does not keep when it ends, as a sentence.
 *
 * @throws {ProblemError} when the store does not answer, or may drop what it holds.
 */
async function checkStore(
  Client: typeof Redis,
  connection: Connection,
  place: string,
): Promise<string | undefined> {
  const once = { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 };
  const client =
    'path' in connection ? new Client({ ...connection, ...once }) : new Client(connection.url, once);
  let why = '';
  client.on('error', ({ message }: Error) => {
    why = message;
  });
  try {
    await client.connect();
    const policy = await settingOf(client, 'maxmemory-policy');
    if (policy !== undefined && policy !== 'noeviction')
      throw new ProblemError(
        'bad-queue',
        `${place}: The store drops data when its memory is full (maxmemory-policy is ${policy}). Set maxmemory-policy to noeviction.`,
      );
    return (await settingOf(client, 'appendonly')) === 'no'
      ? `${place}: The store does not write each change to disk (appendonly is no). If it ends, batches are run again.`
      : undefined;
  } catch (thrown) {
    if (thrown instanceof ProblemError) throw thrown;
    const message = why === '' ? (thrown as Error).message : why;
    throw new ProblemError(
      'bad-queue',
      `${place}: The store does not answer (${message}). Is Redis running?`,
    );
  } finally {
    client.disconnect();
  }
}

/** A setting of the store; `undefined` where it is not told, as by some that are rented. */
async function settingOf(client: Redis, name: string): Promise<string | undefined> {
  try {
    const [, value] = (await client.config('GET', name)) as readonly string[];
    return value;
  } catch {
    return undefined;
  }
}

/** The state of a queue. */
export interface QueueProgress {
  readonly batches: number;
  /** Batches that are over, and that are at work. */
  readonly over: number;
  readonly active: number;
  /** Processes that take batches. */
  readonly workers: number;
  readonly isPaused: boolean;
}

export interface ServeOptions {
  readonly url: StoreUrl;
  /** Jobs in a batch; by default fifty, or one if processes play agents. */
  readonly batch: number | undefined;
  readonly quitting: AbortSignal;
  readonly onProgress: (progress: QueueProgress) => void;
  /** Hears of the store's settings and of trouble with it. */
  readonly onNote: (message: string) => void;
}

/** How serving a sweep ended, and why batches failed at every try. */
export interface Served {
  readonly ended: Ending | 'interrupted';
  readonly failures: readonly string[];
}

/** Some seconds of work, unless an agent's model answers. */
const USUAL_BATCH = 50; // jobs

/**
 * Puts the jobs of the sweep in `folder` that have no run in its results into a queue, in batches, and waits until workers have
 * run them. It can be interrupted and called again: each batch is queued once.
 *
 * @throws {ProblemError} when the store does not answer, or may drop what it holds.
 */
export async function serveSweep(folder: string, manifest: Manifest, options: ServeOptions): Promise<Served> {
  const { url, quitting, onProgress, onNote } = options;
  requireVersion(folder, manifest.header);
  await using open = await openQueue(folder, url, onNote);
  const { queue } = open;
  if (open.loss !== undefined) onNote(open.loss);
  if ((await open.ending()) !== undefined) await queue.obliterate({ force: true });
  await open.end('running');
  // No worker is writing its part now, so that runs of an earlier serving can be seen.
  if ((await queue.getWorkersCount()) === 0) {
    using database = openDatabase(resultsFile(folder));
    collectParts(folder, manifest.jobs, database.store);
  }
  const batches = batchesOf(folder, manifest, options.batch);
  const over = new Set<string>();
  while (!quitting.aborted) {
    if ((await open.ending()) === 'cancelled') return { ended: 'cancelled', failures: [] };
    for (const id of await queue.getRanges(['completed', 'failed'], 0, -1)) if (batches.has(id)) over.add(id);
    const { active = 0, ...waiting } = await queue.getJobCounts(
      ...(['active', 'wait', 'delayed', 'completed', 'failed'] as const),
    );
    const known = Object.values(waiting).reduce((sum, count) => sum + count, active);
    // At first, and when a store that was ended has lost some.
    if (known < batches.size) await addMissing(queue, batches, over);
    onProgress({
      batches: batches.size,
      over: over.size,
      active,
      workers: await queue.getWorkersCount(),
      isPaused: await queue.isPaused(),
    });
    if (over.size === batches.size) {
      const failures = (await queue.getFailed(0, -1)).map(({ failedReason }) => failedReason);
      await open.end('over');
      const patience = performance.now() + LEAVING;
      while ((await queue.getWorkersCount()) > 0 && performance.now() < patience) await sleep(POLL);
      await queue.obliterate({ force: true });
      return { ended: 'over', failures };
    }
    await sleep(POLL, undefined, { signal: quitting }).catch(() => undefined);
  }
  return { ended: 'interrupted', failures: [] };
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
    const positions = Array.from({ length: Math.min(size, jobs.length - from) }, (_, nth) => from + nth);
    if (positions.some((at) => !finished.has(jobs[at]!.id)))
      batches.set(`${size}-from-${from}`, { positions });
  }
  return batches;
}

/** Adds the batches that are not over. Those in the queue stay as they are. */
async function addMissing(
  queue: Queue<Batch>,
  batches: ReadonlyMap<string, Batch>,
  over: ReadonlySet<string>,
): Promise<void> {
  const missing = [...batches].filter(([id]) => !over.has(id));
  for (let from = 0; from < missing.length; from += ADDED_AT_ONCE)
    await queue.addBulk(
      missing
        .slice(from, from + ADDED_AT_ONCE)
        .map(([jobId, data]) => ({ name: 'batch', data, opts: { jobId, ...TRIES } })),
    );
}

/** Pauses a queue, lets it go on, or cancels its sweep. Workers end the batches they have, unless it is cancelled. */
export type QueueAction = 'pause' | 'resume' | 'cancel';

/** @throws {ProblemError} as {@link serveSweep}. */
export async function steerQueue(folder: string, url: StoreUrl, action: QueueAction): Promise<void> {
  await using open = await openQueue(folder, url, () => undefined);
  const { queue } = open;
  if (action === 'pause') await queue.pause();
  else if (action === 'resume') await queue.resume();
  else {
    await open.end('cancelled');
    await queue.obliterate({ force: true });
  }
}

export interface QueueWorkOptions {
  readonly url: StoreUrl;
  /** Batches at a time, each in a process of its own. */
  readonly workers: number;
  readonly quitting: AbortSignal;
  /** Called after each job, with the number of jobs that are over and of those that left no run. */
  readonly onProgress: (over: number, lost: number) => void;
  /** Hears of trouble with the store. */
  readonly onNote: (message: string) => void;
}

/**
 * Runs batches of the sweep in `folder` until it is over or cancelled. This process only leases them: its event loop stays free
 * to renew the leases while worker processes run the jobs.
 *
 * @throws {ProblemError} as {@link serveSweep}, or when another version of Orrery planned the sweep.
 */
export async function workOnQueue(
  folder: string,
  { header, jobs }: Manifest,
  { url, workers, quitting, onProgress, onNote }: QueueWorkOptions,
): Promise<void> {
  requireVersion(folder, header);
  const { Worker: Leaser, WaitingError } = await import('bullmq');
  await using open = await openQueue(folder, url, onNote);
  using claim = claimName(folder);
  const stopping = new AbortController();
  const stopped = AbortSignal.any([quitting, stopping.signal]);
  let over = 0;
  let lost = 0;
  const free = Array.from({ length: workers }, (_, nth) => {
    const part = `${claim.part}-${nth + 1}`;
    const onLost = (job: LostJob): void => {
      lost += 1;
      noteLost(folder, part, job);
    };
    const onOver = (): void => {
      onProgress(++over, lost);
    };
    return new Worker({ folder, part }, header, { onLost, onOver });
  });
  const all = [...free];
  const run = async (lease: Lease<Batch>, token = '', isTaken?: AbortSignal): Promise<void> => {
    const worker = free.pop()!;
    try {
      const wanted = lease.data.positions.map((at): Job => jobs[at]!);
      await worker.run(wanted, isTaken === undefined ? stopped : AbortSignal.any([stopped, isTaken]));
    } finally {
      free.push(worker);
    }
    if (isTaken?.aborted === true) throw new Error('The lease of the batch ended.');
    if (!stopped.aborted) return;
    // Back into the queue, for others.
    await lease.moveToWait(token);
    throw new WaitingError();
  };
  const leaser = new Leaser<Batch, void>(open.queue.name, run, {
    connection: open.connection,
    prefix: PREFIX,
    concurrency: workers,
    maxStalledCount: MAX_STALLS,
    ...LEASE,
  });
  leaser.on('error', troubleOnce(onNote, placeOf(url)));
  leaser.on('lockRenewalFailed', (leases) => {
    for (const lease of leases) leaser.cancelJob(lease);
  });
  try {
    while (!quitting.aborted && (await open.ending()) === undefined)
      await sleep(POLL, undefined, { signal: quitting }).catch(() => undefined);
  } finally {
    stopping.abort();
    // A store that is away must not keep the worker from ending.
    await Promise.race([leaser.close(), sleep(3_000)]);
    await leaser.disconnect();
    for (const worker of all) worker[Symbol.dispose]();
  }
}

/** A free name for this machine's parts: several processes of one machine may work on a sweep. */
function claimName(folder: string): Disposable & { readonly part: string } {
  const machine = hostname().replaceAll(/[^\w-]/g, '-');
  for (let nth = 1; ; nth++) {
    try {
      return claimPart(folder, `queue-${machine}-${nth}`);
    } catch (thrown) {
      if (!(thrown instanceof ProblemError && thrown.code === 'sweep-active')) throw thrown;
    }
  }
}
