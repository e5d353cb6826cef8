import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { calendar } from '../../../../engine/apps/calendar/calendar.ts';
import type { CalendarState } from '../../../../engine/apps/calendar/state.ts';
import { fromRecorded } from '../../../../engine/apps/index.ts';
import { tries } from '../../../tries.ts';
import { AppUnderTest, HOUR, NOW } from '../app-under-test.ts';

/** A calendar with breakfast today at 8, lunch today at 12 with Ada, and dinner tomorrow at 19. */
const diary = (): AppUnderTest<CalendarState> =>
  new AppUnderTest(
    calendar({
      events: [
        { event_id: 'dinner', title: 'Dinner', start_datetime: '2026-01-06T19:00:00Z', tag: 'family' },
        {
          event_id: 'lunch',
          title: 'Lunch',
          start_datetime: '2026-01-05T12:00:00Z',
          end_datetime: '2026-01-05T13:30:00Z',
          tag: 'work',
          location: 'Canteen',
          attendees: ['Ada'],
        },
        { event_id: 'breakfast', title: 'Breakfast', start_datetime: '2026-01-05T08:00:00Z', tag: 'family' },
      ],
    }),
  );

const idsOf = (events: unknown): string[] =>
  (events as readonly { event_id: string }[]).map(({ event_id }) => event_id);

const idsOfPage = (page: unknown): string[] => idsOf((page as { events: unknown }).events);

describe('calendar()', () => {
  it('fills in the missing fields of its events', () => {
    const app = new AppUnderTest(calendar({ events: [{ start_datetime: '2026-01-05T08:00:00Z' }] }));

    expect(app.state).toEqual({
      events: {
        'event-1': {
          event_id: 'event-1',
          title: 'Event',
          start_datetime: NOW - HOUR,
          end_datetime: NOW,
          tag: null,
          description: null,
          location: null,
          attendees: [],
          start_strftime: 'Monday, 2026-01-05 08:00:00',
          end_strftime: 'Monday, 2026-01-05 09:00:00',
        },
      },
    });
  });

  it('refuses an event that ends before it starts and a duplicate id', () => {
    const twin = { event_id: 'twin', start_datetime: NOW };

    expect(() => calendar({ events: [{ start_datetime: NOW, end_datetime: NOW - 1 }] })).toThrow(
      'Start time cannot be after end time.',
    );
    expect(() => calendar({ events: [twin, twin] })).toThrow('Two events have the id "twin".');
  });
});

describe('reading the calendar', () => {
  it('returns a single event', () => {
    expect(diary().ask('get_calendar_event', { event_id: 'lunch' })).toMatchObject({ location: 'Canteen' });
  });

  it('lists the events that overlap a time range, earliest first, in pages', () => {
    const span = { start_datetime: '2026-01-05 08:30:00', end_datetime: '2026-01-06 20:00:00' };

    expect(idsOfPage(diary().ask('get_calendar_events_from_to', span))).toEqual([
      'breakfast',
      'lunch',
      'dinner',
    ]);
    expect(diary().ask('get_calendar_events_from_to', { ...span, offset: 1, limit: 1 })).toMatchObject({
      events: [{ event_id: 'lunch' }],
      range: [1, 2],
      total: 3,
    });
  });

  it('leaves out events that only touch the time range', () => {
    const span = { start_datetime: '2026-01-05 09:00:00', end_datetime: '2026-01-05 12:00:00' };

    expect(diary().ask('get_calendar_events_from_to', span)).toEqual({ events: [], range: [0, 0], total: 0 });
  });

  it('lists all of today’s events', () => {
    const app = diary();
    for (let hour = 10; hour < 22; hour++)
      app.ask('add_calendar_event', { start_datetime: `2026-01-05 ${hour}:00:00` });

    expect(diary().ask('read_today_calendar_events')).toMatchObject({ range: [0, 2], total: 2 });
    expect(idsOfPage(app.ask('read_today_calendar_events'))).toHaveLength(14);
  });

  it('lists tags and the events with a tag', () => {
    expect(diary().ask('get_all_tags')).toEqual(['family', 'work']);
    expect(idsOf(diary().ask('get_calendar_events_by_tag', { tag: 'family' }))).toEqual([
      'dinner',
      'breakfast',
    ]);
  });

  it.each([
    ['DINNER', ['dinner']],
    ['canteen', ['lunch']],
    ['ada', ['lunch']],
    ['supper', []],
  ])('finds events by "%s"', (query, found) => {
    expect(idsOf(diary().ask('search_events', { query }))).toEqual(found);
  });

  it.each([
    ['get_calendar_event', { event_id: 'tea' }, 'ValueError: Calendar Event with id tea does not exist.'],
    [
      'get_calendar_event',
      { event_id: 'toString' },
      'ValueError: Calendar Event with id toString does not exist.',
    ],
    [
      'get_calendar_events_from_to',
      { start_datetime: '2026-01-06 00:00:00', end_datetime: '2026-01-05 00:00:00' },
      'ValueError: Start time cannot be after end time.',
    ],
    [
      'get_calendar_events_from_to',
      { start_datetime: 'today', end_datetime: '2026-01-05 00:00:00' },
      'ValueError: start_datetime must be a date written as YYYY-MM-DD HH:MM:SS, not "today".',
    ],
    ['get_calendar_events_by_tag', { tag: '' }, 'ValueError: Tag cannot be empty.'],
    ['search_events', {}, 'TypeError: search_events needs the argument query: str.'],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(diary().refusal(tool, args)).toBe(refusal);
  });
});

