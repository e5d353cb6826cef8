import { applyChanges, KnowledgeReconstruction, notificationRulesOf } from '../../../engine/index.ts';
import type { Change } from '../../../engine/model/log-entry.ts';
import type { Actor } from '../../../engine/model/event.ts';
import { appName, type AppName, eventId } from '../../../engine/model/values/ids.ts';
import type { Json, JsonObject } from '../../../engine/model/values/json.ts';
import type { AppKnowledge, Awareness } from '../../../engine/model/knowledge.ts';
import type { ActionEntry } from '../../../engine/model/log-entry.ts';
import { instant } from '../../../engine/model/values/time.ts';
import { copyJson } from '../../../engine/state/copy.ts';

/** One call: its actor, app, tool, arguments, result and changes. */
export interface Deed {
  readonly by: Actor;
  readonly app: string;
  readonly tool?: string;
  readonly args?: JsonObject;
  readonly answer?: Json;
  readonly failed?: true;
  readonly changes?: readonly Json[];
}

const CLASSES: Readonly<Record<string, string>> = {
  mail: 'EmailClientV2',
  chat: 'AgentUserInterface',
  files: 'Files',
  shop: 'ShoppingApp',
  memo: 'MemoPad',
};

export const letter = (id: string, content = ''): JsonObject => ({
  sender: 'ada@example.org',
  subject: `about ${id}`,
  email_id: id,
  parent_id: null,
  content,
});

export const file = (name: string, text = ''): JsonObject => ({ name, type: 'file', text });

/** Initial states: an email app with two emails, a chat, a file, a shop and an app of an unknown class. */
const OFFICE: Readonly<Record<string, Json>> = {
  mail: {
    folders: {
      INBOX: { folder_name: 'INBOX', emails: [letter('inbox-1'), letter('inbox-2')] },
      TRASH: { folder_name: 'TRASH', emails: [] },
    },
  },
  chat: { messages: [] },
  files: {
    files: {
      name: '',
      type: 'directory',
      children: [
        { name: 'notes', type: 'directory', children: [file('plan.txt', 'Ask Ada for the numbers first.')] },
      ],
    },
  },
  shop: {
    products: {
      lamp: { name: 'Lamp', product_id: 'lamp', variants: { 'lamp-red': { item_id: 'lamp-red', price: 9 } } },
    },
    orders: {},
  },
  memo: { memos: { 'memo-1': { id: 'memo-1', body: 'water the fern' } } },
};

export const inbox = (...more: (string | number)[]): (string | number)[] => [
  'folders',
  'INBOX',
  'emails',
  ...more,
];

const entryOf = (deed: Deed, index: number): ActionEntry => ({
  index,
  time: instant(index * 1_000_000),
  due: instant(index * 1_000_000),
  event: eventId(`deed-${index}`),
  causes: [],
  kind: deed.by,
  oracle: false,
  action: { app: appName(deed.app), tool: deed.tool ?? 'do', args: deed.args ?? {}, effect: 'write' },
  calls: [],
  outcome:
    deed.failed === true
      ? { status: 'failed', error: { type: 'KeyError', message: JSON.stringify(deed.answer) } }
      : { status: 'done', value: deed.answer ?? null },
  changes: (deed.changes ?? []).map(
    (change) => ({ app: appName(deed.app), ...(change as object) }) as Change,
  ),
});

const appsOf = Object.keys(OFFICE).map((name) => ({
  name: appName(name),
  class: CLASSES[name]!,
  known: true,
}));

/** The agent's knowledge of an app after an entry; by default the last one. */
export type KnownAt = (app: string, at?: number) => AppKnowledge;

/** Reconstructs the agent's knowledge from the calls in `deeds`. */
export function knownIn(deeds: readonly Deed[]): KnownAt {
  const states = (): [AppName, Json][] =>
    Object.entries(OFFICE).map(([name, state]) => [appName(name), copyJson(state)]);
  const entries = deeds.map(entryOf);
  const knowledge = new KnowledgeReconstruction(states(), notificationRulesOf({ apps: appsOf }));
  for (const entry of entries) knowledge.add(entry);
  return (app, at = deeds.length - 1) => {
    const now = new Map(states());
    applyChanges(
      now,
      entries.slice(0, at + 1).flatMap(({ changes }) => changes),
    );
    return knowledge.at(appName(app), now.get(appName(app))!, at);
  };
}

/** The agent's awareness of each record of an app, by id. */
export const awareness = ({ records }: AppKnowledge): Readonly<Record<string, Awareness>> =>
  Object.fromEntries(records.map((record) => [record.id, record.awareness]));
