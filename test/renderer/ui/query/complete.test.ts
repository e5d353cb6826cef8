import { describe, expect, it } from 'vitest';
import { completionsOf } from '../../../../renderer/ui/query/complete.ts';
import { keysOfRows } from '../../../../renderer/ui/query/log-query.ts';
import { keysOfRuns } from '../../../../renderer/ui/query/run-query.ts';
import { line } from '../../../engine/analysis/run-lines.ts';
import { row } from '../../rows.ts';

const LOG = [row(0, { app: 'mail' }), row(1, { app: 'calendar', tool: 'add' }), row(2, { app: 'my mail' })];

const KEYS = keysOfRows(LOG, []);

const offered = (text: string, caret = text.length): readonly string[] =>
  completionsOf(text, caret, KEYS).map(({ text: one }) => one);

describe('completion', () => {
  it('offers keys where something begins', () => {
    expect(offered('')).toContain('app:');
    expect(offered('app:mail ')).toContain('status:');
    expect(offered('-st')).toEqual(['status:']);
    expect(offered('zebra')).toEqual([]);
  });

  it('offers the values that the log has, and puts quotes where they are needed', () => {
    expect(offered('app:')).toEqual(['calendar', 'mail', '"my mail"']);
    expect(offered('app:calendar,m')).toEqual(['mail', '"my mail"']);
    expect(offered('status:fa')).toEqual(['failed']);
    expect(offered('tool:add')).toEqual([]);
  });

  it('replaces what was typed of it, up to the caret', () => {
    expect(completionsOf('app:ca t>10:00', 6, KEYS)[0]).toMatchObject({ from: 4, to: 6, text: 'calendar' });
  });
});

describe('completion of what is asked of runs', () => {
  const RUNS = keysOfRuns([line(1, { tags: ['paper'] }), line(2, { scenario: 'two words' })]);
  const asked = (text: string): readonly string[] =>
    completionsOf(text, text.length, RUNS).map(({ text: one }) => one);

  it('offers their keys, the few words of a key, and the words that runs have', () => {
    expect(asked('ver')).toEqual(['verdict:']);
    expect(asked('verdict:fa')).toEqual(['failed']);
    expect(asked('scenario:')).toEqual(['supper', '"two words"']);
    expect(asked('tag:')).toEqual(['paper']);
    expect(asked('note:')).toEqual([]);
  });

  it('offers nothing of a key that there is not, whatever objects call their own so', () => {
    expect(asked('colour:b')).toEqual([]);
    expect(asked('constructor:s')).toEqual([]);
  });
});
