import { describe, expect, it } from 'vitest';
import { importPortable, readPortable, type Store } from '../../../engine/index.ts';
import type { LogEntry, NestedCall } from '../../../engine/model/log-entry.ts';
import { JUDGE_TURN, type ModelExchange } from '../../../engine/model/model-request.ts';
import type { Intervention } from '../../../engine/model/plan/interventions.ts';
import { eventId, type RunId } from '../../../engine/model/values/ids.ts';
import type { Json } from '../../../engine/model/values/json.ts';
import { seconds } from '../../../engine/model/values/time.ts';
import { copyJson } from '../../../engine/state/copy.ts';
import { CLOCK, emptyStore, look, MORNING, PANTRY, supper } from '../store/pantry.ts';
import { keptSupper, portableOf, sha256, SUPPER_HASH } from './portable.ts';

const importedFrom = (text: string, store: Store): { store: Store; id: RunId } => ({
  store,
  id: importPortable(store, readPortable(text, 'supper.orrery', sha256), 'test'),
});

/** A store whose first run id is already used. */
function usedStore(): Store {
  const { store, id } = keptSupper();
  store.remove(id);
  return store;
}

/** Calls of tools by each other, `levels` deep. */
const nestedCalls = (levels: number): readonly NestedCall[] =>
  Array.from({ length: levels }).reduce<readonly NestedCall[]>(
    (calls) => [
      {
        actor: 'agent',
        action: { app: PANTRY, tool: 'fill', args: {}, effect: 'write' },
        outcome: { status: 'done', value: null },
        calls,
      },
    ],
    [],
  );

/** A list in a list in a list, and so on. */
const deep = (levels: number): Json => Array.from({ length: levels }).reduce<Json>((inner) => [inner], 'end');

const exchangesOf = ({ store, id }: ReturnType<typeof importedFrom>): readonly ModelExchange[] =>
  [...store.exchanges(id).values()].flat().map((number) => store.exchange(number));

