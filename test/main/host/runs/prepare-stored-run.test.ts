import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../../engine/index.ts';
import { appName, eventId, type RunId } from '../../../../engine/model/values/ids.ts';
import { type Intervention, RECORDED_AGENT } from '../../../../engine/model/plan/interventions.ts';
import type { LogEntry } from '../../../../engine/model/log-entry.ts';
import type { RunChoices, RunSummary } from '../../../../engine/model/run.ts';
import { summarize } from '../../../../main/host/inspect/summary.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { type PreparedRun, prepareRun } from '../../../../main/host/runs/prepare-run.ts';
import { prepareBranch } from '../../../../main/host/runs/prepare-stored-run.ts';
import { verify } from '../../../../main/host/runs/verify.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { dinner, prepared, unchecked } from './dinner.ts';

const user = appName('user');

const COURSES = `
  const soup = user.send_message_to_agent({ content: words.soup }).id('soup').at(seconds(1));
  const fish = user.send_message_to_agent({ content: 'fish' }).id('fish').after(soup, seconds(1));
  oracle(user.send_message_to_user({ content: 'done' })).id('done').after(fish, seconds(1));`;

function emptyStore(): Store {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  return openStore(db, packing);
}

function finished(store: Store, run: PreparedRun): RunSummary {
  const live = new LiveRun(run, store);
  while (!live.over) live.advance(() => true);
  return store.run(live.id)!;
}

/** A run of a scenario with an imported file; its workspace is deleted afterwards. */
async function served(store: Store, choices?: RunChoices): Promise<RunSummary> {
  const text = `import { words } from '../words.ts';\n${dinner(COURSES)}`;
  const folder = temporaryFolder({
    'scenarios/dinner.ts': text,
    'words.ts': "export const words = { soup: 'soup' };",
  });
  const run = await prepareRun({ folder, path: 'scenarios/dinner.ts', mode: 'oracle', choices }, unchecked);
  return finished(store, run);
}

const said = (store: Store, run: RunId): readonly unknown[] =>
  store
    .entries(run, 0, 100)
    .map((entry) => ('action' in entry ? (entry.action.args['content'] ?? entry.action.tool) : entry.kind));

