import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunSummary } from '../../engine/model/run.ts';
import { openDatabase } from '../open-database.ts';
import { jsonOf, orreryIn, orreryProcessIn, startOrrery } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';

const SCENARIO = 'scenarios/invoice-by-noon.ts';
const AGENT = 'node agents/forwarder.mjs';

const SWEEP = JSON.stringify({
  name: 'mail',
  scenarios: [SCENARIO],
  seeds: '1..2',
  agents: ['oracle', { name: 'program', command: AGENT, files: ['agents/forwarder.mjs'] }],
});

/** A command that writes to `file`; `before` it the file is made. */
interface Writing {
  readonly before: readonly (readonly string[])[];
  readonly command: readonly string[];
  readonly file: string;
}

const RUN = ['run', SCENARIO, '--db', 'runs.db'];
const PLAN = ['sweep', 'plan', 'mail.json'];
const COLLECT = ['sweep', 'collect', 'mail.sweep'];
const RESULTS = 'mail.sweep/results.db';

const WRITINGS: readonly Writing[] = [
  { before: [RUN], command: RUN, file: 'runs.db' },
  { before: [RUN], command: [...RUN, '--agent', AGENT], file: 'runs.db' },
  { before: [RUN], command: [...RUN, '--seeds', '1..2'], file: 'runs.db' },
  { before: [RUN], command: ['branch', 'r1', '--at', '1', '--db', 'runs.db'], file: 'runs.db' },
  { before: [RUN], command: ['judge', 'r1', '--db', 'runs.db'], file: 'runs.db' },
  {
    before: [RUN, ['export', 'r1', '--db', 'runs.db', '--out', 'run.orrery.jsonl']],
    command: ['import', 'run.orrery.jsonl', '--db', 'runs.db'],
    file: 'runs.db',
  },
  {
    before: [PLAN, COLLECT],
    command: ['sweep', 'run', 'mail.sweep', '--workers', '2'],
    file: RESULTS,
  },
  {
    before: [PLAN, COLLECT, ['sweep', 'work', 'mail.sweep', '--shard', '1/2']],
    command: COLLECT,
    file: RESULTS,
  },
];

async function prepared({ before }: Writing): Promise<string> {
  const folder = sampleWorkspace({ 'mail.json': SWEEP });
  for (const command of before) await orreryIn(folder, command);
  return folder;
}

/** Another program with the database `file` open. */
function otherProgram(file: string): ReturnType<typeof openDatabase> {
  const other = openDatabase(file);
  onTestFinished(() => void other.close());
  return other;
}

/** All that `stream` brings; `onText` hears it bit by bit. */
function collected(stream: Readable, onText: (all: string) => void): () => string {
  let all = '';
  stream.setEncoding('utf8').on('data', (piece: string) => {
    all += piece;
    onText(all);
  });
  return () => all;
}

const WAITS = /Another program has locked the database\./g;

describe('a command that writes to a locked database', () => {
  it.each(WRITINGS)('says once that it waits, and goes on: $command', async (writing) => {
    const folder = await prepared(writing);
    const other = otherProgram(join(folder, writing.file));
    other.exec('BEGIN IMMEDIATE');

    const program = startOrrery(folder, writing.command);
    const said = collected(program.stderr, (all) => {
      if (other.inTransaction && WAITS.test(all)) other.exec('COMMIT');
    });
    const printed = text(program.stdout);
    const [code] = (await once(program, 'close')) as [number];

    expect([code, said().match(WAITS)], said() + (await printed)).toEqual([0, [expect.any(String)]]);
  });

  it('ends at once when a person does not want to wait', async () => {
    const folder = await prepared(WRITINGS.at(-1)!);
    const other = otherProgram(join(folder, RESULTS));
    other.exec('BEGIN IMMEDIATE');

    const program = startOrrery(folder, COLLECT);
    collected(program.stderr, (all) => {
      if (WAITS.test(all)) program.kill('SIGINT');
    });

    expect(await once(program, 'close')).toEqual([null, 'SIGINT']);
  });

  it('loses nothing when another program locks the database again and again', async () => {
    const folder = sampleWorkspace({ 'mail.json': SWEEP });
    for (const command of [RUN, PLAN, COLLECT]) await orreryIn(folder, command);
    await orreryIn(folder, ['export', 'r1', '--db', 'runs.db', '--out', 'run.orrery.jsonl']);
    const over = new AbortController();
    const locking = Promise.all(
      ['runs.db', RESULTS].map((file) => lockAgainAndAgain(join(folder, file), over.signal)),
    );
    try {
      for (const { command } of WRITINGS) {
        const { code, stdout, stderr } = await orreryProcessIn(folder, command);
        expect(code, `${command.join(' ')}\n${stdout}${stderr}`).toBe(0);
      }
    } finally {
      over.abort();
      await locking;
    }

    const runs = await jsonOf<RunSummary[]>(folder, ['runs', '--db', 'runs.db', '--json']);
    expect(runs.map(({ state }) => state).toSorted()).toEqual([
      ...Array<string>(6).fill('completed'),
      'recorded',
    ]);
  });
});

/** Locks `file` for 50 to 700 ms and lets others in for up to 30 ms, until `over` is aborted. */
async function lockAgainAndAgain(file: string, over: AbortSignal): Promise<void> {
  const other = otherProgram(file);
  other.pragma('busy_timeout = 20');
  while (!over.aborted) {
    try {
      other.exec('BEGIN IMMEDIATE');
    } catch {
      // The command has it.
      await sleep(5);
      continue;
    }
    await sleep(50 + 650 * Math.random());
    other.exec('COMMIT');
    await sleep(30 * Math.random());
  }
}
