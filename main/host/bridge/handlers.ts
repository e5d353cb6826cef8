import {
  type Answer,
  type Breakpoint,
  type CallName,
  calls,
  type Declarations,
  type Parsed,
  type Preferences,
  type Probe,
  type Signals,
} from '../../../preload/contract.ts';
import type { FileKind } from '../export/index.ts';
import type { ScenarioChecks } from '../runs/index.ts';
import type {
  IsolatedScenarios,
  PersistedList,
  PersistedPreferences,
  KnownFolders,
  Trust,
} from '../settings/index.ts';
import type { Sweeps } from '../sweeps/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { libraryHandlers, noteHandlers, reportHandlers, sweepHandlers } from './library-calls.ts';
import { comparisonHandlers, inspectHandlers, logHandlers } from './log-calls.ts';
import { probeHandlers, runHandlers } from './run-calls.ts';
import type { RunDatabase } from './run-database.ts';
import { scenarioHandlers, traceHandlers, workspaceHandlers } from './workspace-calls.ts';

/** One handler for each call of the contract. In an untrusted workspace they refuse what the contract says. */
export const handlersFor = (services: Services): Handlers =>
  refusingUntrusted(services.trust, {
    ...workspaceHandlers(services),
    ...scenarioHandlers(services),
    ...runHandlers(services),
    ...logHandlers(services),
    ...traceHandlers(services),
    ...comparisonHandlers(services),
    ...inspectHandlers(services),
    ...libraryHandlers(services),
    ...noteHandlers(services),
    ...reportHandlers(services),
    ...probeHandlers(services),
    ...sweepHandlers(services),
  });

function refusingUntrusted(trust: Pick<Trust, 'require'>, handlers: Handlers): Handlers {
  const guarded = Object.entries(handlers).map(([name, handler]) => {
    if (calls[name as CallName].untrusted !== 'refused') return [name, handler];
    return [
      name,
      (request: never) => {
        trust.require();
        return (handler as (request: never) => unknown)(request);
      },
    ];
  });
  // Each has the name and the type of the handler it guards.
  return Object.fromEntries(guarded) as Handlers;
}

/** What the handlers need of a window and of the desktop. */
export interface ShellServices {
  setTheme(theme: Preferences['theme']): void;
  setMenu(request: Parsed<'menu.set'>): void;
  /** Asks the person whether the code in `folder` may run, where the page cannot answer. */
  confirmTrust(folder: string): Promise<boolean>;
  /** Lets the person pick a folder; none when they change their mind. */
  pickFolder(): Promise<string | undefined>;
  /** Opens `folder` in the place of this window, or `beside` it. */
  openFolder(folder: string, beside: boolean): void;
  /** Opens a file with the program that the system has for it, or shows it in its folder. */
  showFile(file: string, how: 'open' | 'folder'): Promise<void>;
  moveToTrash(file: string): Promise<void>;
  /** Lets the person pick traces; none when they change their mind. */
  pickTraces(): Promise<readonly string[]>;
  /** Lets the person say where a file goes that is best called `name`; `undefined` when they change their mind. */
  pickTarget(name: string, kind: FileKind): Promise<string | undefined>;
}

/** What the handlers work with. */
export interface Services extends ShellServices, ScenarioChecks {
  readonly workspace: Workspace;
  readonly database: RunDatabase;
  readonly breakpoints: PersistedList<Breakpoint>;
  readonly probes: PersistedList<Probe>;
  readonly sweeps: Sweeps;
  declarations(): Promise<Declarations>;
  readonly trust: Trust;
  readonly isolated: IsolatedScenarios;
  readonly folders: KnownFolders;
  readonly preferences: PersistedPreferences;
  /** The files that were written where the person said. */
  readonly written: Set<string>;
  /** To be called as an import goes on. */
  importProgressed(progress: Signals['import.progressed']): void;
  /** To be called as a run that is run again goes on. */
  verifyProgressed(progress: Signals['verify.progressed']): void;
  /** To be called when files or runs came or went. */
  workspaceChanged(): void;
}

/** One handler per call. Leave one out and this no longer compiles. */
export type Handlers = {
  readonly [Name in CallName]: (request: Parsed<Name>) => Answer<Name> | Promise<Answer<Name>>;
};

/** The handlers of the calls whose names begin so. */
export type HandlersOf<Prefix extends string> = Pick<Handlers, Extract<CallName, `${Prefix}.${string}`>>;
