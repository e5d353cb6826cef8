/** What scenario authors import as 'orrery'. */
export { agentUserInterface } from '../apps/agent-user-interface.ts';
export { app, type AppInstance } from '../apps/app.ts';
export { anything, bool, dict, float, int, list, nullable, optional, str } from '../apps/argument.ts';
export { calendar } from '../apps/calendar.ts';
export { emailClient } from '../apps/email-client.ts';
export { reminderApp } from '../apps/reminder.ts';
export { systemApp } from '../apps/system.ts';
export { refuse, toolOf, type ToolContext } from '../apps/tool.ts';
export { hours, micros, minutes, seconds, toSeconds } from '../model/time.ts';
export { type OnFailure, type TimeComparator } from '../model/event.ts';
export { scenario, type Scenario } from './scenario.ts';