describe('a branch', () => {
  it('without a change reproduces its parent from the stored files', async () => {
    const store = emptyStore();
    const parent = await served(store);

    const branch = finished(store, await prepareBranch(store, parent, 1, undefined));

    expect(branch.logHash).toBe(parent.logHash);
    expect(branch.origin).toEqual({ parent: parent.id, at: 1, interventions: [] });
    expect(store.source(branch.id)).toEqual(store.source(parent.id));
  });

  it('applies its change, and its own branches apply it too', async () => {
    const store = emptyStore();
    const parent = await served(store);
    const meat: Intervention = { kind: 'argument', event: eventId('fish'), name: 'content', value: 'meat' };
    const call = { app: user, tool: 'send_message_to_agent', args: { content: 'salt, please' } };

    const branch = finished(store, await prepareBranch(store, parent, 1, meat));
    const second = finished(
      store,
      await prepareBranch(store, branch, 2, { kind: 'act', at: 2, actor: 'user', action: call }),
    );
    const third = finished(
      store,
      await prepareBranch(store, second, 3, { kind: 'leave-out', event: eventId('done') }),
    );

    expect(said(store, branch.id)).toEqual(['soup', 'meat', 'done']);
    expect(said(store, second.id)).toEqual(['soup', 'meat', 'salt, please', 'done']);
    expect(store.entries(third.id, 3, 1)[0]?.outcome.status).toBe('skipped');
    expect(said(store, third.id)).toEqual(['soup', 'meat', 'salt, please', 'done']);
    expect(said(store, parent.id)).toEqual(['soup', 'fish', 'done']);
  });

  it('keeps the verbosity and the augmentation of its parent', async () => {
    const store = emptyStore();
    const choices: RunChoices = {
      verbosity: 'low',
      augmentation: { toolFailures: 1, noise: { perMinute: 600, seed: 7 } },
    };
    const parent = await served(store, choices);
    const call = { app: user, tool: 'send_message_to_user', args: { content: 'yes' } };

    const same = finished(store, await prepareBranch(store, parent, 1, undefined));
    const other = finished(
      store,
      await prepareBranch(store, parent, 1, { kind: 'act', at: 1, actor: 'agent', action: call }),
    );

    expect(store.run(same.id)).toMatchObject({ logHash: parent.logHash, choices });
    expect(store.entries(other.id, 1, 1)[0]?.outcome).toMatchObject({ error: { type: 'InjectedFailure' } });
    expect(await verify(store, other)).toMatchObject({ differs: undefined });
  });

  it('replays the agent’s recorded calls until another agent takes over', async () => {
    const store = emptyStore();
    const parent = await served(store);
    const recorded = (at: number): Intervention => ({ kind: 'agent', at, script: RECORDED_AGENT });

    const same = finished(store, await prepareBranch(store, parent, 1, recorded(1)));
    const without = finished(
      store,
      await prepareBranch(store, same, 1, { kind: 'leave-out', event: eventId('fish') }),
    );
    const nobody = finished(
      store,
      await prepareBranch(store, same, 2, { kind: 'mode', at: 2, mode: 'plain' }),
    );

    expect(same.logHash).toBe(parent.logHash);
    expect(said(store, without.id)).toEqual(['soup', 'fish', 'done']);
    expect(store.entry(without.id, 2)?.outcome.status).toBe('done');
    expect(store.entry(nobody.id, 2)?.outcome.status).toBe('skipped');
    expect(await verify(store, without)).toMatchObject({ differs: undefined });
  });

  const script = (content: string, at = 1.5): string =>
    JSON.stringify({ agent: [{ at, app: 'user', tool: 'send_message_to_user', args: { content } }] });
  const waiter = (at: number): Intervention => ({ kind: 'agent', at, script: 'agents/waiter.json' });

  it('follows a script and stores it', async () => {
    const store = emptyStore();
    const parent = await served(store);
    const agent = waiter(1);

    const branch = finished(
      store,
      await prepareBranch(store, parent, 1, agent, { script: script('at once') }),
    );

    expect(said(store, branch.id)).toEqual(['soup', 'at once', 'fish', 'done']);
    expect(store.entry(branch.id, 3)?.outcome.status).toBe('skipped');
    expect(await verify(store, branch)).toMatchObject({ differs: undefined });
    await expect(
      prepareBranch(store, parent, 1, agent, { script: '{"agent": [{"at": "now"}]}' }),
    ).rejects.toThrow('agents/waiter.json, agent[0].at: "now" is not a number.');
  });

  it('keeps its shared entries when later scripts have the same name', async () => {
    const store = emptyStore();
    const plain = await served(store);
    const parent = finished(
      store,
      await prepareBranch(store, plain, 1, waiter(1), { script: script('at once') }),
    );

    const branch = finished(
      store,
      await prepareBranch(store, parent, 2, waiter(2), { script: script('later', 1.7) }),
    );
    const third = finished(
      store,
      await prepareBranch(store, branch, 3, waiter(3), { script: script('last', 2.5) }),
    );
    const same = finished(
      store,
      await prepareBranch(store, parent, 1, waiter(1), { script: script('at once') }),
    );

    expect(said(store, branch.id)).toEqual(['soup', 'at once', 'later', 'fish', 'done']);
    expect(said(store, third.id)).toEqual(['soup', 'at once', 'later', 'fish', 'last', 'done']);
    expect(Object.fromEntries(store.source(third.id)!.files)).toMatchObject({
      'agents/waiter.json': script('at once'),
      'agents/waiter-2.json': script('later', 1.7),
      'agents/waiter-3.json': script('last', 2.5),
    });
    expect(same.origin?.interventions).toMatchObject([waiter(1), waiter(1)]);
    for (const run of [branch, third, same])
      expect(await verify(store, run)).toMatchObject({ differs: undefined });
  });

  it('refuses a change of an event that the scenario does not have', async () => {
    const store = emptyStore();
    const parent = await served(store);

    await expect(
      prepareBranch(store, parent, 1, { kind: 'leave-out', event: eventId('cake') }),
    ).rejects.toThrow('"cake" is no event of the scenario. Only planned actions can be changed.');
  });
});

