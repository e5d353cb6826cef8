import { describe, expect, it } from 'vitest';
import { appName, eventId } from '../../../engine/model/values/ids.ts';
import type { LogEntry } from '../../../engine/model/log-entry.ts';
import { instant } from '../../../engine/model/values/time.ts';
import { parseChange } from '../../../main/cli/commands/branch.ts';

const common = {
  index: 4,
  time: instant(0),
  due: instant(0),
  event: eventId('ask'),
  causes: [],
  changes: [],
  outcome: { status: 'done', value: null },
} as const;
const action: LogEntry = {
  ...common,
  kind: 'user',
  oracle: false,
  calls: [],
  action: { app: appName('user'), tool: 'send', args: {}, effect: 'write' },
};
const stop: LogEntry = { ...common, kind: 'stop' };

describe('parseChange()', () => {
  it.each([
    ['argument content="Hello"', { kind: 'argument', event: 'ask', name: 'content', value: 'Hello' }],
    ['argument content = two words', { kind: 'argument', event: 'ask', name: 'content', value: 'two words' }],
    ['argument times=3', { kind: 'argument', event: 'ask', name: 'times', value: 3 }],
    ['leave-out', { kind: 'leave-out', event: 'ask' }],
    [
      'act user mail.send {"to":["a"]}',
      { kind: 'act', at: 4, actor: 'user', action: { app: 'mail', tool: 'send', args: { to: ['a'] } } },
    ],
    [
      'act agent clock.now',
      { kind: 'act', at: 4, actor: 'agent', action: { app: 'clock', tool: 'now', args: {} } },
    ],
    [
      'set mail.folders.0.read=true',
      { kind: 'set', at: 4, app: 'mail', path: ['folders', 0, 'read'], value: true },
    ],
    ['mode plain', { kind: 'mode', at: 4, mode: 'plain' }],
    ['agent recorded', { kind: 'agent', at: 4, script: 'recorded' }],
    ['agent my agents/a.json', { kind: 'agent', at: 4, script: 'my agents/a.json' }],
  ])('parses %s', (text, change) => {
    expect(parseChange(text, action)).toEqual(change);
  });

  it.each([
    ['', 'one of: argument'],
    ['jump', 'one of: argument'],
    ['argument content', 'argument <name>=<value>'],
    ['act nobody mail.send', 'act <agent|user|environment> <app>.<tool>'],
    ['act user mail', 'act <agent|user|environment> <app>.<tool>'],
    ['set =1', 'set <app>.<path>=<value>'],
    ['mode fast', 'mode <oracle|plain>'],
    ['agent', 'agent <recorded|script.json>'],
  ])('refuses "%s" and shows the expected form', (text, wanted) => {
    expect(() => parseChange(text, action)).toThrow(`--change: "${text}" is not valid. Give ${wanted}`);
  });

  it.each(['[1]', '{"to":', '7'])('refuses %s as the arguments of a call', (args) => {
    expect(() => parseChange(`act user mail.send ${args}`, action)).toThrow(
      `change: arguments: ${args} is not a JSON object`,
    );
  });

  it.each(['leave-out', 'argument name=1'])(
    'refuses %s for an entry that is not a planned action',
    (text) => {
      expect(() => parseChange(text, stop)).toThrow(
        'Entry 4 is a stop. Only an action that the scenario plans can be changed like this.',
      );
      expect(() => parseChange(text, { ...action, direct: true })).toThrow('is a call made by hand');
    },
  );
});
