import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Environment } from '../../../engine/kernel/environment.ts';
import { compareCodePoints } from '../../../engine/model/values/collections.ts';
import { appName } from '../../../engine/model/values/ids.ts';
import { canonicalLine } from '../../../engine/model/log-hash.ts';
import { seconds } from '../../../engine/model/values/time.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';
import { applyChange } from '../../../engine/state/apply.ts';
import { copyJson } from '../../../engine/state/copy.ts';
import type { Plan } from '../../../engine/world/plan.ts';
import { pad } from '../scenario/pad.ts';

/** An event of a random scenario: its delay, whether it fails, and the indexes of its predecessors. */
interface Node {
  readonly id: string;
  readonly delay: number;
  readonly fails: boolean;
  readonly after: readonly number[];
}

const nodes = fc
  .uniqueArray(
    fc.record({
      id: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
      delay: fc.integer({ min: 0, max: 4 }),
      fails: fc.boolean(),
      after: fc.array(fc.nat(), { maxLength: 3 }),
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 25 },
  )
  .map((all): readonly Node[] =>
    all.map((node, at) => ({ ...node, after: at === 0 ? [] : node.after.map((before) => before % at) })),
  );

const planFor = (graph: readonly Node[], seed = 1): Plan =>
  planOf(
    scenario({
      name: 'random',
      seed,
      apps: () => ({ desk: pad() }),
      events({ desk }) {
        const declared: ReturnType<typeof desk.spill>[] = [];
        for (const { id, delay, fails, after } of graph) {
          const event = (fails ? desk.spill() : desk.write({ text: id })) as (typeof declared)[number];
          event.id(id);
          if (after.length === 0) event.at(seconds(delay));
          else
            event.after(
              after.map((at) => declared[at]!),
              seconds(delay),
            );
          declared.push(event);
        }
      },
    }),
  );

function ran(plan: Plan): Environment {
  const environment = new Environment(plan, { mode: 'oracle' });
  environment.run();
  return environment;
}

describe('a run of a random scenario', () => {
  it('fires every event exactly once, after all its predecessors', () => {
    fc.assert(
      fc.property(nodes, (graph) => {
        const { log } = ran(planFor(graph));
        const place = new Map(log.map(({ event, index }) => [event as string, index]));

        expect(place.size).toBe(graph.length);
        expect(log).toHaveLength(graph.length);
        for (const { id, after } of graph)
          for (const before of after) expect(place.get(graph[before]!.id)).toBeLessThan(place.get(id)!);
      }),
    );
  });

  it('numbers the log entries without gaps, in ascending time', () => {
    fc.assert(
      fc.property(nodes, (graph) => {
        const { log } = ran(planFor(graph));

        expect(log.map(({ index }) => index)).toEqual(log.map((_entry, at) => at));
        expect(log.every(({ time }, at) => at === 0 || time >= log[at - 1]!.time)).toBe(true);
      }),
    );
  });

  it('fires roots due at the same time in code-point order of their ids', () => {
    fc.assert(
      fc.property(nodes, (graph) => {
        const roots = graph.map((node) => ({ ...node, delay: 1, after: [] }));
        const fired = ran(planFor(roots)).log.map(({ event }) => event as string);

        expect(fired).toEqual(roots.map(({ id }) => id).sort(compareCodePoints));
        expect(ran(planFor([...roots].reverse())).log.map(({ event }) => event as string)).toEqual(fired);
      }),
    );
  });

  it('produces the same log for the same seed', () => {
    fc.assert(
      fc.property(nodes, fc.nat(), (graph, seed) => {
        const [first, second] = [planFor(graph, seed), planFor(graph, seed)].map((plan) =>
          ran(plan).log.map(canonicalLine),
        );

        expect(second).toEqual(first);
      }),
    );
  });

  it('produces the same log when the same plan runs twice', () => {
    fc.assert(
      fc.property(nodes, (graph) => {
        const plan = planFor(graph);

        expect(ran(plan).log.map(canonicalLine)).toEqual(ran(plan).log.map(canonicalLine));
      }),
    );
  });

  it('has at every entry the state that the logged changes produce', () => {
    fc.assert(
      fc.property(nodes, (graph) => {
        const plan = planFor(graph);
        const environment = new Environment(plan, { mode: 'oracle' });
        const told = copyJson(plan.apps['desk']!.state);
        for (let entry = environment.step(); entry !== undefined; entry = environment.step()) {
          for (const change of entry.changes) applyChange(told, change);
          expect(told).toEqual(environment.appState(appName('desk')));
        }
      }),
    );
  });

  it('applies no change of a failed action', () => {
    fc.assert(
      fc.property(nodes, (graph) => {
        const environment = ran(planFor(graph));
        const { lines } = environment.appState(appName('desk')) as { lines: readonly string[] };

        expect(lines).toHaveLength(graph.filter(({ fails }) => !fails).length);
        for (const { outcome, changes } of environment.log)
          if (outcome.status === 'failed') expect(changes).toEqual([]);
      }),
    );
  });
});
