import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { appName, type RunId } from '../../../../engine/model/values/ids.ts';
import { CodeQuestions } from '../../../../main/host/bridge/code-questions.ts';
import type { Services } from '../../../../main/host/bridge/handlers.ts';
import { runHandlers } from '../../../../main/host/bridge/run-calls.ts';
import { RunDatabase, runToCompareWith } from '../../../../main/host/bridge/run-database.ts';
import { IsolatedScenarios } from '../../../../main/host/settings/index.ts';
import { Workspace } from '../../../../main/host/workspace/workspace.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { callingGuest, dinner, unchecked } from '../runs/dinner.ts';

const DINNER = 'scenarios/dinner.ts';

/** The run handlers for a folder with these `files`. */
function desk(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder(files);
  const observer = { logged: () => undefined, changed: () => undefined, hit: () => undefined };
  const database = new RunDatabase(join(folder, 'runs.db'), unchecked, observer);
  onTestFinished(() => {
    database[Symbol.dispose]();
  });
  const services: Pick<
    Services,
    'code' | 'database' | 'isolatedScenarios' | 'workspace' | 'workspaceChanged'
  > & {
    readonly trust: Pick<Services['trust'], 'require'>;
  } = {
    database,
    code: new CodeQuestions(() => Promise.resolve(false)),
    workspace: new Workspace(folder),
    trust: { require: () => undefined },
    isolatedScenarios: new IsolatedScenarios(folder, 'this window', {
      claim: () => undefined,
      isAlive: () => true,
    }),
    workspaceChanged: () => undefined,
  };
  const isOver = (id: RunId) => expect.poll(() => database.runs.summary(id)?.state).toBe('completed');
  return { folder, database, isOver, handlers: runHandlers(services as Services) };
}

it('starts a run again when its scenario and script files were deleted', async () => {
  const script = 'agents/guest.json';
  const { folder, handlers, database, isOver } = desk({
    [DINNER]: dinner(''),
    [script]: JSON.stringify({
      agent: [{ at: 1, app: 'user', tool: 'send_message_to_user', args: { content: 'Delicious.' } }],
    }),
  });
  const way = { mode: 'oracle', choices: { script }, paused: false } as const;
  const { id } = await handlers['run.start']({ scenario: DINNER, ...way });
  await isOver(id);
  for (const file of [DINNER, script]) rmSync(join(folder, file));

  const again = await handlers['run.start']({ of: id, ...way });
  await isOver(again.id);

  expect(database.runs.summary(id)).toMatchObject({ entries: 1 });
  expect(database.runs.summary(again.id)?.logHash).toBe(database.runs.summary(id)?.logHash);
});

it('replaces an active run with a new one that pauses at an entry', async () => {
  const { handlers, database } = desk({ [DINNER]: callingGuest(5) });
  const way = { scenario: DINNER, mode: 'oracle', paused: false } as const;
  const before = await handlers['run.start']({ ...way, pace: 1 });

  const { id } = await handlers['run.start']({ ...way, instead: before.id, until: { entry: 2 } });

  expect(database.runs.summary(before.id)).toMatchObject({ state: 'stopped' });
  await expect.poll(() => database.runs.summary(id)).toMatchObject({ state: 'paused', entries: 3 });
});

it('lets a running run continue to an entry and pauses it there', async () => {
  const { handlers, database } = desk({ [DINNER]: callingGuest(5) });
  const { id } = await handlers['run.start']({ scenario: DINNER, mode: 'oracle', paused: false, pace: 0.01 });

  await handlers['run.until']({ run: id, to: { entry: 1 } });

  await expect.poll(() => database.runs.summary(id)).toMatchObject({ state: 'paused', entries: 2 });
});

it('restarts a run with its options, from the edited file or from the stored one', async () => {
  const { folder, handlers, database, isOver } = desk({ [DINNER]: callingGuest(2) });
  const { id } = await handlers['run.start']({ scenario: DINNER, mode: 'oracle', seed: 5, paused: false });
  await isOver(id);
  writeFileSync(join(folder, DINNER), callingGuest(3));

  const edited = await handlers['run.restart']({ run: id, paused: false });
  await isOver(edited.id);
  rmSync(join(folder, DINNER));
  const kept = await handlers['run.restart']({ run: id, paused: false });
  await isOver(kept.id);

  expect(database.runs.summary(edited.id)).toMatchObject({ seed: 5, entries: 3 });
  expect(database.runs.summary(kept.id)).toMatchObject({ seed: 5, entries: 2 });
});

