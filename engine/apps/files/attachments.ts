import { toSeconds } from '../../model/index.ts';
import { type FileState, refuse, type ToolContext, ToolError } from '../../world/index.ts';
import { contentAt, contentOf, makeFolder, parseFilePath, parsePath, putContent, toBase64 } from './state.ts';

/** A file that is sent with an email or a message. */
export interface Attachment {
  readonly name: string;
  readonly base64: string;
}

/**
 * The file at `path`, in the file system of the world.
 *
 * @throws {ToolError} `ValueError` when there is no such file, or the world has no file system.
 */
export function attachmentFrom(context: ToolContext, path: string): Attachment {
  const files = requireFiles(context, path);
  try {
    return { name: fileName(path), base64: readFile(files, path) };
  } catch (thrown) {
    if (thrown instanceof ToolError && /^(?:FileNotFound|NotADirectory)Error$/.test(thrown.name))
      refuse('ValueError', thrown.message);
    throw thrown;
  }
}

/**
 * Saves `attachment` under its name in `folder`, which is created if it is missing. Returns the path of the file.
 *
 * @throws {ToolError} when `folder` is not a folder, or the world has no file system.
 */
export function saveAttachment(context: ToolContext, { name, base64 }: Attachment, folder: string): string {
  const inside = folder === '' || folder.endsWith('/') ? folder : `${folder}/`;
  // Only the last part of the name counts: a recorded name with a path must not choose the folder.
  const path = inside + fileName(name);
  writeFile(requireFiles(context, name), path, base64, toSeconds(context.now));
  return path;
}

const requireFiles = (context: ToolContext, name: string): FileState =>
  context.files() ??
  refuse('ValueError', `The attachment "${name}" needs an app that keeps files. This world has none.`);

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * The content of the file at `path`, in base64.
 *
 * @throws {ToolError} when there is no such file, it is a placeholder, or `path` leads out of the root.
 */
export function readFile(state: FileState, path: string): string {
  const { text, base64 } = contentAt(state, parsePath(path));
  return base64 ?? toBase64(text!);
}

/**
 * Writes `base64` to the file at `path`, as text if the bytes are UTF-8. Creates the file and its folders if they are missing.
 *
 * `seconds` since the Unix epoch is the time of the change.
 *
 * @throws {ToolError} when `path` is not the path of a file, or `base64` is not base64.
 */
export function writeFile(state: FileState, path: string, base64: string, seconds: number): void {
  const names = parseFilePath(path);
  makeFolder(state, names.slice(0, -1), seconds);
  putContent(state, names, contentOf(path, base64), seconds);
}
