import { describe, expect, it } from 'vitest';
import { readRecordings } from '../../../../engine/index.ts';
import { toldOf } from './recordings.ts';

describe('episodes of a run', () => {
  const episode = (nth: number, ...said: readonly string[]): object => ({
    body: {
      episode: String(nth),
      run_id: 'r',
      messages: said.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content })),
    },
  });

  it('are one run with the longest of them, in whatever order and request they stand', () => {
    const lines = [episode(1, 'Soup!', 'Which?', 'Leek.', 'Served.'), episode(0, 'Soup!', 'Which?')];

    const [run, ...others] = readRecordings(
      lines.map((line) => JSON.stringify(line)).join('\n'),
      'soup.jsonl',
    );

    expect(others).toEqual([]);
    expect(toldOf(run!).at(-1)).toBe('agent Conversation.send_message_to_user({"content":"Served."}): null');
    expect(run!.notes.join('\n')).toContain('[].body.episode 2 times');
  });
});
