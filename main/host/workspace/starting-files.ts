import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Parsed } from '../../../preload/contract.ts';
import { readTrusted, SAMPLE_WORKSPACE, TEMPLATES } from '../system/index.ts';

/** Copies the sample workspace to `folder`, unless `folder` exists. */
export function provideSample(folder: string): void {
  if (existsSync(folder)) return;
  // A draft and a rename, so that an interrupted copy is never taken for a whole one.
  const draft = `${folder}.${process.pid}.draft`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(SAMPLE_WORKSPACE, draft, { recursive: true });
  renameSync(draft, folder);
}

/** The first text of a new scenario at `path`, named after the file. */
export async function templateText(
  template: Parsed<'scenario.create'>['template'],
  path: string,
): Promise<string> {
  const text = await readTrusted(join(TEMPLATES, `${template}.ts`));
  // A replacement given as a function, because `$` signs in a text would be interpreted.
  return text.replace(`name: '${template}'`, () => `name: ${quoted(basename(path, '.ts'))}`);
}

/** `text` as a TypeScript string in single quotes, like the templates, unless it contains one. */
const quoted = (text: string): string =>
  text.includes("'") ? JSON.stringify(text) : `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')}'`;
