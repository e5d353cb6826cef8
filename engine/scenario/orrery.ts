/** The names that scenario authors import from 'orrery'. */
export { agentUserInterface } from '../apps/index.ts';
export { apartmentListing } from '../apps/index.ts';
export { app, type AppInstance } from '../world/index.ts';
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
} from '../world/index.ts';
export { cab } from '../apps/index.ts';
export { calendar } from '../apps/index.ts';
export { city } from '../apps/index.ts';
export { contacts } from '../apps/index.ts';
export { emailClient } from '../apps/index.ts';
export { fileSystem } from '../apps/index.ts';
export { type FrozenServer, mcpApp } from '../apps/index.ts';
export { messaging } from '../apps/index.ts';
export { namedMessaging } from '../apps/index.ts';
export { reminderApp } from '../apps/index.ts';
export { shopping } from '../apps/index.ts';
export { systemApp } from '../apps/index.ts';
export { refuse, toolOf, type ToolContext } from '../world/index.ts';
export { virtualFileSystem } from '../apps/index.ts';
export { hours, micros, minutes, seconds, toSeconds } from '../model/index.ts';
export {
  type JudgeConfiguration,
  type OnFailure,
  type TimeComparator,
  type VerdictRule,
} from '../model/index.ts';
export { scenario, type Scenario } from './scenario.ts';
export { universe, type Universe } from './scenario.ts';
export { variants } from './scenario.ts';
