import { readFile } from '../../../../engine/apps/files/attachments.ts';
import { fileSystem } from '../../../../engine/apps/files/files.ts';
import { messaging } from '../../../../engine/apps/messaging/messaging.ts';
import { namedMessaging } from '../../../../engine/apps/messaging/named-messaging.ts';
import type { MessagingState, NamedMessagingState } from '../../../../engine/apps/messaging/state.ts';
import { appName } from '../../../../engine/model/values/ids.ts';
import type { JsonObject } from '../../../../engine/model/values/json.ts';
import { seededRandom } from '../../../../engine/model/values/random.ts';
import { parseInstant } from '../../../../engine/model/values/time.ts';
import type { AppInstance, FileState } from '../../../../engine/world/app.ts';
import { type CallResult, World } from '../../../../engine/world/world.ts';
import { AppUnderTest, NOW } from '../app-under-test.ts';

export const DAY = 86_400;

const id_to_name = { ada: 'Ada Lovelace', ben: 'Ben Adams', mary: 'Mary Somerville' };

/** A messenger with a conversation with Ada (three messages) and a group with Ada and Ben (one message). */
export const messenger = (): AppInstance<MessagingState> =>
  messaging({
    id_to_name,
    conversations: [
      {
        conversation_id: 'ada',
        participant_ids: ['ada'],
        messages: [
          { sender_id: 'ada', timestamp: NOW - 2 * DAY, content: 'Lunch on Friday?' },
          { sender_id: 'me', timestamp: NOW - 2 * DAY + 0.5, content: 'Gladly' },
          {
            sender_id: 'ada',
            timestamp: NOW - DAY,
            content: 'The menu',
            attachment: 'c291cA==',
            attachment_name: 'menu.txt',
          },
        ],
      },
      {
        conversation_id: 'walk',
        participant_ids: ['ben', 'ada'],
        title: 'Sunday walk',
        messages: [{ sender_id: 'ben', timestamp: NOW - 3 * DAY, content: 'Boots!' }],
      },
    ],
  });

export const chats = (): AppUnderTest<MessagingState> => new AppUnderTest(messenger());

/** The same conversations in MessagingApp. */
export const namedMessenger = (): AppInstance<NamedMessagingState> =>
  namedMessaging({
    conversations: [
      {
        conversation_id: 'ada',
        participants: ['Ada', 'Me'],
        messages: [
          { sender: 'Ada', timestamp: NOW - 2 * DAY, content: 'Lunch on Friday?' },
          { sender: 'Me', timestamp: NOW - 2 * DAY + 0.5, content: 'Gladly' },
          {
            sender: 'Ada',
            timestamp: NOW - DAY,
            content: 'The menu',
            attachment: 'c291cA==',
            attachment_name: 'menu.txt',
          },
        ],
      },
      {
        conversation_id: 'walk',
        participants: ['Ben', 'Ada', 'Me'],
        title: 'Sunday walk',
        messages: [{ sender: 'Ben', timestamp: NOW - 3 * DAY, content: 'Boots!' }],
      },
    ],
  });

export const namedChats = (): AppUnderTest<NamedMessagingState> => new AppUnderTest(namedMessenger());

/** A world with a messenger and a file system, in which `Documents/plan.txt` contains `soup`. */
export class Office {
  readonly #world: World;

  constructor(app: AppInstance) {
    this.#world = new World(
      { app, files: fileSystem({ files: { 'Documents/plan.txt': 'soup' } }) },
      { now: () => parseInstant('2026-01-05T09:00:00Z'), random: seededRandom(1) },
    );
  }

  call(tool: string, args: JsonObject): CallResult['outcome'] {
    return this.#world.call({ app: appName('app'), tool, args }).outcome;
  }

  /** The messages of the conversation `id`. */
  messages(id: string): unknown {
    const { conversations } = this.#world.state(appName('app')) as unknown as MessagingState;
    return conversations[id]?.messages;
  }

  /** The content of the file at `path`, in base64. */
  content(path: string): string {
    return readFile(this.#world.state(appName('files')) as unknown as FileState, path);
  }
}
