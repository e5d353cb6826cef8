import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { classNames, toolsOf } from '../../../engine/apps/catalogue.ts';
import { recordedEffect } from '../../../engine/are/trace-apps.ts';
import type { Tool } from '../../../engine/world/tool.ts';

const COUNTED = ['tools', 'read', 'write', 'none', 'agent', 'user', 'environment', 'data'] as const;

/** Tools by name: the operation in recordings, then the roles that may call the tool. */
type Inventory = Readonly<Record<string, readonly string[]>>;

type Counts = Readonly<Record<string, number>>;

/** The tools of ARE 1.2.0 by class, as listed from ARE itself. */
const reference = z
  .record(
    z.string(),
    z.object({
      counts: z.record(z.enum(COUNTED), z.int()),
      tools: z.record(z.string(), z.array(z.string())),
    }),
  )
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'reference-tools.json'), 'utf8')));

const factsOf = (tool: Tool<never>): readonly string[] => [
  recordedEffect(tool),
  ...(['agent', 'user', 'environment', 'data'] as const).filter((role) => tool.callers.includes(role)),
];

const builtIn = (className: string): Inventory =>
  Object.fromEntries(Object.entries(toolsOf(className) ?? {}).map(([name, tool]) => [name, factsOf(tool)]));

/** Orrery's tools, split into those that ARE has too and the names of the others. */
function split(className: string, are: Inventory): { both: Inventory; others: readonly string[] } {
  const all = Object.entries(builtIn(className));
  return {
    both: Object.fromEntries(all.filter(([name]) => Object.hasOwn(are, name))),
    others: all.flatMap(([name]) => (Object.hasOwn(are, name) ? [] : [name])),
  };
}

function countsOf(tools: Inventory): Counts {
  const facts = Object.values(tools);
  return Object.fromEntries(
    COUNTED.map((word) => [
      word,
      word === 'tools' ? facts.length : facts.filter((one) => one.includes(word)).length,
    ]),
  );
}

const sumOf = (all: readonly Counts[]): Counts =>
  Object.fromEntries(COUNTED.map((word) => [word, all.reduce((sum, one) => sum + one[word]!, 0)]));

const apps = Object.entries(reference).map(([name, { counts, tools }]) => ({
  name,
  counts,
  tools,
  ...split(name, tools),
}));

describe('the recorded list of ARE’s tools', () => {
  it.each(apps)('has the counts of the tools of $name', ({ counts, tools }) => {
    expect(countsOf(tools)).toEqual(counts);
  });

  it('has 140 tools', () => {
    expect(sumOf(apps.map(({ counts }) => counts))).toEqual({
      tools: 140,
      read: 69,
      write: 69,
      none: 2,
      agent: 116,
      user: 1,
      environment: 28,
      data: 49,
    });
  });
});

describe.each(apps)('$name', ({ name, tools, both, others }) => {
  it('is a built-in class', () => {
    expect(classNames).toContain(name);
  });

  it('has every tool of ARE with the same operation and roles', () => {
    expect(both).toEqual(tools);
  });

  it('has no other tools for agents or users', () => {
    const here = builtIn(name);

    expect(others.filter((tool) => here[tool]!.some((role) => role === 'agent' || role === 'user'))).toEqual(
      [],
    );
  });
});

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const countRow = (name: string, here: Counts, are: Counts): string =>
  row([name, ...COUNTED.map((word) => `${here[word]!} / ${are[word]!}`)]);

const sectionOf = ({ name, both, others }: (typeof apps)[number]): readonly string[] => [
  `### ${name}`,
  '',
  row(['tool', 'recorded as', 'for']),
  row(['---', '---', '---']),
  ...Object.entries(both).map(([tool, [operation, ...roles]]) =>
    row([`\`${tool}\``, operation!, roles.join(', ')]),
  ),
  '',
  ...(others.length === 0
    ? []
    : [`Only for scenarios and alarms: ${others.map((tool) => `\`${tool}\``).join(', ')}.`, '']),
];

/** The part of docs/apps.md that lists the tools, in Markdown. */
const toolTables = (): string =>
  [
    '## Tools',
    '',
    'Each count is tools in Orrery / tools in ARE 1.2.0. A test keeps these tables up to date. `npm run -s orrery -- tools` prints the arguments and results of all tools.',
    '',
    row(['app', 'tools', 'reads', 'writes', 'neither', 'agent', 'user', 'environment', 'data']),
    row(['---', ...COUNTED.map(() => '--:')]),
    ...apps.map(({ name, both, counts }) => countRow(name, countsOf(both), counts)),
    countRow(
      '**all**',
      sumOf(apps.map(({ both }) => countsOf(both))),
      sumOf(apps.map(({ counts }) => counts)),
    ),
    '',
    ...apps.flatMap(sectionOf),
  ].join('\n');

it('docs/apps.md lists the current tools', async () => {
  const file = join(import.meta.dirname, '../../../docs/apps.md');
  const [writtenByHand] = readFileSync(file, 'utf8').split('## Tools\n');
  const page = await format(writtenByHand! + toolTables(), {
    ...(await resolveConfig(file)),
    parser: 'markdown',
  });

  await expect(
    page,
    'stale; write it anew: npx vitest run --config test/vitest.config.ts test/engine/apps/inventory -u',
  ).toMatchFileSnapshot(file);
});
