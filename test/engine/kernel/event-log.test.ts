import { describe, expect, it, vi } from 'vitest';
import { EventLog } from '../../../engine/kernel/event-log.ts';
import type { Past } from '../../../engine/model/event.ts';
import { appName, eventId } from '../../../engine/model/values/ids.ts';
import type { ActionEntry, ConditionEntry, LogEntry } from '../../../engine/model/log-entry.ts';
import { instant, seconds, after } from '../../../engine/model/values/time.ts';

const MANY = 1500; // more than the log always keeps in memory

/** The entry of check number `index` of a condition that is checked once a second. */
function look(index: number): ConditionEntry {
  const time = after(instant(0), seconds(index));
  return {
    index,
    time,
    due: time,
    event: eventId('tea'),
    causes: [],
    changes: [],
    kind: 'condition',
    name: 'the tea is drawn',
    attempt: index + 1,
    verdict: 'waiting',
    outcome: { status: 'done', value: false },
  };
}

/** The entry of a call of the agent's. */
const call = (index: number, tool: string): ActionEntry => {
  const { time, due, event, causes, changes } = look(index);
  const action = { app: appName('mail'), tool, args: {}, effect: 'write' } as const;
  const outcome = { status: 'done', value: null } as const;
  return {
    index,
    time,
    due,
    event,
    causes,
    changes,
    kind: 'agent',
    oracle: false,
    action,
    calls: [],
    outcome,
  };
};

const looks = (count: number): readonly LogEntry[] =>
  Array.from({ length: count }, (_, index) => look(index));

/** A log of `count` checks that were dropped from memory and can be read back. */
function kept(count: number) {
  const log = new EventLog();
  const written = looks(count);
  for (const entry of written) log.append(entry);
  const readBack = vi.fn((from: number, limit: number) => written.slice(from, from + limit));
  log.dropEntries(readBack);
  return { log, written, readBack };
}

describe('EventLog with dropped entries', () => {
  it('counts and returns new entries without reading dropped entries back', () => {
    const { log, readBack } = kept(MANY);
    log.append(look(MANY));

    expect(log.length).toBe(MANY + 1);
    expect(log.since(MANY)).toEqual([look(MANY)]);
    expect(readBack).not.toHaveBeenCalled();
  });

  it('reads the dropped entries back once when all entries are requested', () => {
    const { log, readBack } = kept(MANY);
    log.append(look(MANY));

    const { entries } = log;
    expect(entries).toEqual(looks(MANY + 1));
    log.append(look(MANY + 1));
    log.dropEntries(readBack);

    expect(entries).toHaveLength(MANY + 2);
    expect(log.entries).toBe(entries);
    expect(readBack.mock.calls).toEqual([[0, MANY]]);
  });

  it('reads dropped entries back in pages during iteration and does not keep them', () => {
    const { log, readBack } = kept(MANY);
    log.append(look(MANY));

    expect([...log]).toEqual(looks(MANY + 1));
    expect([...log]).toEqual(looks(MANY + 1));
    const pages = [
      [0, 1000],
      [1000, MANY - 1000],
    ];
    expect(readBack.mock.calls).toEqual([...pages, ...pages]);
  });

  it('returns the latest entry of an event', () => {
    const { log } = kept(MANY);

    expect(log.latestOf(eventId('tea'))).toEqual(look(MANY - 1));
    expect(log.latestOf(eventId('cake'))).toBeUndefined();
  });

  it('keeps a short log in memory', () => {
    const { log, written, readBack } = kept(100);

    expect(log.entries).toEqual(written);
    expect(readBack).not.toHaveBeenCalled();
  });
});

describe('the past that scenario code reads', () => {
  it('is read-only, including its entries, and does not grow later', () => {
    const log = new EventLog();
    log.append(look(0));
    const past = log.pastAt(instant(0));
    const { log: seen } = past;

    expect(() => (seen as LogEntry[]).push(look(1))).toThrow(TypeError);
    expect(() => ((seen as LogEntry[])[0] = look(1))).toThrow(TypeError);
    expect(() => ((seen as LogEntry[]).length = 0)).toThrow(TypeError);
    expect(() => ((seen[0]!.causes as number[])[0] = 7)).toThrow(TypeError);
    log.append(look(1));
    expect(log.pastAt(instant(1)).log).toEqual([look(0), look(1)]);
    expect(seen).toEqual([look(0)]);
    expect(past.log).toEqual([look(0)]);
  });

  it('freezes all entries up to the one that is read', () => {
    const log = new EventLog();
    for (const entry of looks(3)) log.append(entry);
    Object.freeze(log.entries[1]);

    for (const entry of log.pastAt(instant(2)).log) expect(Object.isFrozen(entry)).toBe(true);
  });

  it('shows calls that are not logged yet, without logging them', () => {
    const log = new EventLog();
    log.append(call(0, 'send'));
    const past = log.pastAt(instant(1), [call(1, 'send'), call(2, 'list')]);

    expect(past.log.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(past.calls('mail', 'send').map(({ index }) => index)).toEqual([0, 1]);
    expect(log.length).toBe(1);
    log.append({ ...call(1, 'send'), observations: [] });
    expect(past.log.at(1)).not.toHaveProperty('observations');
  });

  it('has the calls of each tool so far', () => {
    const log = new EventLog();
    log.append(call(0, 'send'));
    log.append(look(1));
    const early = log.pastAt(instant(1));
    log.append(call(2, 'list'));
    log.append(call(3, 'send'));
    const late = log.pastAt(instant(3));

    const found = (past: Past, tool: string) => past.calls('mail', tool).map(({ index }) => index);
    expect([found(late, 'send'), found(late, 'list'), found(late, 'delete')]).toEqual([[0, 3], [2], []]);
    expect([found(early, 'send'), found(early, 'list')]).toEqual([[0], []]);
    expect(late.calls('chat', 'send')).toEqual([]);
  });

  it('reads dropped entries back only when an entry is read', () => {
    const { log, readBack } = kept(MANY);

    expect(log.pastAt(instant(1)).log.length).toBe(MANY);
    expect(readBack).not.toHaveBeenCalled();
    expect(log.pastAt(instant(1)).log.at(-1)).toEqual(look(MANY - 1));
    expect(readBack).toHaveBeenCalledOnce();
  });
});
