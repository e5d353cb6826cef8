/** What those who call a tool are told of it instead of what its app says. */
export interface Told {
  readonly name?: string;
  readonly description?: string;
}

/** What tools go by, by their whole names such as `Mail__send_email`. */
export type ToldOf = Readonly<Record<string, Told>>;

/** What a run's world is like for its agent, once everything is settled. */
export interface Augmented {
  /** The share of the agent's calls that fail of themselves, from 0 to 1. */
  readonly toolFailures: number;
  readonly tools: ToldOf;
}

/** What a run may be asked for that makes its world less dependable and less quiet, whatever its scenario says. */
export interface AskedAugmentation {
  /** The share of the agent's calls that fail of themselves, from 0 to 1. */
  readonly toolFailures?: number | undefined;
  readonly noise?:
    { readonly perMinute?: number | undefined; readonly seed?: number | undefined } | undefined;
}
