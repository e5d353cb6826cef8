import { describe, expect, it } from 'vitest';
import { appName, eventId } from '../../../../engine/model/values/ids.ts';
import type { Json } from '../../../../engine/model/values/json.ts';
import type {
  ActionEntry,
  ConditionEntry,
  LogEntry,
  ValidationEntry,
} from '../../../../engine/model/log-entry.ts';
import { type Path, valueAt } from '../../../../engine/model/values/paths.ts';
import type { Notification } from '../../../../engine/model/notification.ts';
import { instant } from '../../../../engine/model/values/time.ts';
import { BreakpointMonitor } from '../../../../main/host/breakpoints/breakpoint-monitor.ts';
import type { BreakCondition } from '../../../../preload/contract.ts';

const order: ActionEntry = {
  index: 3,
  time: instant(5),
  due: instant(5),
  event: eventId('order'),
  kind: 'environment',
  oracle: false,
  causes: [],
  outcome: { status: 'done', value: null },
  action: { app: appName('mail'), tool: 'send_email', args: { subject: 'Two eggs' }, effect: 'write' },
  calls: [],
  changes: [{ op: 'set', app: appName('mail'), path: ['unread'], value: 1 }],
};

/** The hit of one breakpoint at each entry; the state changes as the entries say. */
function found(condition: BreakCondition, entries: readonly LogEntry[], world = new World()): unknown[] {
  const wires = new BreakpointMonitor(world);
  wires.set([{ condition, enabled: true }]);
  return entries.map((entry) => {
    world.live(entry);
    return wires.check(entry)?.found;
  });
}

class World {
  readonly names = ['mail'];
  unread: Notification[] = [];
  readonly mail: { unread: number };

  constructor(unread = 0) {
    this.mail = { unread };
  }

  valueAt = (app: string, path: Path): Json | undefined =>
    app === 'mail' ? valueAt(this.mail, path) : undefined;

  get unreadCount(): number {
    return this.unread.length;
  }

  live({ changes }: LogEntry): void {
    for (const change of changes) if (change.op === 'set') this.mail.unread = Number(change.value);
  }
}

const reading = (unread: number): ActionEntry => ({
  ...order,
  changes: [{ op: 'set', app: appName('mail'), path: ['unread'], value: unread }],
});

describe('BreakpointMonitor', () => {
  it('stops on an event or on a call of a tool', () => {
    expect(found({ on: 'event', event: 'order' }, [order])).toEqual(['done']);
    expect(found({ on: 'event', event: 'bill' }, [order])).toEqual([undefined]);
    expect(found({ on: 'tool', app: 'mail', tool: 'send_email' }, [order])).toEqual([
      '{"subject":"Two eggs"}',
    ]);
  });

  it('does not stop on a tool call that was skipped', () => {
    const skipped = { ...order, outcome: { status: 'skipped', reason: 'no agent' } } as const;

    expect(found({ on: 'tool', app: 'mail', tool: 'send_email' }, [skipped])).toEqual([undefined]);
  });

  it('stops on a failed entry', () => {
    const failed = {
      ...order,
      outcome: { status: 'failed', error: { type: 'ValueError', message: 'no eggs' } },
    } as const;

    expect(found({ on: 'failure' }, [order, failed])).toEqual([undefined, 'ValueError: no eggs']);
  });

  it('stops on a state condition each time the condition becomes true', () => {
    const two = { on: 'state', app: 'mail', path: 'unread', is: '≥', value: 2 } as const;

    expect(found(two, [1, 2, 3, 0, 5].map(reading))).toEqual([undefined, '2', undefined, undefined, '5']);
    expect(found(two, [4, 1, 2].map(reading), new World(7))).toEqual([undefined, undefined, '2']);
  });

  const probe = (expression: string, when: 'changes' | 'true'): BreakCondition => ({
    on: 'probe',
    expression,
    when,
  });

  it('stops on a probe when its value changes or becomes true', () => {
    const readings = [1, 1, 2, 3, 0].map(reading);

    expect(found(probe('apps.mail.unread', 'changes'), readings)).toEqual(['1', undefined, '2', '3', '0']);
    expect(found(probe('apps.mail.unread > 1', 'true'), readings)).toEqual([
      ...[undefined, undefined, 'true', undefined, undefined],
    ]);
    expect(found(probe('apps.mail.unread > 1', 'true'), [reading(2)], new World(2))).toEqual([undefined]);
  });

  it('stops when a probe starts to throw after it reads another app', () => {
    const late = probe('apps.mail.unread > 1 ? apps.mail.missing.name : 0', 'changes');

    expect(found(late, [1, 2, 3].map(reading))).toEqual([
      undefined,
      expect.stringContaining('no value: TypeError'),
      undefined,
    ]);
  });

  it.each([
    ['apps.mail.unread > 1 && (() => { for (;;); })()', /^no answer within 1 second/],
    ['apps.mail.', /^SyntaxError/],
  ])('reports a probe that cannot be evaluated only once: %s', (expression, trouble) => {
    const [first, ...others] = found(probe(expression, 'changes'), [2, 3, 4].map(reading));

    expect(first).toMatch(trouble);
    expect(others).toEqual([undefined, undefined]);
  });

  it('stops on a notification to the agent', () => {
    const world = new World();
    const wires = new BreakpointMonitor(world);
    wires.set([{ condition: { on: 'notification' }, enabled: true }]);
    expect(wires.check(order)).toBeUndefined();

    world.unread.push({ kind: 'environment-notification', time: instant(5), text: 'A mail came' });

    expect(wires.check(order)?.found).toBe('A mail came');
    expect(wires.check(order)).toBeUndefined();
  });

  it('stops on a condition’s end, or on each of its checks', () => {
    const { index, time, due, causes, outcome } = order;
    const check = (verdict: ConditionEntry['verdict']): ConditionEntry => ({
      index,
      time,
      due,
      causes,
      outcome,
      changes: [],
      kind: 'condition',
      event: eventId('rain'),
      name: 'it rains',
      attempt: 1,
      verdict,
    });
    const checks = (['waiting', 'held', 'timed-out'] as const).map(check);

    expect(found({ on: 'event', event: 'rain' }, checks)).toEqual([undefined, 'became true', 'timed out']);
    expect(found({ on: 'check', event: 'rain' }, checks)).toEqual([
      'check 1: waiting',
      'check 1: held',
      'check 1: timed-out',
    ]);
  });

  it('stops on a verdict, but not on a check that is still waiting', () => {
    const check: ValidationEntry = {
      index: 4,
      time: instant(5),
      due: instant(5),
      event: eventId('taste'),
      kind: 'validation',
      causes: [],
      outcome: { status: 'done', value: null },
      attempt: 1,
      verdict: 'waiting',
      achieved: [],
      open: [],
      tripped: [],
      changes: [],
    };

    expect(found({ on: 'verdict' }, [check, { ...check, verdict: 'failed' }])).toEqual([undefined, 'failed']);
  });

  it('ignores a disabled breakpoint', () => {
    const wires = new BreakpointMonitor(new World());
    wires.set([{ condition: { on: 'event', event: 'order' }, enabled: false }]);

    expect(wires.check(order)).toBeUndefined();
  });
});
