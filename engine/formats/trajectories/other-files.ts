import { isJsonObject, type Json } from '../../model/index.ts';
import { listOf } from './fields.ts';

// Programs write more files than those with attempts, such as logs of what the user typed. People import them by mistake.

interface OtherFile {
  /** The fields that each item of the file has. */
  readonly fields: readonly string[];
  /** What the file has, and where the attempts are. */
  readonly advice: string;
}

/** The advice for a log of what the user typed, which a program offers again. */
const promptLog = (tool: string, sessions: string): string =>
  `It has only what the user said to ${tool}, without answers. Import ${sessions}: the sessions are there.`;

const OTHER_FILES: readonly OtherFile[] = [
  {
    fields: ['sessionId', 'messageId', 'type', 'message'],
    advice: promptLog('Gemini CLI', 'the files session-….json in the folder chats beside it'),
  },
  {
    fields: ['display', 'pastedContents', 'project'],
    advice: promptLog('Claude Code', 'the folder projects beside it'),
  },
  {
    fields: ['session_id', 'ts', 'text'],
    advice: promptLog('Codex', 'the folder sessions beside it'),
  },
  {
    fields: ['model_name_or_path', 'model_patch'],
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
    : OTHER_FILES.find(({ fields }) =>
        items.every((item) => isJsonObject(item) && fields.every((name) => name in item)),
      )?.advice;
