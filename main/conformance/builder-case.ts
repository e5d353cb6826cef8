import * as z from 'zod';
import { classes, ScenarioBuilder, type BuiltEvent } from '../../engine/index.ts';
import type { AppInstance } from '../../engine/scenario/index.ts';
import type { Json } from '../../engine/model/json.ts';
import { appsOf } from './case-apps.ts';
import { given, or } from './case-field.ts';
import type { Case, Step } from './case-file.ts';
import { startOf } from './session.ts';
import { shaped } from './shaped.ts';

const description = {
  id: given(z.string()),
  type: z.string(),
  app: z.string(),
  tool: z.string(),
  after: or(z.array(z.string()), []),
  parameters: or(
    z.record(z.string(), z.strictObject({ value: z.string().nullable(), type: z.string().nullable() })),
    {},
  ),
  relative: given(z.number()),
  at: given(z.number()),
  comparator: given(z.string()),
};

const step = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('add_event'), ...description }),
  z.strictObject({ do: z.literal('edit_event'), ...description, id: z.string() }),
  z.strictObject({ do: z.literal('delete_event'), id: z.string() }),
  z.strictObject({ do: z.literal('edit_hint'), id: z.string(), content: z.string() }),
  z.strictObject({ do: z.literal('turns') }),
  z.strictObject({ do: z.literal('accumulate') }),
  z.strictObject({ do: z.literal('patch_order') }),
]);

/** Takes each step of an editor's. */
export function runBuilder(spec: Case): Record<string, Json> {
  const { builder, steps } = build(spec, spec.script);
  return {
    steps,
    graph: graphOf(builder.events),
    hints: builder.hints.map(({ type, content, event }) => ({ type, content, event })),
  };
}

/** A builder that has taken `script`, and what became of each step. */
export function build(spec: Case, script: readonly Step[]): { builder: ScenarioBuilder; steps: Json } {
  const start = startOf(spec);
  const apps: Record<string, AppInstance> = appsOf(spec.apps, start, () => undefined);
  const known = (app: string, tool: string): 'known' | 'no-app' | 'no-tool' =>
    apps[app] === undefined ? 'no-app' : apps[app].tools[tool] === undefined ? 'no-tool' : 'known';
  const builder = new ScenarioBuilder(known, spec.config.start_time ?? 0);
  const steps = script.map((said): Json => {
    const one = shaped(step, said);
    try {
      const result = take(builder, one);
      return { do: one.do, ...(result === undefined ? {} : { result }) };
    } catch (thrown) {
      const { name, message } = thrown as Error;
      return { do: one.do, error: { type: name, message } };
    }
  });
  return { builder, steps };
}

function take(builder: ScenarioBuilder, one: z.output<typeof step>): Json | undefined {
  switch (one.do) {
    case 'add_event':
      return named(builder.add(one));
    case 'edit_event':
      return named(builder.edit(one.id, one));
    case 'delete_event':
      builder.remove(one.id);
      return undefined;
    case 'edit_hint':
      builder.editHint(one.id, one.content);
      return undefined;
    case 'turns':
      return Object.fromEntries(builder.turns());
    case 'accumulate':
      return Object.fromEntries(builder.times());
    case 'patch_order':
      builder.patchOrder();
      return undefined;
  }
}

const named = ({ id, type }: BuiltEvent): Json => ({ id, class: classes[type] });

/** The graph as cases list it. Conditions that have not been checked are called by their first check. */
export function graphOf(events: readonly BuiltEvent[]): Json {
  const conditions = new Set(events.filter(({ type }) => type === 'CONDITION').map(({ id }) => id));
  const called = (id: string): string => (conditions.has(id) ? `${id}-CHECK_0` : id);
  return events.map(({ id, type, relative, at, dependencies, successors }) => ({
    id: called(id),
    class: classes[type],
    type,
    relative: relative ?? null,
    at: at ?? null,
    dependencies: dependencies.map(called),
    successors: successors.map(called),
  }));
}
