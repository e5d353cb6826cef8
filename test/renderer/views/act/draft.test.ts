import { describe, expect, it } from 'vitest';
import {
  about,
  anything,
  bool,
  choice,
  dict,
  float,
  int,
  list,
  nullable,
  optional,
  str,
} from '../../../../engine/world/arguments.ts';
import { describeTools } from '../../../../engine/world/describe.ts';
import {
  fieldDraft,
  type FieldDrafts,
  type ArgumentField,
  argumentFields,
  readDrafts,
} from '../../../../renderer/views/act/draft.ts';

const moment = about(str, 'YYYY-MM-DD HH:MM:SS, in UTC');

/** The fields of a tool with an argument of every type. */
const fields = argumentFields(
  describeTools('oven', {
    bake: {
      summary: 'Bake.',
      effect: 'write',
      callers: ['user'],
      args: {
        dish: str,
        minutes: int,
        degrees: optional(float, 180),
        fan: optional(bool, false),
        level: optional(choice(['top', 'middle']), 'middle'),
        from: optional(nullable(moment), null),
        guests: optional(nullable(list(str)), null),
        note: optional(str, ''),
        settings: optional(dict, {}),
        extra: optional(anything, null),
      },
      apply: () => null,
    },
  })[0]!.parameters,
);

const usual: FieldDrafts = Object.fromEntries(fields.map((field) => [field.name, fieldDraft(field)]));
const filled = (more: FieldDrafts): FieldDrafts => ({ ...usual, dish: 'Pie', minutes: '40', ...more });

const shapes = (some: readonly ArgumentField[]): readonly string[] =>
  some.map(({ name, shape }) => `${name} ${shape.kind}`);

describe('the form of a tool call', () => {
  it('has a field of the right type for each argument', () => {
    expect(shapes(fields)).toEqual([
      'dish text',
      'minutes whole',
      'degrees number',
      'fan truth',
      'level choice',
      'from date-time',
      'guests list',
      'note text',
      'settings object',
      'extra json',
    ]);
  });

  it('leaves out arguments with their default value', () => {
    expect(readDrafts(fields, filled({}))).toEqual({ args: { dish: 'Pie', minutes: 40 } });
  });

  it('reads each field as a value of its type', () => {
    const drafts = filled({
      degrees: '210.5',
      fan: true,
      level: 'top',
      from: '2026-01-05 09:30:00',
      guests: ['Ada', 'Bob'],
      note: ' hot ',
      settings: '{"steam": 2}',
      extra: '[1]',
    });

    expect(readDrafts(fields, drafts)).toEqual({
      args: {
        dish: 'Pie',
        minutes: 40,
        degrees: 210.5,
        fan: true,
        level: 'top',
        from: '2026-01-05 09:30:00',
        guests: ['Ada', 'Bob'],
        note: ' hot ',
        settings: { steam: 2 },
        extra: [1],
      },
    });
  });

  it.each<[string, FieldDrafts, string]>([
    ['dish', { dish: '' }, 'needs text'],
    ['minutes', { minutes: '2.5' }, '"2.5" is not a whole number'],
    ['minutes', { minutes: ' ' }, '" " is not a whole number'],
    ['degrees', { degrees: 'hot' }, '"hot" is not a number'],
    ['degrees', { degrees: ' ' }, '" " is not a number'],
    [
      'from',
      { from: '2026-13-05 09:30:00' },
      '"2026-13-05 09:30:00" is not a date and time, such as 2026-01-05 09:30:00',
    ],
    ['settings', { settings: '[1]' }, '"[1]" is not an object, such as {"colour": "blue"}'],
    ['guests', { guests: ['Ada', ''] }, '2: needs text'],
  ])('reports the problem of an invalid %s', (name, drafts, problem) => {
    expect(readDrafts(fields, filled(drafts)).problems).toEqual({ [name]: problem });
  });
});
