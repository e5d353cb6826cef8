import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../../engine/index.ts';
import { appName } from '../../../../engine/model/values/ids.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { RunDriver } from '../../../../main/host/runs/run-driver.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { callingGuest, prepared } from './dinner.ts';

it('keeps simulated time within the duration while a person plays', async () => {
  const text = callingGuest(1).replace("start: '", "duration: seconds(900),\n  start: '");
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const run = new LiveRun(await prepared(text), openStore(db, packing));
  const driver = new RunDriver(run, { paused: false, open: true });
  driver.clock.setPace(1_000_000);
  // Starts the playback clock.
  await expect.poll(() => driver.wait).toBe(0);
  driver.advance([], () => false);

  await expect.poll(() => driver.wait > 0 && driver.now === run.end).toBe(true);
  const action = { app: appName('user'), tool: 'send_message_to_agent', args: { content: 'And now?' } };
  const [entry] = driver.act({ kind: 'call', actor: 'user', action });

  expect(entry!.time).toBe(run.end);
});
