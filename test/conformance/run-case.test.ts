import { describe, expect, it } from 'vitest';
import { runCase } from './runner/run-cases.ts';

const written = (over: object): string =>
  JSON.stringify({
    schema: 1,
    name: 'made-up',
    kind: 'run',
    config: { loop: 'queue' },
    expected: {},
    ...over,
  });

const clock = { name: 'Clock', state: { n: 1 }, tools: [] };

describe('runCase()', () => {
  it('reports the first difference with its path', () => {
    const text = written({ apps: [clock], expected: { final_state: { Clock: { n: 2 } } } });

    expect(runCase('file', text).difference).toBe('final_state.Clock.n: expected 2, got 1');
  });

  it('fails a case that is not JSON', () => {
    expect(runCase('torn', '{"schema": 1,')).toMatchObject({ name: 'torn', quirk: false });
    expect(runCase('torn', '{"schema": 1,').difference).toMatch(/^file: /);
  });

  it('accepts a case that begins with a byte order mark', () => {
    expect(runCase('file', `\uFEFF${written({})}`).difference).toBeUndefined();
  });

  it('fails a case that schedules an unknown event', () => {
    expect(runCase('odd', written({ schedule: ['b'] })).difference).toContain(
      'found "b", wanted an event of the case',
    );
  });

  it('fails a case with an unknown field and names the field', () => {
    expect(runCase('odd', written({ colour: 'red' })).difference).toContain('colour');
  });

  it('fails a case of an unknown kind', () => {
    expect(runCase('odd', written({ kind: 'dance' })).difference).toContain('kind');
  });

  it('fails a case with an unknown step', () => {
    const text = written({ config: { loop: 'script' }, script: [{ do: 'jump' }] });

    expect(runCase('odd', text).difference).toMatch(/^run: /);
  });

  it.each([
    [
      { events: [{ id: 'a', app: 'Clock', tool: 'tick', after: 'b' }] },
      'events[0].after: "b" is not a list.',
    ],
    [
      { apps: [{ ...clock, tools: [{ name: 'tick', role: 'cook' }] }] },
      'apps[0].tools[0].role: "cook" is not one of',
    ],
    [
      { events: [{ id: 'c', kind: 'condition', when: { all: [{ state: ['Clock', 'n', 'ne', 1] }] } }] },
      'events[0].when.all[0].state[2]: "ne" is not one of "eq",',
    ],
    [
      { events: [{ id: 'c', kind: 'condition', when: { colour: 'red' } }] },
      'events[0].when: An object is not a question that cases have.',
    ],
  ])('names the path and the problem of an invalid value: %j', (over, words) => {
    expect(runCase('odd', written(over)).difference).toContain(words);
  });

  it('accepts null for optional fields', () => {
    const tools = [{ name: 'tick', role: 'app', operation: null, params: null, body: null }];
    const event = { id: 'a', app: 'Clock', tool: 'tick', args: null, after: null, delay: null, type: null };
    const text = written({
      config: { loop: 'queue', time_increment: null, verbosity: null, exit_when_no_events: null },
      apps: [{ ...clock, class: null, tools }],
      events: [event, { id: 'c', kind: 'condition', when: { name: null, value: true }, depends_every: null }],
      wiring: null,
      script: null,
      expected: { execution: [{ app: 'Clock', tool: 'tick', time: 0 }] },
    });

    expect(runCase('file', text).difference).toBeUndefined();
  });

  it('accepts null for optional fields of an editor step', () => {
    const step = { do: 'add_event', type: 'USER', app: 'Clock', tool: 'tick', id: 'u', relative: 2 };
    const tools = [{ name: 'tick', role: 'app' }];
    const text = written({
      kind: 'builder',
      apps: [{ ...clock, tools }],
      script: [{ ...step, after: null, parameters: null, at: null, comparator: null }],
      expected: { steps: [{ do: 'add_event', result: { id: 'u', class: 'Event' } }] },
    });

    expect(runCase('file', text).difference).toBeUndefined();
  });

  it('distinguishes milestones with the same name and keeps their order', () => {
    const milestones = [
      { name: 'b', value: true },
      { name: '1', value: true },
      { name: 'b', value: false },
    ];
    const text = written({
      events: [{ id: 'v', kind: 'validation', milestones, timeout: 1 }],
      expected: {
        log: [
          {
            id: 'v',
            type: 'VALIDATION',
            time: 0,
            app: null,
            function: null,
            args: {},
            return: { success: false, achieved: ['b', '1'] },
            exception: null,
          },
        ],
      },
    });

    expect(runCase('file', text).difference).toBeUndefined();
  });

  it('reports the reason when the engine refuses a case', () => {
    const tools = [{ name: 'tick', role: 'app' }];
    const events = [
      { id: 'a', app: 'Clock', tool: 'tick', after: ['b'] },
      { id: 'b', app: 'Clock', tool: 'tick', after: ['a'] },
    ];

    expect(runCase('loop', written({ apps: [{ ...clock, tools }], events })).difference).toBe(
      'run: refused: These events wait for each other in a cycle: "a" waits for "b" waits for "a". Remove one of these dependencies.',
    );
  });

  it('supports any built-in app, empty or with a given state', () => {
    const drawer = (name: string) => ({
      files: { name: '', type: 'directory', children: [{ name, type: 'file', text: 'green' }] },
      tmpdir: '/box',
    });
    const apps = [
      { name: 'Diary', builtin: 'CalendarV2' },
      { name: 'Files', builtin: 'Files', state: drawer('pear') },
    ];
    const move = { app: 'Files', tool: 'mv', args: { path1: 'pear', path2: 'plum' } };
    const events = [{ kind: 'event', id: 'moved', at: 1, ...move }];
    const expected = { final_state: { Diary: { events: {} }, Files: drawer('plum') } };

    expect(runCase('world', written({ apps, events, expected })).difference).toBeUndefined();
  });

  it('fails a case with an unknown built-in app', () => {
    const apps = [{ name: 'Soup', builtin: 'SoupApp' }];

    expect(runCase('soup', written({ apps })).difference).toContain('apps');
  });

  it('reports the path of an invalid app state', () => {
    const apps = [{ name: 'Files', builtin: 'Files', state: {} }];

    expect(runCase('torn', written({ apps })).difference).toMatch(/^run: .*Files\.files: /);
  });

  it('reports a difference for an expected field that is never computed', () => {
    expect(runCase('file', written({ expected: { colour: 'red' } })).difference).toBe(
      'colour: expected "red", got nothing',
    );
  });

  it('matches <uuid> with any generated id', () => {
    const tools = [{ name: 'tick', role: 'app' }];
    const script = [{ do: 'start' }, { do: 'call', app: 'Clock', tool: 'tick', events: 'capture' }];
    const result = {
      captured_event: { type: 'ENV', id: 'ENV-Clock.tick-<uuid>', app: 'Clock', function: 'tick', args: {} },
    };
    const steps = [
      { do: 'start', time: 0, state: 'RUNNING' },
      { do: 'call', result, time: 0, state: 'RUNNING' },
    ];
    const text = written({
      config: { loop: 'script' },
      apps: [{ ...clock, tools }],
      script,
      expected: { steps },
    });

    expect(runCase('file', text).difference).toBeUndefined();
  });
});
