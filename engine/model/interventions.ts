import type { Path } from './paths.ts';
import type { Action, Actor } from './event.ts';
import type { AppName, EventId, RunId } from './ids.ts';
import type { Json } from './json.ts';
import type { ActionEntry } from './log-entry.ts';
import type { RunMode } from './run.ts';
import { truncate } from './text.ts';
import type { SimTime } from './time.ts';

/** What is made otherwise in a run than its scenario has it. `at` counts the entries before it. */
export type Intervention =
  /** A planned action is called with another value of one argument. */
  | { readonly kind: 'argument'; readonly event: EventId; readonly name: string; readonly value: Json }
  /** A planned action is not carried out. What waits for it goes on. */
  | { readonly kind: 'leave-out'; readonly event: EventId }
  /** A tool is called between two entries; where `time` is later than the entry before it, time goes on so far. */
  | {
      readonly kind: 'act';
      readonly at: number;
      readonly time?: SimTime | undefined;
      readonly actor: Actor;
      readonly action: Action;
    }
  /** A value of an app's state is another. */
  | {
      readonly kind: 'set';
      readonly at: number;
      readonly app: AppName;
      readonly path: Path;
      readonly value: Json;
    }
  /** Somebody else does the agent's part. */
  | { readonly kind: 'mode'; readonly at: number; readonly mode: RunMode }
  /** From here on the agent makes the calls of a script, by its path among the run's files; before `till`, where it is said. */
  | {
      readonly kind: 'agent';
      readonly at: number;
      readonly script: string;
      readonly till?: SimTime | undefined;
    };

/** Where a run comes from that was branched off another. */
export interface BranchOrigin {
  readonly parent: RunId;
  /** The parent's entry before which it parts, by index. */
  readonly at: number;
  /** All that makes it another run than its scenario's, the parent's interventions first. */
  readonly interventions: readonly Intervention[];
  /** Of branches of recorded traces: how many of its entries are as they were recorded, and did not run. */
  readonly recorded?: number;
}

/** The script, asked for by name, of what the agent of the run that is branched did from there on. */
export const RECORDED_AGENT = 'recorded';

const LONGEST = 60; // characters

/** What a branch has otherwise, in a few words. */
export function describeIntervention(intervention: Intervention): string {
  switch (intervention.kind) {
    case 'argument':
      return `${intervention.name} of ${intervention.event} is ${short(intervention.value)}`;
    case 'leave-out':
      return `${intervention.event} is left out`;
    case 'act':
      return `the ${intervention.actor} calls ${intervention.action.app}.${intervention.action.tool} after ${before(intervention.at)}`;
    case 'set':
      return `${[intervention.app, ...intervention.path].join('.')} is ${short(intervention.value)} after ${before(intervention.at)}`;
    case 'mode':
      return `${intervention.mode === 'oracle' ? 'the oracle acts' : 'no agent acts'} from #${intervention.at} on`;
    case 'agent':
      return `the agent ${doing(intervention.script)} from #${intervention.at} on`;
  }
}

/** A recorded agent's script is named by its run. */
function doing(script: string): string {
  const recorded = /^agent-of-(r\d+)(?:-\d+)?\.json$/.exec(script)?.[1];
  return recorded === undefined ? `follows ${script}` : `does what it did in ${recorded}`;
}

const before = (at: number): string => (at === 0 ? 'the start' : `#${at - 1}`);

const short = (value: Json): string => truncate(JSON.stringify(value), LONGEST);

/** The tool that entries name where a value was set by hand. An app of an author's own may have one of that name, too. */
export const SET_STATE = 'set_state';

/** A value that was put into an app's state by hand, and where. */
export interface ManualStateChange {
  readonly app: AppName;
  readonly path: Path;
  readonly value: Json;
}

/** What `entry` set by hand; `undefined` when it tells of a call, also of a tool by that name. */
export function manualStateChangeOf({
  kind,
  direct,
  action: { app, tool, args },
}: Pick<ActionEntry, 'kind' | 'direct' | 'action'>): ManualStateChange | undefined {
  if (tool !== SET_STATE || kind !== 'environment' || direct !== true) return undefined;
  const { path, value } = args;
  return isPath(path) && value !== undefined ? { app, path, value } : undefined;
}

const isPath = (given: Json | undefined): given is Path =>
  Array.isArray(given) && given.every((step) => typeof step === 'string' || typeof step === 'number');
