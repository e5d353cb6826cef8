import { describe, expect, it, onTestFinished } from 'vitest';
import { appName, runId } from '../../../engine/model/ids.ts';
import { type Bench, benchFor, follow } from '../../../renderer/stores/app-stores.ts';
import { type SelectedValue, selectValue } from '../../../renderer/stores/value-history.ts';
import { fakeLab, type FakeLab, yes } from '../fake-lab.ts';
import { kitchenAnswers } from '../kitchen.ts';

const valueAt = (path: string): SelectedValue => ({
  run: runId('r1'),
  app: appName('mail'),
  path: [path],
  since: 2,
});

function desk(): { readonly bench: Bench; readonly lab: FakeLab; readonly trails: () => readonly string[] } {
  const lab = fakeLab({
    ...kitchenAnswers(),
    'inspect.trail': ({ path }) => yes({ path: [...path], writers: [], more: false, next: undefined }),
  });
  const bench = benchFor(lab);
  onTestFinished(follow(bench));
  return { bench, lab, trails: () => lab.asked.filter((asked) => asked.startsWith('inspect.trail')) };
}

const settled = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));

describe('who changed a value', () => {
  it('is told again when the same value is picked again', async () => {
    const { bench, trails } = desk();
    selectValue(bench.value, valueAt('inbox'));
    await settled();

    selectValue(bench.value, valueAt('inbox'));
    await settled();

    expect(bench.value.getState().told?.trail.path).toEqual(['inbox']);
    expect(trails()).toHaveLength(2);
  });

  it('is never told of another value that was picked before', async () => {
    const { bench } = desk();
    const told = new Set<unknown>();
    bench.value.subscribe(({ selected, told: now }) => {
      if (now !== undefined) told.add(`${String(selected?.path)}: ${String(now.trail.path)}`);
    });

    selectValue(bench.value, valueAt('inbox'));
    selectValue(bench.value, valueAt('sent'));
    await settled();

    expect([...told]).toEqual(['sent: sent']);
  });
});
