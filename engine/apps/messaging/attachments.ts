import { optional, str } from '../argument.ts';
import { asIs, type AsIs } from '../as-is.ts';
import { attachmentFrom, saveAttachment } from '../files/attachments.ts';
import { refuse, toolOf, type ToolContext } from '../tool.ts';
import { conversationOf, type AnyConversation, type AnyMessagingState, type Said } from './state.ts';

/**
 * The file at `path` as a message carries it; nothing where that is null.
 *
 * @throws {ToolError} `ValueError` when it is not there.
 */
export function attached(
  path: string | null,
  context: ToolContext,
): Pick<Said, 'attachment' | 'attachment_name'> {
  if (path === null) return {};
  const { name, base64 } = attachmentFrom(context, path);
  return { attachment: base64, attachment_name: name };
}

/** Saves what came with a message. Both messengers have it. */
export const download_attachment = toolOf<AnyMessagingState>()({
  summary: 'Save the attachment of a message to a folder. Answers its path.',
  returns: 'str',
  effect: 'write',
  callers: ['agent'],
  args: { conversation_id: str, message_id: str, download_path: optional(str, 'Downloads/') },
  apply(state, { conversation_id, message_id, download_path }, context) {
    const { attachment, attachment_name } = messageOf(state, conversation_id, message_id);
    if (attachment === undefined || attachment === null)
      return refuse('Exception', `message_id: found a message without an attachment, "${message_id}"`);
    return saveAttachment(
      context,
      { name: attachment_name ?? message_id, base64: attachment },
      download_path,
    );
  },
});

function messageOf(state: AnyMessagingState, conversation: string, id: string): AsIs<Said> {
  const { messages } = asIs<AnyConversation>(conversationOf<AnyConversation>(state, conversation));
  return (
    (messages as readonly AsIs<Said>[]).find(({ message_id }) => message_id === id) ??
    refuse('Exception', `message_id: found no message "${id}" in the conversation`)
  );
}
