/** What scenario authors import as 'orrery'. */
export { agentUserInterface } from '../apps/chat/agent-user-interface.ts';
export { apartmentListing } from '../apps/apartments/apartment-listing.ts';
export { app, type AppInstance } from '../apps/app.ts';
export {
  about,
  anything,
  bool,
  choice,
  dict,
  dictOf,
  float,
  int,
  list,
  nullable,
  optional,
  str,
} from '../apps/argument.ts';
export { cab } from '../apps/cab/cab.ts';
export { calendar } from '../apps/calendar/calendar.ts';
export { city } from '../apps/city/city.ts';
export { contacts } from '../apps/contacts/contacts.ts';
export { emailClient } from '../apps/email/email-client.ts';
export { fileSystem } from '../apps/files/file-system.ts';
export { messaging } from '../apps/messaging/messaging.ts';
export { namedMessaging } from '../apps/messaging/named-messaging.ts';
export { reminderApp } from '../apps/reminder/reminder.ts';
export { shopping } from '../apps/shopping/shopping.ts';
export { systemApp } from '../apps/system.ts';
export { refuse, toolOf, type ToolContext } from '../apps/tool.ts';
export { virtualFileSystem } from '../apps/files/virtual.ts';
export { hours, micros, minutes, seconds, toSeconds } from '../model/time.ts';
export { type OnFailure, type TimeComparator } from '../model/event.ts';
export { scenario, type Scenario } from './scenario.ts';
export { universe, type Universe } from './universe.ts';
export { variants } from './variants.ts';
