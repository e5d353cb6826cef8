import { type Path, printPath } from '../values/paths.ts';
import type { Action, Actor } from '../event.ts';
import type { AppName, EventId, RunId } from '../values/ids.ts';
import type { Json } from '../values/json.ts';
import type { ActionEntry } from '../log-entry.ts';
import type { RequestChange } from '../model-choice.ts';
import type { OutsideAgent, RunMode } from '../run.ts';
import { truncate } from '../values/text.ts';
import type { SimTime } from '../values/time.ts';

/** A change that a branch makes to its run: to the plan, or an act of a person before the log entry with index `at`. */
export type Intervention =
  /** A planned action is called with another value of one argument. */
  | { readonly kind: 'argument'; readonly event: EventId; readonly name: string; readonly value: Json }
  /** A planned action is not carried out; its successors still fire. */
  | { readonly kind: 'leave-out'; readonly event: EventId }
  /** A tool is called between two entries; the clock first moves on to `time`, if that is later. */
  | {
      readonly kind: 'act';
      readonly at: number;
      readonly time?: SimTime | undefined;
      readonly actor: Actor;
      readonly action: Action;
    }
  /** A value in an app's state is replaced. */
  | {
      readonly kind: 'set';
      readonly at: number;
      readonly app: AppName;
      readonly path: Path;
      readonly value: Json;
    }
  /** The oracle starts or stops playing the agent. */
  | { readonly kind: 'mode'; readonly at: number; readonly mode: RunMode }
  /** From here on, the agent makes the calls of a script, given by its path among the run's files: those after `since` and before `till`. */
  | {
      readonly kind: 'agent';
      readonly at: number;
      readonly script: string;
      readonly since?: SimTime | undefined;
      readonly till?: SimTime | undefined;
    }
  /** A model is asked again, with one change or none, from a request of the parent on, which is counted from 0. */
  | {
      readonly kind: 'request';
      readonly at: number;
      readonly request: number;
      readonly change?: RequestChange | undefined;
      /** The number, from 1, of this branch among several with the same request. */
      readonly nth?: number | undefined;
    };

/** A change at a log entry, not at a request to a model. */
export type EntryChange = Exclude<Intervention, { readonly kind: 'request' }>;

/** The parent of a branch, and the branch's changes. */
export interface BranchOrigin {
  readonly parent: RunId;
  /** The log index of the parent's entry before which the branch begins. */
  readonly at: number;
  /** Everything that differs from the scenario: the parent's interventions, then its own. */
  readonly interventions: readonly Intervention[];
  /** For branches of a recorded trace: the number of entries that are repeated from the trace. */
  readonly recorded?: number;
}

/** The script name that stands for the agent's later actions in the parent run. */
export const RECORDED_AGENT = 'recorded';

const MAX_SHOWN_CHARACTERS = 60;

/** Describes the changes of a branch in a few words. `agent` plays after the last change of the agent. */
export function describeChanges(interventions: readonly Intervention[], agent?: OutsideAgent): string {
  const last = interventions.findLastIndex(({ kind }) => kind === 'mode');
  return interventions
    .map((one, index) =>
      one.kind === 'mode' && one.mode === 'plain' && index < last
        ? `the agent is changed at #${one.at}`
        : describeIntervention(one, agent),
    )
    .join('; ');
}

/** Describes an intervention in a few words. */
export function describeIntervention(intervention: Intervention, agent?: OutsideAgent): string {
  switch (intervention.kind) {
    case 'argument':
      return `${intervention.name} of ${intervention.event} is ${shortJson(intervention.value)}`;
    case 'leave-out':
      return `${intervention.event} is left out`;
    case 'act':
      return `the ${intervention.actor} calls ${intervention.action.app}.${intervention.action.tool} after ${positionPhrase(intervention.at)}`;
    case 'set':
      return `${printPath([intervention.app, ...intervention.path])} is ${shortJson(intervention.value)} after ${positionPhrase(intervention.at)}`;
    case 'mode':
      return `${intervention.mode === 'oracle' ? 'the oracle acts' : agent === undefined ? 'no agent acts' : `${agent.command} plays the agent`} from #${intervention.at} on`;
    case 'agent':
      return `the agent ${scriptPhrase(intervention.script)} from #${intervention.at} on`;
    case 'request':
      return describeRequest(intervention);
  }
}

function describeRequest({ request, change, nth }: Intervention & { readonly kind: 'request' }): string {
  const times = nth === undefined ? '' : ` (${nth})`;
  const from = `from request ${request} on${times}`;
  switch (change?.kind) {
    case undefined:
      return `request ${request} is asked again${times}`;
    case 'answer': {
      const { text, calls } = change.answer;
      const said = [text.trim(), ...calls.map(({ name, args }) => `${name} ${args}`)]
        .filter(Boolean)
        .join(' ');
      return `the answer to request ${request} is ${shortJson(said)}${times}`;
    }
    case 'message':
      return `message ${change.place + 1} is ${shortJson(change.message['content'] ?? change.message)} ${from}`;
    case 'system':
      return `the system prompt is ${shortJson(change.text)} ${from}`;
    case 'tool':
      return `${change.tool} is described as ${shortJson(change.description)} ${from}`;
    case 'parameter':
      return change.value === undefined
        ? `${change.name} is left out ${from}`
        : `${change.name} is ${shortJson(change.value)} ${from}`;
    case 'model':
      return `${change.name} is asked ${from}`;
  }
}

/** Describes a script. The script of a recorded agent is named after its run. */
function scriptPhrase(script: string): string {
  const recorded = /^agent-of-(r\d+)(?:-\d+)?\.json$/.exec(script)?.[1];
  return recorded === undefined ? `follows ${script}` : `does what it did in ${recorded}`;
}

const positionPhrase = (at: number): string => (at === 0 ? 'the start' : `#${at - 1}`);

const shortJson = (value: Json): string => truncate(JSON.stringify(value), MAX_SHOWN_CHARACTERS);

/** The tool name in entries of manual state changes. A custom app may have a tool of this name, too. */
export const SET_STATE = 'set_state';

/** A value in an app's state that a person set. */
export interface ManualStateChange {
  readonly app: AppName;
  readonly path: Path;
  readonly value: Json;
}

/** The manual state change that `entry` logs; `undefined` for calls, even of a tool with this name. */
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
