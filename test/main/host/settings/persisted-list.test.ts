import { expect, it } from 'vitest';
import { persistedBreakpoints, persistedProbes } from '../../../../main/host/settings/settings.ts';
import type { Breakpoint, Probe } from '../../../../preload/contract.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const ORDER: Breakpoint = { condition: { on: 'event', event: 'order' }, enabled: true };

it('reads the breakpoints that were written before', async () => {
  const folder = temporaryFolder({});

  await persistedBreakpoints(folder).set([ORDER]);

  expect(persistedBreakpoints(folder).list).toEqual([ORDER]);
});

it('reads no breakpoints from a file with an unknown condition', () => {
  const folder = temporaryFolder({
    '.orrery/breakpoints.json': '{"breakpoints":[{"condition":{"on":"code","run":"rm -rf"},"enabled":true}]}',
  });

  expect(persistedBreakpoints(folder).list).toEqual([]);
});

it('reads the probes that were written before', async () => {
  const folder = temporaryFolder({});
  const unread: Probe = { name: 'unread', expression: 'apps.mail.folders.INBOX.emails.length' };

  await persistedProbes(folder).set([unread]);

  expect(persistedProbes(folder).list).toEqual([unread]);
});
