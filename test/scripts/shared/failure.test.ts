import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const module = pathToFileURL(path.resolve(import.meta.dirname, '../../../scripts/shared/failure.mjs')).href;

/** The exit code and error output of a program that awaits `work`. */
function ended(work: string): { readonly status: number | null; readonly stderr: string } {
  const program = `import { orExit } from '${module}'; import { readdir } from 'node:fs/promises'; await orExit(${work});`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
}

describe('orExit()', () => {
  it('prints the reason and a remedy without a stack trace for a system error', () => {
    const { status, stderr } = ended(`readdir('/not/there')`);

    expect(status).toBe(1);
    expect(stderr).toMatch(/why: {2}ENOENT: .+\n {2}mend: npm run setup/);
    expect(stderr).not.toContain('    at ');
  });

  it('prints the stack trace for an internal error', () => {
    expect(ended(`Promise.reject(new TypeError('oops'))`).stderr).toContain('TypeError: oops\n    at ');
  });
});
