import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importTrace, compareRunWithOracle, readTrace } from '../../../engine/index.ts';
import type { JsonObject } from '../../../engine/model/json.ts';
import type { OracleMatch } from '../../../engine/model/verdict.ts';
import { SAMPLE_WORKSPACE } from '../../../main/host/system/installation.ts';
import { emptyStore } from '../store/pantry.ts';
import { cooking, kitchen } from './traces.ts';

interface Trace {
  completed_events: {
    event_id: string;
    event_type: string;
    action: { args: { name: string; value: string }[] };
  }[];
}

const TRACE = readFileSync(join(SAMPLE_WORKSPACE, 'traces/studio_visit_two_turns.trace.json'), 'utf8');

/** The sample trace as it would be had an agent acted in it, whose calls go by names of their own. */
function actedBy(agent: (call: Trace['completed_events'][number]) => boolean): string {
  const trace = JSON.parse(TRACE) as Trace;
  const completed_events = trace.completed_events.flatMap((event, at) => {
    if (event.event_type !== 'AGENT') return [event];
    return agent(event) ? [{ ...event, event_id: `AGENT-${at}` }] : [];
  });
  return JSON.stringify({ ...trace, completed_events });
}

function judged(text: string): readonly OracleMatch[] {
  const store = emptyStore();
  const recorded = readTrace(text, 'visit.json');
  const id = importTrace(store, recorded, { startedAt: 0, owner: 'cook', logHash: '' });
  return compareRunWithOracle(store, store.run(id)!);
}

const briefly = (matches: readonly OracleMatch[]): readonly string[] =>
  matches.map(({ status, action }) => `${action.tool} ${status}`);

const lights = { app: 'Stove', function: 'light', operation_type: 'WRITE', args: [] };
const oracle = {
  ...{ event_type: 'AGENT', class_name: 'OracleEvent', event_id: 'oracle', event_relative_time: 1 },
  action: lights,
};

/** A trace in which the agent lit the stove, and the oracle was to do this. */
const planning = (event: object): string =>
  JSON.stringify(kitchen({ events: [event], completed_events: [cooking('light')] }));

it('finds the oracle of a trace in its file, and the calls of its agent in the log', () => {
  const all = judged(actedBy(() => true));

  expect(briefly(judged(TRACE))).toEqual(briefly(all));
  expect(briefly(all)).toEqual([
    'send_email matched',
    'send_message_to_user matched',
    'add_calendar_event matched',
    'send_message_to_user matched',
    'delete_calendar_event matched',
    'send_message_to_user matched',
  ]);
});

it('says what the agent of a trace left out and did otherwise', () => {
  const matches = judged(
    actedBy(({ event_id, action }) => {
      for (const argument of action.args)
        if (argument.name === 'start_datetime') argument.value = '2024-10-18 12:00:00';
      return event_id !== 'o2';
    }),
  );

  expect(briefly(matches)).toEqual([
    'send_email matched',
    'send_message_to_user missing',
    'add_calendar_event wrong-argument',
    'send_message_to_user matched',
    'delete_calendar_event matched',
    'send_message_to_user matched',
  ]);
  expect((matches[2]?.differences[0] as unknown as JsonObject)['b']).toBe('2024-10-18 12:00:00');
});

it.each<[string, object]>([
  ['calls nothing', { action: null }],
  ['calls no app', { action: { ...lights, app: '' } }],
  ['comes when no clock is', { event_relative_time: null, event_time: 1e300 }],
  ['comes later than any clock', { event_relative_time: 1e300 }],
])('leaves out of a trace’s oracle what %s', (_what, over) => {
  expect(judged(planning({ ...oracle, ...over }))).toEqual([]);
});

it.each<[string, object]>([
  ['itself', { dependencies: ['oracle'] }],
  ['an event without a name', { dependencies: [''] }],
])('takes an oracle’s event of a trace that waits for %s', (_what, over) => {
  expect(judged(planning({ ...oracle, ...over }))).toMatchObject([{ event: 'oracle', status: 'matched' }]);
});
