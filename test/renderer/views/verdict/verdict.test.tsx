// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { eventId, runId } from '../../../../engine/model/values/ids.ts';
import { seconds } from '../../../../engine/model/values/time.ts';
import type { JudgedCall, JudgeEvidence, KeptJudgement, Rejection } from '../../../../engine/model/judge.ts';
import type { JsonObject } from '../../../../engine/model/values/json.ts';
import { badgeOf } from '../../../../renderer/ui/state-badge.tsx';
import { Verdict } from '../../../../renderer/views/verdict/verdict-container.tsx';
import { yes } from '../../fake-bridge.ts';
import { breakfast, kitchen, kitchenAnswers } from '../../kitchen.ts';
import { openPage } from '../../open-page.tsx';
import { openJudged } from '../../../../renderer/stores/run-opening.ts';
import { selectRun } from '../../../../renderer/stores/selection.ts';

const burnt = breakfast({
  verdict: {
    outcome: 'failed',
    sentence: 'Triggered the minefield smoke.',
    checks: [
      { validation: eventId('watch'), check: 'toast is out', kind: 'milestone', status: 'reached', entry: 1 },
      { validation: eventId('watch'), check: 'smoke', kind: 'minefield', status: 'tripped', entry: 2 },
    ],
    shortfalls: [{ message: 'stepped on the minefield smoke', entry: 2 }],
  },
});

