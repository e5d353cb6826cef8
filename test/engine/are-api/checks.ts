import {
  conditionTimedOut,
  type ManualEnvironment,
  eventId,
  type Observation,
  planOf,
  scenario,
  seconds,
  type ValidationEntry,
  validationTimedOut,
} from 'orrery/engine';
import { expect } from 'vitest';
import {
  apps,
  type Checks,
  completedCall,
  entriesOf,
  finishedRun,
  mail,
  newEnvironment,
  officePlan,
  plannedAgentValidation,
  plannedCondition,
  plannedValidation,
  runFor,
  throughJson,
} from './office.ts';

/** The entry of a check of the validation; by default the last one. */
const validationEntry = (at = -1): ValidationEntry =>
  entriesOf(finishedRun().log, 'in time').at(at) as ValidationEntry;

/** The agent validation's observation of the agent's call of a tool. */
function observationOf(tool: string): Observation {
  const environment = runFor(40, { mode: 'plain' });
  const { outcome } = completedCall('letter', environment);
  const email_id = outcome.status === 'done' ? outcome.value : null;
  const args = tool === 'forward_email' ? { email_id, recipients: ['me@example.org'] } : { email_id };
  const entry = environment.call('agent', { app: mail, tool, args });
  return entry.observations![0]!;
}

function wasObserved(): void {
  expect(completedCall('forward').observations).toMatchObject([
    { validation: 'watch', verdict: 'watching', achieved: ['forwards'], open: [] },
  ]);
}

function waitsFor(): void {
  const plan = planOf(
    scenario({
      name: 'delays',
      apps,
      events({ user }, { agentValidation, validation }) {
        const ask = user.send_message_to_agent({ content: 'Begin.' }).id('ask');
        validation({ milestones: { never: () => false } }).after(ask, seconds(5));
        agentValidation({ milestones: { never: () => false } }).after(ask, seconds(5));
      },
    }),
  );
  const timing = { kind: 'after', edges: [{ event: 'ask', delay: seconds(5) }] };
  expect(plan.events.slice(1)).toMatchObject([{ timing }, { timing }]);
}

