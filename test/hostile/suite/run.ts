import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HostileCase, put } from './cases.ts';
import { type Ending, runTerminal } from './terminal.ts';

/** How a case ended, and what is wrong with that. */
export interface Outcome {
  readonly one: HostileCase;
  readonly ending: Ending;
  readonly fault: string | undefined;
}

/** A SIGTERM is answered in this time. */
const MAX_MILLISECONDS = 1_000;

function faultOf(
  { says }: HostileCase,
  { end, code, isRaw, answered, output, seconds }: Ending,
): string | undefined {
  if (end === 'hang') return `hang: not ended after ${seconds.toFixed(1)} s`;
  if (end === 'death') return `death: exit code ${code ?? 'none'}`;
  if (isRaw) return 'raw stack';
  if (answered !== undefined && answered > MAX_MILLISECONDS)
    return `late: SIGTERM answered after ${answered.toFixed(0)} ms`;
  if (says !== undefined && !says.test(output)) return `silent: ${says.source} is not said`;
  return code === 0 || answered !== undefined || output.trim() !== ''
    ? undefined
    : 'silent: it failed without a word';
}

/** Runs `cases`, so many at once, each in a folder of its own; `tell` is called after each. Begins none after `seconds`. */
export async function runCases(
  cases: readonly HostileCase[],
  {
    atOnce,
    seconds = Infinity,
    tell,
  }: { readonly atOnce: number; readonly seconds?: number; readonly tell?: (outcome: Outcome) => void },
): Promise<readonly Outcome[]> {
  const root = mkdtempSync(join(tmpdir(), 'orrery-hostile-'));
  const left = cases.map((one, at) => ({ one, at }));
  const outcomes: Outcome[] = [];
  const until = performance.now() + 1_000 * seconds;
  const take = () => (performance.now() < until ? left.shift() : undefined);
  const work = async (): Promise<void> => {
    for (let next = take(); next !== undefined; next = take()) {
      const folder = join(root, String(next.at));
      mkdirSync(folder);
      put(folder, next.one.files);
      next.one.prepare?.(folder);
      const ending = await runTerminal(folder, next.one.args, next.one);
      const outcome = { one: next.one, ending, fault: faultOf(next.one, ending) };
      outcomes.push(outcome);
      tell?.(outcome);
      rmSync(folder, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  rmSync(root, { recursive: true, force: true });
  return outcomes;
}

const COLUMNS = [
  'cases',
  'hangs',
  'deaths',
  'raw stacks',
  'late',
  'silent',
  'slowest (s)',
  'SIGTERM (ms)',
] as const;

/** An outcome without its case and its output: what the table counts, and a line of a file of results. */
export interface Result {
  readonly kind: string;
  readonly name: string;
  readonly fault?: string;
  readonly seconds: number;
  /** How long it took to end after a SIGTERM, in milliseconds. */
  readonly answered?: number;
}

export const resultOf = ({ one: { kind, name }, ending, fault }: Outcome): Result => ({
  kind,
  name,
  ...(fault === undefined ? {} : { fault }),
  seconds: ending.seconds,
  ...(ending.answered === undefined ? {} : { answered: ending.answered }),
});

/** A row for each kind of case, and one for all. */
export function tableOf(results: readonly Result[]): readonly string[] {
  const kinds = [...new Set(results.map(({ kind }) => kind))].sort();
  const rows = [
    ...kinds.map((kind) =>
      rowOf(
        kind,
        results.filter((one) => one.kind === kind),
      ),
    ),
    rowOf('all', results),
  ];
  const width = Math.max(...rows.map(([kind]) => kind!.length));
  return [['kind', ...COLUMNS], ...rows].map(([kind, ...cells]) =>
    [kind!.padEnd(width), ...cells.map((cell, at) => cell.padStart(COLUMNS[at]!.length))].join('  '),
  );
}

function rowOf(kind: string, results: readonly Result[]): readonly string[] {
  const of = (word: string): string =>
    String(results.filter(({ fault }) => fault?.startsWith(word) === true).length);
  const slowest = Math.max(...results.map(({ seconds }) => seconds));
  const answers = results.flatMap(({ answered }) => answered ?? []);
  return [
    ...[kind, String(results.length), of('hang'), of('death'), of('raw'), of('late'), of('silent')],
    ...[slowest.toFixed(1), answers.length === 0 ? '–' : Math.max(...answers).toFixed(0)],
  ];
}

/** What went wrong with a case, in lines to print. */
export const faultLines = ({ one, fault, ending }: Outcome): string =>
  `${one.kind} · ${one.name}: ${fault!}\n${ending.output.trim().slice(-600).replace(/^/gm, '    ')}`;
