import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const module = pathToFileURL(path.resolve(import.meta.dirname, '../../../scripts/shared/failure.mjs')).href;

/** How a program ends that waits for `work`. */
function ended(work: string): { readonly status: number | null; readonly stderr: string } {
  const program = `import { orExit } from '${module}'; import { readdir } from 'node:fs/promises'; await orExit(${work});`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
}

describe('a preparation', () => {
  it('that the system refuses ends with the reason and what mends it, and no stack', () => {
    const { status, stderr } = ended(`readdir('/not/there')`);

    expect(status).toBe(1);
    expect(stderr).toMatch(/why: {2}ENOENT: .+\n {2}mend: npm run setup/);
    expect(stderr).not.toContain('    at ');
  });

  it('that fails by a fault of ours says where', () => {
    expect(ended(`Promise.reject(new TypeError('oops'))`).stderr).toContain('TypeError: oops\n    at ');
  });
});
