// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { appName, eventId, runId } from '../../../../engine/model/values/ids.ts';
import type { ActionEntry } from '../../../../engine/model/log-entry.ts';
import type { RunSummary } from '../../../../engine/model/run.ts';
import type { TranscriptStep } from '../../../../engine/model/transcript.ts';
import { positionNow, seek, selectRun } from '../../../../renderer/stores/selection.ts';
import { addSteps } from '../../../../renderer/stores/inspection.ts';
import {
  notificationText,
  stepAt,
  Transcript,
} from '../../../../renderer/views/transcript/transcript-container.tsx';
import { yes } from '../../fake-bridge.ts';
import { giveRoom } from '../../give-room.ts';
import { breakfast, kitchen, kitchenAnswers, secondsIn } from '../../kitchen.ts';
import { openPage } from '../../open-page.tsx';

const step = (
  seconds: number,
  index: number | undefined,
  kind: TranscriptStep['kind'],
  more: Partial<TranscriptStep> = {},
): TranscriptStep => ({
  kind,
  time: secondsIn(seconds),
  index,
  title: '',
  text: `${kind} ${seconds}`,
  status: 'done',
  ...more,
});

const MAIL = step(5, 0, 'notification');
const ASKED = step(20, 1, 'user');
const THOUGHT = step(60, 2, 'thought', { elapsed: 2_300, tokens: { input: 812, output: 24 } });
const CALL = step(60, 2, 'call', {
  title: 'mail.send_email',
  text: 'to: ada',
  result: 'no such guest',
  args: { to: 'ada', body: 'Two eggs.' },
  came: 'ValueError: no such guest',
  status: 'failed',
});

const SENT: ActionEntry = {
  index: 2,
  time: secondsIn(60),
  due: secondsIn(60),
  event: eventId('send'),
  kind: 'agent',
  oracle: false,
  causes: [],
  changes: [],
  calls: [],
  action: {
    app: appName('mail'),
    tool: 'send_email',
    args: { to: 'ada', body: 'Two eggs.' },
    effect: 'write',
  },
  outcome: { status: 'failed', error: { type: 'ValueError', message: 'no such guest' } },
};

giveRoom();

/** The Transcript panel for a run of breakfast. */
async function opened(run: RunSummary = breakfast(), logs: readonly TranscriptStep[] = [], readTo = 3) {
  const steps = [MAIL, ASKED, CALL];
  const answers = {
    ...kitchenAnswers(kitchen({ runs: [run] })),
    'inspect.traceSteps': () => yes(logs),
    'inspect.transcript': ({ from, turn }: { from: number; turn: number }) =>
      yes({
        steps: [...(turn === 0 ? [THOUGHT] : []), ...steps.slice(from, Math.min(readTo, from + 2))],
        next: { from: Math.min(readTo, from + 2), turn: 1 },
      }),
    'log.entry': () => yes(SENT),
    'log.find': () => yes(Uint32Array.of(2)),
    'inspect.transcriptText': ({ format }: { format: string }) => yes(`as ${format}`),
  };
  const page = await openPage(<Transcript />, answers);
  await page.after(() => {
    selectRun(page.stores.selection, runId('r1'));
  });
  return page;
}

const show = (page: Awaited<ReturnType<typeof opened>>): Promise<void> =>
  page.after(() => {
    page.stores.panels.setState({ centre: 'transcript' });
  });

