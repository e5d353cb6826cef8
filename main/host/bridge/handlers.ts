import {
  type Answer,
  type Breakpoint,
  type CallName,
  calls,
  type Declarations,
  type ImportReport,
  type KeptModel,
  type Parsed,
  type Preferences,
  type Probe,
  type Signals,
} from '../../../preload/contract.ts';
import type { ExportFileKind } from '../export/index.ts';
import type { LivePreview } from '../preview/index.ts';
import type { ScenarioChecks } from '../runs/index.ts';
import type {
  IsolatedScenarios,
  PersistedList,
  PersistedPreferences,
  AllowedModels,
  KnownFolders,
  Trust,
} from '../settings/index.ts';
import type { Sweeps } from '../sweeps/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { breakpointHandlers } from './breakpoint-calls.ts';
import { comparisonHandlers } from './comparison-calls.ts';
import { inspectHandlers, planHandlers } from './inspect-calls.ts';
import { libraryHandlers, noteHandlers, reportHandlers } from './library-calls.ts';
import { logHandlers } from './log-calls.ts';
import { sweepHandlers } from './sweep-calls.ts';
import { modelHandlers } from './model-calls.ts';
import { probeHandlers } from './probe-calls.ts';
import { codeHandlers, runHandlers } from './run-calls.ts';
import { type CodeQuestion, CodeQuestions } from './code-questions.ts';
import { previewHandlers, readingPreviews } from './preview-calls.ts';
import type { RunDatabase } from './run-database.ts';
import { scenarioHandlers, traceHandlers, workspaceHandlers } from './workspace-calls.ts';

/** Creates one handler for each call of the contract. In an untrusted workspace, handlers reject the calls that the contract refuses. */
export function handlersFor(given: Omit<Services, 'code'>): Handlers {
  const services = { ...given, code: new CodeQuestions((question) => given.confirmCode(question)) };
  const handlers = readingPreviews(services, {
    ...previewHandlers(services),
    ...workspaceHandlers(services),
    ...scenarioHandlers(services),
    ...runHandlers(services),
    ...logHandlers(services),
    ...traceHandlers(services),
    ...comparisonHandlers(services),
    ...planHandlers(services),
    ...inspectHandlers(services),
    ...libraryHandlers(services),
    ...noteHandlers(services),
    ...reportHandlers(services),
    ...breakpointHandlers(services),
    ...probeHandlers(services),
    ...sweepHandlers(services),
    ...codeHandlers(services),
    ...modelHandlers(services),
  });
  return refusingUntrusted(services.trust, handlers);
}

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
  // Each guard has the name and the type of its handler.
  return Object.fromEntries(guarded) as Handlers;
}

/** The services of the window and the desktop. */
export interface ShellServices {
  setTheme(theme: Preferences['theme']): void;
  setMenu(request: Parsed<'menu.set'>): void;
  /** Asks the person in a system dialog whether the code in `folder` may run. */
  confirmTrust(folder: string): Promise<boolean>;
  /** Asks the person in a system dialog whether code from elsewhere may run. */
  confirmCode(question: CodeQuestion): Promise<boolean>;
  /** Asks the person in a system dialog whether models on another machine, `host`, may be used. */
  confirmHost(host: string): Promise<boolean>;
  /** Lets the person pick a folder; `undefined` if they cancel. */
  pickFolder(): Promise<string | undefined>;
  /** Opens `folder` in this window or, with `beside`, in another window. */
  openFolder(folder: string, beside: boolean): void;
  /** Opens a file with the system's default program, or shows it in its folder. */
  showFile(file: string, how: 'open' | 'folder'): Promise<void>;
  moveToTrash(file: string): Promise<void>;
  /** Lets the person pick traces; empty if they cancel. */
  pickTraces(): Promise<readonly string[]>;
  /** Lets the person pick a file with a model; `undefined` if they cancel. */
  pickModelFile(): Promise<string | undefined>;
  /** Lets the person pick a folder to write runs to; `undefined` if they cancel. */
  pickExportFolder(): Promise<string | undefined>;
  /** Lets the person pick a folder with traces; empty if they cancel. */
  pickTraceFolder(): Promise<readonly string[]>;
  /** Lets the person choose where to save a file, with `name` as the suggestion; `undefined` if they cancel. */
  pickTarget(name: string, kind: ExportFileKind): Promise<string | undefined>;
}

/** All services that the handlers use. */
export interface Services extends ShellServices, ScenarioChecks {
  readonly workspace: Workspace;
  readonly database: RunDatabase;
  readonly breakpoints: PersistedList<Breakpoint>;
  readonly probes: PersistedList<Probe>;
  readonly models: PersistedList<KeptModel>;
  readonly allowedModels: Pick<AllowedModels, 'require' | 'allowFile'>;
  readonly sweeps: Sweeps;
  readonly preview: LivePreview;
  declarations(): Promise<Declarations>;
  readonly trust: Trust;
  readonly code: CodeQuestions;
  readonly isolatedScenarios: IsolatedScenarios;
  readonly folders: KnownFolders;
  readonly preferences: PersistedPreferences;
  /** Paths of files that were written to places chosen by the person. */
  readonly written: Set<string>;
  /** Call it when an import makes progress. */
  importProgressed(progress: Signals['import.progressed']): void;
  /** Call it when an import of the watched folder has ended. */
  importWatched(report: ImportReport): void;
  /** Call it when a verification makes progress. */
  verifyProgressed(progress: Signals['verify.progressed']): void;
  /** Call it when a branch that repeats a request to a model begins, and when the series ends. */
  askingProgressed(progress: Signals['asking.progressed']): void;
  /** Call it when files or runs were added or removed. */
  workspaceChanged(): void;
}

/** One handler per call; a missing one is a compile error. */
export type Handlers = {
  readonly [Name in CallName]: (request: Parsed<Name>) => Answer<Name> | Promise<Answer<Name>>;
};

/** The handlers of the calls with this prefix. */
export type HandlersOf<Prefix extends string> = Pick<Handlers, Extract<CallName, `${Prefix}.${string}`>>;
