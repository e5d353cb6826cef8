import { app } from '../app.ts';
import { messagingWith } from './beginning.ts';
import { groupTools } from './groups.ts';
import { messageReadingTools } from './reading.ts';
import { messageWritingTools } from './writing.ts';

/** A messenger: the user's conversations with one or more people, who go by ids. */
export const messaging = app({
  class: 'MessagingAppV2',
  initial: messagingWith,
  tools: { ...messageReadingTools, ...messageWritingTools, ...groupTools },
});
