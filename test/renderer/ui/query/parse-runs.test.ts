import { describe, expect, it } from 'vitest';
import { parseRuns } from '../../../../renderer/ui/query/run-query.ts';

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
        test: { kind: 'word', key: 'scenario', values: ['invoice*', 'supper'], within: false },
        not: false,
      },
      { test: { kind: 'number', key: 'events', is: '>=', value: 1000 }, not: false },
      { test: { kind: 'note', text: 'too late' }, not: false },
    ]);
  });

  it('parses a leading - and != as the same negation', () => {
    expect(testOf('-tag:old')).toEqual(testOf('tag!=old'));
    expect(testOf('-tag!=old')).toEqual(testOf('tag:old'));
    expect(testOf('seed!=7')).toMatchObject({ test: { is: '=', value: 7 }, not: true });
  });

  it('parses ~ as a search within words', () => {
    expect(testOf('file~late')).toMatchObject({ test: { within: true } });
  });

  it.each([
    ['colour:red', 'Unknown filter "colour". Available: id, scenario', 0],
    ['verdict:odd', 'verdict is passed, failed or not-judged, not "odd".', 8],
    ['seed:many', 'seed: "many" is not a number.', 5],
    ['seed~7', 'seed takes : = != < <= > or >=, not "~".', 5],
    ['tag>x', 'tag takes : = != or ~, not ">".', 4],
    ['tag:', 'tag: needs a value.', 0],
  ])('reports the problem of %s and its position', (text, message, from) => {
    expect(parseRuns(text)).toMatchObject({ message: expect.stringContaining(message) as unknown, from });
  });
});
