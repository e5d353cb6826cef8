import { type Command, Option } from 'commander';
import type { Store } from '../../../engine/index.ts';
import {
  between,
  isTimed,
  type CsvFormulas,
  csvLine,
  type RunSummary,
  type SimTime,
  toSeconds,
} from '../../../engine/model/index.ts';
import type { ProbeValue } from '../../../preload/contract.ts';
import { ProbeQueries, expressionProblem, probeValueText } from '../../host/probes/index.ts';
import { databaseToLookAt, existingRun } from '../files.ts';
import { addRaw, formulasFor } from '../options.ts';
import { UsageError } from '../plain-command.ts';
import { print, printData } from '../print.ts';

interface ProbeOptions {
  readonly db: string;
  readonly json?: true;
  readonly csv?: true;
  readonly raw?: true;
}

/** A new value of the expression; entry −1 is before the first. */
interface Found {
  readonly entry: number;
  readonly time: SimTime;
  readonly value: ProbeValue;
}

/** Adds `probe <run> <expression>`, which prints an expression's value wherever it changes in a run. */
export function addProbeCommand(program: Command): void {
  program
    .command('probe')
    .description('evaluate an expression on the apps’ states and print each change of its value')
    .argument('<run>', 'id of the run, such as r1')
    .argument('<expression>', 'JavaScript on read-only states, such as apps.mail.folders.INBOX.emails.length')
    .requiredOption('--db <file>', 'the database file')
    .option('--json', 'print a JSON list')
    .addOption(
      new Option('--csv', 'print comma-separated values: entry, seconds since the start, value').conflicts(
        'json',
      ),
    )
    .addOption(addRaw())
    .action(probeRun);
}

async function probeRun(id: string, expression: string, options: ProbeOptions): Promise<void> {
  const problem = expressionProblem(expression);
  if (problem !== undefined) throw new UsageError(problem);
  using database = databaseToLookAt(options.db);
  const { store } = database;
  const run = existingRun(store, id, options.db);
  const found = await valuesOf(store, run, expression, database.file);
  if (options.json) await print(JSON.stringify(found, null, 2));
  else if (options.csv)
    await printData(
      ['entry,seconds,value', ...found.map((one) => commas(one, run.start, formulasFor(options.raw)))].join(
        '\n',
      ),
    );
  else await print(found.map((one) => line(one, run.start)).join('\n'));
}

async function valuesOf(
  store: Store,
  run: RunSummary,
  expression: string,
  file: string,
): Promise<readonly Found[]> {
  using probing = new ProbeQueries(file);
  const found: Found[] = [];
  for (let from = -1; from < run.entries;) {
    const { next, entries, values } = await probing.valuesInSlice({ run: run.id, expression, from });
    for (const [index, value] of (JSON.parse(values) as readonly ProbeValue[]).entries()) {
      const entry = entries[index]!;
      const time = entry < 0 ? run.start : store.heads(run.id, entry, 1)[0]!.time;
      found.push({ entry, time, value });
    }
    from = next;
  }
  return found;
}

/** Seconds since the start of a run; empty if the recording has no times. */
const secondsSince = (start: SimTime, { time }: Found): string =>
  isTimed(start) ? String(toSeconds(between(start, time))) : '';

function line(found: Found, start: SimTime): string {
  const place = found.entry < 0 ? 'start' : `#${found.entry}`;
  const seconds = secondsSince(start, found);
  const since = seconds === '' ? '' : `+${seconds}s`;
  return `${place.padEnd(8)} ${since.padEnd(12)} ${probeValueText(found.value)}`;
}

/** A missing value is an empty field. */
function commas(found: Found, start: SimTime, formulas: CsvFormulas): string {
  const { entry, value } = found;
  const text = typeof value !== 'object' || value === null ? String(value) : 'gap' in value ? '' : value.json;
  return csvLine([String(entry), secondsSince(start, found), text], formulas);
}
