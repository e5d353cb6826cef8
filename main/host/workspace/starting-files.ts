import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Parsed } from '../../../preload/contract.ts';
import { SAMPLE_WORKSPACE, TEMPLATES } from '../system/index.ts';

/** Copies what people start with to `folder`, unless something is there already. */
export function provideSample(folder: string): void {
  if (existsSync(folder)) return;
  // A copy that was interrupted must not pass for a whole one.
  const draft = `${folder}.${process.pid}.draft`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(SAMPLE_WORKSPACE, draft, { recursive: true });
  renameSync(draft, folder);
}

/** What a new scenario at `path` begins with. It bears the file's name. */
export async function templateText(
  template: Parsed<'scenario.create'>['template'],
  path: string,
): Promise<string> {
  const text = await readFile(join(TEMPLATES, `${template}.ts`), 'utf8');
  // A replacement of text is read for `$` signs; one of a function is not.
  return text.replace(`name: '${template}'`, () => `name: ${quoted(basename(path, '.ts'))}`);
}

/** `text` as a string of TypeScript, in the quotes that the templates have unless it has them itself. */
const quoted = (text: string): string =>
  text.includes("'") ? JSON.stringify(text) : `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')}'`;
