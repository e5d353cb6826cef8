import { app } from '../app.ts';
import { arrivingTools } from './arriving.ts';
import { readingTools } from './reading.ts';
import { mailboxWith } from './state.ts';
import { wholeMailTools } from './whole-mail.ts';
import { writingTools } from './writing.ts';

/** The user's mailbox: an inbox, sent mail, drafts and a trash. */
export const emailClient = app({
  class: 'EmailClientV2',
  initial: mailboxWith,
  tools: { ...readingTools, ...writingTools, ...arrivingTools, ...wholeMailTools },
});
