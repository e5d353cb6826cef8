import { readFileSync } from 'node:fs';
import * as engine from 'orrery/engine';
import { describe, expect, it } from 'vitest';
import { actions } from './actions.ts';
import { checks } from './checks.ts';
import { clock } from './clock.ts';
import { completedEvents } from './completed-events.ts';
import { environment } from './environment.ts';
import { events } from './events.ts';
import { logAndQueue } from './log-and-queue.ts';
import { notifications } from './notifications.ts';
import type { Checks } from './office.ts';
import { scenarios } from './scenarios.ts';

/** The fields and methods of each class of ARE. */
const members = JSON.parse(readFileSync(new URL('names.json', import.meta.url), 'utf8')) as Record<
  string,
  readonly string[]
>;

const names = Object.entries(members).flatMap(([name, ofClass]) => [
  name,
  ...ofClass.map((member) => `${name}.${member}`),
]);

const allChecks = [
  environment,
  events,
  actions,
  completedEvents,
  checks,
  logAndQueue,
  clock,
  notifications,
  scenarios,
].flatMap((table: Checks) => Object.entries(table));

const checkOf = new Map(allChecks);

const root = new URL('../../../', import.meta.url);
const page = readFileSync(new URL('docs/are-api.md', root), 'utf8');
const exported = readFileSync(new URL('engine/index.ts', root), 'utf8');

/** The rows of all tables on the page: ARE's name, Orrery's equivalent and a remark. */
const rows = [...page.matchAll(/^\| `([\w.]+)` +\| (.*?) +\| (.*?) *\|$/gm)].map(
  ([, name, ours, remark]) => ({ name: name!, ours: ours!, remark: remark! }),
);

/** The functions that `events(apps, { … })` of a scenario receives. */
const AUTHORING = new Set(['condition', 'validation', 'agentValidation', 'oracle', 'stop', 'apps', 'events']);

const NONE = 'none';

/** Whether a script can import `name` from 'orrery/engine'. */
const isExported = (name: string): boolean => name in engine || new RegExp(`\\b${name}\\b`).test(exported);

const code = ({ ours }: { readonly ours: string }): readonly string[] =>
  [...ours.matchAll(/`([^`]+)`/g)].map(([, span]) => span!);

/** The members, functions and words in quotes that a piece of code names. */
const wordsIn = (span: string): readonly string[] => [
  ...[...span.matchAll(/\.(\w+)|\b(\w+)\(/g)].map(([, member, called]) => (member ?? called)!),
  ...[...span.matchAll(/'([\w-]+)'/g)].map(([, text]) => text!),
];

describe('docs/are-api.md', () => {
  it('has exactly one row for every name in ARE’s API', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(names.toSorted());
  });

  it('has exactly one check for every row with an equivalent', () => {
    const mapped = rows.filter(({ ours }) => ours !== NONE).map(({ name }) => name);
    expect(allChecks.map(([name]) => name).sort()).toEqual(mapped.sort());
  });

  it('gives a reason in one sentence for every name without an equivalent', () => {
    for (const { name, ours, remark } of rows)
      if (ours === NONE)
        expect({ name, remark }).toEqual({ name, remark: expect.stringMatching(/^[A-Z].+\.$/) as unknown });
  });

  it('uses only names that a script can import', () => {
    const isBuiltIn = (name: string): boolean => name in globalThis;
    for (const row of rows)
      for (const span of code(row))
        for (const [, name] of span.matchAll(/(?<![.\w'])([A-Z]\w*(?![\w:])|[a-z]\w*(?=\())/g))
          expect({
            name: row.name,
            isKnown: isExported(name!) || isBuiltIn(name!) || AUTHORING.has(name!),
          }).toEqual({
            name: row.name,
            isKnown: true,
          });
  });
});

describe('the Orrery equivalent in docs/are-api.md', () => {
  it.each(rows.filter(({ ours }) => ours !== NONE))('works as described for $name', (row) => {
    const check = checkOf.get(row.name)!;
    for (const word of code(row).flatMap(wordsIn)) expect(check.toString()).toContain(word);
    check();
  });
});
