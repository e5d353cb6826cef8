import { after, ManualEnvironment, eventId, eventStatuses, outlineOf, seconds } from 'orrery/engine';
import { expect } from 'vitest';
import {
  type Checks,
  finishedRun,
  mail,
  newEnvironment,
  officePlan,
  plannedAction,
  runFor,
} from './office.ts';

function isInFiringOrder(): void {
  const { log } = finishedRun();
  expect(log.map(({ index }) => index)).toEqual([...log.keys()]);
  expect(log.map(({ time }) => time)).toEqual(
    log.map(({ time }) => time).toSorted((one, other) => one - other),
  );
}

function isPendingInFiringOrder(): void {
  const environment = runFor(6);
  expect(environment.pending.map(({ event }) => event.id)).toEqual(['arrived', 'in time', 'letter']);
}

function schedules(): void {
  const environment = newEnvironment();
  const timing = { kind: 'from-start', delay: seconds(1) } as const;
  environment.schedule([{ ...plannedAction('letter'), id: eventId('sooner'), timing }]);
  expect(environment.pending.map(({ event }) => event.id)).toEqual(['sooner', 'ask']);
}

export const logAndQueue: Checks = {
  EventLog: isInFiringOrder,
  'EventLog.past_events': isInFiringOrder,

  'EventLog.put'() {
    const environment = newEnvironment();
    const action = { app: mail, tool: 'send_email_to_user_only', args: { sender: 'ada@example.org' } };
    const entry = environment.call('environment', action);
    expect(environment.log).toEqual([entry]);
  },

  'EventLog.list_view': isInFiringOrder,

  'EventLog.to_dict'() {
    const { log } = finishedRun();
    expect(JSON.parse(JSON.stringify(log))).toMatchObject(log.map(({ event, kind }) => ({ event, kind })));
  },

  'EventLog.from_list_view'() {
    const { log } = finishedRun();
    const entries = JSON.parse(JSON.stringify(log.slice(0, 5))) as typeof log;
    const environment = new ManualEnvironment(officePlan(), { mode: 'oracle', recording: { past: entries } });
    environment.run();
    expect(environment.log.slice(0, 5)).toEqual(entries);
    expect(environment.log.length).toBe(log.length);
  },

  EventQueue: isPendingInFiringOrder,
  'EventQueue.future_events': isPendingInFiringOrder,

  'EventQueue.already_scheduled'() {
    const environment = runFor(6);
    const statuses = eventStatuses(outlineOf(officePlan()), environment.log, environment.log.length - 1);
    expect(statuses.map(({ event, status }) => `${event}: ${status.kind}`)).toEqual([
      'ask: fired',
      'letter: scheduled',
      'arrived: not-held',
      'watch: watching',
      'in time: not-held',
      'forward: waiting',
      'end: waiting',
    ]);
  },

  'EventQueue.put': schedules,

  'EventQueue.pop_events_to_process'() {
    const environment = newEnvironment();
    const time = after(environment.now, seconds(5));
    environment.runUntil(time);
    expect(environment.log.map(({ event }) => event)).toEqual(['ask', 'arrived', 'in time', 'watch']);
    expect(environment.pending.every((scheduled) => scheduled.time > time)).toBe(true);
  },

  'EventQueue.peek'() {
    const environment = newEnvironment();
    const [next] = environment.pending;
    expect(environment.step()?.event).toBe(next?.event.id);
  },

  'EventQueue.list_view': isPendingInFiringOrder,

  'EventQueue.to_dict'() {
    const { pending } = runFor(6);
    expect(JSON.parse(JSON.stringify(pending))).toMatchObject([
      { event: { id: 'arrived' }, checks: 1 },
      { event: { id: 'in time' }, checks: 1 },
      { event: { id: 'letter' }, checks: 0 },
    ]);
  },

  'EventQueue.from_list_view': schedules,
};
