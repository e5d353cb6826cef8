import { attachmentFrom } from '../files/attachments.ts';
import { refuse, type ToolContext } from '../tool.ts';

/**
 * The files at `paths` as a mail carries them: contents in base64, by file name.
 *
 * @throws {ToolError} `ValueError` when one is not there, or two have one name.
 */
export function attached(paths: readonly string[] | null, context: ToolContext): Record<string, string> {
  const files = new Map<string, string>();
  for (const path of paths ?? []) {
    const { name, base64 } = attachmentFrom(context, path);
    if (files.has(name))
      refuse('ValueError', `found two attachments called "${name}", wanted a name of its own for each`);
    files.set(name, base64);
  }
  return Object.fromEntries(files);
}
