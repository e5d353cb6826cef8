import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  codeHash,
  isTrustedCode,
  requireTrustedCode,
  trustCode,
  trustOwnCode,
} from '../../../../main/host/system/index.ts';
import { tries } from '../../../tries.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** Another computer's settings, for the rest of the test. */
function elsewhere(folder = temporaryFolder()): string {
  vi.stubEnv('ORRERY_SETTINGS', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}

let count = 0;
/** Files with code that no test had before. */
const freshFiles = (): ReadonlyMap<string, string> =>
  new Map([['scenarios/dinner.ts', `export default ${(count += 1)} + ${process.pid}; // ${Date.now()}`]]);

describe('codeHash()', () => {
  const path = fc.constantFrom('a.ts', 'b.ts', 'c/d.js', 'e.JSON');
  const files = fc.dictionary(path, fc.string(), { minKeys: 1 }).map((texts) => Object.entries(texts));

  it('is that of the code alone, in any order', () => {
    fc.assert(
      fc.property(files, fc.string(), (texts, data) => {
        const hash = codeHash(new Map(texts));

        expect(hash).toMatch(/^[0-9a-f]{64}$/);
        expect(codeHash(new Map([['agent.json', data], ...texts.toReversed()]))).toBe(hash);
      }),
      { numRuns: tries(200) },
    );
  });

  it('is another one for other code, or for the same at another path', () => {
    fc.assert(
      fc.property(files, files, (one, other) => {
        const isSame = JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());

        expect(codeHash(new Map(one)) === codeHash(new Map(other))).toBe(isSame);
      }),
      { numRuns: tries(200) },
    );
  });

  it('is none of a trace', () => {
    expect(codeHash(new Map([['traces/old.json', '{}']]))).toBeUndefined();
  });
});

describe('trusted code', () => {
  it('is what ran here from a file, and what a person trusts; other code is refused', () => {
    elsewhere();
    const [own, foreign] = [freshFiles(), freshFiles()];
    trustOwnCode(own);

    requireTrustedCode('r1', own);
    expect(() => {
      requireTrustedCode('r2', foreign);
    }).toThrow('The code of r2 came from elsewhere and never ran here. Trust it to run it.');
    trustCode([codeHash(foreign)!]);
    requireTrustedCode('r2', foreign);
  });

  it('is kept in the settings, once, for the next process', () => {
    const settings = elsewhere();
    const hash = codeHash(freshFiles())!;
    trustCode([hash, hash]);
    trustCode([hash]);

    expect(readFileSync(join(settings, 'trusted-code.txt'), 'utf8')).toBe(`${hash}\n`);
  });

  it('is read again when another process has trusted more', () => {
    const settings = elsewhere();
    const hash = codeHash(freshFiles())!;
    expect(isTrustedCode(hash)).toBe(false);

    writeFileSync(join(settings, 'trusted-code.txt'), `${hash}\n`);

    expect(isTrustedCode(hash)).toBe(true);
  });

  it('is trusted by this process alone when the settings cannot be written', () => {
    const file = join(temporaryFolder({ file: '' }), 'file');
    elsewhere(join(file, 'settings'));
    const hash = codeHash(freshFiles())!;

    trustCode([hash]);

    expect(isTrustedCode(hash)).toBe(true);
  });
});
