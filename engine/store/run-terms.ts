import { getOwn, type RunTerm, type RunTest } from '../model/index.ts';
import { phraseOf } from './search-table.ts';

interface Condition {
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
}

/** What a line of the library answers to each word. */
const SAID = {
  id: `'r' || id`,
  scenario: 'scenario',
  file: 'source',
  verdict: `CASE passed WHEN 1 THEN 'passed' WHEN 0 THEN 'failed' ELSE 'none' END`,
  state: 'state',
  mode: 'mode',
} as const;

const FLAGS: Readonly<Record<string, string>> = {
  baseline: 'baseline',
  branch: 'parent IS NOT NULL',
  regression: 'regression IS 1',
};

const NUMBERS = { seed: 'seed', events: 'events' } as const;

/** `term` as a condition on a line of the library. */
export function conditionOf({ test, not }: RunTerm): Condition {
  const { sql, parameters } = ofTest(test);
  return { sql: `${not ? 'NOT ' : ''}(${sql})`, parameters };
}

function ofTest(test: RunTest): Condition {
  switch (test.kind) {
    case 'number':
      return { sql: `${NUMBERS[test.key]} ${test.is} ?`, parameters: [test.value] };
    case 'note':
      return ofNote(test.text);
    case 'text':
      return {
        sql: `concat_ws(char(10), 'r' || id, scenario, source, tags, shortfall) LIKE ? ESCAPE '\\'`,
        parameters: [`%${escaped(test.text)}%`],
      };
    case 'word':
      return anyOf(test.values.map((value) => ofWord(test.key, value, test.within)));
  }
}

function ofWord(key: (RunTest & { kind: 'word' })['key'], value: string, within: boolean): Condition {
  if (key === 'is') return { sql: getOwn(FLAGS, value.toLowerCase()) ?? '0', parameters: [] };
  const pattern = within ? `%${escaped(value)}%` : escaped(value).replaceAll('*', '%');
  if (key !== 'tag') return { sql: `${SAID[key]} LIKE ? ESCAPE '\\'`, parameters: [pattern] };
  return {
    sql: `EXISTS (SELECT 1 FROM json_each(tags) WHERE value LIKE ? ESCAPE '\\')`,
    parameters: [pattern],
  };
}

function ofNote(text: string): Condition {
  const phrase = phraseOf(text);
  // What has no words in it is in every note.
  if (phrase === undefined) return { sql: 'notes > 0', parameters: [] };
  return {
    sql: 'id IN (SELECT run FROM note WHERE id IN (SELECT rowid FROM note_word WHERE note_word MATCH ?))',
    parameters: [phrase],
  };
}

const anyOf = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => sql).join(' OR ') || '0',
  parameters: conditions.flatMap(({ parameters }) => parameters),
});

/** `text` for a pattern of SQL's in which it stands for itself. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
