import { refuse } from '../tool.ts';

/** Deeper folders than this are refused: a state must stay one that every reader of JSON can take. */
const DEEPEST = 64;

/** The names on the way from the root to an entry. */
export type Names = readonly string[];

/**
 * The way that `path` says. `/` is the root and so is `.`: there is no other place to start from. `~` in front is `/home/userhome/`.
 *
 * @throws {ToolError} `PermissionError` when it leads out of the root, `OSError` when it is too deep.
 */
export function namesOf(path: string): Names {
  const whole = path.startsWith('~') ? `home/userhome/${path.slice(1)}` : path;
  const names: string[] = [];
  for (const name of whole.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined)
      refuse(
        'PermissionError',
        `found the path "${path}", which leads out of the root, wanted one within it`,
      );
  }
  refuseDeeper(names.length);
  return names;
}

/** The path of the entry at `names`, from the root. */
export const pathOf = (names: Names): string => `/${names.join('/')}`;

/** @throws {ToolError} `OSError` when `levels` are more than a state may have. */
export function refuseDeeper(levels: number): void {
  if (levels > DEEPEST) refuse('OSError', `found a path of ${levels} levels, wanted at most ${DEEPEST}`);
}