describe('verify()', () => {
  it('reports no difference for a run and its branch', async () => {
    const store = emptyStore();
    const parent = await served(store);
    const set: Intervention = {
      kind: 'set',
      at: 2,
      app: user,
      path: ['messages', 0, 'content'],
      value: 'stew',
    };
    const branch = finished(store, await prepareBranch(store, parent, 2, set));

    expect(await verify(store, parent)).toEqual({ recorded: 0, same: 3, differs: undefined });
    expect(await verify(store, branch)).toEqual({ recorded: 0, same: 4, differs: undefined });
  });

  it('repeats a custom set_state tool as a call, not as a manual state change', async () => {
    const store = emptyStore();
    const text = `import { app, scenario, str, toolOf } from 'orrery';
      const tool = toolOf<{ path: string }>();
      const guide = app({ class: 'Guide', initial: () => ({ path: '' }), tools: {
        set_state: tool({ summary: 'Go another way.', effect: 'write', args: { path: str },
          apply(state, { path }) { state.path = path; } }),
      } });
      export default scenario({ name: 'dinner', apps: () => ({ guide: guide() }), events() {} });`;
    const live = new LiveRun(await prepared(text), store);
    const action = { app: appName('guide'), tool: 'set_state', args: { path: 'home' } };
    for (const actor of ['agent', 'environment'] as const)
      live.act({ kind: 'call', actor, action }, live.now);
    while (!live.over) live.advance(() => true);

    const heads = store.heads(live.id, 0, 10);
    expect(heads.map(({ outcome }) => outcome.status)).toEqual(['done', 'done']);
    expect(heads.map(summarize)).toEqual(['path: home', 'path: home']);
    expect(await verify(store, store.run(live.id)!)).toEqual({ recorded: 0, same: 2, differs: undefined });
  });

  it('returns the first entry that differs', async () => {
    const store = emptyStore();
    const parent = await served(store);
    const dishes = (entry: LogEntry): LogEntry =>
      JSON.parse(JSON.stringify(entry).replaceAll('fish', 'dish')) as LogEntry;
    const other: Store = { ...store, entries: (...which) => store.entries(...which).map(dishes) };

    const { same, differs } = await verify(other, parent);

    expect(same).toBe(1);
    expect(differs?.was).toMatchObject({ action: { args: { content: 'dish' } } });
    expect(differs?.is).toMatchObject({ action: { args: { content: 'fish' } } });
  });

  it('compares an interrupted run with the entries it logged', async () => {
    const store = emptyStore();
    const folder = temporaryFolder({
      'scenarios/dinner.ts': dinner(COURSES.replace('words.soup', "'soup'")),
    });
    const live = new LiveRun(
      await prepareRun({ folder, path: 'scenarios/dinner.ts', mode: 'oracle' }, unchecked),
      store,
    );
    live.advance(() => false);
    live.interrupt({ kind: 'ending', cause: 'closed', text: 'The kitchen closed.' });

    expect(await verify(store, store.run(live.id)!)).toEqual({ recorded: 0, same: 1, differs: undefined });
  });

  it('compares a stopped run with the entries it logged, despite its log hash', async () => {
    const store = emptyStore();
    const folder = temporaryFolder({
      'scenarios/dinner.ts': dinner(COURSES.replace('words.soup', "'soup'")),
    });
    const live = new LiveRun(
      await prepareRun({ folder, path: 'scenarios/dinner.ts', mode: 'oracle' }, unchecked),
      store,
    );
    live.advance(() => false);
    live.stop();
    const run = store.run(live.id)!;

    expect(run.logHash).toBeDefined();
    expect(await verify(store, run)).toEqual({ recorded: 0, same: 1, differs: undefined });
  });
});
