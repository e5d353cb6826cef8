import { expect, it, onTestFinished } from 'vitest';
import type { Problem } from '../../../engine/model/problem.ts';
import { createAppStores } from '../../../renderer/stores/app-stores.ts';
import { edit, load, openFile } from '../../../renderer/stores/documents.ts';
import { problemsOf, setMarks, showProblems, syncProblems } from '../../../renderer/stores/problems.ts';
import { start } from '../../../renderer/stores/run-start.ts';
import type { Reply } from '../../../preload/contract.ts';
import { type Answers, fakeBridge, yes } from '../fake-bridge.ts';
import { kitchen } from '../kitchen.ts';

const SUPPER = 'scenarios/supper.ts';
const OVEN = 'scenarios/apps/oven.ts';

const problem = (file: string, line: number, message = 'no egg'): Problem => ({
  severity: 'error',
  message,
  place: { file, line, column: 1 },
});

/** Files in which the word `bad` is a problem. The oven is a part of the supper. */
function following(answers: Answers = {}) {
  const bridge = fakeBridge({
    'scenario.read': () => yes('good'),
    'scenario.check': ({ path, unsaved }) => {
      const bad = unsaved?.find(({ text }) => text.includes('bad'))?.path;
      return yes({
        problems: bad === undefined ? [] : [problem(bad, 3)],
        usedBy: path === OVEN ? [SUPPER] : [],
      });
    },
    ...answers,
  });
  const stores = createAppStores(bridge);
  onTestFinished(syncProblems(stores));
  return { bridge, stores };
}

async function idle({ problems }: ReturnType<typeof following>['stores']): Promise<void> {
  await expect.poll(() => problems.getState().checking).toEqual({});
}

it('follow the text as it is typed, in the file and in all scenarios that use it', async () => {
  const { stores, bridge } = following();
  await openFile(bridge, stores.documents, OVEN);
  await idle(stores);

  edit(stores.documents, OVEN, 'bad');
  expect(Object.keys(stores.problems.getState().checking)).toEqual([OVEN, SUPPER]);
  await idle(stores);
  expect(stores.problems.getState().found).toMatchObject({
    [OVEN]: [problem(OVEN, 3)],
    [SUPPER]: [problem(OVEN, 3)],
  });
  expect(problemsOf(stores.problems.getState(), [OVEN, SUPPER])).toEqual([problem(OVEN, 3)]);

  edit(stores.documents, OVEN, 'good again');
  await idle(stores);
  expect(problemsOf(stores.problems.getState(), [OVEN, SUPPER])).toEqual([]);
});

it('are looked for in the scenarios that turn out to use a file that was edited meanwhile', async () => {
  const { stores, bridge } = following();
  await openFile(bridge, stores.documents, OVEN);
  edit(stores.documents, OVEN, 'bad');
  expect(stores.problems.getState().usedBy).toEqual({});

  await expect.poll(() => stores.problems.getState().found[SUPPER]).toEqual([problem(OVEN, 3)]);
});

it('are looked for again when files change outside', async () => {
  const { stores, bridge } = following();
  bridge.tell('sources.changed', { scenarios: [SUPPER, 'scenarios/lunch.ts'], servers: [], agents: [] });
  await idle(stores);
  expect(Object.keys(stores.problems.getState().found)).toEqual([SUPPER, 'scenarios/lunch.ts']);
});

it('stay when they are newer than the answer', async () => {
  let answer = (): void => undefined;
  const check = new Promise<never>((resolve) => {
    answer = () => {
      resolve(yes({ problems: [], usedBy: [] }) as never);
    };
  });
  const { stores, bridge } = following({ 'scenario.check': () => check });
  await load(bridge, stores.documents, SUPPER);
  void openFile(bridge, stores.documents, SUPPER);

  showProblems(stores.problems, SUPPER, { code: 'refused', message: 'not trusted', problems: [] });
  answer();
  await idle(stores);

  expect(problemsOf(stores.problems.getState(), [SUPPER])).toMatchObject([{ message: 'not trusted' }]);
});

it('are those of the editor on lines that it has marked', () => {
  const { stores } = following();
  setMarks(stores.problems, SUPPER, [problem(SUPPER, 3, 'a mark')]);
  const problems = [problem(SUPPER, 5), problem(SUPPER, 3)];
  showProblems(stores.problems, SUPPER, { code: 'refused', message: '', problems });

  expect(problemsOf(stores.problems.getState(), [SUPPER])).toEqual([
    problem(SUPPER, 3, 'a mark'),
    problem(SUPPER, 5),
  ]);
});

it('of a start that failed give way to a check of what has changed since, and are told as a notice', async () => {
  let answer: ((reply: Reply<never>) => void) | undefined;
  const { stores, bridge } = following({
    'run.start': () =>
      new Promise<Reply<never>>((resolve) => {
        answer = resolve;
      }),
  });
  stores.workspace.setState({ view: kitchen() });
  await openFile(bridge, stores.documents, SUPPER);
  await idle(stores);
  const starting = start(stores, false);
  await expect.poll(() => answer).toBeDefined();
  bridge.tell('sources.changed', { scenarios: [SUPPER], servers: [], agents: [] });
  await idle(stores);
  answer!({ ok: false, error: { code: 'refused', message: 'no egg', problems: [problem(OVEN, 1)] } });
  await starting;

  expect(stores.problems.getState().found[SUPPER]).toEqual([]);
  expect(stores.notices.getState().notices.map(({ text }) => text)).toEqual(['no egg']);
});
