import { seededRandom } from '../../../engine/model/values/random.ts';
import { corpus, plans, sound } from '../corpus.ts';
import { areFile } from '../../engine/are/traces.ts';

/** A file that somebody sends. */
export interface HostileFile {
  readonly name: string;
  readonly text: string;
}

/** Texts that are put into files in place of others. */
const FRAGMENTS: readonly string[] = [
  ...['', '"', '{', '}', '[', ']', ',', ':', '\n', '\0', '\ud800', 'null', 'true', '0', '""', '{}', '[]'],
  ...['-1e308', '1e999', '9007199254740993', '-0', '0x10', 'NaN', '"\\u0000"', '"\\ud800"', '"\\u202e"'],
  ...['"__proto__":1,', '"constructor":1,', '"event_id":"x",', '"{{tea}}"', '"2300-01-01 00:00:00"'],
];

/** Values that are put into JSON in place of others. */
const VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    -1,
    1e308,
    -1e308,
    2 ** 53,
    0.1,
    '',
    'x'.repeat(2000),
    '__proto__',
    '{{a}}',
    '\u202e\u0000',
  ],
  ...[
    [],
    {},
    [[]],
    { a: {} },
    Array.from({ length: 2000 }, () => 0),
    JSON.parse('{"__proto__": {"a": 1}}') as unknown,
  ],
];

/** Files in the formats that are imported: `portable` is a sound portable file. The same seed gives the same files. */
export function hostileFiles(portable: string, seed: number): readonly HostileFile[] {
  const random = seededRandom(seed);
  const one = <Item>(items: readonly Item[]): Item => items[random.int(0, items.length - 1)]!;
  const traces = [
    sound(),
    areFile('studio_visit_single_turn.trace.json'),
    areFile('clay_delivery_time.trace.json'),
  ];
  const files: HostileFile[] = [
    ...[...corpus, ...plans].map(([what, text]) => ({ name: `trace: ${what}`, text: text() })),
    ...deepFiles,
    ...largeFiles,
  ];
  for (let at = 1; at <= 70; at++) files.push({ name: `trace: cut ${at}`, text: cut(one(traces)) });
  for (let at = 1; at <= 70; at++) files.push({ name: `trace: changed ${at}`, text: changed(one(traces)) });
  for (let at = 1; at <= 50; at++) files.push({ name: `portable: cut ${at}`, text: cut(portable) });
  for (let at = 1; at <= 50; at++)
    files.push({ name: `portable: changed ${at}`, text: changedLine(portable) });
  return files;

  /** `text` with a few pieces cut out, and others in their place. */
  function cut(text: string): string {
    let changed = text;
    for (let count = random.int(1, 4); count > 0; count--) {
      const from = random.int(0, changed.length);
      changed = changed.slice(0, from) + one(FRAGMENTS) + changed.slice(from + random.int(0, 12));
    }
    return changed;
  }

  /** `text`, which is JSON, with another value somewhere. */
  function changed(text: string): string {
    const whole = JSON.parse(text) as object;
    let place = whole as Record<string, unknown>;
    for (;;) {
      const keys = Object.keys(place);
      if (keys.length === 0) return JSON.stringify(whole);
      const key = one(keys);
      const inner = place[key];
      if (typeof inner !== 'object' || inner === null || random.next() < 0.15) {
        place[key] = one(VALUES);
        return JSON.stringify(whole);
      }
      place = inner as Record<string, unknown>;
    }
  }

  function changedLine(text: string): string {
    const lines = text.trimEnd().split('\n');
    const at = random.int(0, lines.length - 1);
    const line = random.next() < 0.2 ? lines[random.int(0, lines.length - 1)]! : changed(lines[at]!);
    return [...lines.slice(0, at), line, ...lines.slice(at + 1)].join('\n');
  }
}

/** JSON that is large in one place. */
const largeFiles: readonly HostileFile[] = [
  ['a number of a million digits', '1'.repeat(1_000_000)],
  ['a number with a large exponent', `1e${'9'.repeat(10_000)}`],
  ['a name a million times', `{${'"a":1,'.repeat(1_000_000)}"b":1}`],
  ['a million names', `{${Array.from({ length: 1_000_000 }, (_, nth) => `"${nth}":1`).join()}}`],
].flatMap(([what, text]) => [
  { name: `trace: ${what!}`, text: sound().replace('{', `{"context":${text!},`) },
  { name: `portable: ${what!}`, text: `{"format":"orrery","run":${text!}}` },
]);

/** JSON that is nested deep, in the formats that are read. */
const deepFiles: readonly HostileFile[] = [1_000, 100_000].flatMap((depth) =>
  [
    ['lists', '['.repeat(depth) + ']'.repeat(depth)],
    ['objects', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
    ['open lists', '['.repeat(depth)],
  ].flatMap(([what, text]) => [
    { name: `trace: ${depth} ${what!}`, text: text! },
    { name: `trace: ${depth} ${what!} within`, text: sound().replace('{', `{"context":${text!},`) },
    { name: `portable: ${depth} ${what!}`, text: `{"format":"orrery","run":${text!}}` },
  ]),
);
