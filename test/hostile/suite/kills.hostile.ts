import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LogHash } from '../../../engine/index.ts';
import { runId } from '../../../engine/model/values/ids.ts';
import { seededRandom } from '../../../engine/model/values/random.ts';
import { openDatabase } from '../../../main/host/database/index.ts';
import { exportRunFile } from '../../../main/host/export/index.ts';
import { sha256 } from '../../../main/host/system/index.ts';
import { put } from './cases.ts';
import { PROGRAM, runTerminal } from './terminal.ts';

/** As `npm run hostile` was asked. */
const { seed, count, match } = JSON.parse(process.env['ORRERY_HOSTILE'] ?? '{"seed":1}') as {
  readonly seed: number;
  readonly count?: number;
  readonly match?: string;
};

const LONG = `import { agentUserInterface, scenario, seconds } from 'orrery';
export default scenario({
  name: 'long', start: '2026-01-05T09:00:00Z', apps: () => ({ user: agentUserInterface() }),
  events({ user }) {
    for (let i = 0; i < 20_000; i++) user.send_message_to_agent({ content: \`Message \${i}\` }).at(seconds(i));
  },
});
`;

/** What is killed, by what the table calls it. */
const COMMANDS = {
  recording: ['run', 'scenarios/long.ts', '--db', 'runs.db'],
  importing: ['import', 'old.orrery', '--db', 'runs.db'],
  branching: ['branch', 'r1', '--at', '9000', '--db', 'runs.db'],
  exporting: ['export', 'r1', '--format', 'orrery', '--out', 'r1.orrery', '--db', 'runs.db'],
  verifying: ['verify', 'r1', '--db', 'runs.db'],
} as const;

type Command = keyof typeof COMMANDS;

/** What is lost in `folder`, in which a command was killed after it had told of `told` entries on disk. */
async function lossIn(folder: string, command: Command, told: number): Promise<string | undefined> {
  using database = openDatabase(join(folder, 'runs.db'));
  const { store } = database;
  const old = store.run(runId('r1'));
  const whole = old?.entries;
  for (const { id, state, entries, logHash } of store.runs()) {
    store.checkRun(id);
    const log = store.entries(id, 0, entries);
    if (log.length !== entries) return `${id} has ${log.length} of ${entries} entries`;
    const hash = new LogHash(sha256());
    for (const entry of log) hash.add(entry);
    if (logHash !== undefined && hash.end() !== logHash) return `the log of ${id} has changed`;
    if (id === 'r1') continue;
    if (command === 'importing' && entries !== whole) return `${id} is half imported`;
    if (command === 'recording' && entries < told) return `${id} has ${entries} of ${told} entries told`;
    if (state === 'running') return `${id} runs for ever`;
  }
  if (old === undefined) return 'r1 is gone';
  if (command !== 'exporting') return undefined;
  const sound = readFileSync(join(folder, 'old.orrery'), 'utf8');
  const exported = readFileSync(join(folder, 'r1.orrery'), 'utf8');
  if (exported !== sound && exported !== 'an older file\n') return 'the exported file is neither old nor new';
  await exportRunFile(store, old, join(folder, 'r1.orrery'), 'orrery');
  const left = readdirSync(folder).filter((name) => name.endsWith('.draft'));
  return left.length === 0 ? undefined : `${left.join(', ')} is left`;
}

function isGroupAlive(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

it.skipIf(match !== undefined && match !== 'kill')('nothing is lost when a command is killed', async () => {
  const root = mkdtempSync(join(tmpdir(), 'orrery-kills-'));
  const base = join(root, 'base');
  mkdirSync(base);
  put(base, { 'scenarios/long.ts': LONG, 'r1.orrery': 'an older file\n' });
  const limits = { within: 300 };
  for (const args of [
    COMMANDS.recording,
    [...COMMANDS.exporting.slice(0, 5), 'old.orrery', '--db', 'runs.db'],
  ]) {
    const { code, output } = await runTerminal(base, args, limits);
    expect(code, output).toBe(0);
  }

  const names = Object.keys(COMMANDS) as Command[];
  const rows = new Map(names.map((name) => [name, { kills: 0, ended: 0, lost: 0 }]));
  const losses: string[] = [];
  const usual = new Map<Command, number>();
  for (const name of names) {
    const folder = join(root, `usual-${name}`);
    cpSync(base, folder, { recursive: true });
    usual.set(name, (await runTerminal(folder, COMMANDS[name], limits)).seconds);
  }

  const random = seededRandom(seed, 'kills');
  const left = Array.from({ length: count ?? 150 }, (_, nth) => names[nth % names.length]!);
  let tries = 0;
  const work = async (): Promise<void> => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      tries += 1;
      const folder = join(root, String(tries));
      cpSync(base, folder, { recursive: true });
      // A group of its own, so that all of it is killed at once.
      const child = spawn(process.execPath, [PROGRAM, ...COMMANDS[name]], {
        cwd: folder,
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'] as const,
      });
      let told = 0;
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        for (const [, entries] of text.matchAll(/([\d,]+) entries on disk/g))
          told = Number(entries!.replaceAll(',', ''));
      });
      const ended = once(child, 'close');
      const isOver = await Promise.race([
        ended.then(() => true),
        sleep(usual.get(name)! * 1_000 * random.next()),
      ]);
      if (isOver !== true) process.kill(-child.pid!, 'SIGKILL');
      await ended;
      while (isGroupAlive(child.pid!)) await sleep(10);
      const row = rows.get(name)!;
      row[isOver === true ? 'ended' : 'kills'] += 1;
      // It was faster than usual, so that it has to be killed once more.
      if (isOver === true) left.push(name);
      const loss = await lossIn(folder, name, told).catch((thrown: unknown) => String(thrown));
      if (loss !== undefined) {
        row.lost += 1;
        losses.push(`${name}: ${loss}`);
      }
      rmSync(folder, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  rmSync(root, { recursive: true, force: true });
  console.table(Object.fromEntries(rows));

  expect(losses).toEqual([]);
});
