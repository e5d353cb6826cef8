import { describe, expect, it, vi } from 'vitest';
import { EventLog } from '../../../engine/kernel/event-log.ts';
import { eventId } from '../../../engine/model/values/ids.ts';
import type { ConditionEntry, LogEntry } from '../../../engine/model/log-entry.ts';
import { instant, seconds, after } from '../../../engine/model/values/time.ts';

const MANY = 1500; // more than stay in any case

/** The look number `index` at a condition, once a second. */
function look(index: number): ConditionEntry {
  const time = after(instant(0), seconds(index));
  return {
    ...{ index, time, due: time, event: eventId('tea'), causes: [], changes: [] },
    ...{ kind: 'condition', name: 'the tea is drawn', attempt: index + 1, verdict: 'waiting' },
    outcome: { status: 'done', value: false },
  };
}

const looks = (count: number): readonly LogEntry[] =>
  Array.from({ length: count }, (_, index) => look(index));

/** A log of so many looks, all of which are kept elsewhere, too. */
function kept(count: number) {
  const log = new EventLog();
  const written = looks(count);
  for (const entry of written) log.append(entry);
  const readBack = vi.fn((from: number, limit: number) => written.slice(from, from + limit));
  log.dropEntries(readBack);
  return { log, written, readBack };
}

describe('a log that is kept elsewhere, too', () => {
  it('counts on, and asks for nothing while nobody looks back', () => {
    const { log, readBack } = kept(MANY);
    log.append(look(MANY));

    expect(log.length).toBe(MANY + 1);
    expect(log.since(MANY)).toEqual([look(MANY)]);
    expect(readBack).not.toHaveBeenCalled();
  });

  it('has all of it for who looks back, who is given it once', () => {
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

  it('is read through without keeping what was let go', () => {
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

  it('has the latest entry of an event', () => {
    const { log } = kept(MANY);

    expect(log.latestOf(eventId('tea'))).toEqual(look(MANY - 1));
    expect(log.latestOf(eventId('cake'))).toBeUndefined();
  });

  it('shows one more entry for a moment', () => {
    const { log } = kept(MANY);

    expect(log.showing([look(MANY)], () => log.entries.length)).toBe(MANY + 1);
    expect(log.entries).toEqual(looks(MANY));
  });

  it('keeps what is short', () => {
    const { log, written, readBack } = kept(100);

    expect(log.entries).toEqual(written);
    expect(readBack).not.toHaveBeenCalled();
  });
});

describe('the log that scenario code reads', () => {
  it('cannot be changed, nor can its entries', () => {
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
