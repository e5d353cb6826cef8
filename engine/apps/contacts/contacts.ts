import { app } from '../app.ts';
import { contactReadingTools } from './reading.ts';
import { contactsWith } from './state.ts';
import { wholeCardTools } from './whole-card.ts';
import { contactWritingTools } from './writing.ts';

/** The user's address book, with the user's own card in it. */
export const contacts = app({
  class: 'ContactsApp',
  initial: contactsWith,
  tools: { ...contactReadingTools, ...contactWritingTools, ...wholeCardTools },
});
