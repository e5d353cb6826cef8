import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { listOf } from './fields.ts';

// Programs write more files than those with attempts, such as logs of what the user typed. People import them by mistake.

interface OtherFile {
  /** Whether an item is of such a file. */
  readonly isOf: (item: JsonObject) => boolean;
  /** What the file has, and where the attempts are. */
  readonly advice: string;
}

const has =
  (...fields: readonly string[]) =>
  (item: JsonObject): boolean =>
    fields.every((name) => name in item);

/** The advice for a log of what the user typed, which a program offers again. */
const promptLog = (tool: string, sessions: string): string =>
  `It has only what the user said to ${tool}, without answers. Import ${sessions}: the sessions are there.`;

const OTHER_FILES: readonly OtherFile[] = [
  {
    isOf: has('sessionId', 'messageId', 'type', 'message'),
    advice: promptLog('Gemini CLI', 'the files session-….json in the folder chats beside it'),
  },
  {
    isOf: has('display', 'pastedContents', 'project'),
    advice: promptLog('Claude Code', 'the folder projects beside it'),
  },
  {
    isOf: has('session_id', 'ts', 'text'),
    advice: promptLog('Codex', 'the folder sessions beside it'),
  },
  {
    isOf: (item) => 'ts' in item && (item['type'] === 'say' || item['type'] === 'ask'),
    advice:
      'It has what Cline showed. Import api_conversation_history.json beside it: it has the messages of the model.',
  },
  {
    isOf: has('model_name_or_path', 'model_patch'),
    advice: 'It has only the patches that a model submitted. Import the trajectories of the attempts.',
  },
];

/** Where the attempts are, if `document` is another file of the program that wrote them; `undefined` for any other. */
export function whereOthersAre(document: Json): string | undefined {
  const rows = Array.isArray(document) ? listOf(document) : [document];
  return adviceFor(rows) ?? (isJsonObject(document) ? adviceFor(Object.values(document)) : undefined);
}

const adviceFor = (items: readonly Json[]): string | undefined =>
  items.length === 0
    ? undefined
    : OTHER_FILES.find(({ isOf }) => items.every((item) => isJsonObject(item) && isOf(item)))?.advice;
