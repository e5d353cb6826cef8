import type { RunMode, Problem, SourceLocation } from '../model/index.ts';

/** A text passed into or out of a realm: JSON unless stated otherwise. */
export type RealmText = string;

/** An object passed out of a realm. The host copies it, and never passes it to a function. */
export type RealmData = object;

/** Returned by a function of a table after a failure; {@link ScenarioFunctions.takeFailure} returns the reason. */
export interface RealmFailed {
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
  readonly readBack: (from: number, limit: number) => RealmText | undefined;
  /** The judge's decision on a turn, given the log so far; both as JSON. */
  readonly judgeTurn: (log: RealmText) => RealmText | undefined;
  /** The SHA-256 of a text, in hex. */
  readonly hash: (text: RealmText) => RealmText;
}

/** The functions of one scenario in its realm. */
export interface ScenarioFunctions {
  /** The value that a function returns when it failed. */
  readonly failed: RealmFailed;
  readonly takeFailure: () => RealmData | undefined;
  /** The names of the scenario's variants, as a list. `module` is the compiled script of the scenario. */
  readonly variants: (module: object) => RealmData | RealmFailed;
  /** Plans a run from a {@link ScenarioRequest}. The result is only for the functions in {@link run}. */
  readonly open: (module: object, request: RealmText, host: RunHost) => RealmData | RealmFailed;
  /** The functions of a run. Each takes the run that {@link open} returned as its first argument. */
  readonly run: {
    readonly [Name in keyof RunFunctions]: (
      run: RealmData,
      ...given: Parameters<RunFunctions[Name]>
    ) => ReturnType<RunFunctions[Name]>;
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
export interface RunFunctions {
  /** The plan without its apps and events. */
  readonly plan: () => RealmData | RealmFailed;
  readonly outline: () => RealmData | RealmFailed;
  /** The tools of an app, without their functions. */
  readonly tools: (app: string) => RealmData | RealmFailed;
  readonly initialState: (app: string) => RealmData | RealmFailed;

  readonly state: () => string | RealmFailed;
  readonly now: () => number | RealmFailed;
  readonly nextTime: () => number | undefined | RealmFailed;
  readonly lastInstant: () => number | undefined | RealmFailed;
  readonly ending: () => string | undefined | RealmFailed;
  readonly length: () => number | RealmFailed;
  readonly pendingCount: () => number | RealmFailed;
  readonly hasTurns: () => boolean | RealmFailed;
  readonly hasRejectedTurn: () => boolean | RealmFailed;
  readonly isNextStepLong: () => boolean | RealmFailed;
  readonly isFiring: () => boolean | RealmFailed;
  readonly apps: () => RealmData | RealmFailed;
  readonly states: () => RealmData | RealmFailed;
  readonly appState: (app: string) => RealmData | null | string | number | boolean | RealmFailed;
  /** The value at a path of an app's state; `undefined` if there is none. */
  readonly valueAt: (
    app: string,
    path: RealmText,
  ) => RealmData | null | string | number | boolean | undefined | RealmFailed;
  readonly unread: () => RealmData | RealmFailed;
  readonly unreadCount: () => number | RealmFailed;
  readonly log: () => RealmData | RealmFailed;
  readonly verdict: () => RealmData | RealmFailed;
  readonly stop: () => undefined | RealmFailed;
  readonly judgeTurns: () => undefined | RealmFailed;
  readonly dropEntries: () => undefined | RealmFailed;

  /** The next step: a number is the time of an act. */
  readonly next: () => 'answer' | 'event' | 'nothing' | number | RealmFailed;
  readonly isStill: () => boolean | RealmFailed;
  readonly isLive: (asked: string) => boolean | RealmFailed;
  readonly asked: () => string | undefined | RealmFailed;
  readonly question: () => RealmData | undefined | RealmFailed;
  /** The call that waits for an answer from outside, and the nearest recorded one. */
  readonly outside: () => RealmData | undefined | RealmFailed;
  readonly nearestOutside: () => RealmData | undefined | RealmFailed;
  readonly answerOutside: (answer: RealmText) => undefined | RealmFailed;
  /** How to reach the servers that answer tool calls from outside, by app name. */
  readonly outsideApps: () => RealmData | RealmFailed;
  readonly leaveReason: (asked: string) => string | undefined | RealmFailed;
  readonly firstOther: () => RealmData | undefined | RealmFailed;
  readonly history: (asked: string) => RealmData | RealmFailed;
  readonly lastResult: (asked: string) => RealmData | undefined | RealmFailed;
  readonly unreadBy: (asked: string) => RealmData | RealmFailed;
  readonly turnCount: () => number | RealmFailed;
  /** Fires the next event. Returns the logged entry, if there is one. */
  readonly step: () => RealmData | undefined | RealmFailed;
  readonly answer: (answer: RealmText) => undefined | RealmFailed;
  readonly act: (act: RealmText, time: number) => RealmData | undefined | RealmFailed;
  readonly timeOut: (failure: RealmText) => RealmData | undefined | RealmFailed;
  /** The new or changed turns, as a list of numbers and turns. */
  readonly takeTurns: () => RealmData | RealmFailed;

  /**
   * Evaluates the checks that explain an entry on `states` again. Returns a list of `CheckedValues`; `undefined` if the entry is
   * not a check.
   */
  readonly checkedValues: (entry: RealmText, states: RealmText) => RealmData | undefined | RealmFailed;
}
