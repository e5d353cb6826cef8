import { apply } from '../journal/apply.ts';
import { copyJson } from '../journal/copy.ts';
import { LogHash } from '../log-hash.ts';
import { inShort, type Finding } from '../model/finding.ts';
import { fits } from './fits.ts';
import type { NewHash, PortableRun } from './portable-run.ts';

/** Whether the log is the one its hash was made of, and its changes fit the states: the first thing that does not. */
export function misfitInLog({ run, states, entries }: PortableRun, newHash: NewHash): Finding | undefined {
  const hash = new LogHash(newHash());
  const now = new Map(states.map(({ app, value }) => [app, copyJson(value)]));
  for (const entry of entries) {
    hash.add(entry);
    for (const [at, change] of entry.changes.entries()) {
      const state = now.get(change.app);
      const path = `entry ${entry.index}: changes[${at}]`;
      if (state === undefined)
        return { path, found: `app ${inShort(change.app)}`, wanted: 'an app of the run' };
      if (!fits(state, change)) {
        const place = [change.app, ...change.path].join('.');
        return { path, found: `${change.op} at ${inShort(place)}`, wanted: 'a place that the state has' };
      }
      apply(state, change);
    }
  }
  const found = hash.end();
  if (run.logHash === undefined || run.logHash === found) return undefined;
  return { path: 'run.logHash', found: run.logHash, wanted: `that of its entries, ${found}` };
}
