import fc from 'fast-check';
import type { Change } from '../../../engine/model/log-entry.ts';
import type { Actor } from '../../../engine/model/event.ts';
import { appName, eventId } from '../../../engine/model/values/ids.ts';
import type { Json, JsonObject } from '../../../engine/model/values/json.ts';
import type { LogEntry, NestedCall, RecordedAction, Observation } from '../../../engine/model/log-entry.ts';
import type { Outcome } from '../../../engine/model/outcome.ts';
import { instant } from '../../../engine/model/values/time.ts';

/** Any text, including half surrogates, quotes and NUL. */
const text = fc.string({
  unit: fc.oneof(fc.string({ unit: 'binary', maxLength: 1 }), fc.constant('\ud800')),
  maxLength: 8,
});
const name = text.filter((candidate) => candidate !== '');
const whole = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const json = fc
  .jsonValue({ maxDepth: 3 })
  // JSON has one zero.
  .map((value) => JSON.parse(JSON.stringify(value)) as Json);
const object = fc.dictionary(name, json, { maxKeys: 3 }) as fc.Arbitrary<JsonObject>;

const path = fc.array(fc.oneof(text, fc.nat()), { maxLength: 3 });
const app = name.map(appName);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ op: fc.constant('set' as const), app, path, value: json }),
  fc.record({ op: fc.constant('delete' as const), app, path }),
  fc.record({
    op: fc.constant('splice' as const),
    app,
    path,
    at: fc.nat(),
    remove: fc.nat(),
    insert: fc.array(json, { maxLength: 2 }),
  }),
);

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({ status: fc.constant('done' as const), value: json }),
  fc.record({
    status: fc.constant('failed' as const),
    error: fc.record(
      { type: text, message: text, stack: text, native: fc.constant(true) },
      { requiredKeys: ['type', 'message'] },
    ),
  }),
  fc.record({ status: fc.constant('skipped' as const), reason: text }),
);

const action: fc.Arbitrary<RecordedAction> = fc.record(
  {
    app,
    tool: text,
    args: object,
    resolved: object,
    effect: fc.constantFrom('read' as const, 'write' as const),
  },
  { requiredKeys: ['app', 'tool', 'args', 'effect'] },
);

const actor = fc.constantFrom<Actor>('agent', 'user', 'environment');
const { calls } = fc.letrec<{ call: NestedCall; calls: readonly NestedCall[] }>((tie) => ({
  call: fc.record(
    { actor, action, outcome, calls: tie('calls'), refused: fc.constant(true as const) },
    { requiredKeys: ['actor', 'action', 'outcome', 'calls'] },
  ),
  calls: fc.oneof({ maxDepth: 2 }, fc.constant([]), fc.array(tie('call'), { maxLength: 2 })),
}));

const logged = (index: number) => ({
  index: fc.constant(index),
  time: whole.map(instant),
  due: whole.map(instant),
  event: name.map(eventId),
  causes: fc.array(fc.nat(), { maxLength: 3 }),
  outcome,
  changes: fc.array(change, { maxLength: 3 }),
});

const names = fc.array(text, { maxLength: 3 });
const found = { achieved: names, open: names, tripped: names };

const watched: fc.Arbitrary<Observation> = fc.record(
  {
    ...found,
    validation: name.map(eventId),
    verdict: fc.constantFrom('watching' as const, 'passed' as const, 'failed' as const),
    late: fc.boolean(),
    error: fc.record({ type: text, message: text }),
  },
  { requiredKeys: ['achieved', 'open', 'tripped', 'validation', 'verdict', 'late'] },
);

const mark = fc.constant(true as const);

/** Fields that only some actions have. */
const remarks = {
  direct: mark,
  quiet: mark,
  answersOther: mark,
  refused: mark,
  waited: fc.constantFrom('told' as const, 'timed-out' as const),
  observations: fc.array(watched, { maxLength: 2 }),
};

/** Any entry with the index `index`. */
export const entryAt = (index: number): fc.Arbitrary<LogEntry> =>
  fc
    .oneof(
      fc
        .record({ ...logged(index), kind: actor, oracle: fc.boolean(), action, calls })
        .chain((entry) => fc.record(remarks, { requiredKeys: [] }).map((some) => ({ ...entry, ...some }))),
      fc.record({
        ...logged(index),
        kind: fc.constant('condition' as const),
        name: text,
        attempt: fc.nat(),
        verdict: fc.constantFrom(
          'held' as const,
          'waiting' as const,
          'timed-out' as const,
          'broken' as const,
        ),
      }),
      fc.record({
        ...logged(index),
        kind: fc.constant('validation' as const),
        attempt: fc.nat(),
        verdict: fc.constantFrom('passed' as const, 'waiting' as const, 'failed' as const),
        ...found,
      }),
      fc.record({
        ...logged(index),
        kind: fc.constant('agent-validation' as const),
        milestones: names,
        minefields: names,
        timeout: fc.option(fc.nat(), { nil: undefined }),
      }),
      fc.record({ ...logged(index), kind: fc.constant('stop' as const) }),
      fc.record({
        ...logged(index),
        kind: fc.constant('wait' as const),
        call: fc.record({ kind: actor, oracle: fc.boolean(), action, calls, outcome }),
        until: whole.map(instant),
      }),
    )
    // Objects made by fast-check may lack a prototype.
    .map((entry) => structuredClone(entry));
