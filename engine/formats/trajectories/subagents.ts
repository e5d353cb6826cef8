import { MAX_SUBAGENT_DEPTH } from '../../model/index.ts';
import { ofSubagent, type RecordedSubagent, type Step, type TrajectoryCall } from './trajectory.ts';

// Some programs record each subagent as a conversation of its own, which the result of the call that started it names.

/** The conversation of a subagent that a call started. */
export interface Begun {
  readonly key: string;
  /** The name of the subagent. */
  readonly name: string;
}

/** The conversations of an agent and its subagents by key, and the calls that started them. */
export class Subagents {
  readonly #talks: ReadonlyMap<string, readonly Step[]>;
  /** For the key of each subagent: the key of the conversation that called it, and the subagent. */
  readonly #callers = new Map<string, { readonly caller: string; readonly subagent: RecordedSubagent }>();
  readonly #called = new Map<string, string[]>();
  /** The key of the subagent that a call started, by the call's step. */
  readonly #begun = new Map<Step, string>();

  constructor(
    talks: ReadonlyMap<string, readonly Step[]>,
    begunBy: (call: TrajectoryCall) => Begun | undefined,
  ) {
    this.#talks = talks;
    for (const [caller, steps] of talks)
      for (const step of steps) {
        const { key, name = '' } = (step.kind === 'call' ? begunBy(step) : undefined) ?? {};
        if (key === undefined || key === caller || !talks.has(key) || this.#callers.has(key)) continue;
        // A talk that was begun by one within it is not.
        if (this.#depthOf(caller, key) === undefined) continue;
        this.#callers.set(key, { caller, subagent: { name } });
        this.#begun.set(step, key);
        const called = this.#called.get(caller);
        if (called === undefined) this.#called.set(caller, [key]);
        else called.push(key);
      }
  }

  /** The number of callers above `key`; `undefined` if there are too many, or `subagent` is among them. */
  #depthOf(key: string, subagent: string): number | undefined {
    let depth = 0;
    for (let next = this.#callers.get(key); next !== undefined; next = this.#callers.get(next.caller)) {
      depth += 1;
      if (next.caller === subagent || depth >= MAX_SUBAGENT_DEPTH) return undefined;
    }
    return depth;
  }

  /** The keys of conversations that no other conversation called. */
  heads(): readonly string[] {
    return [...this.#talks.keys()].filter((key) => !this.#callers.has(key));
  }

  /** The keys of conversations that are shown inside the conversation `head`. */
  within(head: string): readonly string[] {
    return [head, ...(this.#called.get(head) ?? []).flatMap((key) => this.within(key))];
  }

  stepsOf(head: string): readonly Step[] {
    return (this.#talks.get(head) ?? []).flatMap((step) => {
      const key = this.#begun.get(step);
      if (key === undefined || step.kind !== 'call') return [step];
      const { subagent } = this.#callers.get(key)!;
      return [{ ...step, starts: [subagent] }, ...this.stepsOf(key).map((one) => ofSubagent(one, subagent))];
    });
  }
}
