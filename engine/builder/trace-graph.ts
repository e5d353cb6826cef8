import { checksBefore, withoutCheck } from '../trace/check-number.ts';
import { inShort, type Finding } from '../model/finding.ts';
import type { AreTrace, PlannedEvent } from '../trace/trace-format.ts';

/** A planned event under the name it has in a run, and what it waits for. */
export interface Node {
  readonly id: string;
  readonly event: PlannedEvent;
  readonly before: readonly string[];
}

/**
 * The events of `trace` under their names. Conditions go by theirs without the number of a check: who waits for one may
 * name a check that is not in the file.
 */
export function nodesOf({ events }: AreTrace): readonly Node[] {
  const ids = new Set(events.map(({ event_id }) => event_id));
  const conditions = new Set(events.filter(isCondition).map(({ event_id }) => withoutCheck(event_id)));
  const named = (id: string): string =>
    conditions.has(withoutCheck(id)) && (checksBefore(id) !== undefined || !ids.has(id))
      ? withoutCheck(id)
      : id;
  return events.map((event) => ({
    id: isCondition(event) ? withoutCheck(event.event_id) : event.event_id,
    event,
    before: [...new Set(event.dependencies.map(named))],
  }));
}

export const isCondition = ({ event_type }: PlannedEvent): boolean => event_type === 'CONDITION';

/** What keeps `nodes` from being a graph: names that two have, and dependencies that none has. */
export function graphFindings(nodes: readonly Node[]): readonly Finding[] {
  const first = new Map(nodes.map(({ id }, at) => [id, at] as const).reverse());
  return nodes.flatMap(({ id, before }, at) => [
    ...(first.get(id) === at
      ? []
      : [{ path: `events[${at}].event_id`, found: `${inShort(id)} again`, wanted: 'an id of its own' }]),
    ...before
      .filter((one) => !first.has(one))
      .map((one) => ({
        path: `events[${at}].dependencies`,
        found: inShort(one),
        wanted: 'the id of an event of this file',
      })),
  ]);
}

/** Who waits for whom. */
export type Followers = ReadonlyMap<string, readonly Node[]>;

/**
 * Those that wait for one of `ids`, over as many steps as there are, and `ids` themselves; no more than one above `most` where
 * nobody needs to know more.
 */
export function withFollowers(
  ids: readonly string[],
  followers: Followers,
  most = Infinity,
): ReadonlySet<string> {
  const found = new Set(ids);
  for (const id of found)
    for (const follower of followers.get(id) ?? []) {
      if (found.size > most) return found;
      found.add(follower.id);
    }
  return found;
}

/** `nodes` in such an order that each comes after all it waits for, and else as they were. Those of a cycle come last. */
export function inOrder(nodes: readonly Node[]): readonly Node[] {
  const followers = followersOf(nodes);
  const waiting = new Map(nodes.map(({ id, before }) => [id, before.length]));
  const ordered = nodes.filter(({ before }) => before.length === 0);
  for (const { id } of ordered)
    for (const follower of followers.get(id) ?? []) {
      const left = waiting.get(follower.id)! - 1;
      waiting.set(follower.id, left);
      if (left === 0) ordered.push(follower);
    }
  return ordered.length === nodes.length ? ordered : [...new Set([...ordered, ...nodes])];
}

export function followersOf(nodes: readonly Node[]): Followers {
  const followers = new Map<string, Node[]>(nodes.map(({ id }) => [id, []]));
  for (const node of nodes) for (const id of node.before) followers.get(id)?.push(node);
  return followers;
}
