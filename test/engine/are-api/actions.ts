import { runInNewContext } from 'node:vm';
import {
  describePlanTools,
  emailClient,
  Environment,
  outlineOf,
  planOf,
  scenario,
  toolOf,
  app,
  type Outcome,
  storedPast,
} from 'orrery/engine';
import { expect } from 'vitest';
import {
  type Checks,
  completedCall,
  entriesOf,
  finishedRun,
  newEnvironment,
  officePlan,
  plannedAction,
  plannedCondition,
  throughJson,
} from './office.ts';

function namesTheTool(): void {
  expect(plannedAction('letter').action.tool).toBe('send_email_to_user_only');
}

function namesTheApp(): void {
  expect(plannedAction('letter').action.app).toBe('mail');
}

function isWrittenAsData(): void {
  const { action } = plannedAction('letter');
  const text = JSON.stringify(action);
  expect(JSON.parse(text)).toEqual(action);
}

/** Makes a planned call at once. */
function makesTheCall(): void {
  const environment = newEnvironment();
  const { action } = plannedAction('letter');
  const entry = environment.call('agent', action);
  expect(entry.outcome.status).toBe('done');
  expect(entry.changes.length).toBe(1);
}

function hasAQuestion(): void {
  const event = plannedCondition();
  const states = { mail: emailClient().state };
  expect(
    event.holds(
      states as never,
      storedPast(officePlan().start, 0, () => []),
    ),
  ).toBe(false);
}

/** Throws as scenario code does, which runs in its own realm. */
const fail = runInNewContext("() => { throw new RangeError('It is blown.'); }", {}, 'fuse.ts') as () => never;

/** The outcome of a call whose tool fails. */
function failedOutcome(): Outcome & { readonly status: 'failed' } {
  const tool = toolOf<object>();
  const fuse = app({
    class: 'Fuse',
    initial: () => ({}),
    tools: {
      blow: tool({ summary: 'Blows.', effect: 'write', apply: fail }),
    },
  });
  const plan = planOf(
    scenario({
      name: 'fuse',
      apps: () => ({ fuse: fuse() }),
      events({ fuse }) {
        fuse.blow();
      },
    }),
  );
  const environment = new Environment(plan, { mode: 'plain' });
  environment.run();
  const outcome = environment.log[0]?.outcome;
  if (outcome?.status !== 'failed') throw new Error('The call should have failed.');
  return outcome;
}

export const actions: Checks = {
  Action() {
    expect(plannedAction('letter').action).toMatchObject({
      app: 'mail',
      tool: 'send_email_to_user_only',
      args: { sender: 'ada@example.org', subject: 'Invoice' },
    });
  },

  'Action.function': namesTheTool,

  'Action.args'() {
    expect(plannedAction('forward').action.args).toEqual({
      email_id: { $result: 'letter', path: [] },
      recipients: ['me@example.org'],
    });
  },

  'Action.resolved_args'() {
    const { action } = completedCall('forward');
    expect(action.resolved).toMatchObject({
      email_id: expect.any(String) as unknown,
      recipients: ['me@example.org'],
    });
  },

  'Action.app': namesTheApp,

  'Action.action_id'() {
    expect(plannedAction('letter').id).toBe('letter');
  },

  'Action.operation_type'() {
    const { action } = completedCall('letter');
    expect(action.effect).toBe('write');
  },

  'Action.tool_metadata'() {
    const { tool } = plannedAction('letter').action;
    expect(describePlanTools(officePlan()).find(({ calls }) => calls.tool === tool)).toMatchObject({
      name: 'mail__send_email_to_user_only',
      effect: 'write',
      parameters: { type: 'object', required: ['sender'] },
    });
  },

  'Action.execute_on_app': makesTheCall,
  'Action.execute': makesTheCall,
  'Action.function_name': namesTheTool,

  'Action.class_name'() {
    const { action } = plannedAction('letter');
    const found = newEnvironment().apps.find(({ name }) => name === action.app);
    expect(found?.class).toBe('EmailClientV2');
  },

  'Action.app_name': namesTheApp,
  'Action.to_dict': isWrittenAsData,
  'Action.from_dict': isWrittenAsData,

  ActionDescription() {
    expect(plannedAction('forward').action).toMatchObject({ app: 'mail', tool: 'forward_email' });
  },

  'ActionDescription.app': namesTheApp,
  'ActionDescription.function': namesTheTool,

  'ActionDescription.args'() {
    expect(plannedAction('forward').action.args['recipients']).toEqual(['me@example.org']);
  },

  ConditionCheckAction: hasAQuestion,
  'ConditionCheckAction.function': hasAQuestion,

  'ConditionCheckAction.action_id'() {
    expect(plannedCondition().id).toBe('arrived');
  },

  'ConditionCheckAction.function_name'() {
    expect(plannedCondition().name).toBe('the invoice is in');
  },

  'ConditionCheckAction.to_dict'() {
    const { events } = outlineOf(officePlan());
    expect(throughJson(events)).toContainEqual({
      id: 'arrived',
      kind: 'condition',
      name: 'the invoice is in',
      timing: { kind: 'after', edges: [{ event: 'ask', delay: 0 }] },
      every: 10,
      timeout: 200,
    });
  },

  'ConditionCheckAction.from_dict'() {
    const text = JSON.stringify(outlineOf(officePlan()));
    expect(JSON.parse(text)).toEqual(throughJson(outlineOf(officePlan())));
  },

  EventMetadata() {
    const { log } = finishedRun();
    expect(log.every((entry) => ['done', 'failed', 'skipped'].includes(entry.outcome.status))).toBe(true);
  },

  'EventMetadata.return_value'() {
    const [held] = entriesOf(finishedRun().log, 'arrived').slice(-1);
    expect(held?.outcome).toMatchObject({ status: 'done', value: true });
  },

  'EventMetadata.exception'() {
    const outcome = failedOutcome();
    expect(outcome.error.message).toBe('It is blown.');
    expect(outcome.error.type).toBe('RangeError');
  },

  'EventMetadata.exception_stack_trace'() {
    const outcome = failedOutcome();
    expect(outcome.error.stack).toContain('fuse.ts:1');
  },

  'EventMetadata.completed'() {
    expect(completedCall('forward').outcome.status).toBe('done');
    expect(completedCall('forward', finishedRun({ mode: 'plain' })).outcome.status).toBe('skipped');
    expect(failedOutcome().status).toBe('failed');
  },

  'EventMetadata.to_dict'() {
    const { outcome } = completedCall('forward');
    expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
  },

  'EventMetadata.from_dict'() {
    const { outcome } = completedCall('forward');
    const text = JSON.stringify(outcome);
    expect(JSON.parse(text)).toEqual(outcome);
  },
};
