import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../../scripts/shared/places.mjs';
import { V8_FLAGS } from '../../../scripts/shared/v8-flags.mjs';

it('npm run orrery uses the same V8 flags as the window', () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { orrery: string };
  };
  expect(manifest.scripts.orrery).toBe(`node ${V8_FLAGS.join(' ')} scripts/orrery.mjs`);
});
