import type { Action } from '../model/action.ts';
import type { ActionEntry } from '../model/log-entry.ts';
import { argumentDifferences, isWorded, likeness, nearnessOf, type Nearness } from './oracle-arguments.ts';

/** A call of the agent's. */
export type Act = Omit<ActionEntry, 'changes'>;

/** How many calls with other arguments are held against one of the oracle's. */
const MOST_OTHERS = 20;

/** The calls of one tool that are not matched, and the same by the likeness of some of their arguments. */
interface Calls {
  readonly open: Set<Act>;
  readonly alike: Map<string, ReadonlyMap<string, Set<Act>>>;
}

/** The agent's calls that are not matched with one of the oracle's. */
export class OpenCalls {
  readonly #byTool = new Map<string, Calls>();

  constructor(acts: readonly Act[]) {
    for (const act of acts) {
      const tool = toolOf(act.action);
      const calls = this.#byTool.get(tool);
      if (calls === undefined) this.#byTool.set(tool, { open: new Set([act]), alike: new Map() });
      else calls.open.add(act);
    }
  }

  take(act: Act): void {
    this.#byTool.get(toolOf(act.action))?.open.delete(act);
  }

  /**
   * The first call of the tool of `action` whose arguments come as near to `args` as `wanted`. Of those with other arguments,
   * the one with the fewest differences among the first {@link MOST_OTHERS}: so many that are all different tell nobody more.
   */
  nearest(action: Action, args: Action['args'], wanted: Nearness): Act | undefined {
    const calls = this.#byTool.get(toolOf(action));
    if (calls === undefined) return undefined;
    if (wanted === 'other') return fewest(calls.open, args);
    const names = Object.keys(args).filter((name) => wanted === 'same' || !isWorded(name));
    const alike = alikeIn(calls, names).get(likeness(args, names));
    for (const act of alike ?? [])
      if (!calls.open.has(act)) alike!.delete(act);
      else if (nearnessOf(argumentDifferences(args, givenIn(act))) === wanted) return act;
    return undefined;
  }
}

function alikeIn({ open, alike }: Calls, names: readonly string[]): ReadonlyMap<string, Set<Act>> {
  const key = JSON.stringify(names);
  const known = alike.get(key);
  if (known !== undefined) return known;
  const made = new Map<string, Set<Act>>();
  for (const act of open) {
    const like = likeness(givenIn(act), names);
    if (!made.get(like)?.add(act)) made.set(like, new Set([act]));
  }
  alike.set(key, made);
  return made;
}

function fewest(open: ReadonlySet<Act>, args: Action['args']): Act | undefined {
  let nearest: Act | undefined;
  let least = Infinity;
  let looked = 0;
  for (const act of open) {
    if (looked++ === MOST_OTHERS) break;
    const { length } = argumentDifferences(args, givenIn(act));
    if (length >= least) continue;
    nearest = act;
    least = length;
  }
  return nearest;
}

/** What a call's tool was called with. */
export const givenIn = ({ action: { args, resolved = args } }: Act): Action['args'] => resolved;

const toolOf = ({ app, tool }: Action): string => `${app} ${tool}`;
