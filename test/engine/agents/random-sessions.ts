import { createHash } from 'node:crypto';
import { Session, type SessionOptions } from '../../../engine/agents/session.ts';
import { agentUserInterface } from '../../../engine/apps/chat/chat.ts';
import { Environment } from '../../../engine/kernel/environment.ts';
import type { AgentAct, PersonAct, Turn } from '../../../engine/model/conversation.ts';
import { canonicalLine, type NewHash } from '../../../engine/model/log-hash.ts';
import type { LogEntry } from '../../../engine/model/log-entry.ts';
import { appName } from '../../../engine/model/values/ids.ts';
import type { Random } from '../../../engine/model/values/random.ts';
import { after, earlier, instant, later, seconds, type SimTime } from '../../../engine/model/values/time.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';
import { app } from '../../../engine/world/app.ts';
import { int, optional } from '../../../engine/world/arguments.ts';
import type { Plan } from '../../../engine/world/plan.ts';
import { refuse, toolOf } from '../../../engine/world/tool.ts';
import { below, pick } from '../analysis/mutated-runs.ts';

const sha256: NewHash = () => {
  const hash = createHash('sha256');
  return { add: (text) => void hash.update(text), end: () => hash.digest('hex') };
};

const tool = toolOf<{ total: number; drawn: number[] }>();

/** A counter whose tools wait, let time pass, fail and draw random numbers. */
const counter = app({
  class: 'Counter',
  initial: () => ({ total: 0, drawn: [] as number[] }),
  tools: {
    add: tool({
      summary: 'Add.',
      effect: 'write',
      callers: ['agent', 'user', 'environment'],
      args: { by: optional(int, 1) },
      apply: (state, { by }) => (state.total += by),
    }),
    draw: tool({
      summary: 'Draw a random number.',
      effect: 'write',
      callers: ['agent', 'user', 'environment'],
      args: {},
      apply(state, _args, { random }) {
        state.drawn.push(random.int(0, 999));
        return state.drawn.at(-1)!;
      },
    }),
    total: tool({
      summary: 'Tell the total.',
      effect: 'read',
      callers: ['agent'],
      apply: ({ total }) => total,
    }),
    rest: tool({
      summary: 'Add one, and wait for a notification.',
      effect: 'write',
      callers: ['agent', 'user', 'environment'],
      args: { span: optional(int, 3) },
      apply(state, { span }, context) {
        state.total += 1;
        context.waitForNotification(seconds(span));
        return state.total;
      },
    }),
    linger: tool({
      summary: 'Let time pass.',
      effect: 'read',
      callers: ['agent'],
      args: { span: optional(int, 2) },
      apply(_state, { span }, context) {
        context.letPass(seconds(span));
        return span;
      },
    }),
    spill: tool({
      summary: 'Add, and fail.',
      effect: 'write',
      callers: ['agent', 'user', 'environment'],
      args: {},
      apply(state) {
        state.total += 100;
        return refuse('ValueError', 'spilt');
      },
    }),
  },
});

/** A random plan: messages, calls, follow-ups and repeated checks, several of them at one time. */
export function randomPlan(random: Random): Plan {
  const count = 3 + below(random, 10);
  const rolls = Array.from({ length: count * 4 }, () => random.next());
  const roll = (nth: number, most: number): number => Math.floor(rolls[nth % rolls.length]! * most);
  return planOf(
    scenario({
      name: 'random',
      start: '2026-01-05T09:00:00Z',
      duration: seconds(20 + below(random, 40)),
      seed: below(random, 1000),
      ...(random.next() < 0.3 ? { tickPolicy: 'by-tick', tick: seconds(1 + below(random, 4)) } : {}),
      augmentation: { toolFailures: pick(random, [0, 0, 0.3]) },
      apps: () => ({ counter: counter(), user: agentUserInterface() }),
      events({ counter, user }, { condition, oracle, stop }) {
        for (let nth = 0; nth < count; nth += 1) {
          const at = seconds(1 + roll(nth * 4, 25));
          const declared = [
            () => user.send_message_to_agent({ content: `message ${nth}` }),
            () => counter.add({ by: nth }),
            () => counter.draw({}),
            () => counter.rest({ span: 2 }),
            () => counter.spill({}),
          ][roll(nth * 4 + 1, 5)]!();
          declared.at(at).id(`event-${nth}`);
          if (roll(nth * 4 + 2, 3) === 0) counter.add({ by: 10 }).after(declared, seconds(roll(nth, 3)));
          if (roll(nth * 4 + 3, 4) === 0)
            condition(`total is over ${nth}`, (states) => states.counter.total > nth * 3)
              .after(declared)
              .every(1)
              .timeout(9);
          if (roll(nth * 4 + 3, 30) === 2) stop().after(declared, seconds(roll(nth, 9)));
          if (roll(nth * 4 + 3, 5) === 1) oracle(counter.add({ by: 1000 })).after(declared, seconds(1));
        }
      },
    }),
  );
}

