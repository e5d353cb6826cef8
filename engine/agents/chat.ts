import {
  type ActionEntry,
  type AppName,
  type EntryHead,
  type Json,
  type JsonObject,
  type NestedCall,
  type Notification,
  type ScenarioEvent,
  type SimTime,
} from '../model/index.ts';

/** The class of each app, by app name. */
type Classes = ReadonlyMap<AppName, string>;

const CHAT = 'AgentUserInterface';
const TO_AGENT = 'send_message_to_agent';
const TO_USER = 'send_message_to_user';

/** The chat messages between agent and user in `entry`, as notifications of the user. A pure function of the log. */
export function chatMessages(entry: EntryHead, classes: Classes): readonly Notification[] {
  if (!('action' in entry)) return [];
  return [
    ...entry.calls.flatMap((call) => nestedCallMessages(call, entry.time, classes)),
    ...callMessages(entry, entry.time, classes),
  ];
}

const nestedCallMessages = (call: NestedCall, time: SimTime, classes: Classes): readonly Notification[] => [
  ...call.calls.flatMap((inner) => nestedCallMessages(inner, time, classes)),
  ...callMessages(call, time, classes),
];

function callMessages(
  { action: { app, tool, args, resolved = args }, outcome }: Pick<ActionEntry, 'action' | 'outcome'>,
  time: SimTime,
  classes: Classes,
): readonly Notification[] {
  if (outcome.status !== 'done' || classes.get(app) !== CHAT) return [];
  if (tool === TO_USER) return [{ kind: 'agent-message', time, text: contentIn(resolved) }];
  if (tool !== TO_AGENT) return [];
  const { attachments } = resolved;
  return [
    {
      kind: 'user-message',
      time,
      text: contentIn(resolved),
      ...(Array.isArray(attachments) ? { attachments: attachments as readonly string[] } : {}),
    },
  ];
}

const contentIn = ({ content }: JsonObject): string => jsonText(content);

const jsonText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

/** Whether `event` is a message from the user to the agent. */
export const isMessageToAgent = (event: ScenarioEvent, classes: Classes): boolean =>
  'action' in event && event.action.tool === TO_AGENT && classes.get(event.action.app) === CHAT;
