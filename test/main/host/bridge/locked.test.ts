import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { appName, type RunId } from '../../../../engine/model/values/ids.ts';
import { CodeQuestions } from '../../../../main/host/bridge/code-questions.ts';
import type { Services } from '../../../../main/host/bridge/handlers.ts';
import { libraryHandlers, noteHandlers } from '../../../../main/host/bridge/library-calls.ts';
import { runHandlers } from '../../../../main/host/bridge/run-calls.ts';
import { RunDatabase } from '../../../../main/host/bridge/run-database.ts';
import { IsolatedScenarios } from '../../../../main/host/settings/index.ts';
import { Workspace } from '../../../../main/host/workspace/workspace.ts';
import { openDatabase } from '../../../open-database.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { callingGuest, unchecked } from '../runs/dinner.ts';

const DINNER = 'scenarios/dinner.ts';

/** A window's handlers, and another program that has the same database open. `waits` has why things wait. */
async function twoPrograms() {
  const folder = temporaryFolder({ [DINNER]: callingGuest(3) });
  const waits: (string | undefined)[] = [];
  const observer = {
    logged: () => undefined,
    changed: () => undefined,
    hit: () => undefined,
    waits: (why: string | undefined) => waits.push(why),
  };
  const database = new RunDatabase(join(folder, 'runs.db'), unchecked, observer);
  const other = openDatabase(join(folder, 'runs.db'));
  onTestFinished(() => {
    other.close();
    database[Symbol.dispose]();
  });
  const services = {
    database,
    code: new CodeQuestions(() => Promise.resolve(false)),
    workspace: new Workspace(folder),
    trust: { require: () => undefined },
    isolatedScenarios: new IsolatedScenarios(folder, 'this window', {
      claim: () => undefined,
      isAlive: () => true,
    }),
    workspaceChanged: () => undefined,
  } as Partial<Services> as Services;
  const handlers = { ...runHandlers(services), ...libraryHandlers(services), ...noteHandlers(services) };
  const start = async (paused: boolean): Promise<RunId> =>
    (await handlers['run.start']({ scenario: DINNER, mode: 'oracle', paused })).id;
  const run = await start(false);
  await expect.poll(() => database.runs.summary(run)?.state).toBe('completed');
  return { database, other, handlers, start, run, waits };
}

it('writes notes, tags, baselines and deletions when another program has unlocked the database', async () => {
  const { database, other, handlers, run, start, waits } = await twoPrograms();
  const second = await start(false);
  await expect.poll(() => database.runs.summary(second)?.state).toBe('completed');
  const note = { run, text: 'Too salty.', tags: [], range: undefined, value: undefined };

  other.exec('BEGIN IMMEDIATE');
  const writes = Promise.all([
    handlers['note.add'](note),
    handlers['library.tag']({ runs: [run], add: ['salty'], remove: [] }),
    handlers['library.pin']({ run, pinned: true }),
    handlers['run.delete']({ runs: [second] }),
  ]);
  await expect.poll(() => waits.length).toBeGreaterThan(4);
  other.exec('COMMIT');
  await writes;

  expect(waits[0]).toBe('Another program has locked the database. Waiting until it is free.');
  expect(waits.at(-1)).toBeUndefined();
  expect(database.store.notes(run)).toMatchObject([{ text: 'Too salty.' }]);
  expect(database.store.findRuns([])).toMatchObject([{ id: run, tags: ['salty'], baseline: true }]);
});

it('writes nothing that the person lets wait no longer', async () => {
  const { other, handlers, database, run, waits } = await twoPrograms();

  other.exec('BEGIN IMMEDIATE');
  const tagging = handlers['library.tag']({ runs: [run], add: ['salty'], remove: [] });
  await expect.poll(() => waits.length).toBe(1);
  await handlers['run.cancelWaiting']({});
  await expect(tagging).rejects.toMatchObject({ code: 'cancelled' });
  other.exec('COMMIT');

  expect(database.runs.summary(run)?.tags).toEqual([]);
});

it('stops a run when another program has unlocked the database, with what was done before', async () => {
  const { other, handlers, database, start } = await twoPrograms();
  const run = await start(true);
  const action = { app: appName('user'), tool: 'send_message_to_agent', args: { content: 'Salt?' } };
  await handlers['run.act']({ run, at: 0, actor: 'user', action });

  other.exec('BEGIN IMMEDIATE');
  await handlers['run.control']({ run, control: { kind: 'stop' } });
  const { state, notes } = database.runs.summary(run)!;
  other.exec('COMMIT');

  expect([state, notes.map(({ text }) => text)]).toEqual([
    'paused',
    ['Another program has locked the database. The run ends when it is free.'],
  ]);
  await expect.poll(() => database.runs.summary(run)).toMatchObject({ state: 'stopped', entries: 1 });
});