const CALLS = ['add', 'draw', 'total', 'rest', 'linger', 'spill'] as const;

function randomAct(random: Random): AgentAct {
  const kind = below(random, 10);
  if (kind === 0) return { kind: 'finish' };
  if (kind < 3)
    return random.next() < 0.3 ? { kind: 'wait' } : { kind: 'wait', span: seconds(below(random, 6)) };
  if (kind === 3) return { kind: 'call', tool: 'counter__sing', args: {} };
  if (kind === 4) return { kind: 'call', tool: 'counter__add', args: { by: 'many' } };
  return { kind: 'call', tool: `counter__${pick(random, CALLS)}`, args: {} };
}

const randomPersonAct = (random: Random): PersonAct => {
  const actor = pick(random, ['user', 'environment', 'agent'] as const);
  const name = pick(random, ['add', 'draw', 'rest', 'spill'] as const);
  if (below(random, 5) === 0)
    return { kind: 'set', app: appName('counter'), path: ['total'], value: below(random, 50) };
  return { kind: 'call', actor, action: { app: appName('counter'), tool: name, args: {} } };
};

/** A run that was played, with its turns. */
export interface Played {
  readonly plan: Plan;
  readonly environment: Environment;
  readonly log: readonly LogEntry[];
  readonly turns: readonly Turn[];
}

/** Lets a random agent and, unless it repeats turns first, a random person act in a run of `plan`. After each of its steps, the run is shown to `look`. */
export function playAtRandom(
  plan: Plan,
  random: Random,
  look: (environment: Environment) => void = () => undefined,
  options: SessionOptions = { agent: { from: 0, turns: 40, isOther: false } },
): Played {
  const environment = new Environment(plan, { mode: 'plain' });
  const session = new Session(environment, plan, { ...options, newHash: sha256 });
  const turns = new Turns();
  let acts = options.record === undefined ? below(random, 6) : 0;
  while (
    environment.state !== 'completed' &&
    environment.state !== 'failed' &&
    environment.state !== 'stopped'
  ) {
    if (acts > 0 && random.next() < 0.08) {
      acts -= 1;
      session.act(randomPersonAct(random), timeOfAct(random, environment, session));
    } else if (session.question === undefined) session.step();
    else
      session.answer({
        act: randomAct(random),
        thinking: pick(random, [seconds(0), seconds(0), seconds(1), seconds(4)]),
        thought: '',
        elapsed: 0,
      });
    turns.add(session);
    look(environment);
  }
  return { plan, environment, log: environment.log, turns: turns.all };
}

/** The present, or a time before the next step: a person acts between events, too, but not while the agent thinks. */
function timeOfAct(random: Random, environment: Environment, { next, question, now }: Session): SimTime {
  if (question !== undefined || environment.ending !== undefined || random.next() < 0.5) return now;
  const { nextTime, lastInstant } = environment;
  const steps = [nextTime, lastInstant, next.kind === 'act' ? next.time : undefined];
  const latest = steps.reduce<SimTime>(
    (least, time) => earlier(least, time ?? least),
    after(now, seconds(3)),
  );
  return later(now, random.next() < 0.5 ? latest : instant(now + Math.round((latest - now) / 3)));
}

/** Repeats turns in a new run of `plan`. */
export function repeated(plan: Plan, options: SessionOptions): Played {
  const environment = new Environment(plan, { mode: 'plain' });
  const session = new Session(environment, plan, { ...options, newHash: sha256 });
  const turns = new Turns();
  while (!session.isStill) {
    session.step();
    turns.add(session);
  }
  return { plan, environment, log: environment.log, turns: turns.all };
}

class Turns {
  readonly #turns: Turn[] = [];

  get all(): readonly Turn[] {
    return this.#turns;
  }

  add(session: Session): void {
    for (const [nth, turn] of session.takeTurns()) this.#turns[nth] = turn;
  }
}

export const lines = (log: readonly LogEntry[]): readonly string[] => log.map(canonicalLine);
