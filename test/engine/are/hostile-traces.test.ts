import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrreryError, readTrace, TraceError } from '../../../engine/index.ts';
import { areFile, cooking, kitchen } from './traces.ts';
import { tries } from '../../tries.ts';

/** The error message for `text`, without the file name. */
function complaint(text: string): string {
  try {
    readTrace(text, 'kitchen.json');
  } catch (thrown) {
    if (thrown instanceof TraceError) return thrown.message.replace(/^kitchen\.json[:,] /, '');
    throw thrown;
  }
  return 'none';
}

const complaintOn = (over: object): string => complaint(JSON.stringify(kitchen(over)));

const definition = (over: object): object => ({
  metadata: { definition: { scenario_id: 'kitchen', start_time: 0, ...over } },
});
const done = (over: object): object => ({ completed_events: [cooking('light'), cooking('tea', over)] });
const called = (over: object): object =>
  done({ action: { app: 'Stove', function: 'light', operation_type: 'WRITE', args: [], ...over } });

describe('readTrace() with invalid files', () => {
  it.each([
    ['nothing', '', /^The text is not valid JSON \(.+\)\.$/],
    ['a letter', 'Dear Ada, the soup is ready.', /^The text is not valid JSON \(.+\)\.$/],
    ['a list', '[]', 'A list is not an object.'],
    ['a number', '7', '7 is not an object.'],
    ['null', 'null', 'null is not an object.'],
    ['an empty object', '{}', 'version: "are_simulation_v1" is missing. metadata: An object is missing.'],
    [
      'a lite export without its scenario',
      '{"per_agent_interaction_histories": {}}',
      'scenario_id: A text is missing.',
    ],
    [
      'a lite export with a message of no time',
      '{"scenario_id": "tea", "per_agent_interaction_histories": {"main": [{"role": "user"}]}}',
      'per_agent_interaction_histories.main[0].timestamp: A number is missing.',
    ],
    [
      'a dump of the state',
      areFile('clay_delivery_time.final-state.json'),
      'This is a dump of ARE’s state. ARE’s "hf" format is needed, with metadata, apps and events.',
    ],
  ])('refuses %s', (_name, text, message) => {
    expect(complaint(text)).toMatch(message);
  });

  it.each([
    ['version', { version: 'are_simulation_v2' }, 'version: "are_simulation_v2" is not "are_simulation_v1".'],
    ['metadata', { metadata: 'none' }, 'metadata: "none" is not an object.'],
    ['the definition', { metadata: {} }, 'metadata.definition: An object is missing.'],
    ['the id', definition({ scenario_id: 5 }), 'metadata.definition.scenario_id: 5 is not a text.'],
    ['the seed', definition({ seed: 0.5 }), 'metadata.definition.seed: 0.5 is not a whole number.'],
    [
      'the start',
      definition({ start_time: 'noon' }),
      'metadata.definition.start_time: "noon" is not a number.',
    ],
    [
      'a start in the year 5000',
      definition({ start_time: 95_617_584_000 }),
      'metadata.definition.start_time: 95617584000 seconds since 1970 is not within the years 1684 to 2255.',
    ],
    ['the hints', definition({ hints: {} }), 'metadata.definition.hints: An object is not a list.'],
    ['the apps', { apps: {} }, 'apps: An object is not a list.'],
    ['an app', { apps: ['Stove'] }, 'apps[0]: "Stove" is not an object.'],
    ["an app's name", { apps: [{ class_name: 'Stove' }] }, 'apps[0].name: A text is missing.'],
    [
      "an app's class",
      { apps: [{ name: 'Stove', class_name: [] }] },
      'apps[0].class_name: A list is not a text.',
    ],
    ['the events', { events: 'later' }, 'events: "later" is not a list.'],
    [
      'a dependency',
      { events: [{ event_id: 'tea', event_type: 'AGENT', dependencies: [7] }] },
      'events[0].dependencies[0]: 7 is not a text.',
    ],
    ['the completed events', { completed_events: 3 }, 'completed_events: 3 is not a list.'],
    ['a completed event', { completed_events: [null] }, 'completed_events[0]: null is not an object.'],
    [
      'a kind',
      done({ event_type: 'COOK' }),
      'completed_events[1].event_type: "COOK" is not one of "AGENT", "USER", "ENV", "CONDITION", "VALIDATION", "STOP".',
    ],
    ['a time', done({ event_time: 'soon' }), 'completed_events[1].event_time: "soon" is not a number.'],
    [
      'a time without an end',
      done({ event_time: 'inf' }),
      'completed_events[1].event_time: "inf" is not a number.',
    ],
    ['no time', done({ event_time: null }), 'completed_events[1].event_time: null is not a number.'],
    [
      'a time beyond all clocks',
      done({ event_time: 1e300 }),
      'completed_events[1].event_time: 1e+300 seconds since 1970 is not within the years 1684 to 2255.',
    ],
    [
      'a time before all clocks',
      done({ event_time: -1e12 }),
      'completed_events[1].event_time: -1000000000000 seconds since 1970 is not within the years 1684 to 2255.',
    ],
    ['an id', done({ event_id: {} }), 'completed_events[1].event_id: An object is not a text.'],
    [
      'an id as long as a book',
      done({ event_id: 'tea'.repeat(1000) }),
      'completed_events[1].event_id: The text has more than 1000 characters.',
    ],
    ['no action', done({ action: null }), 'completed_events[1].action: An object is missing.'],
    ['an action on nothing', called({ app: '' }), 'completed_events[1].action.app: A name is missing.'],
    [
      'an action of no name',
      called({ function: '' }),
      'completed_events[1].action.function: A name is missing.',
    ],
    [
      'an operation',
      called({ operation_type: 3 }),
      'completed_events[1].action.operation_type: 3 is not a text.',
    ],
    ['arguments', called({ args: 'hot' }), 'completed_events[1].action.args: "hot" is not a list.'],
    [
      "an argument's value",
      called({ args: [{ name: 'heat', value: 9, value_type: 'int' }] }),
      'completed_events[1].action.args[0].value: 9 is not a text.',
    ],
    [
      'an argument called __proto__',
      called({ args: [{ name: '__proto__', value: '9', value_type: 'int' }] }),
      'completed_events[1].action.args[0].name: No argument can be named __proto__.',
    ],
    [
      'a result',
      done({ metadata: { return_value: 7 } }),
      'completed_events[1].metadata.return_value: 7 is not a text.',
    ],
    [
      'an exception',
      done({ metadata: { exception: true } }),
      'completed_events[1].metadata.exception: true is not a text.',
    ],
    ['the world logs', { world_logs: 'lost' }, 'world_logs: "lost" is not a list.'],
  ])('names the path and the problem of an invalid value: %s', (_name, over, message) => {
    expect(complaintOn(over)).toBe(message);
  });

  it('lists the first three of many problems and counts the others', () => {
    const completed_events = Array.from({ length: 10 }, () => cooking('tea', { event_time: 'soon' }));

    expect(complaintOn({ completed_events })).toBe(
      [0, 1, 2].map((at) => `completed_events[${at}].event_time: "soon" is not a number. `).join('') +
        'And 7 more.',
    );
  });

  it('refuses a truncated file, at any length', () => {
    const text = JSON.stringify(kitchen(done({})));

    for (let length = 0; length < text.length; length++)
      expect(complaint(text.slice(0, length))).toContain('The text is not valid JSON');
  });

  it('refuses values nested deeper than 200 levels without a stack overflow', () => {
    const state = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const nested = (depth: number): string =>
      JSON.stringify(kitchen({ context: 'HERE' })).replace('"HERE"', state(depth));

    expect(complaint(nested(190))).toBe('none');
    expect(complaint(nested(210))).toBe('context[0][0]: More than 200 levels of lists and objects.');
    expect(complaint(nested(2_000_000))).toContain('More than 200 levels');
  });

  it('refuses a list of more than 1,000,000 items', () => {
    expect(complaint(`{"world_logs": [${'0,'.repeat(1_000_000)}0]}`)).toBe(
      'world_logs: The list has more than 1000000 items.',
    );
  });

  it('refuses a field named __proto__ and changes no prototype', () => {
    const text = JSON.stringify(kitchen()).replace('"lit":false', '"__proto__":{"lit":true}');

    expect(complaint(text)).toBe('apps[1].app_state: A field is named __proto__.');
    expect(({} as { lit?: boolean }).lit).toBeUndefined();
  });

  it('accepts apps, events and arguments named like object properties', () => {
    const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
    const run = readTrace(
      JSON.stringify(
        kitchen({
          apps: names.map((name) => ({ name, class_name: name, app_state: { name } })),
          completed_events: names.map((name) =>
            cooking(name, {
              action: {
                app: name,
                function: name,
                args: [{ name: 'toString', value: '1', value_type: name }],
              },
            }),
          ),
        }),
      ),
      'kitchen.json',
    );

    expect(Object.keys(run.states)).toEqual(names);
    expect(run.entries.map(({ event }) => event)).toEqual(names);
  });

  it('reads or refuses any JSON, and throws only Orrery errors', () => {
    const field = fc.constantFrom(
      'version',
      'metadata',
      'apps',
      'events',
      'completed_events',
      'world_logs',
      'context',
    );
    fc.assert(
      fc.property(fc.dictionary(field, fc.jsonValue()), fc.boolean(), (over, whole) => {
        const text = JSON.stringify(whole ? kitchen(over) : over);
        try {
          readTrace(text, 'kitchen.json');
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(OrreryError);
        }
      }),
    );
  });

  it('reads or refuses a real trace with any value replaced, and throws only Orrery errors', () => {
    const text = areFile('studio_visit_two_turns.trace.json');
    const values = [...text.matchAll(/(?<=: )(?:"(?:[^"\\]|\\.)*"|-?[\d.]+|null|true|false)/g)];
    const replacement = fc.constantFrom(
      'null',
      '7',
      '-1e308',
      '"x"',
      '[]',
      '{}',
      'true',
      '[[1]]',
      '"{{o1}}"',
      '""',
    );
    fc.assert(
      fc.property(fc.nat(values.length - 1), replacement, (which, by) => {
        const { index, 0: old } = values[which]!;
        try {
          readTrace(text.slice(0, index) + by + text.slice(index + old.length), 'kitchen.json');
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(OrreryError);
        }
      }),
      { numRuns: tries(300) },
    );
  });
});
