import { arrivingTools } from '../apps/email/arriving.ts';
import type { MailState } from '../apps/email/state.ts';
import { stateBehind, statesBehind, type Kind } from './story.ts';

const TOOL = 'send_email_to_user_only';

/** Mails that come in: those in the inboxes of the sources. */
export const mails: Kind = (app, sources) => {
  const tool = arrivingTools[TOOL];
  if (stateBehind(app, TOOL, tool) === undefined) return undefined;
  const all = statesBehind<MailState>(sources, TOOL, tool).flatMap(({ folders }) => folders.INBOX.emails);
  if (all.length === 0) return undefined;
  return (pick) => {
    const { sender, subject, content } = pick(all);
    return () => [{ tool: TOOL, args: { sender, subject, content } }];
  };
};
