import { describe, expect, it, vi } from 'vitest';
import { EventLog } from '../../../engine/kernel/event-log.ts';
import { eventId } from '../../../engine/model/values/ids.ts';
import type { ConditionEntry, LogEntry } from '../../../engine/model/log-entry.ts';
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

  it('shows one additional entry only during the callback of showing()', () => {
    const { log } = kept(MANY);

    expect(log.showing([look(MANY)], () => log.entries.length)).toBe(MANY + 1);
    expect(log.entries).toEqual(looks(MANY));
  });

  it('keeps a short log in memory', () => {
    const { log, written, readBack } = kept(100);

    expect(log.entries).toEqual(written);
    expect(readBack).not.toHaveBeenCalled();
  });
});

describe('the log that scenario code reads', () => {
  it('is read-only, including its entries, and does not grow later', () => {
    const log = new EventLog();
    log.append(look(0));
    const { log: seen } = log.pastAt(instant(0));

    expect(() => (seen as LogEntry[]).push(look(1))).toThrow(TypeError);
    expect(() => ((seen[0]!.causes as number[])[0] = 7)).toThrow(TypeError);
    log.append(look(1));
    expect(log.pastAt(instant(1)).log).toEqual([look(0), look(1)]);
    expect(seen).toEqual([look(0)]);
  });
});
