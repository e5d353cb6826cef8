import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keptBreakpoints, keptProbes } from '../../../../main/host/settings/settings.ts';
import type { Breakpoint, Probe } from '../../../../preload/contract.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const ORDER: Breakpoint = { condition: { on: 'event', event: 'order' }, enabled: true };

it('finds breakpoints again the next time', async () => {
  const file = join(temporaryFolder({}), '.orrery/breakpoints.json');

  await keptBreakpoints(file).set([ORDER]);

  expect(keptBreakpoints(file).list).toEqual([ORDER]);
});

it('takes nothing from a file that holds something else', () => {
  const file = join(temporaryFolder({}), 'breakpoints.json');
  writeFileSync(file, '{"breakpoints":[{"condition":{"on":"code","run":"rm -rf"},"enabled":true}]}');

  expect(keptBreakpoints(file).list).toEqual([]);
});

it('finds probes again the next time', async () => {
  const file = join(temporaryFolder({}), '.orrery/probes.json');
  const unread: Probe = { name: 'unread', expression: 'apps.mail.folders.INBOX.emails.length' };

  await keptProbes(file).set([unread]);

  expect(keptProbes(file).list).toEqual([unread]);
});
