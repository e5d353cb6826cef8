import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../../engine/model/index.ts';
import { fireEvents } from '../../../../main/host/runs/live-run.ts';
import { prepareScenario } from '../../../../main/host/runs/prepare-run.ts';
import { compileScenario } from '../../../../main/host/scenarios/compile-cache.ts';
import { RealmPool } from '../../../../main/host/scenarios/load-scenario.ts';

/**
 * The first lines of each file say how its run ends, and a part of the run's messages; ` | ` is between two that are possible,
 * where the machine's load decides.
 */
const FOLDER = path.resolve(import.meta.dirname, '../../../hostile/scenarios');

/** These would crash this process: `npm run hostile` runs them in another. */
const DEADLY = 'deadly';
/**
 * These use the full time limit of the top level or of planning, go on until a SIGTERM, are refused by the database, or have
 * many values or events: only `npm run hostile` runs them.
 */
const SLOW = /20 s|a SIGTERM|512 MB|5,000,000 values|a-hundred-thousand-events/;

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith(DEADLY))
  .map((file) => {
    const [, ends = '', says = ''] = /^\/\/ ends: (.*)\n\/\/ says: ?(.*)\n/.exec(
      readFileSync(path.join(FOLDER, file), 'utf8'),
    )!;
    return { file: file.split(path.sep).join('/'), ends, says };
  })
  .filter(({ file, says }) => !SLOW.test(`${file} ${says}`));

/** Realms with a limit of `time` milliseconds for a call, and with shorter loops in planning. `npm run hostile` has the usual limits. */
const limitedTo = (time: number): RealmPool =>
  new RealmPool({
    running: { time, rounds: 20_000_000 },
    planning: { time: 20_000, rounds: 20_000_000 },
  });

/** For code that no loop ends, only its time. */
const TIMED = limitedTo(250);
const COUNTED = limitedTo(1_000);

/** What messages say in place of the usual limits. */
const shortened = (message: string): string =>
  message.replace('longer than 1 s', 'longer than 0.25 s').replace('200,000,000', '20,000,000');

const SLICE = 8; // milliseconds

/** The errors of `log`, as people read them. */
const textsIn = (log: readonly LogEntry[]): string => JSON.stringify(log).replaceAll('\\"', '"');

interface Ending {
  readonly ends: string;
  readonly said: string;
  readonly log: readonly LogEntry[];
}

async function endOf(file: string, realms: RealmPool | undefined): Promise<Ending> {
  const log: LogEntry[] = [];
  try {
    const run = prepareScenario(await compileScenario(FOLDER, file), { mode: 'oracle' }, realms);
    for (let ended = false; !ended;) {
      const began = performance.now();
      ended = fireEvents(run, log, () => performance.now() < began + SLICE);
    }
    return { ends: run.environment.state, said: textsIn(log), log };
  } catch (thrown) {
    return { ends: 'refused', said: String(thrown), log };
  }
}

describe('a run of hostile scenario code', () => {
  it.each(files)('ends as the first lines of the file say: $file', async ({ file, ends, says }) => {
    const isHonest = file.startsWith('honest/');
    const limited = says.includes('longer than 1 s') ? TIMED : COUNTED;
    const { said, log, ...outcome } = await endOf(file, isHonest ? undefined : limited);

    expect(ends.split(' | '), said.slice(0, 1_000)).toContain(outcome.ends);
    expect(shortened(says).split(' | '), said.slice(0, 1_000)).toSatisfy((parts: string[]) =>
      parts.some((part) => said.includes(part)),
    );
    if (isHonest) expect(said).not.toContain('"status":"failed"');
    // The changes of a failed call are undone.
    for (const { outcome, changes } of log) if (outcome.status === 'failed') expect(changes).toEqual([]);
  });
});
