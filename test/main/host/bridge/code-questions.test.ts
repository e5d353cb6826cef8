import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { appName } from '../../../../engine/model/values/ids.ts';
import { CodeQuestions } from '../../../../main/host/bridge/code-questions.ts';
import { type Handlers, handlersFor, type Services } from '../../../../main/host/bridge/handlers.ts';
import type { CodeQuestion } from '../../../../main/host/bridge/index.ts';
import { RunDatabase } from '../../../../main/host/bridge/run-database.ts';
import { openDatabase } from '../../../../main/host/database/index.ts';
import { LiveRun, plannerHere, prepareScenario } from '../../../../main/host/runs/index.ts';
import { compileStoredSources } from '../../../../main/host/scenarios/index.ts';
import { IsolatedScenarios, KnownFolders, Trust } from '../../../../main/host/settings/index.ts';
import { Workspace } from '../../../../main/host/workspace/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { dinner, unchecked } from '../runs/dinner.ts';

let count = 0;

/** A trusted folder with a database that came with it: its run is of code that never ran here. The person answers `answer`. */
async function openForeign(answer: () => boolean) {
  const folder = temporaryFolder();
  const workspace = new Workspace(folder);
  const text = dinner(`
    const ask = user.send_message_to_agent({ content: 'Dinner ${(count += 1)} of ${process.pid}' }).at(seconds(1));
    condition('asked', ({ user }) => user.messages.length > 0).after(ask).every(1).timeout(5);`);
  const compiled = await compileStoredSources(
    new Map([['scenarios/dinner.ts', text]]),
    'scenarios/dinner.ts',
  );
  {
    using database = openDatabase(join(folder, 'runs.db'));
    const live = new LiveRun(prepareScenario(compiled, { mode: 'oracle' }), database.store);
    while (!live.over) live.advance(() => true);
  }
  const observer = { logged: () => undefined, changed: () => undefined, hit: () => undefined };
  const database = new RunDatabase(join(folder, 'runs.db'), unchecked, observer);
  onTestFinished(() => {
    database[Symbol.dispose]();
  });
  const asked: CodeQuestion[] = [];
  const services: Partial<Services> = {
    database,
    workspace,
    planner: plannerHere,
    trust: new Trust(folder, new KnownFolders(join(folder, 'folders.json')), true),
    isolatedScenarios: new IsolatedScenarios(join(folder, 'isolated.json'), 'this window', {
      claim: () => undefined,
      isAlive: () => true,
    }),
    workspaceChanged: () => undefined,
    confirmCode: (question) => {
      asked.push(question);
      return Promise.resolve(answer());
    },
  };
  return { asked, database, handlers: handlersFor(services as Services) };
}

const action = { app: appName('user'), tool: 'send_message_to_agent', args: { content: 'Salt, please.' } };

/** What a person does that runs the stored code of a run. */
const ACTS: Readonly<Record<string, (handlers: Handlers) => unknown>> = {
  restart: (handlers) => handlers['run.restart']({ run: 'r1' as never, paused: false }),
  start: (handlers) => handlers['run.start']({ of: 'r1' as never, mode: 'oracle', paused: false }),
  until: (handlers) => handlers['run.until']({ run: 'r1' as never, to: { entry: 0 } }),
  branch: (handlers) => handlers['run.branch']({ run: 'r1' as never, at: 0, paused: false }),
  'go on': (handlers) => handlers['run.resumeInterrupted']({ run: 'r1' as never }),
  act: (handlers) => handlers['run.act']({ run: 'r1' as never, at: 0, actor: 'user', action }),
  verify: (handlers) => handlers['run.verify']({ run: 'r1' as never }),
  judge: (handlers) => handlers['library.judge']({ runs: ['r1' as never] }),
};

it.each(Object.keys(ACTS))('asks before it runs the code of a run from elsewhere: %s', async (name) => {
  const { asked, database, handlers } = await openForeign(() => false);
  const before = database.store.runs();

  await expect(Promise.resolve(ACTS[name]!(handlers))).rejects.toMatchObject({
    code: 'code-not-trusted',
    message:
      'The code of scenarios/dinner.ts of r1 came from elsewhere and never ran here. Trust it to run it.',
  });

  expect(asked).toEqual([{ scenarios: ['scenarios/dinner.ts of r1'], commands: [] }]);
  expect(database.store.runs()).toEqual(before);
});

it('asks once for one code, whatever then runs it', async () => {
  const { asked, handlers } = await openForeign(() => true);

  for (const name of ['restart', 'start', 'branch', 'act']) await ACTS[name]!(handlers);

  expect(asked).toHaveLength(1);
});

it('only refuses what nobody asked for, such as the values of a check that is shown', async () => {
  const { asked, handlers } = await openForeign(() => true);
  const values = async () => handlers['plan.values']({ run: 'r1' as never, index: 1 });

  await expect(values()).rejects.toMatchObject({ code: 'code-not-trusted' });
  expect(asked).toEqual([]);

  await handlers['code.trust']({ run: 'r1' as never });
  expect(asked).toHaveLength(1);
  expect(await values()).toMatchObject([{ name: 'asked', kind: 'condition', answer: 'true' }]);
});

it('shows one question at a time', async () => {
  let answer = (_isTrusted: boolean): void => undefined;
  const code = new CodeQuestions(() => new Promise((resolve) => (answer = resolve)));
  const sweep = { scenarios: ['scenarios/dinner.ts'], commands: ['touch X'] };

  const first = code.allowSweep({ ...sweep, hashes: ['a hash'] });
  await expect(code.allowSweep({ ...sweep, hashes: ['another hash'] })).rejects.toThrow(
    'Trust it to run it.',
  );
  answer(true);
  await first;

  await code.allowSweep({ ...sweep, hashes: ['a hash'] });
});
