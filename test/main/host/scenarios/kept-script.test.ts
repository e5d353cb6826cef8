import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KeptScript } from '../../../../main/host/scenarios/kept-script.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const SOURCE = '(function () { const inner = () => 41; return inner() + 1; })';

const load = (source = SOURCE, version = '1'): KeptScript =>
  new KeptScript(source, folder, version, { filename: 'kept' });

const answerOf = ({ script }: KeptScript): unknown => (script.runInThisContext() as () => unknown)();

async function kept(): Promise<string> {
  const first = load();
  answerOf(first);
  await first.keep();
  return join(folder, readdirSync(folder)[0]!);
}

it('takes the code that an earlier process has kept', async () => {
  expect(load().isKept).toBe(false);
  await kept();
  const later = load();
  expect(later.isKept).toBe(true);
  expect(answerOf(later)).toBe(42);
});

it('takes no code of another version, though its source is as long', async () => {
  await kept();
  const other = load(SOURCE.replace('41', '17'), '2');
  expect(other.isKept).toBe(false);
  expect(answerOf(other)).toBe(18);
});

it('compiles the script where any byte of the kept code is another, or some are missing', async () => {
  const file = await kept();
  const code = readFileSync(file);
  for (let at = 0; at < code.length; at += 7) {
    const damaged = Buffer.from(code);
    damaged[at]! ^= 0x10;
    writeFileSync(file, at % 2 === 0 ? damaged : code.subarray(0, at));
    const later = load();
    expect(later.isKept).toBe(false);
    expect(answerOf(later)).toBe(42);
  }
});

it('runs without a folder that can be written', async () => {
  folder = join(folder, 'file');
  writeFileSync(folder, '');
  const script = load();
  await script.keep();
  expect(answerOf(script)).toBe(42);
  expect(load().isKept).toBe(false);
});
