import { describe, expect, it } from 'vitest';
import { check, cooking, readKitchen } from './traces.ts';

describe('readCompletedEvents()', () => {
  it('sorts entries by time and keeps the file order of entries at the same time', () => {
    const completed_events = [
      cooking('late', { event_time: 9.5 }),
      cooking('first', { event_time: 1.000001 }),
      cooking('second', { event_time: 1.000001 }),
    ];

    expect(readKitchen({ completed_events }).entries.map(({ time, event }) => [time, event])).toEqual([
      [1_000_001, 'first'],
      [1_000_001, 'second'],
      [9_500_000, 'late'],
    ]);
  });

  it('links each check of a condition to the previous one, and the released event to the last', () => {
    const { entries } = readKitchen({
      events: [
        { class_name: 'Event', event_type: 'USER', event_id: 'ask', dependencies: [] },
        {
          class_name: 'ConditionCheckEvent',
          event_type: 'CONDITION',
          event_id: 'boils-CHECK_0',
          dependencies: ['ask'],
        },
        { class_name: 'Event', event_type: 'AGENT', event_id: 'tea', dependencies: ['boils-CHECK_1'] },
      ],
      completed_events: [
        cooking('ask', { event_time: 1 }),
        check('boils-CHECK_0', 2, null),
        check('boils-CHECK_1', 3, 'True'),
        cooking('tea', { event_time: 4 }),
      ],
    });

    expect(entries.map(({ causes }) => causes)).toEqual([[], [0], [1], [2]]);
    expect(entries[1]).toMatchObject({
      kind: 'condition',
      name: 'water_boils',
      attempt: 1,
      verdict: 'waiting',
    });
    expect(entries[2]).toMatchObject({ kind: 'condition', name: 'water_boils', attempt: 2, verdict: 'held' });
  });

  it('takes the type of an error from the last line of its stack trace', () => {
    const stack =
      'Traceback (most recent call last):\n  File "stove.py", line 3, in light\nValueError: no gas: none\n';
    const metadata = { return_value: null, exception: 'no gas: none', exception_stack_trace: stack };

    expect(readKitchen({ completed_events: [cooking('light', { metadata })] }).entries[0]?.outcome).toEqual({
      status: 'failed',
      error: { type: 'ValueError', message: 'no gas: none', stack },
    });
  });

  it('takes only an exception for a failure, as ARE does', () => {
    const metadata = { return_value: 'lit', exception: null, exception_stack_trace: 'ValueError: no gas' };

    expect(readKitchen({ completed_events: [cooking('light', { metadata })] }).entries[0]?.outcome).toEqual({
      status: 'done',
      value: 'lit',
    });
  });

  it.each([
    ['1_000', 'Optional[int]', 1000],
    ['2', 'float | None', 2],
    ['yes', 'bool | None', true],
    ['[1, 2]', 'list[str] | None', [1, 2]],
    ['{"a": 1}', 'dict[str, Any]', { a: 1 }],
    ['', 'str | None', null],
    ['', 'str', ''],
    ['soon', 'int', 'soon'],
    ["('a', None)", 'tuple', ['a', null]],
  ])('reads an argument %j of the type %s as ARE does', (value, value_type, read) => {
    const action = {
      app: 'Stove',
      function: 'light',
      operation_type: 'WRITE',
      args: [{ name: 'heat', value, value_type }],
    };
    const { entries, notes } = readKitchen({ completed_events: [cooking('light', { action })] });

    expect(entries[0]).toMatchObject({ action: { args: { heat: read } } });
    expect(notes.join()).not.toContain('only as text');
  });

  it('ignores other events with the same id when it finds the cause of an event', () => {
    const { entries } = readKitchen({
      events: [
        { class_name: 'Event', event_type: 'USER', event_id: 'ask', dependencies: [] },
        { class_name: 'OracleEvent', event_type: 'AGENT', event_id: 'tea', dependencies: ['ask'] },
      ],
      completed_events: [
        cooking('ask', { event_time: 1 }),
        cooking('tea', { event_time: 2 }),
        cooking('tea', { event_time: 3 }),
      ],
    });

    expect(entries.map(({ causes }) => causes)).toEqual([[], [0], [0]]);
  });

  it('takes the last of several events with the same id as the cause of their successor', () => {
    const { entries } = readKitchen({
      events: [
        { class_name: 'Event', event_type: 'AGENT', event_id: 'tea', dependencies: ['light', 'light'] },
      ],
      completed_events: [cooking('light'), cooking('light'), cooking('tea')],
    });

    expect(entries.map(({ event, causes }) => [event, causes])).toEqual([
      ['light', []],
      ['light', []],
      ['tea', [1]],
    ]);
  });
});
