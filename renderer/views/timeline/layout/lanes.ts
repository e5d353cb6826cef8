import type { AppSummary, EntryKind } from '../../../../engine/model/index.ts';
import type { LogRow, Preferences } from '../../../../preload/contract.ts';
import { KIND_WORDS } from '../../../ui/format/words.ts';

/** How entries are grouped into lanes. */
export type LaneChoice = Preferences['timeline']['lanes'];

/** Heights in the timeline, CSS px. */
export interface Heights {
  readonly ruler: number;
  readonly signs: number;
  readonly highestLane: number;
  /** Lanes that do not fit at this height scroll. */
  readonly lowestLane: number;
  /** Height of the lane of each probe. */
  readonly probe: number;
  /** Font size of the text in ruler and lanes. */
  readonly font: number;
}

/** Heights for text of `size` CSS px, so that no text is cut. The smallest are those for 13 px. */
export function heightsAt(size: number): Heights {
  const at = (height: number): number => Math.round((height * Math.max(13, size)) / 13);
  return {
    ruler: at(24),
    signs: at(18),
    highestLane: at(36),
    lowestLane: at(20),
    probe: at(28),
    font: at(11),
  };
}

/** The group of entries with neither app nor actor: conditions, validations and the end of the run. */
const CHECKS = '';

/** The least height of the lanes and everything above them, CSS px. */
export const leastHeight = ({ top, names, heights }: Pick<Lanes, 'top' | 'names' | 'heights'>): number =>
  top + names.length * heights.lowestLane;

/** The horizontal bands of the timeline, top to bottom. */
export interface Lanes {
  readonly names: readonly string[];
  /** Top of the first lane, CSS px: under the ruler, and under signs and probes if there are any. */
  readonly top: number;
  /** Height of each lane, CSS px. */
  readonly height: number;
  /** Lane index of each group, by its index in {@link Columns.groups}; −1 for a group without a lane. */
  readonly ofGroup: readonly number[];
  readonly heights: Heights;
}

/** The group of a row, which decides its lane. */
export function groupOf({ app, kind }: Pick<LogRow, 'app' | 'kind'>, choice: LaneChoice): string {
  if (choice === 'kind') return kind;
  if (choice === 'app') return app ?? CHECKS;
  return kind === 'agent' || kind === 'user' || kind === 'environment' ? kind : CHECKS;
}

const orderOf = (choice: LaneChoice, apps: readonly AppSummary[]): readonly string[] =>
  choice === 'app'
    ? [...apps.map(({ name }) => name), CHECKS]
    : choice === 'actor'
      ? ['user', 'agent', 'environment', CHECKS]
      : KINDS;

function nameOf(group: string, choice: LaneChoice): string {
  if (group === CHECKS) return 'Checks';
  return choice === 'app' ? group : KIND_WORDS[group as keyof typeof KIND_WORDS];
}

/** The lanes that a run of `apps` can have, top to bottom. */
export const possibleLanes = (
  choice: LaneChoice,
  apps: readonly AppSummary[],
): readonly { readonly group: string; readonly name: string }[] =>
  orderOf(choice, apps).map((group) => ({ group, name: nameOf(group, choice) }));

/** One lane for each group that has entries and is not `hidden`. Lanes and the `top` above them share `height` CSS px. */
export function lanesOf(
  groups: readonly string[],
  choice: LaneChoice,
  apps: readonly AppSummary[],
  height: number,
  heights: Heights,
  top = heights.ruler + heights.signs,
  hidden: readonly string[] = [],
): Lanes {
  const shown = orderOf(choice, apps).filter((group) => groups.includes(group) && !hidden.includes(group));
  const share = Math.floor((height - top) / Math.max(1, shown.length));
  return {
    names: shown.map((group) => nameOf(group, choice)),
    top,
    height: Math.max(heights.lowestLane, Math.min(heights.highestLane, share)),
    ofGroup: groups.map((group) => shown.indexOf(group)),
    heights,
  };
}

/** The top of a lane, CSS px. */
export const topOf = ({ top, height }: Lanes, lane: number): number => top + lane * height;

/** The scroll position at which the lane around `y` is visible under the ruler; the current one if it is visible already. */
export function scrollTo(
  y: number,
  { height, heights }: Lanes,
  { scrollTop, clientHeight }: Pick<HTMLElement, 'scrollTop' | 'clientHeight'>,
): number {
  const least = Math.max(0, y + height / 2 - clientHeight);
  const most = y - height / 2 - heights.ruler;
  if (scrollTop >= least && scrollTop <= most) return scrollTop;
  // Scroll up as far as possible, because the signs are at the top.
  return least === 0 ? 0 : Math.max(least, Math.min(most, scrollTop));
}

export const middleOf = (lanes: Lanes, lane: number): number => topOf(lanes, lane) + lanes.height / 2;

/** Every kind of event, in the order of stacks and lanes. */
export const KINDS = [
  'agent',
  'user',
  'environment',
  'condition',
  'validation',
  'agent-validation',
  'stop',
  'wait',
] as const satisfies readonly EntryKind[];

export const NTH_KIND = Object.fromEntries(KINDS.map((kind, index) => [kind, index])) as Readonly<
  Record<EntryKind, number>
>;
