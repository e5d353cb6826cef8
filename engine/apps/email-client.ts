import { app } from './app.ts';
import { arrivingTools } from './email-arriving.ts';
import { readingTools } from './email-reading.ts';
import { mailboxWith } from './email-state.ts';
import { writingTools } from './email-writing.ts';

/** The user's mailbox: an inbox, sent mail, drafts and a trash. */
export const emailClient = app({
  class: 'EmailClientV2',
  initial: mailboxWith,
  tools: { ...readingTools, ...writingTools, ...arrivingTools },
});
