import { describe, expect, it } from 'vitest';
import { check, cooking, readKitchen } from './traces.ts';

describe('recordedEntries', () => {
  it('orders entries by time and leaves those of equal time as they stand', () => {
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

  it('follows checks of a condition from one to the next, and from the last to what it released', () => {
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

  it('says what failed as the field does: the class from the end of the stack', () => {
    const stack =
      'Traceback (most recent call last):\n  File "stove.py", line 3, in light\nValueError: no gas: none\n';
    const metadata = { return_value: null, exception: 'no gas: none', exception_stack_trace: stack };

    expect(readKitchen({ completed_events: [cooking('light', { metadata })] }).entries[0]?.outcome).toEqual({
      status: 'failed',
      error: { type: 'ValueError', message: 'no gas: none', stack },
    });
  });

  it('lets no action come of another that goes by the same id', () => {
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

  it('takes the last of several events of one id for the cause of what follows', () => {
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
