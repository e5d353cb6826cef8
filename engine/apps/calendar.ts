import { app } from './app.ts';
import { calendarReadingTools } from './calendar-reading.ts';
import { calendarWith } from './calendar-state.ts';
import { calendarWritingTools } from './calendar-writing.ts';

/** The user's calendar. */
export const calendar = app({
  class: 'CalendarV2',
  initial: calendarWith,
  tools: { ...calendarReadingTools, ...calendarWritingTools },
});
