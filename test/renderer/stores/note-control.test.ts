import { describe, expect, it } from 'vitest';
import { runId } from '../../../engine/model/ids.ts';
import { benchFor } from '../../../renderer/stores/app-stores.ts';
import { beginNote, saveDraft } from '../../../renderer/stores/notes.ts';
import { type Answers, fakeLab, no } from '../fake-lab.ts';

function written(
  answer: Answers['note.add'],
): ReturnType<typeof benchFor> & { lab: ReturnType<typeof fakeLab> } {
  const lab = fakeLab({ 'note.add': answer! });
  const bench = benchFor(lab);
  bench.panels.setState({ run: runId('r1') });
  beginNote(bench, { range: undefined, value: undefined });
  bench.notes.setState(({ draft }) => ({ draft: { ...draft!, text: 'Odd.' } }));
  return { ...bench, lab };
}

describe('a note', () => {
  it('is written once, however often that is asked for before it is', async () => {
    const bench = written(() => no('slow'));

    await Promise.all([saveDraft(bench), saveDraft(bench)]);

    expect(bench.lab.asked).toHaveLength(1);
  });

  it('that is refused can be mended', async () => {
    const bench = written(() => no('the disk is full'));

    await saveDraft(bench);

    expect(bench.notes.getState().draft).toMatchObject({ text: 'Odd.' });
    expect(bench.notices.getState().notices.map(({ text }) => text)).toEqual(['the disk is full']);
  });
});
