import { join, resolve } from 'node:path';
import type { FrozenServer, ServerStart } from '../../../engine/index.ts';
import { isJsonObject, readJson } from '../../../engine/model/index.ts';
import { CACHE, readTrusted, sha256Of, writeCached } from '../system/index.ts';

const LISTS_FOLDER = join(CACHE, 'mcp-lists');
const MAX_STORED_LISTS = 200;

const nameOf = ({ command }: ServerStart, folder = '.'): string =>
  `${sha256Of(JSON.stringify([command, resolve(folder)]))}.json`;

/** The file with the tools that a server listed, if it ran in `folder`. */
const listFile = (start: ServerStart, folder?: string): string => join(LISTS_FOLDER, nameOf(start, folder));

/** The servers, each with the file of its tools if it ran in `folder`. */
export const listFiles = (
  servers: readonly ServerStart[],
  folder: string,
): readonly { readonly command: readonly string[]; readonly list: string }[] =>
  servers.map((start) => ({ command: start.command, list: listFile(start, folder) }));

/** Stores the tools that a server listed, because checks and previews start no server. */
export const rememberList = (
  start: ServerStart,
  folder: string | undefined,
  list: FrozenServer,
): Promise<void> =>
  writeCached(LISTS_FOLDER, nameOf(start, folder), [JSON.stringify(list)], MAX_STORED_LISTS);

/** The tools that a server listed when it last ran here; `undefined` if it never did. */
export async function knownList(
  start: ServerStart,
  folder: string | undefined,
): Promise<FrozenServer | undefined> {
  const text = await readTrusted(listFile(start, folder)).catch(() => undefined);
  const read = text === undefined ? undefined : readJson(text);
  return read !== undefined && 'value' in read && isJsonObject(read.value)
    ? (read.value as unknown as FrozenServer)
    : undefined;
}