describe('the Verdict panel', () => {
  it('shows the verdict’s sentence and the triggered minefield with its entry', async () => {
    using page = await openPage(<Verdict />, kitchenAnswers(kitchen({ runs: [burnt] })));
    await page.after(() => {
      selectRun(page.stores.selection, burnt.id);
    });

    expect(page.text()).toContain('Failed: Triggered the minefield smoke.');
    expect(page.text()).toContain('stepped on the minefield smoke #2');
  });

  it('shows the expected answer beside the answer, above the words of the scorer', async () => {
    const attempt = {
      set: undefined,
      setName: undefined,
      benchmark: undefined,
      tool: 'Inspect',
      task: 'leek',
      attempt: 1,
      tokens: {},
      errors: 0,
      expected: 'a soup',
      scores: [{ scorer: 'taste', label: 'I', passed: false, answer: 'a cake', explanation: 'Too sweet.' }],
    };
    const imported = { ...burnt, mode: 'trace', notes: [{ kind: 'trajectory', text: 'Inspect' }] } as const;
    using page = await openPage(<Verdict />, {
      ...kitchenAnswers(kitchen({ runs: [imported] })),
      'inspect.attempt': () => yes(attempt),
    });
    await page.after(() => {
      selectRun(page.stores.selection, burnt.id);
    });

    expect(page.text()).toMatch(/Expected\s*a soup\s*Answer\s*a cake\s*Explanation\s*Too sweet\./);
  });

  it('says why an interrupted run has no verdict, and goes on with it', async () => {
    const text = 'The workbench was closed before it ended.';
    const closed = breakfast({
      state: 'interrupted',
      verdict: undefined,
      notes: [{ kind: 'ending', cause: 'closed', text }],
    });
    using page = await openPage(<Verdict />, kitchenAnswers(kitchen({ runs: [closed] })));
    await page.after(() => {
      selectRun(page.stores.selection, closed.id);
    });

    expect(page.text()).toMatch(/^No verdict\. The workbench was closed before it ended\.Resume/);
    await page.after(() => {
      page.named('Resume').click();
    });
    expect(page.bridge.asked.some((asked) => asked.startsWith('run.resumeInterrupted'))).toBe(true);
  });

  it('says right after the sentence that answers were recorded for other messages', async () => {
    const text = 'From turn 4 on, the agent was told something else. Its calls are repeated as recorded.';
    const other = { ...burnt, notes: [{ kind: 'repeated', text } as const] };
    using page = await openPage(<Verdict />, kitchenAnswers(kitchen({ runs: [other] })));
    await page.after(() => {
      selectRun(page.stores.selection, other.id);
    });

    expect(page.text()).toMatch(/Triggered the minefield smoke\..{0,4}From turn 4 on/s);
    expect(page.text().split(text)).toHaveLength(2);
  });

  it('says a reason once, and of a minefield that nothing triggered that it never happened', async () => {
    const late = breakfast({
      verdict: {
        outcome: 'failed',
        sentence: 'Milestone "toast is out" was not reached in time.',
        checks: [
          {
            validation: eventId('watch'),
            check: 'toast is out',
            kind: 'milestone',
            status: 'missed',
            entry: 2,
          },
          { validation: eventId('watch'), check: 'smoke', kind: 'minefield', status: 'clear', entry: 2 },
        ],
        shortfalls: [{ message: 'milestone "toast is out" was not reached in time', entry: 2 }],
      },
    });
    using page = await openPage(<Verdict />, kitchenAnswers(kitchen({ runs: [late] })));
    await page.after(() => {
      selectRun(page.stores.selection, late.id);
    });

    expect(page.text().match(/was not reached in time/g)).toHaveLength(1);
    expect(page.text()).toContain('Never happened: smoke');
  });

  it('lists what broke beside the first, and what the checks show only with them', async () => {
    const broken = breakfast({
      verdict: {
        outcome: 'failed',
        sentence: 'Condition egg broke: Error: no pan (and 2 more).',
        checks: [
          { validation: eventId('watch'), check: 'toast', kind: 'milestone', status: 'missed', entry: 2 },
        ],
        shortfalls: [
          { message: 'condition egg broke: Error: no pan', entry: 1 },
          { message: 'condition tea broke: Error: no pot', entry: 2 },
          { message: 'milestone "toast" was not reached in time', entry: 2 },
        ],
      },
    });
    using page = await openPage(<Verdict />, kitchenAnswers(kitchen({ runs: [broken] })));
    await page.after(() => {
      selectRun(page.stores.selection, broken.id);
    });

    expect(page.text().match(/no pan/g)).toHaveLength(1);
    expect(page.text()).toContain('condition tea broke: Error: no pot #2');
    expect(page.text()).not.toContain('was not reached');
  });

  it.each([
    ['search', 'tag=search'],
    ['own app', 'tag="own app"'],
    ['the "best"', 'tag="the *best*"'],
  ])('opens the library with all runs that have the scenario tag %s', async (tag, filter) => {
    const run = breakfast({ scenarioTags: [tag] });
    using page = await openPage(<Verdict />, kitchenAnswers(kitchen({ runs: [run] })));
    await page.after(() => {
      selectRun(page.stores.selection, run.id);
    });

    await page.click(tag);

    expect(page.stores.library.getState()).toMatchObject({ open: true, text: filter });
  });

  it('lists the notes without those of the agent', async () => {
    const run = breakfast({
      notes: [
        { kind: 'agent', text: 'thinking' },
        { kind: 'console', text: 'two eggs' },
      ],
    });
    using page = await openPage(<Verdict />, kitchenAnswers(kitchen({ runs: [run] })));
    await page.after(() => {
      selectRun(page.stores.selection, run.id);
    });

    expect(page.find('[aria-label=Notes]').textContent).toBe('console: two eggs');
  });

  it.each([
    ['agent', 'Agent crashed'],
    ['agent-answer', 'Invalid agent answer'],
    ['agent-timeout', 'Agent timed out'],
  ] as const)(
    'shows the last lines of the standard error of an agent that ended the run: %s',
    async (cause, words) => {
      const run = breakfast({
        state: 'interrupted',
        notes: [
          { kind: 'ending', cause, text: 'The agent ended it.' },
          ...Array.from({ length: 12 }, (_, nth) => ({ kind: 'agent', text: `line ${nth}\u202e` }) as const),
        ],
      });
      using page = await openPage(<Verdict />, kitchenAnswers(kitchen({ runs: [run] })));
      await page.after(() => {
        selectRun(page.stores.selection, run.id);
      });

      expect(page.find('figure').textContent).toMatch(/standard errorline 4.*line 11\\u202e$/s);
      expect(badgeOf(run).words).toBe(words);
    },
  );

  it('says that a person stopped the run before it could pass', async () => {
    const text = 'It was stopped by hand; 2 events were still waiting.';
    const notes = [{ kind: 'ending', cause: 'person', text }] as const;
    const sentence = 'A person stopped it before it could pass.';
    const verdict = { outcome: 'not-judged', sentence, checks: [], shortfalls: [] } as const;
    const run = breakfast({ state: 'stopped', verdict, notes });
    using page = await openPage(<Verdict />, kitchenAnswers(kitchen({ runs: [run] })));
    await page.after(() => {
      selectRun(page.stores.selection, run.id);
    });

    expect(page.text()).toContain(sentence);
    expect(badgeOf(run)).toMatchObject({ tone: 'warn', words: 'Stopped' });
    expect(page.find('.verdict-module__sentence').className).toContain('warn');
  });

  it('moves the playhead to the entry that decided a check', async () => {
    using page = await openPage(<Verdict />, kitchenAnswers(kitchen({ runs: [burnt] })));
    await page.after(() => {
      selectRun(page.stores.selection, burnt.id);
    });

    await page.click('#1');

    expect(page.stores.selection.getState()).toMatchObject({ at: 1, following: false });
  });

  it('says that the verdict appears when a running run ends', async () => {
    const running = breakfast({ id: runId('r1'), state: 'running', verdict: undefined });
    using page = await openPage(<Verdict />, kitchenAnswers(kitchen({ runs: [running] })));
    await page.after(() => {
      selectRun(page.stores.selection, running.id);
    });

    expect(page.text()).toBe('The verdict appears when the run ends.');
  });

  it('opens the line where a check is declared', async () => {
    const place = { file: 'scenarios/breakfast.ts', line: 7, column: 3 };
    const timing = { kind: 'from-start', delay: seconds(0) } as const;
    const watch = { id: eventId('watch'), kind: 'validation', timing, place } as const;
    const plan = { start: burnt.start, duration: undefined, tick: seconds(1), events: [watch] };
    const answers = {
      ...kitchenAnswers(kitchen({ runs: [burnt] })),
      'scenario.plan': () => yes(JSON.stringify(plan)),
    };
    using page = await openPage(<Verdict />, answers);
    await page.after(() => {
      selectRun(page.stores.selection, burnt.id);
    });

    await page.after(() => {
      page.find('.verdict-module__check.verdict-module__bad .links-module__placeLink').click();
    });

    expect(page.stores.panels.getState()).toMatchObject({ centre: 'code', reveal: place });
  });

  it('shows the verdict under the configuration that a list of judged runs leads to, and then the run’s own', async () => {
    const evidence: JudgeEvidence = { oracle: [], extra: [], strayTurns: {} };
    const judgement = (configuration: string, sentence: string): KeptJudgement => ({
      configuration,
      outcome: 'passed',
      sentence,
      evidence,
      asked: [],
      unanswered: [],
    });
    const own = { outcome: 'failed', sentence: 'The eggs are hard.', configuration: 'ab12' } as const;
    const run = breakfast({ verdict: { ...own, checks: [], shortfalls: [], judge: own } });
    const answers = {
      ...kitchenAnswers(kitchen({ runs: [run] })),
      'inspect.judgement': ({ configuration = 'ab12' }: { configuration?: string | undefined }) =>
        yes(JSON.stringify(judgement(configuration, `Judged under ${configuration}.`))),
    };
    using page = await openPage(<Verdict />, answers);
    await page.after(() => {
      void openJudged(page.stores, { run: run.id, configuration: 'cd34' });
    });

    expect(page.stores.panels.getState()).toMatchObject({ centre: 'verdict' });
    expect(page.text()).toContain('Judged under cd34.');
    await page.click('Show own verdict');
    expect(page.text()).toContain('Judged under ab12.');
    expect(page.text()).not.toContain('another configuration');
  });

  it('shows the judge’s result and moves the playhead to the rejected call', async () => {
    const call = (id: string, tool: string, args: JsonObject, entry?: number) =>
      ({ id, entry, tool, args, time: burnt.start }) satisfies JudgedCall;
    const found = { turn: 0, type: 'agent', timing: undefined, isAfterFailure: false } as const;
    const none = { ...found, notJudged: [], candidates: [], moreCandidates: 0, match: undefined };
    const rejection: Rejection = {
      kind: 'argument',
      arg: 'minutes',
      checker: 'eq_checker',
      expected: 3,
      actual: 9,
    };
    const evidence: JudgeEvidence = {
      oracle: [
        {
          ...none,
          oracle: call('o1', 'Stove__boil', { minutes: 3 }),
          parents: [],
          status: 'missing',
          candidates: [{ call: call('a1', 'Stove__boil', { minutes: 9 }, 2), rejection }],
        },
        {
          ...none,
          oracle: call('o2', 'Table__serve', {}),
          parents: ['o1'],
          status: 'matched',
          match: call('a2', 'Table__serve', {}, 1),
        },
      ],
      extra: [{ ...call('a3', 'Stove__off', {}, 0), turn: 0 }],
      strayTurns: {},
    };
    const judgement: KeptJudgement = {
      configuration: 'ab12',
      outcome: 'failed',
      sentence: 'The eggs are hard.',
      evidence,
      asked: [],
      unanswered: [],
    };
    const answers = {
      ...kitchenAnswers(kitchen({ runs: [burnt] })),
      'inspect.judgement': () => yes(JSON.stringify(judgement)),
    };
    using page = await openPage(<Verdict />, answers);
    await page.after(() => {
      selectRun(page.stores.selection, burnt.id);
    });

    expect(page.text()).toContain('1 of 2 events matched, 1 extra call');
    const wrong = page.find('[aria-label="Judge"] li:first-child button');
    expect(wrong.textContent).toContain('Made with other arguments: minutes');
    await page.after(() => {
      wrong.click();
    });

    expect(page.stores.selection.getState()).toMatchObject({ at: 2 });
    expect(page.find('[aria-label="Rejected calls"]').textContent).toContain(
      'minutes eq_checkerOracle 3Run 9',
    );
  });
});
