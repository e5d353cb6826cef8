import { toSeconds } from '../../model/index.ts';
import { type FileState, refuse, type ToolContext, ToolError } from '../../world/index.ts';
import { readFile, writeFile } from './content.ts';

/** A file on its way with a mail or a message. */
export interface Attachment {
  readonly name: string;
  readonly base64: string;
}

/**
 * The file at `path` of the world that `context` is of.
 *
 * @throws {ToolError} `ValueError` when it is not there, or nobody in this world keeps files.
 */
export function attachmentFrom(context: ToolContext, path: string): Attachment {
  const files = filesOf(context, path);
  try {
    return { name: lastName(path), base64: readFile(files, path) };
  } catch (thrown) {
    if (thrown instanceof ToolError && thrown.name === 'FileNotFoundError')
      refuse('ValueError', thrown.message);
    throw thrown;
  }
}

/**
 * Saves `attachment` under its own name in `folder`, which is made where it is missing. Answers its path.
 *
 * @throws {ToolError} when `folder` is none, or nobody in this world keeps files.
 */
export function saveAttachment(context: ToolContext, { name, base64 }: Attachment, folder: string): string {
  const inside = folder === '' || folder.endsWith('/') ? folder : `${folder}/`;
  // Names come from recordings as well: one with a path in it must not choose the folder.
  const path = inside + lastName(name);
  writeFile(filesOf(context, name), path, base64, toSeconds(context.now));
  return path;
}

const filesOf = (context: ToolContext, name: string): FileState =>
  context.files() ??
  refuse('ValueError', `The attachment "${name}" needs an app that keeps files. This world has none.`);

const lastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
