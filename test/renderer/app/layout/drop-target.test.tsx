// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { importNotes, type RunSummary } from '../../../../engine/model/run.ts';
import { runId } from '../../../../engine/model/values/ids.ts';
import { DropTarget } from '../../../../renderer/app/layout/drop-target.tsx';
import { yes } from '../../fake-bridge.ts';
import { breakfast, kitchenAnswers } from '../../kitchen.ts';
import { openPage } from '../../open-page.tsx';

const SOUP = {
  name: 'soup.json',
  size: 2,
  arrayBuffer: () => Promise.resolve(Uint8Array.of(123, 125).buffer),
};
const IMPORT_SOUP = 'trace.import {"dropped":[{"name":"soup.json","bytes":{"0":123,"1":125}}]}';

/** A drag event of the browser. */
function dragging(type: string, files: readonly object[], types = ['Files']): Event {
  const event = new Event(type, { bubbles: true, cancelable: true });
  return Object.assign(event, { dataTransfer: { types, files }, relatedTarget: null });
}

describe('the drop target', () => {
  it('imports files dropped anywhere, and says how many notes the import has', async () => {
    const run = breakfast({
      state: 'recorded',
      mode: 'trace',
      source: 'soup.json',
      notes: importNotes(['one', 'two']),
    });
    using page = await openPage(<DropTarget />, {
      ...kitchenAnswers(),
      'trace.import': () => yes({ runs: [run], known: [], replaced: [], skipped: [], isCancelled: false }),
    });
    const drop = dragging('drop', [SOUP]);

    await page.after(() => void document.body.dispatchEvent(drop));

    expect(page.bridge.asked).toContain(IMPORT_SOUP);
    expect(page.stores.notices.getState().notices.map(({ text }) => text)).toEqual([
      'Imported soup.json. Read the 2 import notes under Verdict.',
    ]);
    expect(page.stores.selection.getState().run).toBe(run.id);
    expect(drop.defaultPrevented).toBe(true);
  });

  it('says of how many runs there are notes, names no file of a scenario, and opens a model’s run on its transcript', async () => {
    const world = breakfast({
      id: runId('r8'),
      choices: { agent: { command: 'cook', thinking: 'frozen' } },
      notes: [
        { kind: 'ending', cause: 'limit', text: 'The run was ended at its limit of 2 requests.' },
        { kind: 'console', text: 'soup' },
      ],
    });
    const trace = breakfast({
      id: runId('r7'),
      state: 'recorded',
      mode: 'trace',
      notes: importNotes(['one', 'two']),
    });
    const told = async (runs: readonly RunSummary[]): Promise<string> => {
      using page = await openPage(<DropTarget />, {
        ...kitchenAnswers(),
        'trace.import': () => yes({ runs, known: [], replaced: [], skipped: [], isCancelled: false }),
      });
      await page.after(() => void document.body.dispatchEvent(dragging('drop', [SOUP])));
      expect(page.stores.panels.getState().centre).toBe('transcript');
      return page.stores.notices.getState().notices[0]!.text;
    };

    expect(await told([trace, world])).toBe('Imported 2 runs. 1 has import notes under Verdict.');
    expect(await told([world])).toBe(`Imported a run of ${world.scenario} completely.`);
  });

  it('says what a drop does while files are dragged over the window', async () => {
    using page = await openPage(<DropTarget />, kitchenAnswers());

    await page.after(() => void document.body.dispatchEvent(dragging('dragover', [])));
    expect(page.text()).toBe('Drop runs and traces to import them');
    await page.after(() => void document.body.dispatchEvent(dragging('dragleave', [])));

    expect(page.text()).toBe('');
  });

  it('leaves dragged text to the editor', async () => {
    using page = await openPage(<DropTarget />, kitchenAnswers());
    const drop = dragging('drop', [], ['text/plain']);

    await page.after(() => void document.body.dispatchEvent(drop));

    expect(drop.defaultPrevented).toBe(false);
    expect(page.bridge.asked.join()).not.toContain('trace.import');
  });

  it('refuses a file that is too large without reading it', async () => {
    using page = await openPage(<DropTarget />, kitchenAnswers());
    const huge = {
      name: 'huge.json',
      size: 200_000_000,
      arrayBuffer: () => Promise.reject(new Error('opened')),
    };

    await page.after(() => void document.body.dispatchEvent(dragging('drop', [huge])));

    expect(page.bridge.asked.join()).not.toContain('trace.import');
    expect(page.stores.notices.getState().notices[0]?.text).toMatch(/^Not imported: huge\.json\./);
  });

  it('reports a file that cannot be read and imports the others', async () => {
    using page = await openPage(<DropTarget />, kitchenAnswers());
    const gone = { name: 'gone.json', size: 2, arrayBuffer: () => Promise.reject(new Error('gone')) };

    await page.after(() => void document.body.dispatchEvent(dragging('drop', [gone, SOUP])));

    expect(page.bridge.asked).toContain(IMPORT_SOUP);
    expect(page.stores.notices.getState().notices.map(({ text }) => text)).toContain(
      'Not imported: gone.json. The files cannot be read.',
    );
  });
});
