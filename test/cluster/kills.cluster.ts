import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { orreryProcessIn, startOrrery } from '../e2e/orrery.ts';
import { sampleWorkspace } from '../e2e/sample-workspace.ts';
import { hasEnded, wasKilled, workersOf, writes } from '../e2e/sweep-processes.ts';
import { expectWhole, FILE, KILLS, moments, MOST_WRITES, undisturbed } from './mail-sweep.ts';

it(`loses and doubles nothing when workers are killed at ${KILLS} moments`, async ({ signal }) => {
  const expected = await undisturbed();
  const folder = sampleWorkspace(FILE);
  await orreryProcessIn(folder, ['sweep', 'plan', 'mail.json']);
  const parts = join(folder, 'mail.sweep/parts');
  mkdirSync(parts);
  const moment = moments(MOST_WRITES);
  for (let kills = 0; kills < KILLS;) {
    const program = startOrrery(folder, ['sweep', 'run', 'mail.sweep', '--workers', '2']);
    const over = once(program, 'close');
    while (kills < KILLS && !hasEnded(program)) {
      await writes(parts, moment(), over);
      if (hasEnded(program)) break;
      const workers = workersOf(program.pid!);
      const victim = workers[kills % workers.length];
      if (victim !== undefined) kills += Number(wasKilled(victim));
    }
    await over;
    signal.throwIfAborted();
    if (kills === KILLS) break;
    // A job whose process was killed three times is given up until the next time.
    if (program.exitCode !== 0) continue;
    await expectWhole(folder, expected);
    rmSync(join(folder, 'mail.sweep/results.db'));
  }
  await orreryProcessIn(folder, ['sweep', 'run', 'mail.sweep']);

  await expectWhole(folder, expected);
});

it(`loses and doubles nothing when the process that collects is killed at ${KILLS} moments`, async ({
  signal,
}) => {
  const expected = await undisturbed();
  const folder = sampleWorkspace(FILE);
  await orreryProcessIn(folder, ['sweep', 'plan', 'mail.json']);
  await orreryProcessIn(folder, ['sweep', 'work', 'mail.sweep', '--shard', '1/1']);
  const place = join(folder, 'mail.sweep');
  const moment = moments(30);
  for (let kills = 0; kills < KILLS;) {
    const program = startOrrery(folder, ['sweep', 'collect', 'mail.sweep']);
    const over = once(program, 'close');
    await writes(place, moment(), over);
    if (!hasEnded(program)) kills += Number(wasKilled(program.pid!));
    await over;
    signal.throwIfAborted();
    if (program.exitCode !== 0) continue;
    await expectWhole(folder, expected);
    for (const end of ['', '-wal', '-shm']) rmSync(join(place, `results.db${end}`), { force: true });
  }
  await orreryProcessIn(folder, ['sweep', 'collect', 'mail.sweep']);

  await expectWhole(folder, expected);
});
