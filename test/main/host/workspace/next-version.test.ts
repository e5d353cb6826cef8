import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../../engine/index.ts';
import { appName } from '../../../../engine/model/values/ids.ts';
import type { JsonObject } from '../../../../engine/model/values/json.ts';
import { seconds } from '../../../../engine/model/values/time.ts';
import type { OutsideAgent, RunMode, RunSummary } from '../../../../engine/model/run.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { prepareRun } from '../../../../main/host/runs/prepare-run.ts';
import { firstDifference } from '../../../../main/host/runs/rerun-version.ts';
import { nextVersion } from '../../../../main/host/workspace/next-version.ts';
import { Workspace } from '../../../../main/host/workspace/workspace.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { dinner, unchecked } from '../runs/dinner.ts';

const PATH = 'scenarios/dinner.ts';
const SOUP = "user.send_message_to_agent({ content: 'soup' }).at(seconds(1)); // first";

/** A run of `text` in which a person sends messages after the first event. */
async function played(
  text: string,
  said: readonly string[],
  more: {
    readonly agent?: OutsideAgent;
    readonly replied?: string;
    readonly again?: true;
    readonly mode?: RunMode;
    /** Calls of the user after all events, from the results of the entries. */
    readonly calls?: (results: readonly string[]) => readonly (readonly [tool: string, args: JsonObject])[];
  } = {},
): Promise<{ store: Store; workspace: Workspace; run: RunSummary }> {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);
  const workspace = new Workspace(temporaryFolder({ [PATH]: text }));
  const choices = { agent: more.agent };
  const prepared = await prepareRun(
    {
      folder: workspace.folder,
      path: PATH,
      mode: more.mode ?? 'plain',
      choices,
      turns: { agent: more.agent && { from: 0, turns: 9, isOther: false } },
    },
    unchecked,
  );
  const live = new LiveRun(prepared, store);
  if (prepared.plan.outline.events.length > 0) live.advance(() => false);
  for (const content of said) {
    const time = (live.now + 2_500_000) as typeof live.now;
    live.act(
      {
        kind: 'call',
        actor: 'user',
        action: { app: appName('user'), tool: 'send_message_to_agent', args: { content } },
      },
      time,
    );
  }
  if (more.calls !== undefined) {
    while ((prepared.environment.nextTime ?? Infinity) < Infinity) live.advance(() => false);
    const results = store
      .entries(live.id, 0, 100)
      .map(({ outcome }) => (outcome.status === 'done' ? JSON.stringify(outcome.value).slice(1, -1) : ''));
    for (const [tool, args] of more.calls(results))
      live.act(
        { kind: 'call', actor: 'user', action: { app: appName('user'), tool, args } },
        (live.now + 2_500_000) as typeof live.now,
      );
  }
  if (more.again) {
    const last = store.entries(live.id, 0, 100).at(-1)!;
    const content = last.outcome.status === 'done' ? (last.outcome.value as string) : '';
    live.act(
      {
        kind: 'call',
        actor: 'user',
        action: { app: appName('user'), tool: 'send_message_to_agent', args: { content } },
      },
      live.now,
    );
  }
  if (more.replied !== undefined) {
    const untilAsked = (): void => {
      while (live.question === undefined) live.advance(() => false);
    };
    untilAsked();
    const answer = { thinking: seconds(0), thought: '', elapsed: 1 };
    const args = { content: more.replied };
    live.answer({ ...answer, act: { kind: 'call', tool: 'user__send_message_to_user', args } });
    untilAsked();
    live.answer({ ...answer, act: { kind: 'finish' } });
  }
  while (!live.over) live.advance(() => true);
  return { store, workspace, run: store.run(live.id)! };
}

const told = (store: Store, { id }: RunSummary): readonly string[] =>
  store
    .entries(id, 0, 100)
    .map(
      (entry) => `${entry.kind} ${entry.time} ${'action' in entry ? JSON.stringify(entry.action.args) : ''}`,
    );