export const checks: Checks = {
  ConditionCheckEvent: declaresACondition,

  'ConditionCheckEvent.event_type'() {
    expect(plannedCondition().kind).toBe('condition');
  },

  'ConditionCheckEvent.action'() {
    expect(typeof plannedCondition().holds).toBe('function');
  },

  'ConditionCheckEvent.schedule_every_ticks'() {
    expect(plannedCondition().every).toBe(10);
  },

  'ConditionCheckEvent.timeout'() {
    expect(plannedCondition().timeout).toBe(200);
  },

  'ConditionCheckEvent.with_id'() {
    const plan = planOf(
      scenario({
        name: 'named',
        apps,
        events(_apps, { condition }) {
          condition('never', () => false).id('arrived');
        },
      }),
    );
    expect(plan.events[0]?.id).toBe('arrived');
    expect(
      entriesOf(finishedRun().log, 'arrived').map((entry) => 'attempt' in entry && entry.attempt),
    ).toEqual([1, 2, 3, 4, 5]);
  },

  'ConditionCheckEvent.is_timeout'() {
    const event = plannedCondition();
    expect([20, 21].map((attempt) => conditionTimedOut(event, attempt))).toEqual([false, true]);
  },

  'ConditionCheckEvent.from_condition': declaresACondition,

  'ConditionCheckEvent.copy'() {
    const environment = newEnvironment();
    environment.schedule([{ ...plannedCondition(), id: eventId('again') }]);
    environment.run();
    expect(entriesOf(environment.log, 'again').at(-1)).toMatchObject({ verdict: 'held' });
  },

  'ConditionCheckEvent.check'() {
    const event = plannedCondition();
    const holds = (environment: ManualEnvironment): unknown =>
      environment.ask((states, past) => event.holds(states as never, past));
    expect([newEnvironment(), finishedRun()].map(holds)).toEqual([false, true]);
    expect(() => {
      finishedRun().ask(({ mail }: { mail: { folders: object } }) => {
        mail.folders = {};
      });
    }).toThrow('must not change a state');
  },

  'ConditionCheckEvent.depends_on': declaresACondition,

  'ConditionCheckEvent.get_next_check_event'() {
    const environment = runFor(6);
    const next = environment.pending.find(({ event }) => event.kind === 'condition');
    expect(next).toMatchObject({ checks: 1, causes: [1] });
    expect((next!.time - officePlan().start) / 1e6).toBe(15);
  },

  ValidationEvent: declaresAValidation,

  'ValidationEvent.event_type'() {
    expect(plannedValidation().kind).toBe('validation');
  },

  'ValidationEvent.milestones'() {
    expect(plannedValidation().milestones).toEqual([
      { name: 'forwarded', holds: expect.any(Function) as unknown },
    ]);
  },

  'ValidationEvent.minefields'() {
    expect(plannedValidation().minefields).toEqual([]);
  },

  'ValidationEvent.schedule_every_ticks'() {
    expect(plannedValidation().every).toBe(30);
  },

  'ValidationEvent.timeout'() {
    expect(plannedValidation().timeout).toBe(300);
  },

  'ValidationEvent.achieved_milestones'() {
    expect(validationEntry(0).achieved).toEqual([]);
    expect(validationEntry().achieved).toEqual(['forwarded']);
  },

  'ValidationEvent.is_timeout'() {
    const event = plannedValidation();
    expect([9, 10].map((attempt) => validationTimedOut(event, attempt))).toEqual([false, true]);
  },

  'ValidationEvent.validate'() {
    expect(finishedRun().verdict().checks).toContainEqual(
      expect.objectContaining({ validation: 'in time', check: 'forwarded', status: 'reached' }),
    );
  },

  'ValidationEvent.get_next_event'() {
    const environment = runFor(6);
    const next = environment.pending.find(({ event }) => event.kind === 'validation');
    expect((next!.time - officePlan().start) / 1e6).toBe(35);
  },

  'ValidationEvent.copy'() {
    const environment = newEnvironment();
    environment.schedule([{ ...plannedValidation(), id: eventId('again') }]);
    environment.run();
    expect(entriesOf(environment.log, 'again').at(-1)).toMatchObject({ verdict: 'passed' });
  },

  'ValidationEvent.depends_on': waitsFor,
  'ValidationEvent.schedule': declaresAValidation,

  AgentValidationEvent: declaresAnAgentValidation,

  'AgentValidationEvent.event_type'() {
    expect(plannedAgentValidation().kind).toBe('agent-validation');
  },

  'AgentValidationEvent.validators': wasObserved,

  'AgentValidationEvent.milestones'() {
    expect(plannedAgentValidation().milestones.map(({ name }) => name)).toEqual(['forwards']);
  },

  'AgentValidationEvent.minefields'() {
    expect(plannedAgentValidation().minefields.map(({ name }) => name)).toEqual(['deletes']);
  },

  'AgentValidationEvent.timeout'() {
    expect(plannedAgentValidation().timeout).toBe(300);
  },

  'AgentValidationEvent.get_validator'() {
    const begun = finishedRun().log.find(({ kind }) => kind === 'agent-validation');
    expect(begun).toMatchObject({ event: 'watch', milestones: ['forwards'], minefields: ['deletes'] });
  },

  'AgentValidationEvent.depends_on': waitsFor,
  'AgentValidationEvent.schedule': declaresAnAgentValidation,

  AgentActionValidator: wasObserved,

  'AgentActionValidator.milestones'() {
    const [entry] = [{ observations: [observationOf('delete_email')] }];
    expect(entry.observations[0]?.open).toEqual(['forwards']);
  },

  'AgentActionValidator.minefields'() {
    const [entry] = [{ observations: [observationOf('delete_email')] }];
    expect(entry.observations[0]?.tripped).toEqual(['deletes']);
  },

  'AgentActionValidator.timeout'() {
    expect(plannedAgentValidation().timeout).toBe(300);
  },

  'AgentActionValidator.achieved_milestones'() {
    const [entry] = [{ observations: [observationOf('forward_email')] }];
    expect(entry.observations[0]?.achieved).toEqual(['forwards']);
  },

  'AgentActionValidator.is_timeout'() {
    const [entry] = [{ observations: [observationOf('forward_email')] }];
    expect(entry.observations[0]?.late).toBe(false);
  },

  'AgentActionValidator.update_tick_count'() {
    const environment = newEnvironment();
    environment.step();
    expect(environment.ticks).toBe(5);
  },

  'AgentActionValidator.validate'() {
    const entries = ['forward_email', 'delete_email'].map((tool) => ({
      observations: [observationOf(tool)],
    }));
    expect(entries.map((entry) => entry.observations[0]?.verdict)).toEqual(['watching', 'failed']);
  },

  ValidationResult() {
    expect(validationEntry(0).verdict).toBe('waiting');
    expect(validationEntry().verdict).toBe('passed');
  },

  'ValidationResult.success'() {
    expect(validationEntry().outcome).toEqual({
      status: 'done',
      value: { success: true, achieved: ['forwarded'] },
    });
  },

  'ValidationResult.achieved_milestones'() {
    expect(validationEntry().achieved).toEqual(['forwarded']);
  },

  'ValidationResult.to_dict'() {
    const text = JSON.stringify(validationEntry());
    expect(JSON.parse(text)).toEqual(throughJson(validationEntry()));
  },
};

function declaresACondition(): void {
  const plan = planOf(
    scenario({
      name: 'condition',
      apps,
      events({ user }, { condition }) {
        const ask = user.send_message_to_agent({ content: 'Begin.' }).id('ask');
        condition('the invoice is in', ({ mail }) => mail.folders.INBOX.emails.length > 0)
          .after(ask, seconds(5))
          .every(10)
          .timeout(200);
      },
    }),
  );
  expect(plan.events[1]).toMatchObject({ kind: 'condition', every: 10, timeout: 200 });
}

function declaresAValidation(): void {
  const plan = planOf(
    scenario({
      name: 'validation',
      apps,
      events(_apps, { validation }) {
        const milestones = { written: () => true };
        const minefields = { spilled: () => false };
        validation({ milestones, minefields });
        validation({ milestones }).every(30).timeout(300);
        validation({ milestones }).untilTheEnd();
      },
    }),
  );
  expect(plan.events).toMatchObject([
    { kind: 'validation', every: 1, timeout: 1 },
    { every: 30, timeout: 300 },
    { every: 1, timeout: undefined },
  ]);
}

function declaresAnAgentValidation(): void {
  const plan = planOf(
    scenario({
      name: 'agent validation',
      apps,
      events(_apps, { agentValidation }) {
        const milestones = { writes: () => true };
        const minefields = { deletes: () => false };
        agentValidation({ milestones, minefields }).timeout(300);
      },
    }),
  );
  expect(plan.events).toMatchObject([{ kind: 'agent-validation', timeout: 300 }]);
}
