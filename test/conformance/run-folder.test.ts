import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasFailed, report, runFolder } from './runner/run-cases.ts';
import { temporaryFolder } from '../main/temporary-folder.ts';

const clock = { schema: 1, name: 'clock', kind: 'time', expected: { steps: [] } };

it('runFolder() runs the JSON files of a folder and ignores other files', () => {
  const folder = temporaryFolder({ 'clock.json': JSON.stringify(clock), 'README.md': '# Cases' });

  expect(runFolder(folder)).toEqual([{ name: 'clock', kind: 'time', quirk: false, difference: undefined }]);
});

it('runFolder() counts unreadable cases as failed and continues', () => {
  const folder = temporaryFolder({ 'clock.json': JSON.stringify(clock), 'b.json': '' });
  mkdirSync(join(folder, 'a.json'));
  const results = runFolder(folder);

  expect(report(results)).toEqual([
    'clock: equal',
    expect.stringMatching(/^a: file: EISDIR/),
    expect.stringMatching(/^b: file: /),
    'quirk cases: 0 equal, 0 different',
    '1 passed, 2 failed',
  ]);
  expect(hasFailed(results)).toBe(true);
});
