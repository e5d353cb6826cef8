import {
  type Actor,
  type Json,
  type JsonObject,
  OrreryError,
  type SimTime,
  type TimeComparator,
} from '../../model/index.ts';

/** A completed event of a log, as the judge reads it. */
export interface CompletedEvent {
  readonly id: string;
  /** `other` for conditions, validations and stops, which the judge ignores. */
  readonly type: Actor | 'other';
  /** The name under which the app is registered. */
  readonly app: string;
  /** ARE's name of the app's class. */
  readonly class: string;
  readonly tool: string;
  readonly operation: 'read' | 'write';
  readonly time: SimTime;
  /** The arguments as authored, with placeholders. */
  readonly args: JsonObject;
  /** The arguments with placeholders replaced. */
  readonly resolved?: JsonObject | undefined;
  readonly value: Json;
  readonly failed: boolean;
  /** The error message, if the log has it. */
  readonly error?: string;
  /** {@link LogEntry.index}, if the log is a run's. */
  readonly entry?: number;
  /** Whether an author wrote the app. ARE has no rules for its tools. */
  readonly isOwn?: boolean;
}

/** An event of the scenario. Events of type `agent` are the oracle's. */
export interface PlannedEvent {
  readonly id: string;
  readonly type: Actor | 'other';
  readonly app: string;
  readonly tool: string;
  /** The ids of the event's predecessors. */
  readonly after: readonly string[];
  /** The absolute time, if the scenario gives one. */
  readonly at?: SimTime | undefined;
  readonly comparator?: TimeComparator | undefined;
}

/** The fields of a contact that the judge reads. */
export interface Contact {
  readonly firstName: string;
  readonly lastName: string;
  readonly address: Json;
  readonly isUser: boolean;
}

/** The class of ARE's user interface, whose messages begin and end turns. */
const USER_INTERFACE = 'AgentUserInterface';
const TO_USER = 'send_message_to_user';
const TO_AGENT = 'send_message_to_agent';

/** The name of a tool in the judge's tables, such as `EmailClientApp__send_email`: the class of its app and its own name. */
export const toolName = (event: Pick<CompletedEvent, 'class' | 'tool'>): string =>
  `${event.class}__${event.tool}`;

/** {@link toolName} of messages to the user. */
export const MESSAGE_TO_USER = `${USER_INTERFACE}__${TO_USER}`;

/** Whether the event ends the agent's turn: a call by the agent that sends a message to the user. */
export const endsAgentTurn = (event: CompletedEvent): boolean =>
  event.type === 'agent' && event.class === USER_INTERFACE && event.tool === TO_USER;

/** Whether the event ends a turn of the scenario. Quirk of ARE: here the app's name decides, not its class. */
export const endsScenarioTurn = ({ type, app, tool }: PlannedEvent): boolean =>
  type === 'agent' && app === USER_INTERFACE && tool === TO_USER;

/** Whether the event gives the agent a task. */
export const givesTask = (event: CompletedEvent): boolean =>
  event.class === USER_INTERFACE && event.tool === TO_AGENT;

/** The arguments to compare: the resolved ones if present, otherwise the authored ones. */
export const effectiveArguments = ({
  args,
  resolved,
}: Pick<CompletedEvent, 'args' | 'resolved'>): JsonObject =>
  resolved !== undefined && Object.keys(resolved).length > 0 ? resolved : args;

/** The part of an id that marks events that ARE adds as noise. */
const NOISE_TAG = 'env_expansion';

const MAIL_CLASSES: ReadonlySet<string> = new Set(['EmailClientApp', 'EmailClientV2']);

/**
 * The events of `log` that the judge compares, adjusted, in the same order: all events of the environment and the user except
 * noise, and the agent's writes. Failed events are left out.
 * @param agentOnly leaves out the environment and the user as well
 */
export const eventsThatCount = (
  log: readonly CompletedEvent[],
  agentOnly: boolean,
): readonly CompletedEvent[] => log.map(countedByAre).filter((event) => isCompared(event, agentOnly));

function isCompared({ type, id, operation, failed }: CompletedEvent, agentOnly: boolean): boolean {
  if (failed || type === 'other') return false;
  return type === 'agent' ? operation === 'write' : !agentOnly && !id.includes(NOISE_TAG);
}

/** Adjusts three kinds of agent calls that ARE counts differently. ARE names their classes literally, without aliases. */
function countedByAre(event: CompletedEvent): CompletedEvent {
  if (event.type !== 'agent') return event;
  const { class: name, tool } = event;
  if (name === 'CabApp' && tool === 'get_quotation') return { ...event, operation: 'read' };
  if (MAIL_CLASSES.has(name) && tool === 'add_email') return { ...event, type: 'environment' };
  if (name === 'SandboxLocalFileSystem' && tool === 'makedirs') return { ...event, tool: 'mkdir' };
  return event;
}

/** Thrown when the judge cannot compare its input, so that the run's outcome is unknown. */
export class JudgeError extends OrreryError {
  override readonly name = 'JudgeError';
  readonly code = 'cannot-judge';
}
