import {
  type ActionEntry,
  type ActionEvent,
  agentUserInterface,
  appName,
  type AgentValidationEvent,
  type ConditionEvent,
  emailClient,
  ManualEnvironment,
  type EnvironmentOptions,
  eventId,
  type LogEntry,
  minutes,
  type Plan,
  planOf,
  reminderApp,
  scenario,
  type ScenarioEvent,
  seconds,
  systemApp,
  type ValidationEvent,
} from 'orrery/engine';

/** Checks by ARE's name: each shows that Orrery's equivalent in the row works as described. */
export type Checks = Readonly<Record<string, () => void>>;

export const mail = appName('mail');
export const user = appName('user');

const officeApps = {
  mail: emailClient(),
  user: agentUserInterface(),
  reminders: reminderApp(),
  system: systemApp(),
};

export const apps = (): typeof officeApps => officeApps;

/** A scenario with every kind of event: an invoice arrives, and the agent should forward it. */
export const office = scenario({
  name: 'office',
  start: '2026-01-05T09:00:00Z',
  duration: minutes(10),
  apps,
  events({ mail, user }, { agentValidation, condition, oracle, stop, validation }) {
    const ask = user.send_message_to_agent({ content: 'Forward me the invoice.' }).at(seconds(5)).id('ask');
    const letter = mail
      .send_email_to_user_only({ sender: 'ada@example.org', subject: 'Invoice' })
      .after(ask, seconds(30))
      .id('letter')
      .hint('It comes after the user has asked for it.');
    const arrived = condition('the invoice is in', ({ mail }) => mail.folders.INBOX.emails.length > 0)
      .after(ask)
      .every(10)
      .timeout(200)
      .id('arrived');
    agentValidation({
      milestones: { forwards: (_world, _past, { action }) => action.tool === 'forward_email' },
      minefields: { deletes: (_world, _past, { action }) => action.tool === 'delete_email' },
    })
      .after(ask)
      .timeout(300)
      .id('watch');
    validation({ milestones: { forwarded: ({ mail }) => mail.folders.SENT.emails.length > 0 } })
      .after(ask)
      .every(30)
      .timeout(300)
      .id('in time');
    oracle(mail.forward_email({ email_id: letter.result, recipients: ['me@example.org'] }))
      .after(arrived, seconds(2))
      .expectedTime('less-than')
      .id('forward');
    stop().after(letter, seconds(60)).id('end');
  },
});

export const officePlan = (): Plan => planOf(office);

/** An environment before its first step. */
export const newEnvironment = (options: Partial<EnvironmentOptions> = {}): ManualEnvironment =>
  new ManualEnvironment(officePlan(), { mode: 'oracle', ...options });

/** An environment whose run has ended. */
export function finishedRun(options: Partial<EnvironmentOptions> = {}): ManualEnvironment {
  const environment = newEnvironment(options);
  environment.run();
  return environment;
}

/** An environment the given number of seconds after its start. */
export function runFor(span: number, options: Partial<EnvironmentOptions> = {}): ManualEnvironment {
  const environment = newEnvironment(options);
  environment.runUntil((environment.now + seconds(span)) as typeof environment.now);
  return environment;
}

const kindsOfAction = ['agent', 'user', 'environment'];

const planned = (id: string): ScenarioEvent => officePlan().events.find((event) => event.id === eventId(id))!;

export const plannedAction = (id: string): ActionEvent => planned(id) as ActionEvent;
export const plannedCondition = (): ConditionEvent => planned('arrived') as ConditionEvent;
export const plannedValidation = (): ValidationEvent => planned('in time') as ValidationEvent;
export const plannedAgentValidation = (): AgentValidationEvent => planned('watch') as AgentValidationEvent;

/** The entries of an event. */
export const entriesOf = (log: readonly LogEntry[], id: string): readonly LogEntry[] =>
  log.filter(({ event }) => event === eventId(id));

/** The completed call of an event. */
export function completedCall(id: string, environment = finishedRun()): ActionEntry {
  const entry = entriesOf(environment.log, id).find(({ kind }) => kindsOfAction.includes(kind));
  return entry as ActionEntry;
}

/** A value as it is after it was written as JSON and read again. */
export const throughJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
