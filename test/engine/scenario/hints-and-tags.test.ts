import { describe, expect, it } from 'vitest';
import { planTrace, readTrace } from '../../../engine/index.ts';
import type { PlanOutline } from '../../../engine/model/plan/plan-outline.ts';
import { fromSeconds } from '../../../engine/model/values/time.ts';
import { outlineOf } from '../../../engine/scenario/plan-outline.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario, type ScenarioDefinition } from '../../../engine/scenario/scenario.ts';
import { newExtras } from '../../../engine/are/write-trace.ts';
import { areFile, kitchen } from '../are/traces.ts';
import { pad } from './pad.ts';

type World = Readonly<Record<'desk', ReturnType<typeof pad>>>;

const planned = (
  tags: ScenarioDefinition<World>['tags'],
  events: ScenarioDefinition<World>['events'] = () => undefined,
): PlanOutline =>
  outlineOf(planOf(scenario({ name: 'desk', apps: () => ({ desk: pad() }), events, ...(tags && { tags }) })));

/** The metadata of an exported run of `plan`. */
const exported = (plan: PlanOutline): unknown =>
  newExtras({ scenario: 'desk', seed: 0, start: fromSeconds(0), apps: [] }, plan).document['metadata'];

describe('hints', () => {
  const { hints } = planned(undefined, ({ desk }, { condition, oracle }) => {
    const ask = desk
      .spill()
      .id('ask')
      .hint('Two letters look alike.')
      .hint('The agent must wait.', 'environment');
    desk.write({ text: 'a' }).id('letter').after(ask).hint('Comes late.');
    condition('dry', () => true)
      .id('dry')
      .hint('Holds at once.');
    oracle(desk.write({ text: 'b' }).id('answer').hint('Either of the two.'));
  });

  it('concern the task for events of the user or the agent, and else the environment', () => {
    expect(hints).toEqual([
      { event: 'ask', kind: 'task', text: 'Two letters look alike.' },
      { event: 'ask', kind: 'environment', text: 'The agent must wait.' },
      { event: 'letter', kind: 'environment', text: 'Comes late.' },
      { event: 'dry', kind: 'environment', text: 'Holds at once.' },
      { event: 'answer', kind: 'task', text: 'Either of the two.' },
    ]);
  });

  it('are refused when they are blank', () => {
    expect(() => planned(undefined, ({ desk }) => void desk.count().hint('  '))).toThrow('hint(): ');
  });

  it('are exported with the trace', () => {
    expect(
      exported(planned(undefined, ({ desk }) => void desk.count().id('n').hint('Count.'))),
    ).toMatchObject({
      definition: {
        hints: [{ hint_type: 'ENVIRONMENT_HINT', content: 'Count.', associated_event_id: 'n' }],
      },
    });
  });

  it('are read from a trace, both for showing and for running it', () => {
    const name = 'studio_visit_two_turns.trace.json';
    const said = [{ event: 'u1', kind: 'task', text: 'One mail, then wait.' }];

    expect(readTrace(areFile(name), name)).toMatchObject({ hints: said, scenarioTags: ['adaptability'] });
    expect(planTrace(areFile(name), name).plan).toMatchObject({ hints: said, tags: ['adaptability'] });
  });

  it('are ignored when a trace has them in an unknown form', () => {
    const definition = {
      scenario_id: 'kitchen',
      start_time: 0,
      hints: [null, 'hot', { hint_type: 'RUMOUR', content: 'a', associated_event_id: 'e' }, { content: 'b' }],
      tags: ['Search', 7, 'PromptInjection', 'Search', 'kitchen work', ' '],
    };

    expect(readTrace(JSON.stringify(kitchen({ metadata: { definition } })), 'kitchen.json')).toMatchObject({
      hints: [],
      scenarioTags: ['search', 'prompt-injection', 'kitchen work'],
    });
  });
});

describe('tags', () => {
  it('may be capabilities of ARE or the author’s own', () => {
    expect(planned(['search', 'unit-test', 'kitchen work']).tags).toEqual([
      'search',
      'unit-test',
      'kitchen work',
    ]);
  });

  it.each([
    [['search', 'search'], 'tags[1]: "search" is listed twice.'],
    [[' '], 'tags[0]: '],
    [['two\nlines'], 'tags[0]: '],
    [['a'.repeat(101)], 'tags[0]: '],
    [Array.from({ length: 51 }, (_, nth) => `tag ${nth}`), 'tags: 51 tags are too many. Give at most 50.'],
  ])('are refused when there are too many, or a filter could not name them: %j', (tags, message) => {
    expect(() => planned(tags)).toThrow(message);
  });

  it('are exported under ARE’s names, and own tags are left out', () => {
    const plan = planned(['search', 'prompt-injection', 'kitchen work']);

    expect(exported(plan)).toMatchObject({ definition: { tags: ['Search', 'PromptInjection'] } });
    expect(newExtras({ scenario: 'desk', seed: 0, start: fromSeconds(0), apps: [] }, plan).notes).toEqual([
      'metadata.definition.tags: 1 own tag left out: ARE reads only its own.',
    ]);
  });
});
