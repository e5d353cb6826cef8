import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { JobQueue, ServerGate } from '../../../../main/host/sweeps/job-queue.ts';
import { Budget } from '../../../../main/host/sweeps/model-use.ts';

type Header = ConstructorParameters<typeof ServerGate>[0];
type Jobs = Parameters<ServerGate['pass']>[0];

const model = (url: string, wire: 'chat-completions' | 'gguf'): Header['agents'][number] => ({
  kind: 'program',
  name: url,
  command: url,
  thinking: 'frozen',
  turns: 1,
  agentTimeout: 1,
  model: { url, name: 'tiny', wire, calls: 'native', parameters: {} },
});

const AGENTS = [
  model('http://127.0.0.1:1/v1', 'chat-completions'),
  model('./tiny.gguf', 'gguf'),
  { kind: 'oracle', name: 'oracle' },
  {
    ...model('http://127.0.0.1:1/v1', 'chat-completions'),
    user: { model: { url: 'http://127.0.0.1:2/v1', name: 'ada', wire: 'chat-completions' } },
  },
  model('http://127.0.0.1:2/v1', 'chat-completions'),
] as unknown as Header['agents'];

const HEADER: Header = { agents: AGENTS, limits: { seconds: 1, memory: 1, atOnce: 2 } };

const gate = (): ServerGate => new ServerGate(HEADER);

const jobsOf = (agent: number, count: number): Jobs =>
  Array.from({ length: count }, (_, nth) => ({ id: `${agent}-${nth}`, agent })) as unknown as Jobs;

/** Passes jobs in batches of two from many workers at once. Returns the most that ran at once. */
async function mostAtOnce(agent: number): Promise<number> {
  const passed = gate();
  const done: string[] = [];
  let running = 0;
  let most = 0;
  const jobs = jobsOf(agent, 24);
  await Promise.all(
    Array.from({ length: 12 }, (_, nth) =>
      passed.pass(jobs.slice(nth * 2, nth * 2 + 2), new AbortController().signal, async (some) => {
        running += 1;
        most = Math.max(most, running);
        for (let turns = 0; turns < (nth % 5) + 1; turns += 1) await setImmediate();
        running -= 1;
        done.push(...some.map(({ id }) => id));
      }),
    ),
  );
  expect(done.toSorted()).toEqual(jobs.map(({ id }) => id).toSorted());
  return most;
}

/** What runs at once on each server while the workers of `queue` work through its jobs. */
async function mostOn(queue: JobQueue): Promise<Readonly<Record<string, number>>> {
  const running: Record<string, number> = {};
  const most: Record<string, number> = {};
  const serversOf = ([job]: Jobs): readonly string[] =>
    job!.agent === 0 ? ['first'] : job!.agent === 4 ? ['second'] : ['first', 'second'];
  await Promise.all(
    queue.parts.map(async (part, nth) => {
      for (let jobs = await queue.next(part); jobs.length > 0; jobs = await queue.next(part)) {
        for (const server of serversOf(jobs)) {
          running[server] = (running[server] ?? 0) + 1;
          most[server] = Math.max(most[server] ?? 0, running[server]);
        }
        for (let turns = 0; turns < (nth % 4) + 1; turns += 1) await setImmediate();
        for (const server of serversOf(jobs)) running[server]! -= 1;
        queue.done(jobs);
      }
    }),
  );
  return most;
}

describe('JobQueue', () => {
  it('counts a job for the server of its agent and for that of its user', async () => {
    const jobs = [...jobsOf(3, 9), ...jobsOf(0, 9), ...jobsOf(4, 9)];
    const queue = new JobQueue(jobs, 4, HEADER, { part: 'part', homes: new Map() });

    expect(await mostOn(queue)).toEqual({ first: 2, second: 2 });
  });

  it('continues interrupted jobs in the parts with their requests, however few jobs are left', async () => {
    const homes = new Map([
      ['0-0', 'part-7'],
      ['0-1', 'part-9'],
      ['0-2', 'part-1-1'],
      ['0-3', 'part-64'],
    ]);
    const queue = new JobQueue(jobsOf(0, 3), 4, HEADER, { part: 'part', homes });
    const taken = new Map<string, string>();
    await Promise.all(
      queue.parts.map(async (part) => {
        for (let jobs = await queue.next(part); jobs.length > 0; jobs = await queue.next(part)) {
          taken.set(jobs[0]!.id, part);
          await setImmediate();
          queue.done(jobs);
        }
      }),
    );

    expect([...taken.keys()].toSorted()).toEqual(['0-0', '0-1', '0-2']);
    expect(Object.fromEntries(taken)).toMatchObject({ '0-0': 'part-7', '0-1': 'part-9' });
    expect(queue.parts).toEqual(['part-7', 'part-9']);
  });
});

describe('Budget', () => {
  const reached = (
    limits: object,
    ...uses: ConstructorParameters<typeof Budget>[1][]
  ): string | undefined => {
    using budget = new Budget(
      { ...HEADER.limits, ...limits },
      { requests: 0, tokens: 0, cost: 0 },
      () => undefined,
    );
    for (const use of uses) budget.spend(use);
    return budget.reached;
  };

  it('is reached at a limit, and where it is not known what was used', () => {
    const known = { requests: 1, tokens: 60, cost: 0.2 };
    const unknown = { requests: 1, tokens: undefined, cost: undefined };

    expect(reached({ tokens: 100, cost: 1 }, known)).toBeUndefined();
    expect(reached({ tokens: 100, cost: 1 }, known, known)).toBe('100 tokens');
    expect(reached({ requests: 3 }, known, unknown)).toBeUndefined();
    expect(reached({ tokens: 100 }, unknown, known)).toMatch(/^100 tokens, which cannot be kept/);
    expect(reached({ cost: 5 }, known, unknown)).toMatch(/^5 for its models, which cannot be kept/);
  });
});

describe('ServerGate', () => {
  it('lets as many jobs use a server at once as the sweep says, one a file, and all without a model', async () => {
    expect(await Promise.all([mostAtOnce(0), mostAtOnce(1), mostAtOnce(2)])).toEqual([2, 1, 12]);
  });

  it('begins no further job when it is stopped', async () => {
    const passed = gate();
    const stopping = new AbortController();
    const begun: string[] = [];
    const pass = (jobs: Jobs): Promise<void> =>
      passed.pass(jobs, stopping.signal, async (some) => {
        begun.push(...some.map(({ id }) => id));
        await setImmediate();
        stopping.abort();
      });

    await Promise.all(jobsOf(1, 5).map((job) => pass([job])));

    expect(begun).toEqual(['1-0']);
  });
});
