import type { RunMode, Problem, SourceLocation } from '../model/index.ts';

/** Into a realm go only numbers and texts: JSON, if nothing else is said. */
export type Text = string;

/** Out of it come numbers, texts and this: data that the host copies, and never hands to a function. */
export type Data = object;

/** Answered by a function of a table that failed: {@link ScenarioTable.takeFailure} says why. */
export interface Failed {
  readonly failed: true;
}

/** Why a function of a table failed. */
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

/** The functions of the host that a run needs. They take and return numbers and texts, and throw nothing. */
export interface RunHost {
  /** Reads logged entries back, as a JSON list. */
  readonly readBack: (from: number, limit: number) => Text | undefined;
  /** The judge's decision on a turn, by the log so far: both as JSON. */
  readonly judgeTurn: (log: Text) => Text | undefined;
  /** The SHA-256 of a text, in hex. */
  readonly hash: (text: Text) => Text;
}

/** A scenario in its realm. */
export interface ScenarioTable {
  /** Answered instead of an answer. */
  readonly failed: Failed;
  readonly takeFailure: () => Data | undefined;
  /** The names of the variants of a scenario, as a list. `module` is the script of its code. */
  readonly variants: (module: object) => Data | Failed;
  /** Plans a run, by a {@link ScenarioRequest}. Its answer is for the functions of {@link run} only. */
  readonly open: (module: object, request: Text, host: RunHost) => Data | Failed;
  /** The functions of a run, each with the run before what it is given. */
  readonly run: {
    readonly [Name in keyof RunTable]: (
      run: Data,
      ...given: Parameters<RunTable[Name]>
    ) => ReturnType<RunTable[Name]>;
  };
}

/** How a scenario is run. */
export interface ScenarioRequest {
  readonly planning: object;
  readonly mode: RunMode;
  readonly notify: object | string;
  readonly interventions: readonly object[];
  /** The texts of the agent's scripts, by path. */
  readonly scripts: readonly (readonly [path: string, text: string])[];
  readonly turns: object;
}

/** One run in its realm. The names are those of the parts of a run: its plan, its environment, its session. */
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

  /** What comes next: a time stands for an act at that time. */
  readonly next: () => 'answer' | 'event' | 'nothing' | number | Failed;
  readonly isStill: () => boolean | Failed;
  readonly isLive: (asked: string) => boolean | Failed;
  readonly asked: () => string | undefined | Failed;
  readonly question: () => Data | undefined | Failed;
  /** The call that waits for an answer from outside, and the nearest recorded one. */
  readonly outside: () => Data | undefined | Failed;
  readonly nearestOutside: () => Data | undefined | Failed;
  readonly answerOutside: (answer: Text) => undefined | Failed;
  /** How to reach what answers tools from outside, by the names of their apps. */
  readonly outsideApps: () => Data | Failed;
  readonly left: (asked: string) => string | undefined | Failed;
  readonly firstOther: () => Data | undefined | Failed;
  readonly history: (asked: string) => Data | Failed;
  readonly lastResult: (asked: string) => Data | undefined | Failed;
  readonly unreadBy: (asked: string) => Data | Failed;
  readonly turnCount: () => number | Failed;
  /** The logged entry, if there is one. */
  readonly step: () => Data | undefined | Failed;
  readonly answer: (answer: Text) => undefined | Failed;
  readonly act: (act: Text, time: number) => Data | undefined | Failed;
  readonly timeOut: (failure: Text) => Data | undefined | Failed;
  /** A list of numbers and turns. */
  readonly takeTurns: () => Data | Failed;

  /** Repeats the checks that explain an entry on `states`: a list of `CheckedValues`; `undefined` if it is not a check. */
  readonly checkedValues: (entry: Text, states: Text) => Data | undefined | Failed;
}