describe('a portable file', () => {
  it('imports a run unchanged except for its id', () => {
    const from = keptSupper();
    const [known] = exchangesOf(from);
    from.store.addExchange(from.id, JUDGE_TURN, { ...known!, raw: 'of the judge' });

    const to = importedFrom(portableOf(from), usedStore());

    expect(to.id).not.toBe(from.id);
    expect(to.store.run(to.id)).toEqual({ ...from.store.run(from.id), id: to.id });
    expect(to.store.entries(to.id, 0, 10)).toEqual(from.store.entries(from.id, 0, 10));
    expect(to.store.source(to.id)).toEqual(from.store.source(from.id));
    expect(to.store.plan(to.id)).toEqual(from.store.plan(from.id));
    expect(to.store.extras(to.id)).toEqual(from.store.extras(from.id));
    expect(to.store.commitBatches(to.id, 0, 10)).toEqual([
      { last: 1, elapsed: 12 },
      { last: 2, elapsed: 40 },
    ]);
    expect(to.store.turns(to.id)).toEqual(from.store.turns(from.id));
    expect(exchangesOf(to)).toEqual(exchangesOf(from));
    expect(exchangesOf(to)).toHaveLength(3);
    expect([...to.store.exchanges(to.id).keys()]).toEqual([...from.store.exchanges(from.id).keys()]);
    expect(to.store.notes(to.id).map(({ text, range, value }) => [text, range, value])).toEqual([
      ['sweet', undefined, undefined],
      ['odd', { from: 1, to: 2 }, { app: PANTRY, path: ['jars', 0] }],
    ]);
    for (const at of [-1, 0, 1, 2])
      expect(to.store.stateAt(to.id, PANTRY, at)).toEqual(from.store.stateAt(from.id, PANTRY, at));
  });

  it('is exported again byte for byte', () => {
    const text = portableOf(keptSupper());

    expect(portableOf(importedFrom(text, usedStore()))).toBe(text);
  });

  it('holds results and states as deep as tools may make them', () => {
    const store = emptyStore();
    const states = { [PANTRY]: { deep: deep(199) }, [CLOCK]: { face: 'round' } };
    const writer = store.begin(supper({ states }));
    const entry = {
      ...look(0),
      outcome: { status: 'done', value: copyJson(deep(200)) },
      calls: nestedCalls(50),
    } as LogEntry;
    writer.append([entry], MORNING);
    writer.finish({ state: 'completed', now: MORNING, verdict: undefined, logHash: undefined, notes: [] });
    const text = portableOf({ store, id: writer.id });

    expect(portableOf(importedFrom(text, emptyStore()))).toBe(text);
  });

  it('contains the tags and hints of the scenario', () => {
    const hints = [{ event: eventId('fill-1'), kind: 'environment', text: 'The second jar.' }] as const;
    const plan = {
      start: MORNING,
      duration: undefined,
      tick: seconds(1),
      events: [],
      tags: ['search'],
      hints,
    };

    const imported = importedFrom(portableOf(keptSupper({ plan })), emptyStore());

    expect(imported.store.run(imported.id)).toMatchObject({ scenarioTags: ['search'] });
    expect(imported.store.hints(imported.id)).toEqual(hints);
    expect(imported.store.plan(imported.id)).toEqual(plan);
  });

  it('contains the hints of a run without a plan', () => {
    const hints = [{ event: eventId('fill-1'), kind: 'task', text: 'The second jar.' }] as const;
    const { store, id } = keptSupper({ hints });

    const text = portableOf({ store: { ...store, plan: () => undefined }, id });

    const imported = importedFrom(text, emptyStore());
    expect(imported.store.hints(imported.id)).toEqual(hints);
    expect(portableOf(imported)).toBe(text);
  });

  it('contains the agent settings and the interventions of the run', () => {
    const { id: parent } = keptSupper();
    const fill = { app: PANTRY, tool: 'fill', args: {} };
    const interventions: Intervention[] = [
      { kind: 'act', at: 1, time: MORNING, actor: 'agent', action: fill },
      { kind: 'act', at: 2, actor: 'user', action: fill },
      { kind: 'set', at: 2, app: PANTRY, path: ['jars', 0], value: null },
      { kind: 'mode', at: 2, mode: 'plain' },
    ];
    const from = keptSupper({
      choices: { verbosity: 'low', agent: { command: 'python3 cook.py', thinking: 2.5 } },
      runtime: { v8: '11.3', unicode: '17.0', icu: '78.2' },
      origin: { parent, at: 1, interventions },
    });

    const { store, id } = importedFrom(portableOf(from), usedStore());

    expect(store.run(id)?.choices).toEqual(from.store.run(from.id)?.choices);
    expect(store.run(id)?.origin?.interventions).toEqual(interventions);
  });

  it('links a branch to its parent by the hash of the parent’s log', () => {
    const { store, id: parent } = keptSupper();
    const branch = keptSupper({ origin: { parent, at: 1, interventions: [] } });
    // Every store starts with the same ids: the branch's parent is the first run of `store`.
    const text = portableOf({
      store: { ...branch.store, run: (id) => branch.store.run(id) ?? store.run(id) },
      id: branch.id,
    });

    const to = usedStore();
    const elder = importedFrom(portableOf({ store, id: parent }), to);
    const younger = importedFrom(text, to);

    expect(to.run(younger.id)?.origin?.parent).toBe(elder.id);
    expect(portableOf(younger)).toBe(text);
  });

  it('names a missing parent of a branch by the hash of its log', () => {
    const { store, id: parent } = keptSupper();
    const text = portableOf(keptSupper({ origin: { parent, at: 1, interventions: [] } }));

    const alone = importedFrom(text, emptyStore());

    expect(store.run(parent)?.logHash).toBe(SUPPER_HASH);
    expect(alone.store.run(alone.id)?.origin?.parent).toBe(SUPPER_HASH);
    expect(portableOf(alone)).toBe(text);
  });
});
