import { isJsonObject, readJson } from '../../../engine/model/index.ts';
import { LISTS_FILE, listedScenario, namesServers } from '../runs/index.ts';
import type { CompiledScenario } from '../scenarios/index.ts';

type Variant = string | undefined;
type Files = ReadonlyMap<string, string>;

/**
 * The files of a scenario with added tool lists of servers that are known only to the servers, so that all jobs of the sweep have
 * the same tools. Also returns whether a server answers its tools. Asks the servers, which start in `workspace`.
 * @throws {OrreryError} when a server does not answer, or a variant cannot be planned.
 */
export async function withServers(
  workspace: string,
  compiled: CompiledScenario,
  variants: readonly Variant[],
): Promise<{ readonly files: Files; readonly hasServers: boolean }> {
  const { files } = compiled;
  // Planning each variant takes long.
  if (!namesServers(compiled)) return { files, hasServers: false };
  const lists: Record<string, unknown> = {};
  let hasServers = false;
  for (const variant of variants) {
    const run = await listedScenario(compiled, { mode: 'plain', choices: { variant } }, workspace);
    hasServers ||= Object.keys(run.outsideApps).length > 0;
    const list = run.files.get(LISTS_FILE);
    if (list !== undefined) lists[nameOf(variant)] = JSON.parse(list);
    run.release();
  }
  if (Object.keys(lists).length === 0) return { files, hasServers };
  return { files: new Map([...files, [LISTS_FILE, JSON.stringify(lists)]]), hasServers };
}

/**
 * The tool lists of a variant in the text of the file {@link LISTS_FILE} that {@link withServers} wrote, in the form in which a run
 * stores them.
 */
export function variantLists(text: string, variant: Variant): string | undefined {
  const read = readJson(text);
  const lists = 'value' in read && isJsonObject(read.value) ? read.value[nameOf(variant)] : undefined;
  return lists === undefined ? undefined : JSON.stringify(lists);
}

const nameOf = (variant: Variant): string => variant ?? '';
