import { Environment, planOf, type Plan } from '../../engine/index.ts';
import { calendar, emailClient, messaging } from '../../engine/apps/index.ts';
import { seconds } from '../../engine/model/values/time.ts';
import { scenario } from '../../engine/scenario/scenario.ts';
import { timed, type Contender, type Sample } from './sample.ts';

/** The speed of one kind of event in an app with many records, with the log in memory. */
export interface AppReport {
  readonly what: string;
  /** The number of records of the kind at the start. */
  readonly records: number;
  /** Microseconds for one event. */
  readonly time: Sample;
  /** The most microseconds that an event should take. */
  readonly goal: number;
}

const START = '2026-01-05T09:00:00Z';
const START_SECONDS = Date.parse(START) / 1000;
const HOUR = 3600;

const kinds = [
  { what: 'an email arrives', records: 20_000, goal: 15, planFor: arrivingEmails },
  { what: 'a chat message comes', records: 5_000, goal: 15, planFor: chatMessages },
  { what: 'a calendar event is added', records: 5_000, goal: 20, planFor: calendarEvents },
] as const;

/**
 * Times `events` of each kind, in an app with at most `records` at the start. The kinds take turns: measured one after the
 * other, the first would pay for compiling the engine.
 */
export function measureApps(records: number, events: number): readonly AppReport[] {
  const contenders = kinds.map((kind): [string, Contender] => [
    kind.what,
    runOf(kind.planFor(Math.min(records, kind.records), events), events),
  ]);
  const times = timed(Object.fromEntries(contenders), { rounds: 5, least: 1, warm: true });
  return kinds.map(({ what, goal, ...kind }) => ({
    what,
    records: Math.min(records, kind.records),
    goal,
    time: times[what]!,
  }));
}

function runOf(plan: Plan, events: number): Contender {
  let environment: Environment;
  return {
    before: () => {
      environment = new Environment(plan, { mode: 'oracle' });
    },
    work: () => {
      environment.run();
    },
    counts: events,
  };
}

const times = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));

function arrivingEmails(records: number, events: number): Plan {
  const inbox = times(records, (at) => ({
    sender: 'ada@example.org',
    subject: `Letter ${at}`,
    content: `What letter ${at} has to say.`,
    timestamp: START_SECONDS - at,
  }));
  return planOf(
    scenario({
      name: 'emails',
      start: START,
      apps: () => ({ mail: emailClient({ inbox }) }),
      events({ mail }) {
        for (let at = 0; at < events; at++)
          mail
            .send_email_to_user_only({
              sender: 'ben@example.org',
              subject: `News ${at}`,
              content: `What arrives as number ${at}.`,
            })
            .at(seconds(at));
      },
    }),
  );
}

function chatMessages(records: number, events: number): Plan {
  const messages = times(records, (at) => ({ sender_id: 'ada', content: `Message ${at}`, timestamp: at }));
  const conversations = [{ conversation_id: 'ours', participant_ids: ['ada'], messages }];
  return planOf(
    scenario({
      name: 'messages',
      start: START,
      apps: () => ({ chats: messaging({ id_to_name: { ada: 'Ada' }, conversations }) }),
      events({ chats }) {
        for (let at = 0; at < events; at++)
          chats
            .create_and_add_message({ conversation_id: 'ours', sender_id: 'ada', content: `News ${at}` })
            .at(seconds(at));
      },
    }),
  );
}

function calendarEvents(records: number, events: number): Plan {
  const standing = times(records, (at) => ({
    title: `Event ${at}`,
    start_datetime: START_SECONDS + at * HOUR,
  }));
  return planOf(
    scenario({
      name: 'calendar',
      start: START,
      apps: () => ({ calendar: calendar({ events: standing }) }),
      events({ calendar }) {
        for (let at = 0; at < events; at++)
          calendar
            .add_calendar_event_by_attendee({
              who_add: 'Ada',
              title: `Lunch ${at}`,
              start_datetime: '2026-02-05 12:00:00',
              end_datetime: '2026-02-05 13:00:00',
              attendees: ['Ada', 'Ben'],
            })
            .at(seconds(at));
      },
    }),
  );
}
