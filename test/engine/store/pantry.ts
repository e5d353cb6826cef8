import type { Change } from '../../../engine/model/log-entry.ts';
import { appName, eventId } from '../../../engine/model/values/ids.ts';
import type { LogEntry } from '../../../engine/model/log-entry.ts';
import { instant, type SimTime } from '../../../engine/model/values/time.ts';
import { openStore, type NewRun, type States, type Store } from '../../../engine/index.ts';
import { openDatabase, packing } from '../../open-database.ts';

export const PANTRY = appName('pantry');
export const CLOCK = appName('clock');
export const MORNING = instant(1_767_600_000_000_000);

/** A store in memory. */
export const emptyStore = (): Store => openStore(openDatabase(), packing);

/** A run with two apps: an empty pantry and a clock that never changes. */
export function supper(over: Partial<NewRun> = {}): NewRun {
  return {
    scenario: 'supper',
    source: 'scenarios/supper.ts',
    mode: 'oracle',
    seed: 7,
    startedAt: 1_795_000_000_000,
    start: MORNING,
    apps: [
      { name: PANTRY, class: 'Pantry', known: true },
      { name: CLOCK, class: 'Clock', known: true },
    ],
    notes: [],
    owner: 'cook',
    states: { [PANTRY]: { jars: [] }, [CLOCK]: { face: 'round' } },
    ...over,
  };
}

/** An entry that inserts a jar at the front of the pantry's list. */
export function fill(index: number, label = `plums ${index}`): LogEntry {
  return {
    index,
    time: minute(index),
    due: minute(index),
    event: eventId(`fill-${index}`),
    kind: 'agent',
    causes: index === 0 ? [] : [index - 1],
    oracle: true,
    action: { app: PANTRY, tool: 'fill', args: { label }, effect: 'write' },
    calls: [],
    outcome: { status: 'done', value: null },
    changes: [jarInFront(label)],
  };
}

/** An entry like `fill`, but without changes. */
export const look = (index: number): LogEntry => ({ ...fill(index), changes: [] });

export const minute = (index: number): SimTime => instant(MORNING + index * 60_000_000);

const jarInFront = (label: string): Change => ({
  op: 'splice',
  app: PANTRY,
  path: ['jars'],
  at: 0,
  remove: 0,
  insert: [{ label }],
});

/** The states after jars `0` to `last` have been filled. */
export const shelfAfter = (last: number): States => ({
  [PANTRY]: { jars: Array.from({ length: last + 1 }, (_, index) => ({ label: `plums ${last - index}` })) },
  [CLOCK]: { face: 'round' },
});
