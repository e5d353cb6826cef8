// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { runId } from '../../../../engine/model/ids.ts';
import type { TranscriptLine } from '../../../../engine/model/notification.ts';
import { AgentView, lineAt, notificationText } from '../../../../renderer/views/agent/agent-view.tsx';
import { yes } from '../../fake-lab.ts';
import { breakfast, kitchen, kitchenAnswers, secondsIn } from '../../kitchen.ts';
import { openPage } from '../../open-page.tsx';
import { selectRun } from '../../../../renderer/stores/selection.ts';

const line = (seconds: number, index: number | undefined, kind: TranscriptLine['kind']): TranscriptLine => ({
  kind,
  time: secondsIn(seconds),
  index,
  title: '',
  text: `${kind} ${seconds}`,
  failed: false,
});

const LINES = [line(5, 0, 'told'), line(20, 1, 'asked'), line(60, 2, 'did')];

describe('the agent', () => {
  it('is read on until there is no more, once it is on show', async () => {
    const answers = {
      ...kitchenAnswers(kitchen({ runs: [breakfast()] })),
      'inspect.agentLogs': () => yes([line(30, undefined, 'logged')]),
      'inspect.agent': ({ from }: { from: number }) =>
        yes({ lines: LINES.slice(from, from + 2), next: Math.min(3, from + 2) }),
    };
    using page = await openPage(<AgentView />, answers);
    await page.after(() => {
      selectRun(page.stores.selection, runId('r1'));
    });
    expect(page.lab.asked.join()).not.toContain('inspect.agent');

    await page.after(() => {
      page.stores.panels.setState({ dock: 'agent' });
    });

    const { lines, read } = page.stores.agent.getState();
    expect(lines.map(({ text }) => text)).toEqual(['told 5', 'asked 20', 'logged 30', 'did 60']);
    expect(read).toBe(3);
  });

  it.each([
    [
      'the verbosity that the run kept',
      breakfast({ choices: { verbosity: 'low' } }),
      /^Told at low verbosity: /,
    ],
    [
      'what is assumed of an older run',
      breakfast(),
      /medium verbosity, which is assumed, for the Orrery that ran/,
    ],
    ['what is assumed of a trace', breakfast({ mode: 'trace' }), /assumed, for a trace does not say/],
  ])('names %s', (_what, run, words) => {
    expect(notificationText(run)).toMatch(words);
  });

  it('says that nobody acts where nobody does', async () => {
    const answers = {
      ...kitchenAnswers(kitchen({ runs: [breakfast({ mode: 'plain' })] })),
      'inspect.agentLogs': () => yes([]),
      'inspect.agent': () => yes({ lines: [], next: 3 }),
    };
    using page = await openPage(<AgentView />, answers);
    await page.after(() => {
      selectRun(page.stores.selection, runId('r1'));
      page.stores.panels.setState({ dock: 'agent' });
    });

    expect(page.text()).toContain('Nobody acts for it in this run.');
  });
});

it.each([
  [-1, undefined, -1],
  [0, 5, 0],
  [1, 20, 1],
  [1, 45, 2],
  [2, 60, 3],
])('finds the line of entry %s at second %s', (position, seconds, at) => {
  const lines = [LINES[0]!, LINES[1]!, line(30, undefined, 'logged'), LINES[2]!];

  expect(lineAt(lines, position, seconds === undefined ? undefined : secondsIn(seconds))).toBe(at);
});