describe('changing the calendar', () => {
  it('adds an event from now for an hour when no times are given', () => {
    const app = diary();

    const id = app.ask('add_calendar_event') as string;

    expect(app.state.events[id]).toMatchObject({
      title: 'Event',
      start_datetime: NOW,
      end_datetime: NOW + HOUR,
      start_strftime: 'Monday, 2026-01-05 09:00:00',
    });
  });

  it('ends an event an hour after its start by default', () => {
    const app = diary();

    const id = app.ask('add_calendar_event', { start_datetime: '2026-03-01 09:00:00' }) as string;

    expect(app.state.events[id]?.end_strftime).toBe('Sunday, 2026-03-01 10:00:00');
  });

  it('names the attendee who added an event in its title and description', () => {
    const app = diary();

    const id = app.ask('add_calendar_event_by_attendee', {
      who_add: 'Ada',
      title: 'Tea',
      attendees: ['Ben'],
    }) as string;

    expect(app.state.events[id]).toMatchObject({
      title: 'Event created by Ada: Tea',
      description: 'Event created by Ada',
      attendees: ['Ben', 'Ada'],
    });
  });

  it('changes only the given fields', () => {
    const app = diary();

    const answer = app.ask('edit_calendar_event', {
      event_id: 'lunch',
      title: '',
      location: 'Garden',
      end_datetime: '2026-01-05 14:00:00',
      attendees: [],
    });

    expect(answer).toBe('Calendar event lunch successfully edited');
    expect(app.state.events['lunch']).toMatchObject({
      title: 'Lunch',
      location: 'Garden',
      attendees: ['Ada'],
      end_strftime: 'Monday, 2026-01-05 14:00:00',
    });
  });

  it('replaces the event with the same id by a complete event', () => {
    const app = diary();

    expect(app.ask('set_calendar_event', { event: { event_id: 'lunch', title: 'Soup' } })).toBeNull();

    expect(app.state.events['lunch']).toMatchObject({
      title: 'Soup',
      start_datetime: NOW,
      end_datetime: NOW + HOUR,
      attendees: [],
    });
  });

  it('accepts a complete event as text, as in recordings', () => {
    const app = diary();
    const lines = [
      'EventID: tea',
      'Title: Tea',
      'Start: 2026-01-05 15:00:00+00:00',
      'End: 2026-01-05 16:00:00.500000+00:00',
      'Tag: None',
      'Description: Two',
      'lines',
      'Location: None',
      'Attendees: Ada, Ben',
    ];

    app.ask('set_calendar_event', { event: lines.join('\n') });

    expect(app.state.events['tea']).toMatchObject({
      title: 'Tea',
      start_datetime: NOW + 6 * HOUR,
      end_datetime: NOW + 7 * HOUR + 0.5,
      tag: null,
      description: 'Two\nlines',
      attendees: ['Ada', 'Ben'],
    });
  });

  it('reads times without a time zone as UTC in any local time zone', () => {
    vi.stubEnv('TZ', 'America/New_York');
    onTestFinished(() => void vi.unstubAllEnvs());
    const app = diary();
    const times = 'Start: 2026-01-05 15:00:00\nEnd: 2026-01-05 16:00:00';
    const event = `EventID: tea\nTitle: Tea\n${times}\nTag: None\nDescription: None\nLocation: None\nAttendees:`;

    app.ask('set_calendar_event', { event });

    expect(app.state.events['tea']).toMatchObject({ start_datetime: NOW + 6 * HOUR });
  });

  it('deletes an event, also on behalf of an attendee', () => {
    const app = diary();

    expect(app.ask('delete_calendar_event', { event_id: 'dinner' })).toBe(
      'Event dinner successfully deleted.',
    );
    expect(app.ask('delete_calendar_event_by_attendee', { event_id: 'lunch', who_delete: 'Ada' })).toBe(
      'Event lunch successfully deleted by Ada.',
    );

    expect(Object.keys(app.state.events)).toEqual(['breakfast']);
  });

  const badDate = 'must be a date written as YYYY-MM-DD HH:MM:SS, not "noon".';
  const reversed = { start_datetime: '2026-01-05 12:00:00', end_datetime: '2026-01-05 11:00:00' };

  it.each([
    ['add_calendar_event', { start_datetime: 'noon' }, `ValueError: start_datetime ${badDate}`],
    ['add_calendar_event', reversed, 'ValueError: Start time cannot be after end time.'],
    [
      'add_calendar_event_by_attendee',
      {},
      'TypeError: add_calendar_event_by_attendee needs the argument who_add: str.',
    ],
    ['set_calendar_event', { event: 'Tea' }, 'AssertionError: event has no line "EventID: …".'],
    ['set_calendar_event', { event: { title: 5 } }, 'AssertionError: event.title: 5 is not a text.'],
    ['edit_calendar_event', { event_id: 'tea' }, 'IndexError: Calendar Event with id tea does not exist.'],
    [
      'edit_calendar_event',
      { event_id: 'lunch', title: 'Brunch', start_datetime: '2026-01-05 15:00:00' },
      'ValueError: Start time cannot be after end time.',
    ],
    [
      'edit_calendar_event',
      { event_id: 'lunch', end_datetime: 'noon' },
      `ValueError: end_datetime ${badDate}`,
    ],
    ['delete_calendar_event', { event_id: 'tea' }, 'ValueError: Calendar Event with id tea does not exist.'],
    [
      'delete_calendar_event_by_attendee',
      { event_id: 'dinner', who_delete: 'Ada' },
      'ValueError: Ada is not an attendee of the event.',
    ],
  ])('%s refuses %j', (tool, args, refusal) => {
    expect(diary().refusal(tool, args)).toBe(refusal);
  });
});

