import type { OnLoadResult } from 'esbuild';
import path from 'node:path';
import type { ScenarioFiles } from './workspace-file.ts';

/** What the texts of a folder may hold together, in characters. */
const LONGEST_FOLDER = 5_000_000;

/** The folder that `wanted` means in the file `importer`; `undefined` when it does not lie in the workspace. */
export function folderMeant(importer: string, wanted: string): string | undefined {
  if (!/^\.\.?\//.test(wanted)) return undefined;
  const folder = path.posix.join(path.posix.dirname(importer), wanted);
  return folder.startsWith('../') || folder === './' ? undefined : folder;
}

/** The texts of a folder's files as one module. */
export async function folderContents(
  files: ScenarioFiles,
  folder: string,
  /** Takes in what was read, by path. */
  gathered: Map<string, string>,
): Promise<OnLoadResult> {
  try {
    const paths = await files.list(folder.slice(0, -1));
    if (paths === undefined)
      throw new RangeError('found no such folder with files, wanted one of this workspace');
    const texts: Record<string, string> = {};
    let length = 0;
    for (const file of paths) {
      const text = await files.read(file);
      length += text.length;
      if (length > LONGEST_FOLDER)
        throw new RangeError(`found more than ${LONGEST_FOLDER} characters, wanted at most so many`);
      if (text.includes('\uFFFD')) throw new RangeError(`${file}: found no UTF-8 text, wanted one`);
      gathered.set(file, text);
      texts[file.slice(folder.length)] = text;
    }
    return { contents: JSON.stringify(texts), loader: 'json' };
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    return { errors: [{ text: `${folder}: ${thrown.message}` }] };
  }
}
