import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Environment, planTrace, readTrace, type TracePlan } from '../../../engine/index.ts';
import type { LogEntry } from '../../../engine/model/log-entry.ts';
import { areFile, areFiles, chatting, check, cooking, kitchen } from './traces.ts';

const planKitchen = (over: object): TracePlan => planTrace(JSON.stringify(kitchen(over)), 'kitchen.json');

/** The log of a completed oracle run of the scenario. */
function played({ plan }: TracePlan): readonly LogEntry[] {
  const environment = new Environment(plan, { mode: 'oracle' });
  environment.run();
  expect(environment.state).toBe('completed');
  return environment.log;
}

/** A line per entry: time, event, tool and the named arguments. */
const linesOf = (entries: readonly LogEntry[], names: readonly (readonly string[])[]): string[] =>
  entries.map((entry, index) => {
    if (!('action' in entry)) return `${entry.time} ${entry.event}`;
    const { app, tool, args, resolved = args } = entry.action;
    const told = names[index]?.map((name) => `${name}: ${JSON.stringify(resolved[name] ?? null)}`);
    return `${entry.time} ${entry.event} ${app}.${tool} ${told?.join()}`;
  });

/** Expects the same times, apps, tools and arguments. Generated ids differ between runs, so they are replaced by the recorded ones. */
function expectSameAs(recorded: readonly LogEntry[], ours: readonly LogEntry[]): void {
  const names = recorded.map((entry) => ('action' in entry ? Object.keys(entry.action.args) : []));
  const alike = recorded.flatMap(({ outcome }, index): (readonly [string, string])[] => {
    const own = ours[index]?.outcome;
    const made = outcome.status === 'done' && own?.status === 'done' ? [outcome.value, own.value] : [];
    const [theirs, mine] = made.map(String);
    return theirs !== mine && /^[\da-f-]{32,36}$/.test(theirs ?? '') ? [[theirs!, mine!]] : [];
  });
  const line = (text: string): string =>
    alike.reduce((told, [theirs, mine]) => told.replaceAll(mine, theirs), text);

  expect(linesOf(ours, names).map(line)).toEqual(linesOf(recorded, names));
}

/** Pairs of each scenario or trace with the trace of the oracle's run of the same scenario. */
function pairsIn(files: readonly string[]): (readonly [file: string, trace: string])[] {
  return files
    .filter((name) => !name.includes('without-oracle'))
    .map((name) => [name, name.replace(/\..*/, '.trace.json')]);
}