const recordedEvents = fc.array(
  fc.record({
    start: fc.integer({ min: -100_000, max: 2_000_000_000 }),
    /** Quarters of a second. */
    length: fc.oneof(fc.constant(0), fc.integer({ min: -400_000, max: 400_000 })),
    title: fc.string({ maxLength: 5 }),
  }),
  { minLength: 1, maxLength: 8 },
);

it('has all recorded events but those that end before they start, each of which is told, in every class', () => {
  const classes = fc.constantFrom('CalendarV2', 'CalendarApp', 'Calendar');
  fc.assert(
    fc.property(classes, recordedEvents, (className, list) => {
      const events = Object.fromEntries(
        list.map(({ start, length, title }, nth) => [
          `event-${nth}`,
          {
            event_id: `event-${nth}`,
            title,
            start_datetime: start,
            end_datetime: start + length / 4,
            attendees: [],
          },
        ]),
      );
      const notes: string[] = [];
      const calendar = fromRecorded(className, { events }, (note) => void notes.push(note));

      const isGood = (nth: number): boolean => list[nth]!.length >= 0;
      const [good, bad] = [true, false].map((wanted) =>
        [...list.keys()].filter((nth) => isGood(nth) === wanted),
      );
      const kept = (calendar!.state as unknown as CalendarState).events;
      expect(Object.keys(kept)).toEqual(good!.map((nth) => `event-${nth}`));
      expect(Object.values(kept).map(({ end_datetime }) => end_datetime)).toEqual(
        good!.map((nth) => list[nth]!.start + list[nth]!.length / 4),
      );
      expect(notes).toEqual(bad!.map((nth) => `events.event-${nth} is left out: it ends before it starts.`));
    }),
    { numRuns: tries(100) },
  );
});
