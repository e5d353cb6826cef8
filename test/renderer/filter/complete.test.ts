import { describe, expect, it } from 'vitest';
import { completionsOf } from '../../../renderer/filter/complete.ts';
import { row } from '../rows.ts';

const LOG = [row(0, { app: 'mail' }), row(1, { app: 'calendar', tool: 'add' }), row(2, { app: 'my mail' })];

const offered = (text: string, caret = text.length): readonly string[] =>
  completionsOf(text, caret, LOG).map(({ text: one }) => one);

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
    expect(completionsOf('app:ca t>10:00', 6, LOG)[0]).toMatchObject({ from: 4, to: 6, text: 'calendar' });
  });
});
