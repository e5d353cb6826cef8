import TinyQueue from 'tinyqueue';
import { slotOf, textOf, type Load, type Step } from './loads.ts';
import { SLOTS } from './slots.ts';

/** Runs a load once, without a log, results or anything to inspect afterwards. */
export type Peer = (load: Load) => void;

/** A bare heap with a loop around it: the lower bound for any event engine. */
export const bareQueue: Peer = (load) => {
  const queue = new TinyQueue<{ readonly time: number; readonly at: number }>(
    [],
    (one, other) => one.time - other.time || one.at - other.at,
  );
  const fire = firing(load, (at, time) => {
    queue.push({ time, at });
  });
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) fire(next.at, next.time);
};

interface Timer {
  done(callback: (argument: number) => void, context: unknown, argument: number): void;
}

interface SimJs {
  Sim: new () => { addEntity(kind: unknown): void; simulate(end: number): void };
  Entity: new (...given: unknown[]) => { setTimer(delay: number): Timer; time(): number };
}

/** The discrete-event library simjs. */
export async function simJs(): Promise<Peer> {
  const page: { Sim?: SimJs } = {};
  Object.assign(globalThis, { window: page });
  await import('simjs');
  Reflect.deleteProperty(globalThis, 'window');
  const { Sim, Entity } = page.Sim!;

  return (load) => {
    class Worker extends Entity {
      start(): void {
        const fired = (at: number): void => {
          fire(at, this.time());
        };
        const fire = firing(load, (at, time) => {
          this.setTimer(time - this.time()).done(fired, this, at);
        });
      }
    }
    const sim = new Sim();
    sim.addEntity(Worker);
    sim.simulate(Infinity);
  };
}

type Schedule = (at: number, time: number) => void;

/** Schedules the first events of `load`. Returns the function to call when event number `at` is due. */
function firing(load: Load, schedule: Schedule): Schedule {
  const texts = Array.from({ length: SLOTS }, () => '');
  if (load.kind === 'events') return firingEvents(load.steps, texts, schedule);
  const looks = Array.from({ length: load.conditions }, () => 0);
  for (let at = 0; at < load.conditions; at++) schedule(at, 0);
  return (at, time) => {
    looks[at]! += 1;
    if (texts[at] !== 'never' && looks[at]! < load.looks) schedule(at, time + 1);
  };
}

function firingEvents(steps: readonly Step[], texts: string[], schedule: Schedule): Schedule {
  const open = steps.map(({ after }) => after.length);
  const followers = new Map<number, number[]>();
  for (const [at, step] of steps.entries()) {
    if (step.after.length === 0) schedule(at, step.at);
    for (const before of step.after) if (!followers.get(before)?.push(at)) followers.set(before, [at]);
  }
  return (at, time) => {
    texts[slotOf(at)] = textOf(at);
    for (const follower of followers.get(at) ?? []) {
      open[follower]! -= 1;
      if (open[follower] === 0) schedule(follower, time + 1);
    }
  };
}
