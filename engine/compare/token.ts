import type { LogEntry } from '../model/log-entry.ts';
import { withoutIds } from '../model/made-up-ids.ts';

/** What an entry is recognised by; `undefined` where this way of looking says nothing of it. */
export type TokenOf = (entry: LogEntry) => string | undefined;

/** By the event of the scenario that it is. Only runs of one scenario have the same events. */
export const byEvent: TokenOf = (entry) =>
  isPlanned(entry) ? `${entry.event} ${'attempt' in entry ? entry.attempt : ''}` : undefined;

/** By who did what with which arguments, or what was checked and came out. */
export const byContent: TokenOf = (entry) => {
  if (!('action' in entry)) return `${byNature(entry)!} ${'verdict' in entry ? entry.verdict : ''}`;
  const { args, resolved = args } = entry.action;
  return `${byNature(entry)!} ${withoutIds(JSON.stringify(resolved))}`;
};

/** By who called which tool, or what was checked. */
export const byNature: TokenOf = (entry) => {
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      return `${entry.kind} ${entry.action.app} ${entry.action.tool}`;
    case 'condition':
      return `condition ${entry.name}`;
    case 'validation':
      return `validation ${[...entry.achieved, ...entry.open].sort().join(', ')}`;
    case 'agent-validation':
      return `agent-validation ${[...entry.milestones, ...entry.minefields].join(', ')}`;
    case 'stop':
      return 'stop';
  }
};

/** What nobody planned is named by its place in the log, which tells nothing. */
const isPlanned = ({ event, index, ...entry }: LogEntry): boolean =>
  !('direct' in entry) && !(entry.causes.length === 0 && event.endsWith(`-${index}`));
