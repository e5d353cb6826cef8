import {
  CAPABILITIES,
  type Capability,
  describePlanTools,
  Environment,
  GAIA2_CAPABILITIES,
  type Plan,
  planOf,
  play,
  scenario,
  scriptedAgent,
  seconds,
  Session,
  type ThinkingTime,
} from 'orrery/engine';
import { expect } from 'vitest';
import { apps, type Checks, mail, newEnvironment, officePlan } from './office.ts';

/** A plan with one hint. */
const hinted = (): Plan =>
  planOf(
    scenario({
      name: 'hint',
      apps,
      events({ user }) {
        user.send_message_to_agent({ content: 'Hello.' }).id('ask').hint('Ask first.', 'task');
      },
    }),
  );

function isGivenToAnEvent(): void {
  const plan = planOf(
    scenario({
      name: 'hint',
      apps,
      events({ user }) {
        user.send_message_to_agent({ content: 'Hello.' }).id('ask').hint('Ask first.', 'task');
      },
    }),
  );
  expect(plan.hints).toEqual([{ event: 'ask', kind: 'task', text: 'Ask first.' }]);
}

const listEmails = { kind: 'call', tool: 'mail__list_emails', args: {} } as const;

const livingSession = (environment: Environment): Session =>
  new Session(environment, officePlan(), { agent: { from: 0, turns: 50, isOther: false } });

const failAlways = (): Plan =>
  planOf(scenario({ name: 'failing', apps, augmentation: { toolFailures: 1 }, events: () => undefined }));

function makesCallsFail(): void {
  const plan = planOf(
    scenario({ name: 'failing', apps, augmentation: { toolFailures: 0.1 }, events: () => undefined }),
  );
  expect(plan.augmentation.toolFailures).toBe(0.1);
  const entry = new Environment(failAlways(), { mode: 'plain' }).call('agent', {
    app: mail,
    tool: 'list_emails',
    args: {},
  });
  expect(entry.outcome.status).toBe('failed');
}

/** Simulated seconds that two turns of two seconds each take. */
function costOf(thinking: ThinkingTime): number {
  const times: number[] = [];
  const script = scriptedAgent([{ act: listEmails, took: seconds(2) }]);
  play(
    livingSession(newEnvironment({ mode: 'plain' })),
    { next: (question) => (times.push(question.time / 1e6), script.next(question)) },
    thinking,
  );
  return times[1]! - times[0]!;
}

const hasTag = (tag: Capability): void => {
  expect(CAPABILITIES).toContain(tag);
};

export const scenarios: Checks = {
  Hint() {
    expect(officePlan().hints).toEqual([
      { event: 'letter', kind: 'environment', text: 'It comes after the user has asked for it.' },
    ]);
  },
  'Hint.hint_type': isGivenToAnEvent,
  'Hint.content': isGivenToAnEvent,

  'Hint.associated_event_id'() {
    const { hints } = hinted();
    expect(hints[0]?.event).toBe('ask');
  },

  HintType() {
    expect(officePlan().hints[0]?.kind).toBe('environment');
    expect(hinted().hints[0]?.kind).toBe('task');
  },

  'HintType.TASK_HINT'() {
    expect(hinted().hints).toMatchObject([{ kind: 'task' }]);
  },

  'HintType.ENVIRONMENT_HINT'() {
    expect(officePlan().hints).toMatchObject([{ kind: 'environment' }]);
  },

  CapabilityTag() {
    const plan = planOf(
      scenario({
        name: 'tagged',
        tags: [...CAPABILITIES, 'search for shoes'],
        apps,
        events: () => undefined,
      }),
    );
    expect(plan.tags.length).toBe(CAPABILITIES.length + 1);
  },

  'CapabilityTag.Planning'() {
    hasTag('planning');
  },
  'CapabilityTag.Memory'() {
    hasTag('memory');
  },
  'CapabilityTag.Collaboration'() {
    hasTag('collaboration');
  },
  'CapabilityTag.Exploration'() {
    hasTag('exploration');
  },
  'CapabilityTag.UnitTest'() {
    hasTag('unit-test');
  },
  'CapabilityTag.PromptInjection'() {
    hasTag('prompt-injection');
  },
  'CapabilityTag.Universe'() {
    hasTag('universe');
  },
  'CapabilityTag.Safety'() {
    hasTag('safety');
  },
  'CapabilityTag.Adaptability'() {
    hasTag('adaptability');
  },
  'CapabilityTag.Ambiguity'() {
    hasTag('ambiguity');
  },
  'CapabilityTag.Execution'() {
    hasTag('execution');
  },
  'CapabilityTag.Search'() {
    hasTag('search');
  },
  'CapabilityTag.Time'() {
    hasTag('time');
  },
  'CapabilityTag.Security'() {
    hasTag('security');
  },

  'CapabilityTag.gaia2_capabilities'() {
    expect(GAIA2_CAPABILITIES).toEqual(['adaptability', 'ambiguity', 'execution', 'search', 'time']);
  },

  ToolAugmentationConfig: makesCallsFail,
  'ToolAugmentationConfig.tool_failure_probability': makesCallsFail,

  'ToolAugmentationConfig.apply_tool_name_augmentation'() {
    const tools = { mail__send_email: { name: 'mail__post' } };
    const plan = planOf(
      scenario({ name: 'renamed', apps, augmentation: { tools }, events: () => undefined }),
    );
    const posting = describePlanTools(plan, 'agent').find(({ name }) => name === 'mail__post');
    expect(posting?.calls).toEqual({ app: 'mail', tool: 'send_email' });
  },

  'ToolAugmentationConfig.apply_tool_description_augmentation'() {
    const tools = { mail__send_email: { description: 'Posts a letter.' } };
    const plan = planOf(
      scenario({ name: 'renamed', apps, augmentation: { tools }, events: () => undefined }),
    );
    const posting = describePlanTools(plan, 'agent').find(({ name }) => name === 'mail__send_email');
    expect(posting?.description).toBe('Posts a letter.');
  },

  SimulatedGenerationTimeConfig() {
    const environment = newEnvironment({ mode: 'plain' });
    play(livingSession(environment), scriptedAgent([listEmails]), 'measured');
    expect(environment.log.some(({ kind }) => kind === 'agent')).toBe(true);
    expect(costOf('measured')).toBe(2);
  },

  'SimulatedGenerationTimeConfig.mode'() {
    play(livingSession(newEnvironment({ mode: 'plain' })), scriptedAgent([]), 'measured');
    expect(costOf('measured')).toBe(2);
    expect(costOf(3)).toBe(3);
    expect(costOf('frozen')).toBe(0);
  },

  'SimulatedGenerationTimeConfig.seconds'() {
    const session = livingSession(newEnvironment({ mode: 'plain' }));
    play(session, scriptedAgent([]), 3);
    expect(costOf(3)).toBe(3);
  },
};
