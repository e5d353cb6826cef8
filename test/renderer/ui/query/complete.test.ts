import { describe, expect, it } from 'vitest';
import { completionsOf } from '../../../../renderer/ui/query/complete.ts';
import { keysOfRows } from '../../../../renderer/ui/query/log-query.ts';
import { keysOfRuns } from '../../../../renderer/ui/query/run-query.ts';
import { row } from '../../rows.ts';

const LOG = [row(0, { app: 'mail' }), row(1, { app: 'calendar', tool: 'add' }), row(2, { app: 'my mail' })];

const KEYS = keysOfRows(LOG, []);

const offered = (text: string, caret = text.length): readonly string[] =>
  completionsOf(text, caret, KEYS).map(({ text: one }) => one);

describe('completionsOf() for log rows', () => {
  it('offers filter keys at the start of a term', () => {
    expect(offered('')).toContain('app:');
    expect(offered('app:mail ')).toContain('status:');
    expect(offered('-st')).toEqual(['status:']);
    expect(offered('zebra')).toEqual([]);
  });

  it('offers values from the log, with quotes where needed', () => {
    expect(offered('app:')).toEqual(['calendar', 'mail', '"my mail"']);
    expect(offered('app:calendar,m')).toEqual(['mail', '"my mail"']);
    expect(offered('status:fa')).toEqual(['failed']);
    expect(offered('tool:add')).toEqual([]);
  });

  it('replaces the typed part up to the caret', () => {
    expect(completionsOf('app:ca t>10:00', 6, KEYS)[0]).toMatchObject({ from: 4, to: 6, text: 'calendar' });
  });
});

describe('completionsOf() for runs', () => {
  const RUNS = keysOfRuns({ scenario: ['supper', 'two words'], tag: ['paper'] });
  const asked = (text: string): readonly string[] =>
    completionsOf(text, text.length, RUNS).map(({ text: one }) => one);

  it('offers keys, the fixed values of a key, and values from the runs', () => {
    expect(asked('ver')).toEqual(['verdict:']);
    expect(asked('verdict:fa')).toEqual(['failed']);
    expect(asked('scenario:')).toEqual(['supper', '"two words"']);
    expect(asked('tag:')).toEqual(['paper']);
    expect(asked('note:')).toEqual([]);
  });

  it('offers no values for an unknown key, including names of object properties', () => {
    expect(asked('colour:b')).toEqual([]);
    expect(asked('constructor:s')).toEqual([]);
  });
});
