import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ServerGate } from '../../../../main/host/sweeps/local-workers.ts';

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
] as unknown as Header['agents'];

const gate = (): ServerGate =>
  new ServerGate({ agents: AGENTS, limits: { seconds: 1, memory: 1, atOnce: 2 } });

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
