import { compared, COUNTED, countsOf, reference, sumOf, toolsHere, type Counts } from './inventory.ts';

const HEADS = ['tools', 'reads', 'writes', 'neither', 'agent', 'user', 'environment', 'data'];

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const row = (name: string, here: Counts, there: Counts): string =>
  line([name, ...COUNTED.map((word) => `${here[word]!} / ${there[word]!}`)]);

const apps = Object.entries(reference).map(([name, { counts, tools }]) => ({
  name,
  there: counts,
  tools,
  ...compared(toolsHere(name), tools),
}));

const sectionOf = ({ name, tools, both, beside }: (typeof apps)[number]): readonly string[] => [
  `## ${name}`,
  '',
  line(['tool', 'recorded as', 'for']),
  line(['---', '---', '---']),
  ...Object.entries(both).map(([tool, [operation, ...roles]]) =>
    line([`\`${tool}\``, operation!, roles.join(', ')]),
  ),
  '',
  ...Object.keys(tools)
    .filter((tool) => !Object.hasOwn(both, tool))
    .map((tool) => `Not built: \`${tool}\`.\n`),
  ...(beside.length === 0
    ? []
    : [`For the world's own use, and not counted: ${beside.map((tool) => `\`${tool}\``).join(', ')}.`, '']),
];

/** The document of all apps and their tools, here and in the reference, in Markdown. */
export const inventoryPage = (): string =>
  [
    '# Apps and their tools',
    '',
    'Each count is of tools here / in ARE 1.2.0. A test writes this page from the catalogue, and fails when it is stale.',
    'What a tool takes and answers: `npm run -s orrery -- tools`. What differs: [engine/apps](../engine/apps/README.md).',
    '',
    line(['app', ...HEADS]),
    line(['---', ...HEADS.map(() => '--:')]),
    ...apps.map(({ name, both, there }) => row(name, countsOf(both), there)),
    row('**all**', sumOf(apps.map(({ both }) => countsOf(both))), sumOf(apps.map(({ there }) => there))),
    '',
    ...apps.flatMap(sectionOf),
  ].join('\n');
