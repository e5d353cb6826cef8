import { app } from '../app.ts';
import { calendarReadingTools } from './reading.ts';
import { calendarWith } from './state.ts';
import { wholeEventTools } from './whole-event.ts';
import { calendarWritingTools } from './writing.ts';

/** The user's calendar. */
export const calendar = app({
  class: 'CalendarV2',
  initial: calendarWith,
  tools: { ...calendarReadingTools, ...calendarWritingTools, ...wholeEventTools },
});
