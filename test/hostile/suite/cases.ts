import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { seededRandom } from '../../../engine/model/values/random.ts';
import { attackCases } from './attacks.ts';
import { carelessCases } from './careless.ts';
import { hostileFiles } from './files.ts';
import { moreAttackCases } from './more-attacks.ts';
import { agentPrograms, probeExpressions } from './outside.ts';
import { mainPlaces, places } from './places.ts';
import { strangerCases } from './strangers.ts';
import { runTerminal } from './terminal.ts';
import { coreTraps, otherTraps, type Trap } from './traps.ts';

/** Something hostile that the terminal is asked to deal with, and how that has to end. */
export interface HostileCase {
  /** Such as `scenario: a tool`: a row of the table. */
  readonly kind: string;
  readonly name: string;
  /** By path in the folder where the command runs. */
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** Makes what no text can say, such as links, in the folder where the command runs. */
  readonly prepare?: (folder: string) => void;
  /** A line of a shell in which `"$@"` is the command. */
  readonly around?: string;
  /** It has ended by itself after so many seconds of processor time. */
  readonly within: number;
  /** It gets a SIGTERM after so many seconds, and has ended within one more. */
  readonly until?: number;
  /** Only a supervisor in another process can end it. */
  readonly uninterruptible?: true;
  /** What the terminal has to say. */
  readonly says?: RegExp;
}

const SCENARIO = 'scenarios/hostile.ts';

/** Three time-outs of a second end a run, and one of 20 s its planning; a process that is stuck is ended 2 s later. */
const RUN_SECONDS = 60;

function scenarioCases(): readonly HostileCase[] {
  const of = (place: string, name: string, { code, uninterruptible }: Trap): HostileCase => ({
    kind: `scenario: ${place}`,
    name: `${place}: ${name}`,
    files: places[place]!.files(code),
    args: ['run', SCENARIO],
    within: RUN_SECONDS,
    ...(uninterruptible === undefined ? {} : { uninterruptible }),
  });
  const core = Object.keys(places).flatMap((place) =>
    Object.entries(coreTraps).map(([name, trap]) => of(place, name, trap)),
  );
  const others = mainPlaces.flatMap((place) =>
    Object.entries(otherTraps).map(([name, trap]) => of(place, name, trap)),
  );
  const stopped = Object.keys(places).map((place): HostileCase => ({
    ...of(place, 'a loop that catches', coreTraps['a loop that catches']!),
    kind: 'SIGTERM while scenario code loops',
    name: `SIGTERM: ${place}`,
    until: 2,
  }));
  const types: HostileCase = {
    kind: 'scenario: types',
    name: 'types without end',
    files: { [SCENARIO]: ENDLESS_TYPES },
    args: ['run', SCENARIO],
    within: RUN_SECONDS,
  };
  return [...core, ...others, ...stopped, types];
}

/** As text, because the compiler would refuse this project with it. */
const ENDLESS_TYPES = `import { agentUserInterface, scenario, seconds } from 'orrery';
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
type Long<Text extends string, Left extends unknown[]> = Left extends [unknown, ...infer Rest]
  ? Long<\`\${Text}\${Digit}\`, Rest> | Long<\`\${Digit}\${Text}\`, Rest>
  : Text;
const soup: Long<'', [1, 1, 1, 1, 1]> = '12345';
type Deep<Item> = Item extends [infer One, ...infer Rest] ? [Deep<Rest>, One, Deep<Rest>] : Item;
const deep = null as unknown as Deep<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]>;
export default scenario({
  name: 'types', apps: () => ({ user: agentUserInterface() }),
  events({ user }) { void deep; user.send_message_to_agent({ content: soup }).at(seconds(1)); },
});
`;

const SCENARIOS = join(import.meta.dirname, '../scenarios');

/** The scenarios that are files of their own: `scenarios/<kind>/<name>.ts`, with their limits in the first line. */
function writtenCases(): readonly HostileCase[] {
  return foldersIn(SCENARIOS).flatMap((kind) =>
    readdirSync(join(SCENARIOS, kind))
      .filter((file) => file.endsWith('.ts'))
      .map((file): HostileCase => {
        const text = readFileSync(join(SCENARIOS, kind, file), 'utf8');
        const limits = /^\/\/ hostile: (?<limits>\{.*\})$/m.exec(text)?.groups?.['limits'];
        const {
          within = RUN_SECONDS,
          until,
          uninterruptible,
          says,
          args = [],
        } = JSON.parse(limits ?? '{}') as {
          within?: number;
          until?: number;
          uninterruptible?: true;
          says?: string;
          args?: string[];
        };
        return {
          kind: `scenario: ${kind}`,
          name: `${kind}/${file}`,
          files: { [SCENARIO]: text },
          args: ['run', SCENARIO, ...args],
          within,
          ...(until === undefined ? {} : { until }),
          ...(uninterruptible === undefined ? {} : { uninterruptible }),
          ...(says === undefined ? {} : { says: new RegExp(says) }),
        };
      }),
  );
}

const foldersIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
      one.isDirectory() ? [one.name] : [],
    );
  } catch {
    return [];
  }
};

const LOOPING = ['says nothing', 'loops', 'loops after the start', 'reads nothing', 'floods its errors'];

function agentCases(): readonly HostileCase[] {
  const of = (name: string, code: string): HostileCase => ({
    kind: 'agent from outside',
    name,
    files: { ...places['events()']!.files(''), 'agents/hostile.cjs': code },
    args: [
      ...['run', SCENARIO, '--agent', 'node agents/hostile.cjs', '--agent-timeout', '5', '--turns', '50'],
      ...(name.endsWith('the database') ? ['--db', 'runs.db'] : []),
    ],
    ...(name.endsWith('the database') ? { says: /runs\.db: / } : {}),
    within: RUN_SECONDS,
  });
  const all = Object.entries(agentPrograms).map(([name, code]) => of(name, code));
  const stopped = all
    .filter(({ name }) => LOOPING.includes(name))
    .map((one) => ({ ...one, kind: 'SIGTERM while an agent plays', until: 3 }));
  return [...all, ...stopped];
}

/** A sound run: `orrery` writes its database and its portable file. */
export interface SoundRun {
  readonly database: string;
  readonly portable: string;
}

function fileCases({ portable }: SoundRun, seed: number): readonly HostileCase[] {
  return hostileFiles(portable, seed).map(({ name, text }) => ({
    kind: name.startsWith('portable') ? 'portable file' : 'trace',
    name,
    files: { 'hostile.json': text },
    args: ['import', 'hostile.json', '--db', 'runs.db'],
    within: RUN_SECONDS,
  }));
}

function probeCases({ database }: SoundRun): readonly HostileCase[] {
  return probeExpressions.map((expression) => ({
    kind: 'probe',
    name: expression.slice(0, 60),
    files: {},
    args: ['probe', 'r1', '--db', database, '--', expression],
    within: RUN_SECONDS,
  }));
}

/** All cases. The same seed gives the same ones. */
export const allCases = (sound: SoundRun, seed: number): readonly HostileCase[] => [
  ...writtenCases(),
  ...scenarioCases(),
  ...agentCases(),
  ...fileCases(sound, seed),
  ...probeCases(sound),
  ...attackCases(sound.database),
  ...moreAttackCases(sound.database),
  ...carelessCases(sound),
  ...strangerCases(sound),
];

/** Lets the terminal run a sound scenario in `folder`. */
export async function soundRun(folder: string): Promise<SoundRun> {
  put(folder, places['events()']!.files(''));
  const database = join(folder, 'sound.db');
  const limits = { within: 120 };
  await runTerminal(folder, ['run', SCENARIO, '--db', database], limits);
  await runTerminal(
    folder,
    ['export', 'r1', '--format', 'orrery', '-o', 'sound.orrery', '--db', database],
    limits,
  );
  return { database, portable: readFileSync(join(folder, 'sound.orrery'), 'utf8') };
}

export function put(folder: string, files: HostileCase['files']): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** `count` of `cases`, of every kind as many as its share. The same seed picks the same ones. */
export function sampleOf(cases: readonly HostileCase[], count: number, seed: number): readonly HostileCase[] {
  const random = seededRandom(seed, 'sample');
  const drawn = cases.map((one) => ({ one, at: random.next() })).sort((one, other) => one.at - other.at);
  const kinds = [...new Set(cases.map(({ kind }) => kind))];
  const byKind = kinds.map((kind) => drawn.filter(({ one }) => one.kind === kind).map(({ one }) => one));
  const sample: HostileCase[] = [];
  for (let round = 0; sample.length < Math.min(count, cases.length); round++)
    for (const all of byKind) if (round < all.length && sample.length < count) sample.push(all[round]!);
  return sample;
}
