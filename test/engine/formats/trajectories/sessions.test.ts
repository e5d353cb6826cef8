import { describe, expect, it } from 'vitest';
import { readRecordings } from '../../../../engine/index.ts';

const begun = (id: string, minute: number): object => ({
  type: 'session_meta',
  payload: { id, timestamp: `2026-01-05T09:0${minute}:00Z` },
});
const said = (text: string): object => ({
  type: 'response_item',
  payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
});
const printed = (text: string): object => ({
  type: 'item.completed',
  item: { id: 'i', type: 'agent_message', text },
});
const streamed = (content: string): object => ({ type: 'message', role: 'assistant', content });
const written = (content: string): object => ({
  type: 'message',
  id: content,
  parentId: null,
  message: { role: 'assistant', content },
});

/** The runs in lines, by task, with what was said in them. */
const runsIn = (lines: readonly object[]): readonly unknown[] =>
  readRecordings(lines.map((line) => JSON.stringify(line)).join('\n'), 'soup.jsonl').map((run) => [
    run.scenario,
    ...run.entries.map((entry) => ('action' in entry ? entry.action.args['content'] : entry.kind)),
  ]);

describe('a file with several sessions', () => {
  it.each([
    ['Codex', [begun('a', 1), said('Leek.'), begun('b', 2), said('Beet.')]],
    [
      'codex exec',
      [
        { type: 'thread.started', thread_id: 'a' },
        printed('Leek.'),
        { type: 'thread.started', thread_id: 'b' },
        printed('Beet.'),
      ],
    ],
    [
      'Gemini CLI',
      [
        { type: 'init', session_id: 'a' },
        streamed('Leek.'),
        { type: 'init', session_id: 'b' },
        streamed('Beet.'),
      ],
    ],
    ['Pi', [{ type: 'session', id: 'a' }, written('Leek.'), { type: 'session', id: 'b' }, written('Beet.')]],
  ])('of %s has a run for each', (_, lines) => {
    expect(runsIn(lines)).toEqual([
      ['a', 'Leek.'],
      ['b', 'Beet.'],
    ]);
  });

  it('has one run for a session that was resumed, or goes on an earlier one', () => {
    expect(runsIn([begun('a', 1), said('Leek.'), begun('a', 2), said('Beet.')])).toEqual([
      ['a', 'Leek.', 'Beet.'],
    ]);
    expect(runsIn([begun('b', 2), begun('a', 1), said('Leek.')])).toEqual([['b', 'Leek.']]);
  });
});
