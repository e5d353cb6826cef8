import { describe, expect, it } from 'vitest';
import { appName, eventId } from '../../../../engine/model/values/ids.ts';
import type { ActionEntry, LogEntry, ValidationEntry } from '../../../../engine/model/log-entry.ts';
import { instant } from '../../../../engine/model/values/time.ts';
import { headOf, rowOf } from '../../../../main/host/inspect/log-rows.ts';
import { summarize } from '../../../../main/host/inspect/summary.ts';

const logged = {
  index: 3,
  time: instant(5),
  due: instant(4),
  event: eventId('dinner'),
  causes: [1],
  outcome: { status: 'done', value: null },
  changes: [],
} as const;

const call = (more: Partial<ActionEntry> = {}): ActionEntry => ({
  ...logged,
  kind: 'user',
  oracle: false,
  action: { app: appName('kitchen'), tool: 'order', args: { dish: 'soup', guests: 2 }, effect: 'write' },
  calls: [],
  ...more,
});

const check = (more: Partial<ValidationEntry> = {}): ValidationEntry => ({
  ...logged,
  kind: 'validation',
  attempt: 1,
  verdict: 'waiting',
  achieved: [],
  open: [],
  tripped: [],
  ...more,
});

const asking = (value: ActionEntry['outcome'] & { status: 'done' }): ActionEntry =>
  call({ action: { ...call().action, effect: 'read' }, outcome: value });

const summaryOf = (entry: LogEntry): string => summarize(headOf(entry));

describe('summarize()', () => {
  it('lists the arguments of a write call', () => {
    expect(summaryOf(call({ outcome: { status: 'done', value: 'a4f0' } }))).toBe('dish: soup, guests: 2');
  });

  it('shows the path and value of a manual state change', () => {
    const args = { path: ['tables', 3, 'guests'], value: 4 };
    const action = { ...call().action, tool: 'set_state', args };

    expect(summaryOf(call({ action, kind: 'environment', direct: true }))).toBe('tables[3].guests: 4');
  });

  it.each([
    ['whose path is a text', { path: 'tables', value: 4 }, 'path: tables, value: 4'],
    ['without a value', { path: ['tables'] }, 'path: tables'],
    ['without arguments', {}, ''],
  ])('lists the arguments of a custom set_state call %s', (_what, args, wanted) => {
    const action = { ...call().action, tool: 'set_state', args };

    expect(summaryOf(call({ action, kind: 'environment', direct: true }))).toBe(wanted);
  });

  it('lists the arguments when an agent calls set_state', () => {
    const action = { ...call().action, tool: 'set_state', args: { path: ['tables', 3], value: 4 } };

    expect(summaryOf(call({ action, kind: 'agent', direct: true }))).toBe('path: [2], value: 4');
  });

  it('shows the result of a call without arguments', () => {
    const action = { ...call().action, args: {} };

    expect(summaryOf(call({ action, outcome: { status: 'done', value: ['soup is ready'] } }))).toBe(
      'soup is ready',
    );
  });

  it('leaves out empty arguments and unwraps lists with one element', () => {
    const args = { to: ['ada@example.org'], cc: [], subject: '', attachment: null, body: 'Ready.' };

    expect(summaryOf(call({ action: { ...call().action, args } }))).toBe('to: ada@example.org, body: Ready.');
  });

  it('shows the result of a read call', () => {
    expect(summaryOf(asking({ status: 'done', value: 'hot' }))).toBe('hot');
    expect(summaryOf(asking({ status: 'done', value: ['soup', 'bread'] }))).toBe('soup, bread');
    expect(summaryOf(asking({ status: 'done', value: Array<string>(400).fill('letter') }))).toBe('400 items');
    expect(
      summaryOf(asking({ status: 'done', value: { dish: 'soup', steps: [1, 2], cook: {}, bowl: 1 } })),
    ).toBe('dish: soup, steps: [2], cook: {…}, …');
  });

  it('shows the error of a failed call', () => {
    const outcome = { status: 'failed', error: { type: 'ValueError', message: 'no\n  soup' } } as const;

    expect(summaryOf(call({ outcome }))).toBe('ValueError: no soup');
  });

  it('returns one line of at most 120 characters', () => {
    const long = summaryOf(asking({ status: 'done', value: 'soup\n'.repeat(100) }));

    expect(long).toHaveLength(120);
    expect(long).toMatch(/^soup soup .*…$/);
  });

  it('shows the error of a check that threw', () => {
    const outcome = { status: 'failed', error: { type: 'Error', message: 'the lid is stuck' } } as const;

    expect(summaryOf(check({ outcome, open: ['served'] }))).toBe('Error: the lid is stuck');
    expect(
      summaryOf({
        ...logged,
        kind: 'condition',
        name: 'the soup is hot',
        attempt: 1,
        verdict: 'broken',
        outcome,
      }),
    ).toBe('the soup is hot: Error: the lid is stuck');
  });

  it('shows a validation’s minefields first, then open and reached milestones', () => {
    expect(summaryOf(check({ open: ['served'], tripped: ['spilt'] }))).toBe('triggered spilt');
    expect(summaryOf(check({ open: ['served', 'eaten'] }))).toBe('served, eaten');
    expect(summaryOf(check({ achieved: ['served'] }))).toBe('reached: served');
    expect(summaryOf(check({}))).toBe('');
    expect(summaryOf(check({ verdict: 'passed', achieved: ['served'] }))).toBe('served');
  });
});

describe('rowOf()', () => {
  it('returns the fields that lists show of a call', () => {
    const changes = [{ op: 'set', app: appName('kitchen'), path: ['soup'], value: 'hot' }] as const;

    expect(rowOf(headOf(call({ changes })))).toEqual({
      index: 3,
      time: 5,
      due: 4,
      event: 'dinner',
      kind: 'user',
      oracle: false,
      app: 'kitchen',
      tool: 'order',
      status: 'done',
      verdict: undefined,
      changed: true,
      causes: [1],
      answersOther: false,
      summary: 'dish: soup, guests: 2',
    });
  });

  it('returns the verdict of a check', () => {
    expect(rowOf(headOf(check({ open: ['served'] })))).toMatchObject({
      kind: 'validation',
      verdict: 'waiting',
      app: undefined,
      changed: false,
      summary: 'served',
    });
  });
});
