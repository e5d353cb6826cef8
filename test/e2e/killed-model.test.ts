import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { JobResult } from '../../engine/index.ts';
import type { ModelAnswer } from '../../engine/model/model-request.ts';
import type { RunState } from '../../engine/model/run.ts';
import type { RunId } from '../../engine/model/values/ids.ts';
import { type Asked, modelServer, stream } from '../main/model-agent/model-server.ts';
import { tries } from '../tries.ts';
import { ask } from './call-main.ts';
import { clerk } from './clerk-model.ts';
import { openWorkbench, type Workbench } from './open-workbench.ts';
import { jsonOf, orreryIn, startOrrery } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';
import { wasKilled, workersOf } from './sweep-processes.ts';

const SCENARIO = 'scenarios/invoice-by-noon.ts';
const KILLS = 20;

/** How often each of `contents` is there. */
function timesOf(contents: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const content of contents) times.set(content, (times.get(content) ?? 0) + 1);
  return times;
}

const contentOf = ({ body }: Asked): string => JSON.stringify(body);

/** The hash of its canonical text, as the record has it. */
const hashOf = ({ body: { messages, ...body } }: Asked): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...body, messages }))
    .digest('hex');

/** Kills the window's program at once. */
async function kill(bench: Workbench): Promise<void> {
  const closed = bench.app.waitForEvent('close');
  bench.app.process().kill('SIGKILL');
  await closed;
}

const startRun = (
  bench: Workbench,
  url: string,
  name: string,
  isHeld = false,
): Promise<{ readonly id: RunId }> =>
  ask(bench.page, 'run.start', {
    scenario: SCENARIO,
    mode: 'plain',
    paused: false,
    choices: {
      agent: {
        model: { url, name, wire: 'chat-completions', calls: 'native', parameters: {} },
        thinking: 'frozen',
      },
    },
    ...(isHeld ? { until: { by: 'request' } } : {}),
  });

/** Waits until `run` is over. Returns its state and the hash of its log. */
async function endOf(bench: Workbench, run: RunId): Promise<readonly [RunState, string | undefined]> {
  const read = () => ask(bench.page, 'library.read', { run });
  await expect.poll(async () => (await read()).state).not.toBe('running');
  const { state, logHash } = await read();
  return [state, logHash];
}

/** What waits for the person. */
async function heldIn(bench: Workbench, run: RunId, kind: 'request' | 'answer'): Promise<number | undefined> {
  let number: number | undefined;
  await expect
    .poll(async () => {
      const text = await ask(bench.page, 'run.held', { run });
      const held = text === null ? undefined : (JSON.parse(text) as { kind: string; number?: number });
      number = held?.number;
      return held?.kind;
    })
    .toBe(kind);
  return number;
}

describe('a run whose model plays in the window', () => {
  it('goes on when the window was killed at any moment: nothing is asked twice, nothing is lost', async () => {
    const { url, asked } = await modelServer(async (response, one) => {
      await sleep(20);
      if (!response.destroyed) stream(response, clerk(one));
    });
    let bench = await openWorkbench();
    try {
      const whole = await startRun(bench, url, 'undisturbed');
      const expected = await endOf(bench, whole.id);
      const requests = asked.length;
      for (let nth = 0; nth < tries(KILLS, 10); nth += 1) {
        const name = `model ${nth}`;
        const ofThis = (): readonly string[] =>
          asked.filter(({ body }) => body['model'] === name).map(contentOf);
        const { id } = await startRun(bench, url, name);
        await vi.waitUntil(() => ofThis().length > (nth * 5) % requests, { timeout: 60_000, interval: 1 });
        await sleep((nth * 7) % 23);
        await kill(bench);
        const underWay = ofThis().at(-1)!;
        bench = await bench.again();
        const { state } = await ask(bench.page, 'library.read', { run: id });
        // It may have ended just before.
        const last =
          state === 'interrupted' ? await ask(bench.page, 'run.resumeInterrupted', { run: id }) : { id };

        expect({ nth, end: await endOf(bench, last.id) }).toEqual({ nth, end: expected });
        const times = timesOf(ofThis());
        expect({ nth, different: times.size }).toEqual({ nth, different: requests });
        const twice = [...times].filter(([, count]) => count > 1);
        expect(twice.filter(([content, count]) => content !== underWay || count > 2)).toEqual([]);
      }
    } finally {
      await bench[Symbol.asyncDispose]();
    }
  });

  it('goes on when the window was killed while a person had an answer before them: it and its change are kept', async () => {
    const { url, asked } = await modelServer((response, one) => {
      stream(response, clerk(one));
    });
    let bench = await openWorkbench();
    try {
      const whole = await startRun(bench, url, 'undisturbed');
      const [, hash] = await endOf(bench, whole.id);
      const requests = asked.length;
      for (let nth = 0; nth < tries(KILLS, 10); nth += 1) {
        const [name, thought] = [`model ${nth}`, `I think of ${nth}.`];
        const { id } = await startRun(bench, url, name, true);
        const step = () =>
          ask(bench.page, 'run.control', { run: id, control: { kind: 'step', by: 'request' } });
        let answer = 0;
        for (let turn = 0; turn <= (nth * 3) % (requests - 1); turn += 1) {
          if (turn > 0) await step();
          await heldIn(bench, id, 'request');
          await step();
          answer = (await heldIn(bench, id, 'answer'))!;
        }
        const isChanged = nth % 2 === 0;
        const { calls } = (await exchangeOf(bench, answer))!;
        if (isChanged)
          await ask(bench.page, 'run.control', {
            run: id,
            control: { kind: 'answer', answer: { text: thought, calls: [...calls] } },
          });
        await sleep((nth * 7) % 23);
        await kill(bench);
        bench = await bench.again();
        const next = await ask(bench.page, 'run.resumeInterrupted', { run: id });

        const [state, changed] = await endOf(bench, next.id);
        const bodies = asked.filter(({ body }) => body['model'] === name).map(contentOf);
        expect({ nth, state, bodies: bodies.length }).toEqual({ nth, state: 'completed', bodies: requests });
        expect(new Set(bodies).size).toBe(requests);
        expect(bodies.at(-1)!.includes(thought)).toBe(isChanged);
        if (!isChanged) expect(changed).toBe(hash);
      }
    } finally {
      await bench[Symbol.asyncDispose]();
    }
  });
});

