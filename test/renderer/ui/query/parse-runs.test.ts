import { describe, expect, it } from 'vitest';
import { describeTerm, parseRuns } from '../../../../renderer/ui/query/run-query.ts';

const testOf = (text: string) => {
  const terms = parseRuns(text);
  if ('message' in terms) throw new Error(terms.message);
  return terms[0];
};

describe('parseRuns()', () => {
  it('parses words, keys, numbers and notes as terms that must all match', () => {
    expect(parseRuns('soup scenario:invoice*,supper events>=1000 note:"too late"')).toEqual([
      { test: { kind: 'text', text: 'soup' }, not: false },
      {
        test: { kind: 'word', key: 'scenario', values: ['invoice*', 'supper'], within: true },
        not: false,
      },
      { test: { kind: 'number', key: 'events', is: '>=', value: 1000 }, not: false },
      { test: { kind: 'note', text: 'too late' }, not: false },
    ]);
  });

  it('parses a leading - and != as the same negation', () => {
    expect(testOf('-tag=old')).toEqual(testOf('tag!=old'));
    expect(testOf('-tag!=old')).toEqual(testOf('tag=old'));
    expect(testOf('seed!=7')).toMatchObject({ test: { is: '=', value: 7 }, not: true });
  });

  it('finds parts of names by a colon, and whole names, ids and listed values otherwise', () => {
    expect(testOf('file:late')).toMatchObject({ test: { within: true } });
    for (const text of ['file=late', 'file!=late', 'id:r1', 'state:paused'])
      expect(testOf(text)).toMatchObject({ test: { within: false } });
  });

  it.each([
    ['colour:red', 'Unknown filter "colour". Available: id, scenario', 0],
    ['verdict:odd', 'verdict is passed, failed or not-judged, not "odd".', 8],
    ['seed:many', 'seed: "many" is not a number.', 5],

    ['tag>x', 'tag takes : = or !=, not ">".', 4],
    ['tag:', 'tag: needs a value.', 0],
  ])('reports the problem of %s and its position', (text, message, from) => {
    expect(parseRuns(text)).toMatchObject({ message: expect.stringContaining(message) as unknown, from });
  });
});

describe('describeTerm()', () => {
  it.each([
    ['soup', 'a name, file, tag or verdict contains “soup”'],
    ['-note:late', 'no note contains “late”'],
    ['seed!=7', 'not seed = 7'],
    ['task:leek,rice', 'task contains “leek” or “rice”'],
    ['-task:leek', 'task does not contain “leek”'],
    ['task!=leek', 'task is not “leek”'],
  ])('says what %s asks', (text, words) => {
    expect(describeTerm(testOf(text)!)).toBe(words);
  });
});
