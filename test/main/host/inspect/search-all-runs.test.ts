import { readFileSync } from 'node:fs';
import { onTestFinished, describe, expect, it } from 'vitest';
import { fullTextQuery, openStore, type Store } from '../../../../engine/index.ts';
import { SEARCH_KINDS, type SearchHits, type SearchQuery } from '../../../../engine/model/index.ts';
import { AllRunsSearch } from '../../../../main/host/inspect/search-all-runs.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { importOneText } from '../import/import-one.ts';

const attempt = (name: string, thought: string, command: string, output: string, answer: string): string =>
  JSON.stringify({
    schema_version: 'ATIF-v1.4',
    session_id: name,
    agent: { name: 'cook', version: '1' },
    steps: [
      { step_id: 1, source: 'user', message: `Fix the ${name} soup.` },
      {
        step_id: 2,
        source: 'agent',
        message: '',
        reasoning_content: thought,
        tool_calls: [{ tool_call_id: 'c', function_name: 'bash', arguments: { command } }],
        observation: { results: [{ source_call_id: 'c', content: output }] },
      },
      { step_id: 3, source: 'agent', message: answer },
    ],
  });

function searched(): { store: Store; search: AllRunsSearch } {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);
  importOneText(
    store,
    attempt('leek', 'Perhaps it is the salt.', 'grep -n salt pot.py', 'pot.py:3: salt = 9', 'Fixed.'),
    'a.json',
  );
  importOneText(
    store,
    attempt('onion', 'The pepper is missing.', 'cat pot.py', 'pepper = 0', 'No salt was needed.'),
    'b.json',
  );
  const search = new AllRunsSearch(store);
  onTestFinished(() => {
    search[Symbol.dispose]();
  });
  search.indexAll();
  return { store, search };
}

const ALL: Omit<SearchQuery, 'text'> = { kinds: SEARCH_KINDS, terms: [] };

const told = ({ hits }: SearchHits): readonly string[] =>
  hits.map(
    ({ run, kind, text, marks }) =>
      `${run} ${kind}: ${marks.map(([from, to]) => text.slice(from, to)).join(', ')}`,
  );

describe('a search in all runs', () => {
  it('finds messages, thoughts, calls and results, the newest run first and each run in its order', () => {
    const { search } = searched();
    expect(told(search.find({ ...ALL, text: 'salt' }))).toEqual([
      'r2 message: salt',
      'r1 thought: salt',
      'r1 call: salt',
    ]);
    expect(search.find({ ...ALL, text: 'salt' })).toMatchObject({
      isCut: false,
      left: 0,
      runs: [{ id: 'r2' }, { id: 'r1' }],
    });
  });

  it('marks a word everywhere it stands', () => {
    const { store, search } = searched();
    importOneText(store, attempt('pea', 'Salt, and more salt.', 'ls', '', 'Done.'), 'c.json');
    search.indexAll();
    expect(told(search.find({ ...ALL, kinds: ['thought'], text: 'salt' }))).toEqual([
      'r3 thought: Salt, salt',
      'r1 thought: salt',
    ]);
  });

  it.each([
    ['"is the salt"', ['r1 thought: is the salt']],
    ['pepper -missing', ['r2 result: pepper']],
    ['fix soup', ['r2 message: fix, soup', 'r1 message: fix, soup']],
    ['SALT needed', ['r2 message: salt, needed'.replace('salt', 'salt')]],
    ['nothing', []],
    ['-salt', []],
    ['"', []],
    ['AND OR NOT * ( : ^', []],
  ])('finds what meets %s', (text, hits) => {
    const { search } = searched();
    expect(told(search.find({ ...ALL, text })).map((one) => one.toLowerCase())).toEqual(hits);
  });

  it('finds only the chosen kinds, in the chosen runs', () => {
    const { search } = searched();
    expect(told(search.find({ ...ALL, kinds: ['result'], text: 'salt' }))).toEqual(['r1 result: salt']);
    const terms = [{ test: { kind: 'text', text: 'onion' }, not: false }] as const;
    expect(told(search.find({ ...ALL, terms, text: 'pot' }))).toEqual(['r2 call: pot']);
  });

  it('says which step to go to', () => {
    const { search } = searched();
    const [message, thought, call] = search.find({ ...ALL, text: 'salt' }).hits;
    expect(message).toMatchObject({ entry: 2, log: undefined });
    expect(thought).toMatchObject({ entry: 1, log: 0, step: 'thought' });
    expect(call).toMatchObject({ entry: 1, log: undefined, title: 'tools.bash' });
  });

  it('finds notes', () => {
    const { store, search } = searched();
    const [run] = store.runs();
    store.addNote({
      run: run!.id,
      text: 'The salt again',
      tags: [],
      range: { from: 1, to: 1 },
      value: undefined,
      made: 1,
    });
    expect(told(search.find({ ...ALL, kinds: ['note'], text: 'salt' }))).toEqual(['r2 note: salt']);
  });

  it('shows the words of an event of which the agent got a shorter notification', () => {
    const { store, search } = searched();
    const trace = '../../../fixtures/are-traces/clay_delivery_time.trace.json';
    importOneText(store, readFileSync(new URL(trace, import.meta.url), 'utf8'), 'clay.json');
    search.indexAll();
    expect(told(search.find({ ...ALL, text: 'conv-omar thanks' }))).toContain(
      'r3 message: conv-omar, Thanks',
    );
  });

  it('finds nothing of a run that is removed', () => {
    const { store, search } = searched();
    store.remove(store.runs()[0]!.id);
    expect(told(search.find({ ...ALL, text: 'pepper' }))).toEqual([]);
  });

  it('leaves the search in one run as it is', () => {
    const { store } = searched();
    const term = { kind: 'text', text: 'salt' } as const;
    expect(store.search(store.runs()[1]!.id, [{ term, not: false }], 0)).toEqual([1]);
  });
});

describe('fullTextQuery()', () => {
  it.each([
    ['salt', '"salt"*'],
    ['salt pepper', '"salt"* AND "pepper"*'],
    ['"salt and pepper" -soup', '"salt and pepper"* NOT "soup"*'],
    ['  ', undefined],
    ['-x', undefined],
    ['a"b', '"a""b"*'],
  ])('makes of %j %j', (text, query) => {
    expect(fullTextQuery(text)).toBe(query);
  });
});
