import { formatInstant, seconds, toSeconds, weekdayOf } from '../../model/index.ts';
import { about, int, optional, ownApp, refuse, toolOf } from '../../world/index.ts';

type SystemState = Readonly<Record<string, never>>;

const tool = toolOf<SystemState>();

const newSystemApp = ownApp({
  class: 'SystemApp',
  initial: (): SystemState => ({}),
  tools: {
    get_current_time: tool({
      summary: 'Get the current date and time, in UTC.',
      returns: 'dict[str, float | str]',
      effect: 'read',
      callers: ['agent'],
      args: {},
      apply: (_state, _args, { now }) => ({
        current_timestamp: toSeconds(now),
        current_datetime: formatInstant(now),
        current_weekday: weekdayOf(toSeconds(now)),
      }),
    }),
    wait_for_notification: tool({
      summary: 'Wait for a notification, at most for the timeout in seconds.',
      returns: 'None',
      effect: 'read',
      callers: ['agent'],
      args: { timeout: optional(about(int, 'in seconds'), 0) },
      apply(_state, { timeout }, context) {
        if (timeout < 0) refuse('AssertionError', 'Timeout must be non-negative');
        context.waitForNotification(seconds(timeout));
        return null;
      },
    }),
    wait: tool({
      summary: 'Advance the clock by a number of seconds.',
      returns: 'None',
      effect: 'read',
      callers: [],
      args: { time: optional(about(int, 'in seconds'), 0) },
      apply(_state, { time }, context) {
        if (time < 0) refuse('AssertionError', 'Time must be non-negative');
        context.letPass(seconds(time));
        return null;
      },
    }),
  },
});

/** The app that {@link systemApp} makes. Its name keeps the types of an editor's hints short. */
export interface SystemApp extends ReturnType<typeof newSystemApp> {}

/** The clock and ways to wait. This app has no state. */
export const systemApp: () => SystemApp = newSystemApp;
