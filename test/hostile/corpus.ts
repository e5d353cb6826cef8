import { chatting, cooking, kitchen } from '../engine/are/traces.ts';

const text = (over: object): string => JSON.stringify(kitchen(over));

/** `text` of a trace with `inner` where its context is. */
const around = (inner: string): string => text({ context: 'HERE' }).replace('"HERE"', inner);

const definition = (over: object): object => ({
  metadata: { definition: { scenario_id: 'kitchen', start_time: 0, ...over } },
});
const planned = (event_id: string, dependencies: readonly string[]): object => ({
  event_id,
  event_type: 'ENV',
  dependencies,
  event_relative_time: 1,
  action: { app: 'Stove', function: 'light', operation_type: 'WRITE', args: [] },
});

/** What nobody should take in as a trace: what it is, the text, and where the refusal says it is wrong. */
export const corpus: readonly (readonly [what: string, text: () => string, refusal: string])[] = [
  ['a list nested two million deep', (): string => around('['.repeat(2e6) + ']'.repeat(2e6)), 'levels'],
  [
    'an object nested 5,000 deep',
    (): string => around('{"a":'.repeat(5e3) + '1' + '}'.repeat(5e3)),
    'levels',
  ],
  [
    'a list of two million',
    (): string => around(`[${'0,'.repeat(2e6)}0]`),
    'context: The list has more than 1000000 items.',
  ],
  [
    'a key given twice',
    (): string => around('{"a":1,"b":[{"c":1,"c":2}]}'),
    'context.b[0].c: The field is given twice.',
  ],
  [
    'a key given twice in other letters',
    (): string => around('{"a":1,"\\u0061":2}'),
    'context.a: The field is given twice.',
  ],
  [
    'metadata given twice',
    (): string => text({}).replace('{', '{"metadata":{},'),
    'metadata: The field is given twice.',
  ],
  [
    'a __proto__ key',
    (): string => around('{"__proto__":{"admin":true}}'),
    'context: A field is named __proto__.',
  ],
  [
    'a __proto__ key in other letters',
    (): string => around('{"\\u005f_proto__":1}'),
    'context: A field is named __proto__.',
  ],
  ['a number beyond all numbers', (): string => around('1e999'), 'context: The number is too large.'],
  ['a text of 20 million letters', (): string => '"' + 'a'.repeat(2e7) + '"', 'The format is not known'],
  ['bytes of nothing', (): string => '\0'.repeat(1000), 'The text is not valid JSON'],
  ['a time in the year 10,000', (): string => text(definition({ start_time: 253402300800 })), 'start_time: '],
  ['a time before the Romans', (): string => text(definition({ start_time: -1e11 })), 'start_time: '],
  [
    'an event at the end of time',
    (): string => text({ completed_events: [cooking('tea', { event_time: 1e308 })] }),
    'completed_events[0].event_time: 1e+308 seconds',
  ],
  [
    'an argument named __proto__',
    (): string =>
      text({
        completed_events: [
          cooking('tea', {
            action: {
              app: 'Stove',
              function: 'light',
              operation_type: 'WRITE',
              args: [{ name: '__proto__', value: '1', value_type: 'int' }],
            },
          }),
        ],
      }),
    'completed_events[0].action.args[0].name: No argument can be named __proto__',
  ],
  [
    'a hundred thousand faults',
    (): string => text({ apps: Array(1e5).fill(7) }),
    'apps[0]: 7 is not an object.',
  ],
];

/** What can be shown but not run: the same, as plans. */
export const plans: typeof corpus = [
  [
    'events that wait for each other',
    (): string => text({ events: [planned('tea', ['cake']), planned('cake', ['tea'])] }),
    'wait for each other in a cycle',
  ],
  [
    'an event that waits for itself',
    (): string => text({ events: [planned('tea', ['tea'])] }),
    'wait for each other in a cycle',
  ],
  [
    'a ring of 10,000 events',
    (): string =>
      text({
        events: Array.from({ length: 1e4 }, (_, at) => planned(`e${at}`, [`e${(at + 1) % 1e4}`])),
      }),
    'wait for each other in a cycle',
  ],
  ['two events of one id', (): string => text({ events: [planned('tea', []), planned('tea', [])] }), 'tea'],
  [
    'an event that waits for none that is there',
    (): string => text({ events: [planned('tea', ['cake'])] }),
    'cake',
  ],
];

/** A sound trace in which somebody has cooked and talked. */
export const sound = (): string =>
  text({
    completed_events: [
      chatting('ask', 'send_message_to_agent', 'tea?', { event_type: 'USER' }),
      cooking('light'),
      chatting('tell', 'send_message_to_user', 'tea.'),
    ],
  });
