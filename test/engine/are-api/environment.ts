import { readFileSync } from 'node:fs';
import {
  after,
  appName,
  describePlanTools,
  runStateDump,
  emailClient,
  ManualEnvironment,
  eventId,
  instant,
  minutes,
  outlineOf,
  planOf,
  predecessors,
  readAgentLogs,
  readTrace,
  resolveReferences,
  ResultIndex,
  scenario,
  seconds,
} from 'orrery/engine';
import { expect } from 'vitest';
import {
  type Checks,
  completedCall,
  finishedRun,
  mail,
  newEnvironment,
  office,
  officePlan,
  plannedAction,
  runFor,
  user,
} from './office.ts';

const idsOf = (events: readonly { readonly event: { readonly id: string } }[]): readonly string[] =>
  events.map(({ event }) => event.id);

const TRACE = new URL(
  '../../fixtures/are-traces/clay_delivery_time.trace-with-world-logs.json',
  import.meta.url,
);

const LIST_EMAILS = { app: mail, tool: 'list_emails', args: {} };

function makesAnEnvironment(): void {
  const environment = new ManualEnvironment(officePlan(), { mode: 'oracle' });
  environment.run();
  expect(environment.state).toBe('completed');

  const other = new ManualEnvironment(officePlan(), { mode: 'plain' });
  other.run();
  expect(other.state).toBe('failed');
}

function starts(): void {
  const environment = newEnvironment();
  environment.start();
  expect(environment.state).toBe('running');
  expect(environment.log).toEqual([]);
}

function pauses(): void {
  const environment = runFor(3);
  const { now } = environment;
  environment.pause();
  environment.elapse(seconds(60));
  expect(environment.state).toBe('paused');
  expect(environment.now).toBe(now);
}

function resumes(): void {
  const environment = runFor(3);
  const { now } = environment;
  environment.pause();
  environment.resume();
  environment.elapse(seconds(1));
  expect(environment.state).toBe('running');
  expect(environment.now).toBe(after(now, seconds(1)));
}

function dumps(): void {
  const plan = officePlan();
  const environment = runFor(6);
  const dump = runStateDump(plan.start, outlineOf(plan), environment.log, environment.states);
  expect(JSON.parse(JSON.stringify(dump))).toMatchObject({
    start: plan.start,
    past: [{ event: 'ask' }, { event: 'arrived' }, { event: 'in time' }, { event: 'watch' }],
    future: [
      { id: 'letter' },
      { id: 'arrived' },
      { id: 'watch' },
      { id: 'in time' },
      { id: 'forward' },
      { id: 'end' },
    ],
    apps: { mail: {}, user: {}, reminders: {}, system: {} },
  });
}

function looksUpAnApp(): void {
  const environment = finishedRun();
  expect(environment.appState(appName('mail'))).toMatchObject({ folders: { INBOX: { emails: [{}] } } });
  expect(() => environment.appState(appName('fax'))).toThrow();
}

function countsEntries(): void {
  const environment = runFor(6);
  expect(environment.log.length).toBe(4);
}

function countsPendingEvents(): void {
  const environment = newEnvironment();
  expect(environment.pending.length).toBe(1);
}

function judges(): void {
  const environment = newEnvironment();
  expect(environment.verdict().passed).toBe(false);
  environment.run();
  expect(environment.verdict().passed).toBe(true);
}

/** Schedules a copy of the letter that is due at once. */
function schedules(): void {
  const environment = runFor(6);
  const timing = { kind: 'at', time: environment.now, after: [] } as const;
  const event = { ...plannedAction('letter'), id: eventId('another'), timing };
  environment.schedule([event]);
  expect(idsOf(environment.pending)).toContain('another');
  expect(environment.tick().map(({ event }) => event)).toEqual(['another']);
  expect(() => {
    environment.schedule([event]);
  }).toThrow('another');
}

/** A branch that continues the first three entries of a log. */
function continues(): void {
  const entries = finishedRun().log.slice(0, 3);
  const environment = new ManualEnvironment(officePlan(), { mode: 'oracle', recording: { past: entries } });
  while (environment.log.length < entries.length) environment.step();
  expect(environment.log).toEqual(entries);
  environment.run();
  expect(environment.state).toBe('completed');
}

