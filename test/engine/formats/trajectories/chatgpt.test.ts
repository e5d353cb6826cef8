import { describe, expect, it } from 'vitest';
import { readRecordings } from '../../../../engine/index.ts';
import { toldOf } from './recordings.ts';

const message = (role: string, text: string, more: object = {}): object => ({
  author: { role },
  content: { content_type: 'text', parts: [text] },
  ...more,
});

/** A conversation whose messages follow each other, by the ids `0`, `1` and so on. */
const conversation = (title: string, ...messages: readonly object[]): object => ({
  title,
  current_node: String(messages.length - 1),
  mapping: Object.fromEntries(
    messages.map((one, nth) => [
      nth,
      { id: String(nth), parent: nth === 0 ? null : String(nth - 1), message: one },
    ]),
  ),
});

const read = (document: object): ReturnType<typeof readRecordings> =>
  readRecordings(JSON.stringify(document), 'conversations.json');

describe('an export of ChatGPT', () => {
  it('has a run for each conversation in which something is said, and names the others', () => {
    const runs = read([conversation('Leek'), conversation('Beet', message('user', 'Soup!'))]);

    expect(runs.map(({ scenario }) => scenario)).toEqual(['Beet']);
    expect(runs[0]!.notes.join('\n')).toContain('[].title once');
  });

  it('may have its conversations in an object', () => {
    const conversations = ['Leek', 'Beet'].map((title) => conversation(title, message('user', 'Soup!')));

    expect(read({ conversations }).map(({ scenario }) => scenario)).toEqual(['Leek', 'Beet']);
  });

  it('has the results of calls that were made together in their order', () => {
    const [run] = read(
      conversation(
        'Soup',
        message('user', 'Soup!'),
        message('assistant', '{"q": 1}', { recipient: 'web.run' }),
        message('assistant', '{"q": 2}', { recipient: 'web.run' }),
        message('tool', 'one'),
        message('tool', 'two'),
        message('tool', 'and more'),
      ),
    );

    expect(toldOf(run!).slice(1)).toEqual([
      'agent tools.web.run({"q":1}): "one"',
      'agent tools.web.run({"q":2}): "two\\nand more"',
    ]);
  });
});