/** The answer with this number in the window's database. */
async function exchangeOf(bench: Workbench, exchange: number): Promise<ModelAnswer | undefined> {
  const [row] = await jsonOf<readonly { readonly text: string; readonly calls: string }[]>(bench.folder, [
    ...['query', `SELECT text, calls FROM requests WHERE exchange = ${exchange}`, '--json'],
    ...['--db', '.orrery/orrery.db'],
  ]);
  return (
    row && { text: row.text, calls: JSON.parse(row.calls) as ModelAnswer['calls'], reasoning: '', finish: '' }
  );
}

describe('a sweep over models', () => {
  it('goes on when its workers were killed at any moment: nothing is asked twice, no run is lost', async () => {
    const { url, asked } = await modelServer(async (response, one) => {
      await sleep(40);
      if (!response.destroyed) stream(response, clerk(one));
    });
    const seeds = 8;
    const file = {
      name: 'models',
      scenarios: [SCENARIO],
      seeds: `1..${seeds}`,
      limits: { atOnce: 2 },
      agents: ['big', 'small'].map((name) => ({ name, model: `${url}#${name}` })),
    };
    const folder = sampleWorkspace({ 'models.json': JSON.stringify(file) });
    const program = startOrrery(folder, ['sweep', 'run', 'models.json']);
    const ended = once(program, 'close');
    let [kills, before] = [0, 0];
    for (let nth = 0; nth < tries(KILLS); nth += 1) {
      await vi.waitUntil(() => asked.length > before + (nth % 4) || program.exitCode !== null, {
        timeout: 60_000,
        interval: 1,
      });
      await sleep((nth * 13) % 47);
      before = asked.length;
      const workers = workersOf(program.pid!, 'sweep');
      const victim = workers[nth % workers.length];
      if (victim !== undefined) kills += Number(wasKilled(victim));
    }
    await ended;
    // A job whose workers ended three times is left for the next time.
    await orreryIn(folder, ['sweep', 'run', 'models.sweep']);

    expect(kills).toBeGreaterThan(tries(KILLS) / 2);
    const results = await jsonOf<readonly JobResult[]>(folder, ['sweep', 'show', 'models.sweep', '--json']);
    expect(results.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 2 * seeds }, () => 'passed'));
    const kept = await jsonOf<readonly { readonly hash: string }[]>(folder, [
      ...['query', 'SELECT hash FROM requests', '--json', '--db', 'models.sweep/results.db'],
    ]);
    const [times, needed] = [timesOf(asked.map(hashOf)), timesOf(kept.map(({ hash }) => hash))];
    expect([...needed].filter(([hash, count]) => count > (times.get(hash) ?? 0))).toEqual([]);
    expect([...times.keys()].filter((hash) => !needed.has(hash))).toEqual([]);
    // A request that was under way at a kill is asked once more.
    expect(asked.length - kept.length).toBeLessThanOrEqual(kills);
  });
});
