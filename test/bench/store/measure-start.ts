import { execFileSync } from 'node:child_process';
import { openDatabase, packing } from '../../open-database.ts';
import { openStore } from '../../../engine/index.ts';
import { sampleOf, type Sample } from '../sample.ts';

/** Milliseconds of processor time from the start of a process until it is ready. */
export interface StartReport {
  readonly node: Sample;
  /** Node with the engine and an empty store. */
  readonly ready: Sample;
}

/** Code with which a process prints its processor time. */
const TELL = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)';

/** Starts processes in turn; the program started with `part` has to call {@link getReady}. */
export function measureStart(part: string, times: number): StartReport {
  const taken = { node: [] as number[], ready: [] as number[] };
  const start = (...args: readonly string[]): number =>
    Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  for (let nth = 0; nth < times; nth++) {
    taken.node.push(start('--eval', TELL));
    taken.ready.push(start(process.argv[1]!, part));
  }
  return { node: sampleOf(taken.node), ready: sampleOf(taken.ready) };
}

/** Opens an empty store and prints the processor time since the start of this process. */
export function getReady(): void {
  openStore(openDatabase(), packing);
  const { user, system } = process.cpuUsage();
  console.log((user + system) / 1_000);
}