export const environment: Checks = {
  Environment: makesAnEnvironment,

  'Environment.start': starts,

  'Environment.stop'() {
    const environment = runFor(3);
    environment.stop();
    expect(environment.state).toBe('stopped');
    expect(idsOf(environment.pending)).toEqual(['ask']);
    expect(environment.step()).toBeUndefined();
  },

  'Environment.join'() {
    const environment = newEnvironment();
    environment.run();
    expect(environment.step()).toBeUndefined();
  },

  'Environment.pause': pauses,

  'Environment.resume': resumes,

  'Environment.resume_with_offset'() {
    const environment = runFor(3);
    const { now } = environment;
    environment.pause();
    const fired = environment.resumeAfter(seconds(5));
    expect(environment.state).toBe('running');
    expect(environment.now).toBe(after(now, seconds(5)));
    expect(fired.map(({ event }) => event)).toContain('ask');
  },

  'Environment.is_paused'() {
    const environment = runFor(3);
    expect(environment.state).not.toBe('paused');
    environment.pause();
    expect(environment.state).toBe('paused');
  },

  'Environment.is_running'() {
    const environment = newEnvironment();
    expect(environment.state).not.toBe('running');
    environment.start();
    expect(environment.state).toBe('running');
  },

  'Environment.run'() {
    const environment = new ManualEnvironment(planOf(office), { mode: 'plain' });
    environment.run();
    expect(environment.log[0]).toMatchObject({ event: 'ask', kind: 'user' });
  },

  'Environment.prepare_events_for_start'() {
    const environment = new ManualEnvironment(officePlan(), { mode: 'plain' });
    expect(idsOf(environment.pending)).toEqual(['ask']);
    expect(environment.pending[0]?.time).toBe(after(environment.now, seconds(5)));
  },

  'Environment.tick'() {
    const environment = newEnvironment();
    environment.advanceTick();
    expect(environment.tick().map(({ event }) => event)).toEqual(['ask', 'arrived', 'in time', 'watch']);
  },

  'Environment.jump_to_next_event_time'() {
    const environment = newEnvironment();
    const { nextTime } = environment;
    environment.advanceTick();
    expect(environment.now).toBe(nextTime);
    expect(environment.log).toEqual([]);
  },

  'Environment.get_next_event_time'() {
    const environment = newEnvironment();
    expect(environment.nextTime).toBe(after(environment.now, seconds(5)));
  },

  'Environment.wait_for_next_notification'() {
    const environment = newEnvironment();
    const { now } = environment;
    expect(environment.waitUntil(after(environment.now, seconds(2)))).toBe('timed-out');
    expect(environment.waitUntil(after(environment.now, seconds(60)))).toBe('told');
    expect(environment.now).toBe(after(now, seconds(5)));
  },

  'Environment.process_event': schedules,

  'Environment.schedule': schedules,

  'Environment.add_to_log'() {
    const environment = newEnvironment();
    const entry = environment.call('agent', LIST_EMAILS);
    expect(environment.log).toEqual([entry]);
  },

  'Environment.resolve_arg_placeholders'() {
    const { log } = finishedRun();
    const results = new ResultIndex(log);
    const args = resolveReferences({ email_id: '{{letter}}', to: '{{nobody}}' }, (id) => results.get(id));
    expect(args).toEqual({
      email_id: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
      to: '{{nobody}}',
    });
  },

  'Environment.get_successors'() {
    const { events } = officePlan();
    const successors = events.filter(({ timing }) => predecessors(timing).includes(eventId('letter')));
    expect(successors.map(({ id }) => id)).toEqual(['forward', 'end']);
  },

  'Environment.set_is_replaying': continues,

  'Environment.put_last_event_from_log_to_queue'() {
    const { log } = finishedRun();
    const past = log.slice(0, -1);
    const environment = new ManualEnvironment(officePlan(), { mode: 'oracle', recording: { past } });
    while (environment.log.length < past.length) environment.step();
    expect(idsOf(environment.pending.slice(0, 1))).toEqual([log.at(-1)?.event]);
    expect(environment.step()).toEqual(log.at(-1));
  },

  'Environment.delete_all_completed_events'() {
    const plan = officePlan();
    new ManualEnvironment(plan, { mode: 'plain' }).run();
    expect(new ManualEnvironment(plan, { mode: 'plain' }).log).toEqual([]);
  },

  'Environment.reset_app_states'() {
    const plan = officePlan();
    const { states } = new ManualEnvironment(plan, { mode: 'plain' });
    const before = JSON.stringify(states);
    new ManualEnvironment(plan, { mode: 'plain' }).run();
    expect(JSON.stringify(new ManualEnvironment(plan, { mode: 'plain' }).states)).toBe(before);
  },

  'Environment.register_apps'() {
    const plan = planOf(
      scenario({ name: 'post', apps: () => ({ mail: emailClient() }), events: () => undefined }),
    );
    expect(new ManualEnvironment(plan, { mode: 'plain' }).apps).toEqual([
      { name: 'mail', class: 'EmailClientV2', known: true },
    ]);
  },

  'Environment.has_app'() {
    const environment = newEnvironment();
    expect(environment.apps.some(({ name }) => name === mail)).toBe(true);
    expect(environment.apps.some(({ name }) => name === appName('fax'))).toBe(false);
  },

  'Environment.get_app': looksUpAnApp,

  'Environment.get_app_with_class'() {
    const environment = newEnvironment();
    expect(environment.apps.find((app) => app.class === 'EmailClientV2')?.name).toBe('mail');
  },

  'Environment.get_tools'() {
    const tools = describePlanTools(officePlan(), 'agent');
    expect(tools.map(({ name }) => name)).toContain('mail__forward_email');
    expect(tools.map(({ name }) => name)).not.toContain('mail__send_email_to_user_only');
  },

  'Environment.get_tools_by_app'() {
    const tools = describePlanTools(officePlan(), 'agent').filter(({ calls }) => calls.app === 'mail');
    expect(tools.every(({ name }) => name.startsWith('mail__'))).toBe(true);
  },

  'Environment.get_user_tools'() {
    const tools = describePlanTools(officePlan(), 'user');
    expect(tools.map(({ name }) => name)).toContain('user__send_message_to_agent');
  },

  'Environment.get_user_tools_by_app'() {
    const tools = describePlanTools(officePlan(), 'user').filter(({ calls }) => calls.app === 'mail');
    expect(tools.every(({ name }) => name.startsWith('mail__'))).toBe(true);
  },

  'Environment.get_state': dumps,

  'Environment.get_apps_state'() {
    expect(finishedRun().states).toMatchObject({ mail: { folders: { SENT: { emails: [{}] } } }, system: {} });
  },

  'Environment.apps_state_json'() {
    const environment = finishedRun();
    expect(JSON.parse(JSON.stringify(environment.states))).toEqual(environment.states);
  },

  'Environment.event_log_json'() {
    const environment = finishedRun();
    expect(JSON.parse(JSON.stringify(environment.log))).toMatchObject(
      environment.log.map(({ index, event, kind }) => ({ index, event, kind })),
    );
  },

  'Environment.get_latest_event'() {
    expect(finishedRun().log.at(-1)).toMatchObject({ event: 'end', kind: 'stop' });
  },

  'Environment.get_past_event_at_index'() {
    expect(finishedRun().log[2]).toMatchObject({ index: 2, event: 'in time' });
  },

  'Environment.get_event_log_size': countsEntries,

  'Environment.get_event_queue_length': countsPendingEvents,

  'Environment.get_currently_active_validation_events'() {
    const environment = runFor(6);
    const active = environment.pending.filter(({ event }) => event.kind === 'validation');
    expect(idsOf(active)).toEqual(['in time']);
  },

  'Environment.increment_validators_tick_count'() {
    const environment = newEnvironment();
    expect(environment.ticks).toBe(0);
    environment.step();
    expect(environment.ticks).toBe(5);
  },

  'Environment.validate_agent_action'() {
    expect(completedCall('forward').observations).toMatchObject([
      { validation: 'watch', achieved: ['forwards'] },
    ]);
  },

  'Environment.final_validation_checks': judges,

  'Environment.get_world_logs'() {
    const recorded = readTrace(readFileSync(TRACE, 'utf8'), 'trace.json');
    const { document } = recorded.extras;
    expect(readAgentLogs(document, recorded.start).length).toBeGreaterThan(0);
  },

  AbstractEnvironment: makesAnEnvironment,

  'AbstractEnvironment.state'() {
    expect(newEnvironment().state).toBe('setup');
    expect(finishedRun().state).toBe('completed');
  },

  'AbstractEnvironment.start': starts,
  'AbstractEnvironment.pause': pauses,
  'AbstractEnvironment.resume': resumes,
  'AbstractEnvironment.get_state': dumps,
  'AbstractEnvironment.get_app': looksUpAnApp,
  'AbstractEnvironment.get_event_log_size': countsEntries,
  'AbstractEnvironment.get_event_queue_length': countsPendingEvents,
  'AbstractEnvironment.final_validation_checks': judges,

  EnvironmentState() {
    expect(typeof newEnvironment().state).toBe('string');
  },

  'EnvironmentState.SETUP'() {
    expect(newEnvironment().state).toBe('setup');
  },

  'EnvironmentState.RUNNING'() {
    expect(runFor(3).state).toBe('running');
  },

  'EnvironmentState.PAUSED'() {
    const environment = runFor(3);
    environment.pause();
    expect(environment.state).toBe('paused');
  },

  'EnvironmentState.STOPPED'() {
    expect(finishedRun().state).toBe('completed');
    const environment = runFor(3);
    environment.stop();
    expect(environment.state).toBe('stopped');
  },

  'EnvironmentState.FAILED'() {
    expect(finishedRun({ mode: 'plain' }).state).toBe('failed');
  },

  EnvironmentConfig() {
    const empty = { name: 'empty', duration: minutes(1), apps: () => ({}), events: () => undefined };
    const plan = planOf(scenario(empty));
    expect(plan.duration).toBe(minutes(1));
    const environment = new ManualEnvironment(plan, { mode: 'oracle' });
    environment.run();
    expect(environment.state).toBe('completed');
  },

  'EnvironmentConfig.start_time'() {
    const start = '2026-01-05T09:00:00Z';
    const plan = planOf(scenario({ name: 'empty', start, apps: () => ({}), events: () => undefined }));
    expect(plan.start).toBe(Date.parse(start) * 1000);
  },

  'EnvironmentConfig.duration'() {
    const plan = planOf(
      scenario({
        name: 'at the end',
        duration: minutes(10),
        apps: () => ({}),
        events(_apps, { stop }) {
          stop().at(minutes(10));
          stop().at(seconds(601));
        },
      }),
    );
    const environment = new ManualEnvironment(plan, { mode: 'plain' });
    environment.run();
    expect(environment.log.length).toBe(1);
  },

  'EnvironmentConfig.time_increment_in_seconds'() {
    const plan = planOf(
      scenario({
        name: 'half ticks',
        tick: seconds(0.5),
        apps: () => ({}),
        events(_apps, { condition }) {
          condition('never', () => false).timeout(2);
        },
      }),
    );
    const environment = new ManualEnvironment(plan, { mode: 'plain' });
    environment.run();
    expect(environment.log.map(({ time }) => time)).toEqual([0, 500_000, 1_000_000].map(instant));
  },

  'EnvironmentConfig.oracle_mode'() {
    const modes = ['oracle', 'plain'] as const;
    const forwards = modes.map((mode) => {
      const environment = new ManualEnvironment(officePlan(), { mode });
      environment.run();
      return environment.log.find(({ event }) => event === 'forward')?.outcome.status;
    });
    expect(forwards).toEqual(['done', 'skipped']);
  },

  'EnvironmentConfig.dump_dir': dumps,

  'EnvironmentConfig.exit_when_no_events'() {
    const ending = (endsWhenIdle: boolean): number => {
      const plan = planOf(
        scenario({
          name: 'idle',
          duration: minutes(1),
          tickPolicy: 'by-tick',
          endsWhenIdle,
          apps: () => ({}),
          events: () => undefined,
        }),
      );
      const environment = new ManualEnvironment(plan, { mode: 'plain' });
      environment.run();
      return environment.now;
    };
    expect(ending(true)).toBe(0);
    expect(ending(false)).toBeGreaterThanOrEqual(minutes(1));
  },

  'EnvironmentConfig.queue_based_loop'() {
    const definition = { name: 'empty', apps: () => ({}), events: () => undefined };
    expect(planOf(scenario({ ...definition, tickPolicy: 'by-event' }))).toEqual(planOf(scenario(definition)));
  },

  'EnvironmentConfig.wait_for_user_input_timeout'() {
    const environment = runFor(40);
    environment.takeNotifications();
    environment.call('agent', { app: user, tool: 'send_message_to_user', args: { content: 'Which one?' } });
    expect(environment.waitUntil(after(environment.now, seconds(10)))).toBe('timed-out');
  },
};