describe('planTrace()', () => {
  it.each(pairsIn(areFiles))('runs %s with the times, calls and arguments of %s', (name, trace) => {
    const ours = played(planTrace(areFile(name), name));

    expectSameAs(readTrace(areFile(trace), trace).entries, ours);
  });

  it.each(areFiles.filter((name) => name.includes('without-oracle')))('runs every event of %s', (name) => {
    const scenario = planTrace(areFile(name), name);

    expect(new Set(played(scenario).map(({ event }) => event))).toEqual(
      new Set(scenario.plan.events.map(({ id }) => id)),
    );
  });

  const boils = { event_type: 'CONDITION', event_id: 'boils-CHECK_0', action: { function: 'water_boils' } };
  const tea = {
    ...chatting('tea', 'send_message_to_agent', 'Tea!'),
    event_time: null,
    event_relative_time: 2,
    dependencies: ['boils-CHECK_4'],
  };

  it('leaves out conditions without code and all their successors', () => {
    const { plan, notes } = planKitchen({
      events: [boils, tea, { ...tea, event_id: 'cup', dependencies: ['tea'] }],
    });

    expect(plan.events).toEqual([]);
    expect(notes).toContain(
      'events: condition boils left out: the file does not hold its code (water_boils), and with it 2 that wait for it.',
    );
  });

  it('counts at most 100 successors per left-out condition in a chain of 10,000', () => {
    const events = Array.from({ length: 10_000 }, (_, at) => ({
      ...boils,
      event_id: `boils-${at}`,
      dependencies: at === 0 ? [] : [`boils-${at - 1}`],
    }));

    const notes = planKitchen({ events }).notes.filter((note) => note.includes('left out'));

    expect(notes).toHaveLength(10_000);
    expect(notes[0]).toMatch(/, and with it 100 or more that wait for it\.$/);
    expect(notes.at(-2)).toMatch(/, and with it 1 that wait for it\.$/);
  });

  it('lets a condition without code hold at the recorded time', () => {
    const completed_events = [check('boils-CHECK_0', 1000, null), check('boils-CHECK_1', 1003, 'True')];

    const log = played(planKitchen({ events: [boils, tea], completed_events }));

    expect(log.map(({ time, event }) => `${time / 1e6} ${event}`)).toEqual([
      '1000 boils',
      '1001 boils',
      '1002 boils',
      '1003 boils',
      '1005 tea',
    ]);
  });

  it('replaces a recorded id in later arguments by the id of the new run', () => {
    const id = '0123456789abcdef0123456789abcdef';
    const says = chatting('says', 'send_message_to_agent', 'Hello', { event_type: 'USER' });
    const cites = chatting('cites', 'send_message_to_agent', id, {
      event_type: 'USER',
      dependencies: ['says'],
    });
    const answered = { return_value: id, return_value_type: 'str' };

    const [said, cited] = played(
      planKitchen({ events: [says, cites], completed_events: [{ ...says, metadata: answered }, cites] }),
    );

    expect(cited).toMatchObject({
      action: { resolved: { content: (said!.outcome as { value: string }).value } },
    });
    expect(said!.outcome).not.toMatchObject({ value: id });
  });

  it('fails calls of apps that Orrery does not have, notes them and continues the run', () => {
    const lit = { ...cooking('lit'), event_time: null, event_relative_time: 1 };
    const scenario = planKitchen({ events: [lit, { ...tea, dependencies: ['lit'] }] });

    expect(played(scenario).map(({ event, outcome }) => `${event} ${outcome.status}`)).toEqual([
      'lit failed',
      'tea done',
    ]);
    expect(scenario.notes).toContain('apps: Stove: not apps of Orrery; their first states are shown.');
  });

  it.each([
    [
      'two of one name',
      [
        { ...tea, dependencies: [] },
        { ...tea, dependencies: [] },
      ],
      'events[1].event_id: Another event has the id "tea", too.',
    ],
    [
      'who waits for nobody',
      [{ ...tea, dependencies: ['milk'] }],
      'events[0].dependencies: "milk" is not the id of an event of this file.',
    ],
    [
      'who goes back in time',
      [{ ...tea, dependencies: [], event_relative_time: -1 }],
      'events[0].event_relative_time: -1 is not from 0 to 9000000000 seconds.',
    ],
    [
      'who does what nobody knows',
      [{ ...tea, dependencies: [], event_type: 'COOK' }],
      'events[0].event_type: "COOK" is not a type of event.',
    ],
    [
      'who calls nothing',
      [{ ...tea, dependencies: [], action: { app: 'Stove', args: [] } }],
      'events[0].action.function: A name is missing.',
    ],
  ])('refuses invalid events: %s', (_what, events, complaint) => {
    expect(() => planKitchen({ events })).toThrow(`kitchen.json, ${complaint}`);
  });

  it('accepts an event with 3,000 predecessors, each in its own turn', () => {
    const ids = Array.from({ length: 3_000 }, (_, at) => `e${at}`);
    const events = ids.flatMap((event_id, at) => [
      { ...tea, event_id, dependencies: at === 0 ? [] : [`end-${ids[at - 1]}`] },
      {
        ...chatting(`end-${event_id}`, 'send_message_to_user', 'Done'),
        event_relative_time: 1,
        dependencies: [event_id],
      },
    ]);

    const { plan } = planKitchen({ events: [...events, { ...tea, event_id: 'last', dependencies: ids }] });

    expect(plan.events).toHaveLength(6_001);
  });

  it.each([
    ['LESS_THAN', 'less-than'],
    ['constructor', undefined],
    [null, undefined],
  ])('reads the comparator %s of an oracle’s event as %s', (event_time_comparator, comparator) => {
    const stir = { ...cooking('stir'), event_time_comparator };

    const [event] = planKitchen({ events: [stir] }).plan.events;

    expect(event && { comparator: undefined, ...event }).toMatchObject({ id: 'stir', comparator });
  });

  it('adds an empty list of completed events when the file has none', () => {
    const { extras } = planKitchen({ completed_events: undefined });

    expect(extras.document).toMatchObject({ completed_events: [] });
  });

  it('refuses an event that waits for itself', () => {
    expect(() => planKitchen({ events: [{ ...tea, dependencies: ['tea'] }] })).toThrow(
      'wait for each other in a cycle',
    );
  });
});

/** Traces of ARE's own tutorials cannot be redistributed; they may be in a folder next to the checkout. */
const BESIDE = new URL('../../../../shared/are-traces/', import.meta.url);

describe.skipIf(!existsSync(BESIDE))(
  "ARE's own tutorials (skipped where ../shared/are-traces is missing)",
  () => {
    const text = (name: string): string => readFileSync(new URL(name, BESIDE), 'utf8');
    const names = existsSync(BESIDE)
      ? readdirSync(BESIDE).filter((name) => /^scenario_.*trace.*\.json$/.test(name))
      : [];

    it.each(pairsIn(names))('runs %s with the times, calls and arguments of %s', (name, trace) => {
      const ours = played(planTrace(text(name), name));

      expectSameAs(readTrace(text(trace), trace).entries, ours);
    });
  },
);
