import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../engine/index.ts';
import { importSource, listedRuns } from '../../main/host/import/import-file.ts';
import { HEAP_GROWTH } from '../../main/host/import/imports.ts';
import { Sources } from '../../main/host/import/sources.ts';
import { openDatabase, packing } from '../open-database.ts';
import { LARGE_FORMATS, writeLarge, writeMany, writeParquet } from './format-files.ts';
import { machine, type Machine } from './machine.ts';
import { answerOf } from './own-process.ts';
import { headingOf, table } from './tables.ts';

/** What an import came to, in a process of its own. */
interface Import {
  readonly runs: number;
  readonly entries: number;
  /** Of processor time, which other programs do not change. */
  readonly seconds: number;
  /** The most memory that the process used, MiB. */
  readonly memory: number;
}

interface Figure extends Import {
  readonly what: string;
  /** The most that it may take, seconds or MiB. */
  readonly goal: { readonly seconds?: number; readonly memory?: number };
}

export interface FormatsReport {
  readonly date: string;
  readonly machine: Machine;
  readonly figures: readonly Figure[];
}

const MB = 1_000_000;
const MIB = 2 ** 20;

/** V8's settings in the process that imports. */
const FLAGS = [`--heap-growing-percent=${HEAP_GROWTH}`];

type Part = 'one' | 'many' | 'list' | 'stream';

/** The quick form only checks that each file is imported, which needs no process of its own but for a few. */
async function measure(quick: boolean): Promise<FormatsReport> {
  const size = quick ? 0.1 : 100;
  const figure = async (
    what: string,
    goal: Figure['goal'],
    part: Part,
    format: string,
    amount: number,
  ): Promise<Figure> => {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
    try {
      const files = join(folder, what);
      mkdirSync(files);
      write(part, format, amount, files);
      const isHere = quick && part === 'one';
      const imported = isHere ? await measureImport(files) : answerOf<Import>(FLAGS, [part, files]);
      return { what, goal, ...imported };
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  const figures: Figure[] = [];
  for (const name of LARGE_FORMATS)
    figures.push(await figure(`${name}, ${size} MB`, { seconds: 10 }, 'one', name, size));
  const many = quick ? 20 : 1_000;
  figures.push(
    await figure(`${many} trajectories in a folder`, { seconds: 30 }, 'many', '-', many),
    await figure(`Parquet of ${4 * size} MB, its rows listed`, { seconds: 2 }, 'list', '-', 4 * size),
    await figure(`ATIF lines of ${20 * size} MB`, { memory: 500 }, 'stream', 'ATIF, lines', 20 * size),
    await figure(
      `OpenTelemetry in one JSON of ${10 * size} MB`,
      { memory: 500 },
      'stream',
      'OpenTelemetry, one export',
      10 * size,
    ),
  );
  return { date: new Date().toISOString(), machine: machine(), figures };
}

/** Writes trajectories, or megabytes of a format. */
function write(part: Part, format: string, amount: number, folder: string): void {
  if (part === 'many') writeMany(folder, amount);
  else if (part === 'list') writeParquet(folder, 160, amount * MB);
  else writeLarge(folder, format, amount * MB);
}

/** Seconds of processor time since `before`. */
function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const mostMemory = (): number => (process.resourceUsage().maxRSS * 1024) / MIB;

async function measureImport(folder: string): Promise<Import> {
  const db = openDatabase(join(folder, '../runs.db'));
  const store = openStore(db, packing);
  const started = process.cpuUsage();
  await using sources = new Sources();
  let [runs, entries] = [0, 0];
  for (const source of await sources.in({ file: folder })) {
    const imported = await importSource(store, source);
    runs += imported.runs.length;
    entries += imported.runs.reduce((sum, run) => sum + run.entries, 0);
  }
  db.close();
  return { runs, entries, seconds: secondsSince(started), memory: mostMemory() };
}

async function measureListing(folder: string): Promise<Import> {
  const started = process.cpuUsage();
  await using sources = new Sources();
  let runs = 0;
  for (const source of await sources.in({ file: folder }))
    for await (const listed of listedRuns(source)) runs += listed.length;
  return { runs, entries: 0, seconds: secondsSince(started), memory: mostMemory() };
}

function reportText({ figures, ...taken }: FormatsReport): string {
  const goalText = ({ goal, seconds, memory }: Figure): string => {
    if (goal.seconds !== undefined) return `${goal.seconds} s${seconds > goal.seconds ? ': missed' : ''}`;
    return `${goal.memory} MiB${memory > goal.memory! ? ': missed' : ''}`;
  };
  return [
    ...headingOf(taken),
    '',
    'Imported into a new database, each in a process of its own. Seconds of processor time.',
    '',
    ...table(
      ['file', 'runs', 'entries', 'seconds', 'MiB', 'at most'],
      figures.map((figure) => [
        figure.what,
        String(figure.runs),
        String(figure.entries),
        figure.seconds.toFixed(1),
        figure.memory.toFixed(0),
        goalText(figure),
      ]),
    ),
  ].join('\n');
}

const [part, folder = ''] = process.argv.slice(2);
if (part === 'list') process.stdout.write(JSON.stringify(await measureListing(folder)));
else if (part === 'one' || part === 'many' || part === 'stream')
  process.stdout.write(JSON.stringify(await measureImport(folder)));
else {
  const options = process.argv.slice(2);
  const report = await measure(options.includes('--quick'));
  console.log(options.includes('--json') ? JSON.stringify(report, null, 2) : reportText(report));
}
