import { describe, expect, it } from 'vitest';
import { readOnlyList } from '../../../engine/kernel/read-only-list.ts';
import { turnCounter } from '../../../engine/model/turns.ts';
import type { ActionEntry, LogEntry } from '../../../engine/model/log-entry.ts';
import { appName, eventId } from '../../../engine/model/values/ids.ts';
import { instant } from '../../../engine/model/values/time.ts';

/** The agent's call of `tool`. */
const call = (index: number, tool: string): ActionEntry => ({
  index,
  time: instant(0),
  due: instant(0),
  event: eventId(`call-${index}`),
  causes: [],
  changes: [],
  kind: 'agent',
  oracle: false,
  action: { app: appName('user'), tool, args: {}, effect: 'write' },
  calls: [],
  outcome: { status: 'done', value: null },
});

const calls = (...tools: readonly string[]): readonly LogEntry[] =>
  tools.map((tool, index) => call(index, tool));

const MESSAGE = 'send_message_to_user';

describe('turnCounter()', () => {
  it('counts the messages to the user, in a log that grows and in another log', () => {
    const turnsEnded = turnCounter();
    const log = calls('read', MESSAGE, 'read', MESSAGE);

    expect([1, 2, 3, 4].map((length) => turnsEnded(log.slice(0, length)))).toEqual([0, 1, 1, 2]);
    expect(turnsEnded(calls(MESSAGE, MESSAGE, MESSAGE, 'read'))).toBe(3);
    expect(turnsEnded([])).toBe(0);
  });

  it('reads only the entries that the log has got since the last count', () => {
    const turnsEnded = turnCounter();
    const log = calls(...Array.from({ length: 1000 }, () => 'read'));
    let reads = 0;
    const at = (position: number): LogEntry => {
      reads += 1;
      return log[position]!;
    };

    for (let length = 0; length <= log.length; length++) turnsEnded(readOnlyList({ length, at }));

    expect(reads).toBeLessThanOrEqual(2 * log.length);
  });
});
