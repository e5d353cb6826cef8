import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../../engine/index.ts';
import type { RunId } from '../../../../engine/model/values/ids.ts';
import type { OutsideAgent } from '../../../../engine/model/run.ts';
import type { DriveOptions } from '../../../../main/host/runs/run-driver.ts';
import { CLOSED_ENDING } from '../../../../main/host/runs/isolated-runs.ts';
import { Runs } from '../../../../main/host/runs/runs.ts';
import type { Breakpoint } from '../../../../preload/contract.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { callingGuest, kitchen, unchecked } from './dinner.ts';

/** Answers each message with "Soon." and waits for the next. */
const WAITER = `
  import { createInterface } from 'node:readline';
  const say = '{"do":"call","tool":"user__send_message_to_user","args":{"content":"Soon."}}';
  for await (const line of createInterface({ input: process.stdin })) {
    const { kind, messages = [] } = JSON.parse(line);
    if (kind === 'start') console.log('{"do":"ready"}');
    if (kind === 'turn') console.log(messages.length > 0 ? say : '{"do":"wait"}');
  }`;

/** Reports ready and then never answers. */
const DREAMER = `
  console.log('{"do":"ready"}');
  process.stdin.resume();`;

/** Starts a run with three user messages whose agent is the process `program`. */
async function table(
  program: string,
  way: Partial<DriveOptions> = {},
  list: readonly Breakpoint[] = [],
): Promise<{
  readonly runs: Runs;
  readonly run: RunId;
  readonly store: Store;
  readonly agent: OutsideAgent & { readonly folder: string };
  readonly kinds: (run?: RunId) => string;
}> {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);
  const quiet = { logged: () => undefined, changed: () => undefined, hit: () => undefined };
  const runs = new Runs(store, unchecked, quiet, { list });
  onTestFinished(() => {
    runs.interruptAll(CLOSED_ENDING);
  });
  const folder = kitchen(callingGuest(3));
  writeFileSync(join(folder, 'agent.mjs'), program);
  const agent = { command: `"${process.execPath}" agent.mjs`, thinking: 'frozen' } as const;
  const request = { folder, path: 'scenarios/dinner.ts', mode: 'plain', choices: { agent } } as const;
  const { id: run } = await runs.start(request, { paused: false, ...way });
  const kinds = (of = run): string =>
    store
      .heads(of, 0, 100)
      .map(({ kind }) => kind[0])
      .join('');
  return { runs, run, store, agent: { ...agent, folder }, kinds };
}

const SOON = { timeout: 20_000 };

describe('a run whose agent is a process', () => {
  it('alternates with the agent and stores the agent’s command', async () => {
    const { runs, run, kinds } = await table(WAITER);

    await expect.poll(() => runs.summary(run)?.state, SOON).toBe('completed');
    expect(kinds()).toBe('uauaua');
    expect(runs.summary(run)?.choices?.agent?.command).toContain('agent.mjs');
  });

  it('steps entry by entry, through events and the agent’s calls', async () => {
    const { runs, run, kinds } = await table(WAITER, { paused: true });

    for (const logged of ['u', 'ua', 'uau']) {
      runs.step(run);
      await expect.poll(kinds, SOON).toBe(logged);
      await expect.poll(() => runs.summary(run)?.state).toBe('paused');
    }
  });

  it('pauses at a breakpoint on the agent’s call', async () => {
    const condition = { on: 'tool', app: 'user', tool: 'send_message_to_user' } as const;
    const { runs, run, kinds } = await table(WAITER, {}, [{ condition, enabled: true }]);

    await expect.poll(() => runs.summary(run)?.state, SOON).toBe('paused');
    expect(kinds()).toBe('ua');
    runs.resume(run);
    await expect.poll(kinds, SOON).toBe('uaua');
  });

  it('logs nothing while the agent thinks, and can be stopped then', async () => {
    const { runs, run, kinds } = await table(DREAMER);
    await expect.poll(kinds, SOON).toBe('u');

    runs.stop(run);

    expect(runs.summary(run)).toMatchObject({ state: 'stopped', entries: 1 });
  });

  it('keeps simulated time still while the agent thinks, at any playback speed', async () => {
    const { runs, run, kinds, store } = await table(DREAMER, { pace: 1_000 });
    await expect.poll(kinds, SOON).toBe('u');

    const content = 'Are you there?';
    runs.act(run, 'user', { app: 'user', tool: 'send_message_to_agent', args: { content } } as never);

    const [first, second] = store.heads(run, 0, 2);
    expect(second?.time).toBe(first?.time);
  });

  it('ends as interrupted when the agent’s process exits', async () => {
    const { runs, run } = await table('console.log(\'{"do":"ready"}\'); process.exit(3);');

    await expect.poll(() => runs.summary(run)?.state, SOON).toBe('interrupted');
    expect(runs.summary(run)?.notes).toContainEqual({
      kind: 'ending',
      cause: 'agent',
      text: expect.stringContaining('exited with code 3') as string,
    });
  });

  it('names an agent that answers what is not allowed by another cause than one that exits', async () => {
    const { runs, run } = await table('console.log(\'{"do":"ready"}\'); console.log(\'{"do":"dance"}\');');

    await expect.poll(() => runs.summary(run)?.state, SOON).toBe('interrupted');
    expect(runs.summary(run)?.notes[0]).toMatchObject({ kind: 'ending', cause: 'agent-answer' });
  });

  it('shows the agent’s stderr text in its notes during the run and afterwards', async () => {
    const { runs, run } = await table(`console.error('loading');\n${DREAMER}`);
    await expect.poll(() => runs.summary(run)?.notes, SOON).toEqual([{ kind: 'agent', text: 'loading' }]);

    runs.stop(run);

    expect(runs.summary(run)?.notes.slice(1)).toEqual([{ kind: 'agent', text: 'loading' }]);
  });

  it('lets the agent take over in a branch, after an identical start', async () => {
    const { runs, run, agent, kinds } = await table(WAITER);
    await expect.poll(() => runs.summary(run)?.state, SOON).toBe('completed');

    const alone = { kind: 'mode', at: 3, mode: 'plain' } as const;
    const quiet = await runs.branch(run, 3, alone, { paused: false });
    await expect.poll(() => runs.summary(quiet.id)?.state, SOON).toBe('completed');
    const taken = await runs.branch(run, 3, undefined, { paused: false, agent });
    await expect.poll(() => runs.summary(taken.id)?.state, SOON).toBe('completed');

    expect(kinds(quiet.id)).toBe('uauu');
    expect(runs.summary(quiet.id)?.choices?.agent).toBeUndefined();
    expect(kinds(taken.id)).toBe('uauaua');
    expect(runs.summary(taken.id)?.choices?.agent).toEqual({ command: agent.command, thinking: 'frozen' });
  });

  it('passes a person’s message to the agent after the last event', async () => {
    const { runs, run, kinds } = await table(WAITER, { open: true });
    await expect.poll(kinds, SOON).toBe('uauaua');

    const content = 'And the bill?';
    runs.act(run, 'user', { app: 'user', tool: 'send_message_to_agent', args: { content } } as never);

    await expect.poll(kinds, SOON).toBe('uauauaua');
    expect(runs.summary(run)?.state).toBe('running');
  });
});