describe('the Transcript', () => {
  it('loads all steps once it is shown, with thoughts before their calls', async () => {
    using page = await opened(breakfast(), [step(30, undefined, 'prompt')]);
    expect(page.bridge.asked.join()).not.toContain('inspect.transcript');

    await show(page);

    const { steps, next, complete } = page.stores.transcript.getState();
    expect(steps.map(({ text }) => text)).toEqual([
      'notification 5',
      'user 20',
      'prompt 30',
      'thought 60',
      'to: ada',
    ]);
    expect(next).toEqual({ from: 3, turn: 1 });
    expect(complete).toBe(true);
  });

  it.each([
    ['the step at the playhead', 3, ['Two eggs.']],
    ['no step while those up to the playhead are being read', 2, []],
  ])('marks %s', async (_, readTo, marked) => {
    using page = await opened(breakfast(), [], readTo);
    await show(page);
    await page.after(() => {
      seek(page.stores.selection, 2, 3);
    });

    const now = [...document.querySelectorAll('[aria-current]')].map(({ textContent }) => textContent);
    expect(now).toEqual(marked.map((text) => expect.stringContaining(text) as string));
  });

  it('shows the cost of each reply and the result of each call', async () => {
    using page = await opened();
    await show(page);

    expect(page.text()).toMatch(/Thought.*thought 60.*2\.3 s.*812 in.*24 out/s);
    expect(page.text()).toMatch(/Tool call.*mail\.send_email.*Two eggs\..*failed.*to.*ada.*no such guest/s);
    expect(page.text()).toContain('Run completed');
  });

  it('shows no tokens of a model whose server told none', async () => {
    const told = { requests: 1, failedTries: 0, thinking: 2_300, replaced: 0 };
    using page = await opened(breakfast(), [
      step(70, undefined, 'thought', {
        text: 'told',
        costs: { ...told, uncounted: 0, input: 31, output: 7 },
      }),
      step(80, undefined, 'thought', { text: 'untold', costs: { ...told, uncounted: 1 } }),
    ]);
    await show(page);

    expect(page.text()).toMatch(/31 in.*7 out/s);
    expect(page.text()).not.toMatch(/\b0 (in|out)/);
  });

  it('unfolds a call into its arguments and its error', async () => {
    using page = await opened();
    await show(page);
    expect(document.querySelector('[aria-expanded]')!.getAttribute('aria-expanded')).toBe('false');

    await page.after(() => {
      page.find('button[aria-expanded]').click();
    });

    expect(page.text()).toMatch(/Two eggs\..*to.*ada.*ValueError/s);
  });

  it('moves the playhead to the entry of a step', async () => {
    using page = await opened();
    await show(page);

    await page.click('#1');

    expect(positionNow(page.stores)).toBe(1);
  });

  it('shows why a run ended whose agent crashed', async () => {
    using page = await opened(
      breakfast({
        state: 'interrupted',
        notes: [
          { kind: 'ending', cause: 'agent', text: 'Agent exited with code 1.' },
          { kind: 'agent', text: 'no GPU' },
        ],
      }),
    );
    await show(page);

    expect(page.text()).toMatch(/Agent crashed.*Agent exited with code 1\./s);
    expect(page.text()).toMatch(/Standard error of the agent’s process.*no GPU/s);
  });

  it.each([
    [
      'the verbosity that the run kept',
      breakfast({ choices: { verbosity: 'low' } }),
      /^Notifications: low \(/,
    ],
    [
      'what is assumed of an older run',
      breakfast(),
      /medium, assumed because that version of Orrery did not record/,
    ],
    [
      'what is assumed of a trace',
      breakfast({ mode: 'trace' }),
      /medium, assumed because traces do not record/,
    ],
  ])('names %s', (_what, run, words) => {
    expect(notificationText(run)).toMatch(words);
  });
});

it.each([
  [-1, undefined, -1],
  [0, 5, 0],
  [1, 20, 1],
  [1, 45, 2],
  [2, 60, 4],
])('stepAt() finds the step of entry %s at second %s', (position, seconds, at) => {
  const steps = [MAIL, ASKED, step(30, undefined, 'log'), THOUGHT, CALL];

  expect(stepAt(steps, position, seconds === undefined ? undefined : secondsIn(seconds))).toBe(at);
});

it('addSteps() inserts late steps in order', () => {
  const steps = [MAIL, CALL];

  addSteps(steps, [THOUGHT, ASKED]);

  expect(steps).toEqual([MAIL, ASKED, THOUGHT, CALL]);
});
