import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppUnderTest, NOW } from './app-under-test.ts';
import { parcels } from './example-app.ts';

describe('the example in docs/apps.md', () => {
  it('is identical to example-app.ts', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/apps.md'), 'utf8');
    const code = readFileSync(join(import.meta.dirname, 'example-app.ts'), 'utf8');

    expect(page).toContain(
      `\`\`\`ts\n${code.replace('../../../engine/scenario/orrery.ts', 'orrery')}\`\`\`\n`,
    );
  });

  it('records every change that a tool makes to the state', () => {
    const app = new AppUnderTest(parcels({ announced: ['p1'] }));

    expect(app.call('update_parcel', { tracking_number: 'p1', status: 'shipped' }).changes).toEqual([
      { op: 'set', app: 'app', path: ['parcels', 'p1', 'status'], value: 'shipped' },
      { op: 'set', app: 'app', path: ['parcels', 'p1', 'updated'], value: NOW },
    ]);
    expect(app.ask('track_parcel', { tracking_number: 'p1' })).toEqual({ status: 'shipped', updated: NOW });
  });

  it('refuses an unknown parcel without a change', () => {
    const app = new AppUnderTest(parcels());

    expect(app.refusal('update_parcel', { tracking_number: 'p2', status: 'lost' })).toBe(
      'KeyError: There is no parcel "p2".',
    );
  });
});
