import { app } from '../app.ts';
import { namedMessagingWith } from './beginning.ts';
import { namedReadingTools } from './named-reading.ts';
import { namedWritingTools } from './named-writing.ts';

/** The field's first messenger: people go by their names, the user by `Me`. */
export const namedMessaging = app({
  class: 'MessagingApp',
  initial: namedMessagingWith,
  tools: { ...namedReadingTools, ...namedWritingTools },
});
