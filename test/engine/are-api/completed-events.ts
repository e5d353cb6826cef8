import {
  calledAction,
  compareWithOracle,
  describePlanTools,
  eventId,
  futureEvent,
  outlineOf,
} from 'orrery/engine';
import { expect } from 'vitest';
import {
  type Checks,
  completedCall,
  finishedRun,
  mail,
  newEnvironment,
  officePlan,
  plannedAction,
  runFor,
} from './office.ts';

/** The agent forwards the letter itself; the call is compared with the oracle's. */
function isHeldAgainstTheOracle(): void {
  const plan = officePlan();
  const environment = runFor(46, { mode: 'plain' });
  const { outcome } = completedCall('letter', environment);
  const email_id = outcome.status === 'done' ? outcome.value : null;
  environment.call('agent', {
    app: mail,
    tool: 'forward_email',
    args: { email_id, recipients: ['me@example.org'] },
  });
  environment.run();
  const matches = compareWithOracle(outlineOf(plan), environment.log, () => true);
  expect(matches).toMatchObject([
    { event: 'forward', entry: expect.any(Number) as unknown, status: 'matched' },
  ]);
}

export const completedEvents: Checks = {
  CompletedEvent() {
    const { log } = finishedRun();
    expect(log.map(({ index }) => index)).toEqual(log.map((_entry, at) => at));
  },

  'CompletedEvent.action'() {
    expect(completedCall('letter').action).toMatchObject({ app: 'mail', tool: 'send_email_to_user_only' });
  },

  'CompletedEvent.metadata'() {
    expect(completedCall('letter').outcome).toMatchObject({ status: 'done' });
  },

  'CompletedEvent.app_class_name'() {
    const entry = completedCall('letter');
    const found = newEnvironment().apps.find(({ name }) => name === entry.action.app);
    expect(found?.class).toBe('EmailClientV2');
  },

  'CompletedEvent.app_name'() {
    expect(completedCall('letter').action.app).toBe('mail');
  },

  'CompletedEvent.function_name'() {
    expect(completedCall('letter').action.tool).toBe('send_email_to_user_only');
  },

  'CompletedEvent.replay'() {
    const environment = finishedRun();
    const entry = completedCall('forward', environment);
    const again = environment.call('agent', calledAction(entry));
    expect(again.action.args).toEqual(entry.action.resolved);
    expect(again.outcome.status).toBe('done');
    expect(again.index).toBeGreaterThan(entry.index);
  },

  'CompletedEvent.failed'() {
    const entry = newEnvironment().call('agent', { app: mail, tool: 'no_such_tool', args: {} });
    expect(entry.outcome.status).toBe('failed');
  },

  'CompletedEvent.copy'() {
    const entry = completedCall('letter');
    const copy = structuredClone(entry);
    expect(copy).toEqual(entry);
    expect(copy).not.toBe(entry);
  },

  'CompletedEvent.to_future_event'() {
    const entry = completedCall('forward');
    const event = futureEvent(entry);
    expect(event.timing).toEqual({ kind: 'at', time: entry.due, after: [] });

    const environment = runFor(40, { mode: 'plain' });
    environment.schedule([{ ...event, id: eventId('forward again') }]);
    environment.run();
    expect(completedCall('forward again', environment).action.tool).toBe('forward_email');
  },

  'CompletedEvent.to_dict'() {
    const entry = completedCall('letter');
    expect(JSON.parse(JSON.stringify(entry))).toMatchObject({ event: 'letter', outcome: entry.outcome });
  },

  'CompletedEvent.from_dict'() {
    const text = JSON.stringify(completedCall('letter'));
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(completedCall('letter'))));
  },

  'CompletedEvent.tool_name'() {
    const entry = completedCall('letter');
    const found = describePlanTools(officePlan()).find(({ calls }) => calls.tool === entry.action.tool);
    expect(found?.name).toBe('mail__send_email_to_user_only');
  },

  'CompletedEvent.get_args'() {
    const entry = completedCall('forward');
    expect(calledAction(entry).args).toEqual(entry.action.resolved);
  },

  CompletedOracleEvent() {
    expect(completedCall('forward').oracle).toBe(true);
    expect(completedCall('letter').oracle).toBe(false);
  },

  'CompletedOracleEvent.absolute_event_time'() {
    const { start } = officePlan();
    expect((completedCall('forward').due - start) / 1e6).toBe(47);
  },

  'CompletedOracleEvent.event_time_comparator'() {
    const entry = completedCall('forward');
    const planned = officePlan().events.find(({ id }) => id === entry.event);
    expect(planned).toEqual(expect.objectContaining({ comparator: plannedAction('forward').comparator }));
  },

  'CompletedOracleEvent.from_completed_event': isHeldAgainstTheOracle,
  'CompletedOracleEvent.from_completed_event_and_oracle_event': isHeldAgainstTheOracle,
};
