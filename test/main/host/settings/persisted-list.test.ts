import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { persistedBreakpoints, persistedProbes } from '../../../../main/host/settings/settings.ts';
import type { Breakpoint, Probe } from '../../../../preload/contract.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const ORDER: Breakpoint = { condition: { on: 'event', event: 'order' }, enabled: true };

it('reads the breakpoints that were written before', async () => {
  const file = join(temporaryFolder({}), '.orrery/breakpoints.json');

  await persistedBreakpoints(file).set([ORDER]);

  expect(persistedBreakpoints(file).list).toEqual([ORDER]);
});

it('reads no breakpoints from a file with an unknown condition', () => {
  const file = join(temporaryFolder({}), 'breakpoints.json');
  writeFileSync(file, '{"breakpoints":[{"condition":{"on":"code","run":"rm -rf"},"enabled":true}]}');

  expect(persistedBreakpoints(file).list).toEqual([]);
});

it('reads the probes that were written before', async () => {
  const file = join(temporaryFolder({}), '.orrery/probes.json');
  const unread: Probe = { name: 'unread', expression: 'apps.mail.folders.INBOX.emails.length' };

  await persistedProbes(file).set([unread]);

  expect(persistedProbes(file).list).toEqual([unread]);
});
