import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { canonicalLine, openStore, type Store } from '../../../../engine/index.ts';
import type { Intervention } from '../../../../engine/model/plan/interventions.ts';
import type { LogEntry } from '../../../../engine/model/log-entry.ts';
import type { RunSummary } from '../../../../engine/model/run.ts';
import { compareStored } from '../../../../main/host/compare/index.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { prepareBranch } from '../../../../main/host/runs/prepare-stored-run.ts';
import { verify } from '../../../../main/host/runs/verify.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { importOneText } from '../import/import-one.ts';

const TRACES = new URL('../../../fixtures/are-traces/', import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, TRACES), 'utf8');
const recorded = readdirSync(TRACES).filter((name) => /\.trace(-with-world-logs)?\.json$/.test(name));
const TWO_TURNS = 'studio_visit_two_turns.trace.json';

function emptyStore(): Store {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  return openStore(db, packing);
}

async function branched(
  store: Store,
  run: RunSummary,
  at: number,
  intervention?: Intervention,
  script?: string,
): Promise<RunSummary> {
  const live = new LiveRun(await prepareBranch(store, run, at, intervention, { script }), store);
  while (!live.over) live.advance(() => true);
  return store.run(live.id)!;
}

const lines = (store: Store, { id }: RunSummary, from: number, to: number): readonly string[] =>
  store.entries(id, from, to - from).map(canonicalLine);

const called = (store: Store, { id, entries }: RunSummary): readonly string[] =>
  store.entries(id, 0, entries).map((entry) => ('action' in entry ? entry.action.tool : entry.kind));

/** The entries of the agent’s calls that ran. */
const done = (store: Store, { id, entries }: RunSummary): readonly LogEntry[] =>
  store
    .entries(id, 0, entries)
    .filter(({ kind, outcome }) => kind === 'agent' && outcome.status !== 'skipped');

describe.each(recorded)('a branch of %s', (name) => {
  it('shares the entries before any branch point and repeats the rest of the trace', async () => {
    const store = emptyStore();
    const trace = importOneText(store, textOf(name), name);

    for (let at = 0; at < trace.entries; at++) {
      const branch = await branched(store, trace, at);

      expect(lines(store, branch, 0, at)).toEqual(lines(store, trace, 0, at));
      expect(called(store, branch)).toEqual(called(store, trace));
      const { rows } = compareStored(store, trace, branch);
      expect(rows.filter(({ kind }) => kind !== 'equal' && kind !== 'changed')).toEqual([]);
      expect(await verify(store, branch)).toEqual({
        recorded: at,
        same: branch.entries,
        differs: undefined,
      });
    }
  });
});

describe('a branch of a recorded trace', () => {
  const traced = (store: Store, name = TWO_TURNS): RunSummary => importOneText(store, textOf(name), name);

  it('reproduces the trace when nothing changes and all results are data', async () => {
    const store = emptyStore();
    const trace = traced(store);

    const branch = await branched(store, trace, 3);

    expect(new Set(compareStored(store, trace, branch).rows.map(({ kind }) => kind))).toEqual(
      new Set(['equal']),
    );
    expect(branch).toMatchObject({ mode: 'plain', state: 'completed' });
    const single = traced(store, 'studio_visit_single_turn.trace.json');
    expect((await branched(store, single, 1)).logHash).toBe(single.logHash);
    expect(branch.origin).toMatchObject({ parent: trace.id, at: 3, recorded: 3 });
  });

  it('changes one argument of the agent’s call and reports that difference first', async () => {
    const store = emptyStore();
    const trace = traced(store);
    const message = store.entries(trace.id, 0, 9).findIndex((one) => one.kind === 'agent' && one.index > 2);
    const { event } = store.entry(trace.id, message)!;
    const name = Object.keys(
      (store.entry(trace.id, message) as { action: { args: object } }).action.args,
    )[0]!;

    const branch = await branched(store, trace, message, { kind: 'argument', event, name, value: 'else' });

    expect(compareStored(store, trace, branch).divergence).toMatchObject({ row: message });
    expect(store.entry(branch.id, message)).toMatchObject({ event, action: { args: { [name]: 'else' } } });
  });

  it('continues without an agent, with the oracle or with a script', async () => {
    const store = emptyStore();
    const trace = traced(store);
    const script =
      '{"agent": [{"at": 7, "app": "AgentUserInterface", "tool": "send_message_to_user", "args": {"content": "Done."}}]}';

    const nobody = await branched(store, trace, 1, { kind: 'mode', at: 1, mode: 'plain' });
    const oracle = await branched(store, trace, 1, { kind: 'mode', at: 1, mode: 'oracle' });
    const other = await branched(
      store,
      trace,
      1,
      { kind: 'agent', at: 1, script: 'agents/brief.json' },
      script,
    );

    expect(done(store, nobody)).toEqual([]);
    expect(called(store, oracle)).toEqual(called(store, trace));
    expect(done(store, other)).toMatchObject([{ action: { args: { content: 'Done.' } } }]);
    expect(store.source(other.id)?.files.get('agents/brief.json')).toBe(script);
  });

  it('replays the recorded calls of an agent that left the oracle’s path', async () => {
    const store = emptyStore();
    const document = JSON.parse(textOf(TWO_TURNS)) as {
      completed_events: { event_id: string; event_type: string }[];
    };
    for (const event of document.completed_events)
      if (event.event_type === 'AGENT') event.event_id = `own-${event.event_id}`;
    const trace = importOneText(store, JSON.stringify(document), TWO_TURNS);

    const branch = await branched(store, trace, 2);

    expect(compareStored(store, trace, branch).rows.map(({ kind }) => kind)).toEqual(
      store.entries(trace.id, 0, 100).map(() => 'equal'),
    );
  });

  it('can be branched again, but not before its own branch point', async () => {
    const store = emptyStore();
    const branch = await branched(store, traced(store), 3);

    const second = await branched(store, branch, 5);

    expect(second.logHash).toBe(branch.logHash);
    await expect(branched(store, branch, 2)).rejects.toThrow(
      'Run r2 can be branched from entry 3 on: what is before was recorded. Branch the trace itself at entry 2.',
    );
    await expect(branched(store, branch, 5, { kind: 'mode', at: 5, mode: 'oracle' })).rejects.toThrow(
      'branch the trace itself',
    );
  });

  it.each([
    [
      'an app class that Orrery does not have',
      { class_name: 'Kiln' },
      /Kiln is not an app of Orrery, and entry \d+ calls Mail/,
    ],
    [
      'no initial state of an app',
      { app_state: null },
      /The first state of Mail\w*, which entry \d+ calls, is missing\./,
    ],
  ])('is refused with %s, naming the class', async (_, change, complaint) => {
    const store = emptyStore();
    const document = JSON.parse(textOf(TWO_TURNS)) as { apps: { class_name: string }[] };
    const apps = document.apps.map((app) =>
      app.class_name.startsWith('Mail') ? { ...app, ...change } : app,
    );
    const trace = importOneText(store, JSON.stringify({ ...document, apps }), TWO_TURNS);

    await expect(branched(store, trace, 1)).rejects.toThrow(complaint);
  });

  it('rejects verify() of the trace, because none of its entries ran here', async () => {
    const store = emptyStore();

    await expect(verify(store, traced(store))).rejects.toThrow('is a recorded trace: nothing of it ran here');
  });
});
