import { describe, expect, it } from 'vitest';
import { type TraceEvent, eventTurns } from '../../../engine/are/plan-trace-events.ts';

const built = (id: string, over: Partial<TraceEvent> = {}): TraceEvent => ({
  id,
  type: 'USER',
  app: 'AgentUserInterface',
  tool: 'send_message_to_agent',
  args: {},
  relative: 1,
  at: undefined,
  comparator: undefined,
  dependencies: [],
  successors: [],
  ...over,
});

describe('turnsOf()', () => {
  it('numbers the turn of an event by the preceding messages to the user', () => {
    const events = [
      built('ask', { successors: ['answer'] }),
      built('answer', {
        type: 'AGENT',
        tool: 'send_message_to_user',
        dependencies: ['ask'],
        successors: ['thanks'],
      }),
      built('thanks', { dependencies: ['answer'] }),
    ];

    expect([...eventTurns(events)]).toEqual([
      ['ask', 0],
      ['answer', 0],
      ['thanks', 1],
    ]);
  });

  it('handles an event with 150,000 predecessors', () => {
    const ids = Array.from({ length: 150_000 }, (_, at) => `guest-${at}`);
    const crowd = ids.map((id) => built(id, { successors: ['all'] }));

    const turns = eventTurns([...crowd, built('all', { dependencies: ids })]);

    expect(turns.get('all')).toBe(0);
  });
});
