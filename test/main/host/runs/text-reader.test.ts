import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostVoted, withMarkers } from '../../../../main/host/runs/text-reader.ts';

const QUESTION = { yes: '[[True]]', no: '[[False]]' };

describe('the votes on a question about texts', () => {
  it('are found whatever the case of their markers and the spaces in them', () => {
    expect(withMarkers('So: [[TRUE]], [[ false ]] or [[sUcCeSs]]; not [True] or [[truth]].')).toBe(
      'So: [[True]], [[False]] or [[Success]]; not [True] or [[truth]].',
    );
  });

  it('decide by their number; a tie is a no, and an answer that names both means the last', () => {
    const vote = fc.constantFrom('yes', 'no', 'none');
    const text = (one: string): string =>
      one === 'none'
        ? 'I cannot say.'
        : `[[False]] or [[True]]? ${one === 'yes' ? QUESTION.yes : QUESTION.no}`;
    fc.assert(
      fc.property(fc.array(vote, { minLength: 1, maxLength: 9 }), (votes) => {
        const answer = mostVoted(QUESTION, votes.map(text));
        const count = (what: string): number => votes.filter((one) => one === what).length;
        const expected = count('yes') > count('no') ? 'yes' : count('no') > 0 ? 'no' : 'none';
        // As the judge reads it: a yes anywhere wins.
        const read = answer.includes(QUESTION.yes) ? 'yes' : answer.includes(QUESTION.no) ? 'no' : 'none';
        expect(read).toBe(expected);
      }),
    );
  });

  it('are no votes where a text is asked for: the first answer is it', () => {
    expect(mostVoted({}, ['<subtask>a</subtask>', '<subtask>b</subtask>'])).toBe('<subtask>a</subtask>');
  });
});
