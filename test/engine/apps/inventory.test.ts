import { join } from 'node:path';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { classNames } from '../../../engine/apps/catalogue.ts';
import { compared, countsOf, reference, sumOf, toolsHere } from './inventory.ts';
import { inventoryPage } from './inventory-page.ts';

const PAGE = join(import.meta.dirname, '../../../docs/apps.md');

const apps = Object.entries(reference);

describe('the facts of the reference', () => {
  it.each(apps)('count the tools of %s as they list them', (_name, { counts, tools }) => {
    expect(countsOf(tools)).toEqual(counts);
  });

  it('are of 140 tools', () => {
    expect(sumOf(apps.map(([, { counts }]) => counts))).toEqual({
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

describe.each(apps)('%s', (name, { tools }) => {
  it('has every tool of the reference, recorded as it is there and for the same roles', () => {
    expect(compared(toolsHere(name), tools).both).toEqual(tools);
  });

  it('has no other tool for agents or users', () => {
    const here = toolsHere(name);
    const others = compared(here, tools).beside.filter((tool) =>
      here[tool]!.some((role) => role === 'agent' || role === 'user'),
    );

    expect(others).toEqual([]);
  });
});

it('builds every app of the reference', () => {
  expect(apps.map(([name]) => name).filter((name) => !classNames.includes(name))).toEqual([]);
});

it('is written down in docs/apps.md', async () => {
  const page = await format(inventoryPage(), { parser: 'markdown' });
  console.log(page.slice(page.indexOf('| app'), page.indexOf('\n\n## ')));

  await expect(
    page,
    'stale; write it anew: npx vitest run --config test/vitest.config.ts test/engine/apps/inventory -u',
  ).toMatchFileSnapshot(PAGE);
});
