import { isJsonObject, type Json } from '../../model/index.ts';

// Programs log what the user typed, to offer it again. Without the answers it is no attempt; other files have these.

interface PromptLog {
  readonly tool: string;
  /** The fields that each of its items has. */
  readonly fields: readonly string[];
  readonly sessions: string;
}

const PROMPT_LOGS: readonly PromptLog[] = [
  {
    tool: 'Gemini CLI',
    fields: ['sessionId', 'messageId', 'type', 'message'],
    sessions: 'the files session-….json in the folder chats beside it',
  },
  {
    tool: 'Claude Code',
    fields: ['display', 'pastedContents', 'project'],
    sessions: 'the folder projects beside it',
  },
  {
    tool: 'Codex',
    fields: ['session_id', 'ts', 'text'],
    sessions: 'the folder sessions beside it',
  },
];

/** Where the answers are, if `document` is a log of what the user said; `undefined` for any other. */
export function whereAnswersAre(document: Json): string | undefined {
  const items: readonly Json[] = Array.isArray(document) ? document : [document];
  const log = PROMPT_LOGS.find(({ fields }) =>
    items.every((item) => isJsonObject(item) && fields.every((name) => name in item)),
  );
  if (log === undefined || items.length === 0) return undefined;
  return `It has only what the user said to ${log.tool}, without answers. Import ${log.sessions}: the sessions are there.`;
}
