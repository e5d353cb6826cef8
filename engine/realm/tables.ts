import type { RunMode, Problem, SourceLocation } from '../model/index.ts';

/** A text passed into or out of a realm: JSON unless stated otherwise. */
export type Text = string;

/** An object passed out of a realm. The host copies it, and never passes it to a function. */
export type Data = object;

/** Returned by a function of a table after a failure; {@link ScenarioTable.takeFailure} returns the reason. */
export interface Failed {
  readonly failed: true;
}

/** The reason why a function of a table failed. */
export type RealmFailure =
  | { readonly kind: 'scenario'; readonly problems: readonly Problem[] }
  | {
      readonly kind: 'timed-out';
      readonly what: string;
      readonly place?: SourceLocation;
      readonly isBetweenCalls: boolean;
    }
  /** How to start the servers whose tools are not known, as JSON. */
  | { readonly kind: 'unlisted'; readonly servers: string }
  /** An error of ours. */
  | { readonly kind: 'error'; readonly type: string; readonly message: string };

/** Host functions that a run needs. They take and return numbers and texts, and never throw. */
export interface RunHost {
  /** Reads logged entries from the store, as a JSON list. */
  readonly readBack: (from: number, limit: number) => Text | undefined;
  /** The judge's decision on a turn, given the log so far; both as JSON. */
  readonly judgeTurn: (log: Text) => Text | undefined;
  /** The SHA-256 of a text, in hex. */
  readonly hash: (text: Text) => Text;
}

/** The functions of one scenario in its realm. */
export interface ScenarioTable {
  /** The value that a function returns when it failed. */
  readonly failed: Failed;
  readonly takeFailure: () => Data | undefined;
  /** The names of the scenario's variants, as a list. `module` is the compiled script of the scenario. */
  readonly variants: (module: object) => Data | Failed;
  /** Plans a run from a {@link ScenarioRequest}. The result is only for the functions in {@link run}. */
  readonly open: (module: object, request: Text, host: RunHost) => Data | Failed;
  /** The functions of a run. Each takes the run that {@link open} returned as its first argument. */
  readonly run: {
    readonly [Name in keyof RunTable]: (
      run: Data,
      ...given: Parameters<RunTable[Name]>
    ) => ReturnType<RunTable[Name]>;
  };
}

/** The options of a run. */
export interface ScenarioRequest {
  readonly planning: object;
  readonly mode: RunMode;
  readonly notify: object | string;
  readonly interventions: readonly object[];
  /** The texts of the agent's scripts, by file path. */
  readonly scripts: readonly (readonly [path: string, text: string])[];
  readonly turns: object;
}

/** The functions of one run, named after the members of its plan, environment and session. */
export interface RunTable {
  /** The plan without its apps and events. */
  readonly plan: () => Data | Failed;
  readonly outline: () => Data | Failed;
  /** The tools of an app, without their functions. */
  readonly tools: (app: string) => Data | Failed;
  readonly initialState: (app: string) => Data | Failed;

  readonly state: () => string | Failed;
  readonly now: () => number | Failed;
  readonly nextTime: () => number | undefined | Failed;
  readonly lastInstant: () => number | undefined | Failed;
  readonly ending: () => string | undefined | Failed;
  readonly length: () => number | Failed;
  readonly pendingCount: () => number | Failed;
  readonly hasTurns: () => boolean | Failed;
  readonly hasRejectedTurn: () => boolean | Failed;
  readonly isNextStepLong: () => boolean | Failed;
  readonly isFiring: () => boolean | Failed;
  readonly apps: () => Data | Failed;
  readonly states: () => Data | Failed;
  readonly appState: (app: string) => Data | null | string | number | boolean | Failed;
  /** The value at a path of an app's state; `undefined` if there is none. */
  readonly valueAt: (app: string, path: Text) => Data | null | string | number | boolean | undefined | Failed;
  readonly unread: () => Data | Failed;
  readonly unreadCount: () => number | Failed;
  readonly log: () => Data | Failed;
  readonly verdict: () => Data | Failed;
  readonly stop: () => undefined | Failed;
  readonly judgeTurns: () => undefined | Failed;
  readonly dropEntries: () => undefined | Failed;

  /** The next step: a number is the time of an act. */
  readonly next: () => 'answer' | 'event' | 'nothing' | number | Failed;
  readonly isStill: () => boolean | Failed;
  readonly isLive: (asked: string) => boolean | Failed;
  readonly asked: () => string | undefined | Failed;
  readonly question: () => Data | undefined | Failed;
  /** The call that waits for an answer from outside, and the nearest recorded one. */
  readonly outside: () => Data | undefined | Failed;
  readonly nearestOutside: () => Data | undefined | Failed;
  readonly answerOutside: (answer: Text) => undefined | Failed;
  /** How to reach the servers that answer tool calls from outside, by app name. */
  readonly outsideApps: () => Data | Failed;
  readonly leaveReason: (asked: string) => string | undefined | Failed;
  readonly firstOther: () => Data | undefined | Failed;
  readonly history: (asked: string) => Data | Failed;
  readonly lastResult: (asked: string) => Data | undefined | Failed;
  readonly unreadBy: (asked: string) => Data | Failed;
  readonly turnCount: () => number | Failed;
  /** Fires the next event. Returns the logged entry, if there is one. */
  readonly step: () => Data | undefined | Failed;
  readonly answer: (answer: Text) => undefined | Failed;
  readonly act: (act: Text, time: number) => Data | undefined | Failed;
  readonly timeOut: (failure: Text) => Data | undefined | Failed;
  /** The new or changed turns, as a list of numbers and turns. */
  readonly takeTurns: () => Data | Failed;

  /**
   * Evaluates the checks that explain an entry on `states` again. Returns a list of `CheckedValues`; `undefined` if the entry is
   * not a check.
   */
  readonly checkedValues: (entry: Text, states: Text) => Data | undefined | Failed;
}