it('leaves a run active when its edited file cannot be restarted', async () => {
  const { folder, handlers, database } = desk({ [DINNER]: callingGuest(5) });
  const { id } = await handlers['run.start']({ scenario: DINNER, mode: 'oracle', paused: false, pace: 0.01 });
  writeFileSync(join(folder, DINNER), 'export default scenario({');

  await expect(handlers['run.restart']({ run: id, paused: false })).rejects.toThrow();

  expect(database.runs.summary(id)).toMatchObject({ state: 'running' });
});

it('goes back to an entry by restarting the run up to there', async () => {
  const { handlers, database, isOver } = desk({ [DINNER]: callingGuest(5) });
  const { id } = await handlers['run.start']({ scenario: DINNER, mode: 'oracle', seed: 3, paused: false });
  await isOver(id);

  const again = await handlers['run.until']({ run: id, to: { entry: 1 } });

  expect(again.id).not.toBe(id);
  await expect
    .poll(() => database.runs.summary(again.id))
    .toMatchObject({ state: 'paused', seed: 3, entries: 2 });
});

it('calls a tool in an active run, and in a branch of a completed one', async () => {
  const { handlers, database, isOver } = desk({ [DINNER]: callingGuest(2) });
  const { id } = await handlers['run.start']({ scenario: DINNER, mode: 'oracle', paused: true });
  const action = { app: appName('user'), tool: 'send_message_to_agent', args: { content: 'Salt, please.' } };

  const now = await handlers['run.act']({ run: id, at: 0, actor: 'user', action });
  await handlers['run.control']({ run: id, control: { kind: 'resume' } });
  await isOver(id);
  const later = await handlers['run.act']({ run: id, at: 1, actor: 'user', action });

  expect(now).toMatchObject({ kind: 'called', entry: { index: 0, action: { tool: action.tool } } });
  expect(later).toMatchObject({ kind: 'branched', run: { origin: { parent: id, at: 1 } } });
  if (later.kind === 'branched') await isOver(later.run.id);
  expect(database.runs.summary(id)).toMatchObject({ entries: 3 });
});

it('tells the simulated time of a run that waits for a person, until it is paused', async () => {
  const { handlers, database } = desk({ [DINNER]: callingGuest(1) });
  const way = { scenario: DINNER, mode: 'oracle', open: true, pace: 1000, paused: false } as const;
  const { id } = await handlers['run.start'](way);
  const timeOf = async () => (await handlers['run.time']({ run: id })).now;
  await expect.poll(() => database.runs.summary(id)?.entries).toBe(1);
  await expect.poll(timeOf).toBeGreaterThan(database.runs.summary(id)!.now);

  await handlers['run.control']({ run: id, control: { kind: 'pause' } });
  const paused = await timeOf();
  expect(await timeOf()).toBe(paused);

  await handlers['run.control']({ run: id, control: { kind: 'stop' } });
  await expect(timeOf()).rejects.toThrow(`Run ${id} is stopped`);
});

it('says which files of a run have changed since, saved or not, and finds the run to compare a new one with', async () => {
  const { folder, handlers, database, isOver } = desk({ [DINNER]: dinner('') });
  const begun = async (seed: number): Promise<RunId> => {
    const { id } = await handlers['run.start']({ scenario: DINNER, mode: 'oracle', seed, paused: false });
    await isOver(id);
    return id;
  };
  const [first, other, again] = [await begun(1), await begun(2), await begun(1)];

  expect(runToCompareWith(database, again)?.id).toBe(first);
  expect(runToCompareWith(database, other)?.id).toBe(first);
  expect(runToCompareWith(database, first)).toBeUndefined();
  expect(await handlers['run.changes']({ run: first })).toEqual([]);
  const unsaved = [{ path: DINNER, text: dinner('void user;') }];
  expect(await handlers['run.changes']({ run: first, unsaved })).toEqual([DINNER]);
  writeFileSync(join(folder, DINNER), dinner('void user;'));
  expect(await handlers['run.changes']({ run: first })).toEqual([DINNER]);
  rmSync(join(folder, DINNER));
  expect(await handlers['run.changes']({ run: first })).toEqual([]);
});
