import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { KeptBreakpoints } from '../../main/kept-breakpoints.ts';
import type { Breakpoint } from '../../preload/contract.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ORDER: Breakpoint = { condition: { on: 'event', event: 'order' }, enabled: true };

it('finds breakpoints again the next time', async () => {
  const file = join(temporaryFolder({}), '.orrery/breakpoints.json');

  await new KeptBreakpoints(file).set([ORDER]);

  expect(new KeptBreakpoints(file).list).toEqual([ORDER]);
});

it('takes nothing from a file that holds something else', () => {
  const file = join(temporaryFolder({}), 'breakpoints.json');
  writeFileSync(file, '{"breakpoints":[{"condition":{"on":"code","run":"rm -rf"},"enabled":true}]}');

  expect(new KeptBreakpoints(file).list).toEqual([]);
});
