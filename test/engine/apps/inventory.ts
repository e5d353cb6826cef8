import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { toolsOf } from '../../../engine/apps/catalogue.ts';
import type { Tool } from '../../../engine/world/tool.ts';
import { recordedEffect } from '../../../engine/are/trace-apps.ts';

export const COUNTED = ['tools', 'read', 'write', 'none', 'agent', 'user', 'environment', 'data'] as const;

export type Counts = Readonly<Record<string, number>>;

/** What is said of a tool: its operation in recordings, then the roles that may call it. */
export type Facts = readonly string[];

export type Inventory = Readonly<Record<string, Facts>>;

/** The tools of the reference's apps, by class: facts that were taken down from it. */
export const reference = z
  .record(
    z.string(),
    z.object({
      counts: z.record(z.enum(COUNTED), z.int()),
      tools: z.record(z.string(), z.array(z.string())),
    }),
  )
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'reference-tools.json'), 'utf8')));

const factsOf = (tool: Tool<never>): Facts => [
  recordedEffect(tool),
  ...(['agent', 'user', 'environment', 'data'] as const).filter((role) => tool.callers.includes(role)),
];

/** The tools of the class `className` here; none where it is not built. */
export const toolsHere = (className: string): Inventory =>
  Object.fromEntries(Object.entries(toolsOf(className) ?? {}).map(([name, tool]) => [name, factsOf(tool)]));

/** Those of `here` that the reference has in `there`, and those it has not. */
export function compared(here: Inventory, there: Inventory): { both: Inventory; beside: readonly string[] } {
  const all = Object.entries(here);
  return {
    both: Object.fromEntries(all.filter(([name]) => Object.hasOwn(there, name))),
    beside: all.flatMap(([name]) => (Object.hasOwn(there, name) ? [] : [name])),
  };
}

/** Tools, counted as the reference counts them. */
export function countsOf(all: Inventory): Counts {
  const facts = Object.values(all);
  return Object.fromEntries(
    COUNTED.map((word) => [
      word,
      word === 'tools' ? facts.length : facts.filter((said) => said.includes(word)).length,
    ]),
  );
}

export const sumOf = (all: readonly Counts[]): Counts =>
  Object.fromEntries(COUNTED.map((word) => [word, all.reduce((sum, one) => sum + one[word]!, 0)]));