describe('nextVersion()', () => {
  it.each([
    ['whose events are a method', dinner(SOUP)],
    ['whose apps go by one name', dinner(SOUP.replace('user', 'apps.user')).replace('{ user }', 'apps')],
    [
      'whose apps have other names',
      dinner(SOUP.replace('user', 'guest')).replace('{ user }', '{ user: guest }'),
    ],
    ['without the app in its events', dinner('').replace('{ user }', '{}').replace('stop ', '')],
    [
      'without the import of seconds',
      dinner(SOUP.replace('seconds(1)', "'2026-01-05T18:00:01Z'")).replace(', seconds', ''),
    ],
    [
      'whose events are an arrow',
      dinner(SOUP).replace(
        'events({ user }, { condition, oracle, validation }) {',
        'events: ({ user }) => {',
      ),
    ],
  ])('writes manual calls as events, for a scenario %s', async (_which, text) => {
    const { store, workspace, run } = await played(text, ["It's cold.", 'A "new" one,\nplease.']);

    const { path } = await nextVersion(store, workspace, run);

    expect(path).toBe('scenarios/dinner-2.ts');
    const again = new LiveRun(
      await prepareRun({ folder: workspace.folder, path, mode: 'plain' }, unchecked),
      store,
    );
    while (!again.over) again.advance(() => true);
    expect(told(store, store.run(again.id)!)).toEqual(told(store, run));
    expect((await nextVersion(store, workspace, run)).path).toBe('scenarios/dinner-3.ts');
  });

  it('writes the person’s calls, but not those of the agent’s process', async () => {
    const agent = { command: 'node agents/waiter.mjs', thinking: 'frozen' } as const;
    const { store, workspace, run } = await played(dinner(SOUP), ['More.'], { agent, replied: 'Coming.' });

    const { path } = await nextVersion(store, workspace, run);

    const text = readFileSync(join(workspace.folder, path), 'utf8');
    expect(text).toContain('More.');
    expect(text).not.toContain('Coming.');
  });

  it('refers to an earlier call’s result instead of its generated id', async () => {
    const { store, workspace, run } = await played(dinner(SOUP), ['Soup.'], { again: true });

    const text = readFileSync(
      join(workspace.folder, (await nextVersion(store, workspace, run)).path),
      'utf8',
    );

    expect(text).toContain("const call1 = user.send_message_to_agent({ content: 'Soup.' })");
    expect(text).toContain('user.send_message_to_agent({ content: call1.result })');
  });

  it('refers to what the scenario’s events have made, waits for what the agent has made, and comments what failed', async () => {
    const { store, workspace, run } = await played(
      dinner(
        `${SOUP}\n    oracle(user.send_message_to_agent({ content: 'Coming.' })).after(user.send_message_to_agent({ content: 'Now.' }).at(seconds(2)));`,
      ),
      [],
      {
        mode: 'oracle',
        calls: (results) => [
          ['send_message_to_agent', { content: results[0]! }],
          ['send_message_to_agent', { content: results[2]! }],
          ['send_message_to_agent', { content: 7 }],
        ],
      },
    );

    const { path, events, notes } = await nextVersion(store, workspace, run);

    const text = readFileSync(join(workspace.folder, path), 'utf8');
    expect(text).toContain("const event1 = user.send_message_to_agent({ content: 'soup' })");
    expect(text).toContain(
      "user.send_message_to_agent({ content: event1.result }).by('user').at(seconds(4.5));",
    );
    expect(text).toMatch(/const made2 = condition\('user\.send_message_to_agent made /);
    expect(text).toMatch(/\)\.after\(made2\)\.by\('user'\)\.at\(seconds\(7\)\);/);
    expect(text).toMatch(
      /\/\/ #5 failed: TypeError: .*\n *\/\/ user\.send_message_to_agent\(\{ content: 7 \}\)/,
    );
    expect(events).toBe(2);
    expect(notes.join('\n')).toMatch(/1 of your calls failed[^]*uses what the agent made/);
    expect(await firstDifference(store, { run, folder: workspace.folder, path })).toBeNull();
  });

  it('extends the duration to the last manual call', async () => {
    const brief = dinner(SOUP).replace("name: 'dinner',", "name: 'dinner', duration: seconds(3),");
    const { store, workspace, run } = await played(brief, ['Soup.', 'And bread.']);

    const { path } = await nextVersion(store, workspace, run);

    expect(readFileSync(join(workspace.folder, path), 'utf8')).toContain('duration: seconds(66)');
    const prepared = await prepareRun({ folder: workspace.folder, path, mode: 'plain' }, unchecked);
    const again = new LiveRun(prepared, store);
    while (!again.over) again.advance(() => true);
    expect(told(store, store.run(again.id)!).join()).toContain('And bread.');
  });

  it('refuses a run without manual calls and a scenario without an events() body', async () => {
    const idle = await played(dinner(SOUP), []);
    const elsewhere = await played(
      `${dinner('')
        .replace(/events\([^]*\n {2}\},\n/, 'events,\n')
        .replace(', seconds', ', seconds, type Scenario')}
function events({ user }: never) { void user; }`.replace(', type Scenario', ''),
      ['Hello?'],
    );

    await expect(nextVersion(idle.store, idle.workspace, idle.run)).rejects.toThrow(
      'Nothing was done by hand in run',
    );
    await expect(nextVersion(elsewhere.store, elsewhere.workspace, elsewhere.run)).rejects.toThrow(
      'has no "events" with a function body',
    );
  });
});
