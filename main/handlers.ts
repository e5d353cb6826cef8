import type { LogEntry } from '../engine/model/log-entry.ts';
import type { RunSummary } from '../engine/model/run.ts';
import {
  ROWS_PER_CALL,
  type Declarations,
  type Parsed,
  type Preferences,
  type WorkspaceView,
} from '../preload/contract.ts';
import { Comparisons } from './comparison/comparisons.ts';
import { exportRunFile } from './exports.ts';
import { Fault } from './fault.ts';
import type { Handlers } from './ipc.ts';
import type { KeptBreakpoints } from './kept-breakpoints.ts';
import type { KeptRuns } from './kept-runs.ts';
import type { KnownFolders } from './known-folders.ts';
import type { KeptPreferences } from './preferences.ts';
import { findEntries } from './runs/find-entries.ts';
import { rowOf } from './runs/log-row.ts';
import type { CheckTypes } from './runs/prepare-run.ts';
import { verify } from './runs/verify.ts';
import { checkScenario, placesIn, readOver } from './scenario-check.ts';
import { importAll, importTraceFile, importTraceText } from './traces.ts';
import type { Trust } from './trust.ts';
import { templateText } from './workspace/templates.ts';
import type { Workspace } from './workspace/workspace.ts';

/** What the handlers work with. */
export interface Office {
  readonly workspace: Workspace;
  readonly kept: KeptRuns;
  readonly breakpoints: KeptBreakpoints;
  readonly checkTypes: CheckTypes;
  declarations(): Promise<Declarations>;
  readonly trust: Trust;
  readonly folders: KnownFolders;
  readonly preferences: KeptPreferences;
  setTheme(theme: Preferences['theme']): void;
  setMenu(request: Parsed<'menu.set'>): void;
  /** Lets the person pick a folder; none when they change their mind. */
  pickFolder(): Promise<string | undefined>;
  openFolder(folder: string): void;
  moveToTrash(file: string): Promise<void>;
  /** Lets the person pick traces; none when they change their mind. */
  pickTraces(): Promise<readonly string[]>;
  /** Lets the person say where a file goes that is best called `name`; `undefined` when they change their mind. */
  pickTarget(name: string): Promise<string | undefined>;
  /** To be called when files or runs came or went. */
  workspaceChanged(): void;
}

export function handlersFor(office: Office): Handlers {
  const { workspace, kept, checkTypes } = office;
  const { folder } = workspace;
  const comparisons = new Comparisons(kept);
  return {
    'workspace.read': () => viewOf(office),
    'workspace.open': async ({ folder: known }) => {
      const picked = known ?? (await office.pickFolder());
      if (picked === undefined) return null;
      // The page names none that the person has not opened before.
      if (known !== undefined && !office.folders.recent.includes(known))
        throw new Fault('bad-path', `${known}: found a folder that was never opened, wanted one that was`);
      office.openFolder(picked);
      return null;
    },
    'workspace.trust': async () => {
      await office.trust.give();
      office.workspaceChanged();
      return null;
    },
    'workspace.declarations': () => office.declarations(),

    'scenario.read': ({ path }) => workspace.readScenario(path),
    'scenario.save': async ({ path, text }) => {
      await workspace.saveScenario(path, text);
      return null;
    },
    'scenario.create': async ({ path, template }) => {
      await workspace.createScenario(path, await templateText(template, path));
      office.workspaceChanged();
      return null;
    },
    'scenario.places': ({ path }) => {
      office.trust.demand();
      return placesIn(folder, path, checkTypes);
    },
    'scenario.rename': async ({ path, to }) => {
      await workspace.renameScenario(path, to);
      office.workspaceChanged();
      return null;
    },
    'scenario.trash': async ({ path }) => {
      await workspace.trashScenario(path, (file) => office.moveToTrash(file));
      office.workspaceChanged();
      return null;
    },
    'scenario.check': ({ path }) =>
      office.trust.given ? checkScenario(folder, path, checkTypes) : readOver(folder, path, checkTypes),

    'run.start': async ({ scenario, seed, mode, paused, pace }) => {
      office.trust.demand();
      const run = await kept.runs.start({ folder, path: scenario, mode, seed }, paused, pace);
      office.workspaceChanged();
      return run;
    },
    'run.pause': ({ run }) => {
      kept.runs.pause(run);
      return null;
    },
    'run.resume': ({ run }) => {
      kept.runs.resume(run);
      return null;
    },
    'run.step': ({ run, by }) => {
      kept.runs.step(run, by);
      return null;
    },
    'run.until': (request) => {
      kept.runs.until(request.run, ({ index, event }) =>
        'entry' in request ? index >= request.entry : event === request.event,
      );
      return null;
    },
    'run.pace': ({ run, pace }) => {
      kept.runs.pace(run, pace);
      return null;
    },
    'run.branch': async ({ run, at, amendment, paused }) => {
      office.trust.demand();
      const branch = await kept.runs.branch(run, at, amendment, paused);
      office.workspaceChanged();
      return branch;
    },
    'run.verify': ({ run }) => {
      office.trust.demand();
      return verify(kept.store, summaryOf(kept, run));
    },
    'run.stop': ({ run }) => {
      kept.runs.stop(run);
      return null;
    },
    'run.delete': ({ run }) => {
      kept.runs.remove(run);
      office.workspaceChanged();
      return null;
    },

    'log.rows': ({ run, from }) => kept.store.heads(run, from, ROWS_PER_CALL).map(rowOf),
    'log.find': ({ run, search }) => findEntries(kept.store, run, search),
    'log.entry': ({ run, index }) => entryOf(kept, run, index),
    'state.read': ({ run, app, at }) => kept.store.stateAt(run, app, at),

    'plan.read': ({ run }) => kept.plans.of(run) ?? null,
    'plan.standings': ({ run, at }) => kept.plans.standings(run, at),
    'plan.whyNot': ({ run, event, at }) => kept.plans.whyNot(run, event, at),

    'trace.import': async ({ path, dropped }) => {
      const { store } = kept;
      try {
        if (dropped !== undefined)
          return await importAll(
            dropped.map(
              ({ name, text }) =>
                () =>
                  importTraceText(store, text, name),
            ),
          );
        const files = path === undefined ? await office.pickTraces() : [await workspace.trace(path)];
        return await importAll(files.map((file) => () => importTraceFile(store, file)));
      } finally {
        office.workspaceChanged();
      }
    },
    'runs.compare': ({ a, b }) => comparisons.compare(summaryOf(kept, a), summaryOf(kept, b)),
    'runs.states': ({ a, b }) =>
      comparisons.states(
        { run: summaryOf(kept, a.run), at: a.at },
        { run: summaryOf(kept, b.run), at: b.at },
      ),
    'run.source': ({ run }) =>
      Array.from(kept.store.source(run)?.files ?? [], ([path, text]) => ({ path, text })),
    'run.export': async ({ run: id }) => {
      const run = kept.runs.summary(id);
      if (run === undefined)
        throw new Fault('no-such-run', `run ${id}: found none, wanted one of this database`);
      const file = await office.pickTarget(fileNameOf(run));
      if (file === undefined) return null;
      const notes = await exportRunFile(kept.store, run, file);
      office.workspaceChanged();
      return { file, notes };
    },
    'preferences.read': () => office.preferences.now,
    'preferences.write': async (changed) => {
      office.setTheme(changed.theme);
      await office.preferences.write(changed);
      return null;
    },
    'menu.set': (request) => {
      office.setMenu(request);
      return null;
    },
    'breakpoints.read': () => office.breakpoints.list,
    'breakpoints.set': async ({ breakpoints }) => {
      await office.breakpoints.set(breakpoints);
      return null;
    },
  };
}

/** All that the page shows of a workspace before it asks for more. */
export async function viewOf({
  workspace,
  kept,
  trust,
  folders,
}: Pick<Office, 'workspace' | 'kept'> & {
  readonly trust: Pick<Trust, 'given'>;
  readonly folders: Pick<KnownFolders, 'recent'>;
}): Promise<WorkspaceView> {
  const { folder, name } = workspace;
  const files = await workspace.files();
  // After all waiting, for what is told of a run must never be older than what was told before.
  const { recent } = folders;
  return { folder, name, trusted: trust.given, recent, ...files, runs: kept.list(), trouble: kept.trouble };
}

function summaryOf({ runs }: KeptRuns, id: Parsed<'run.verify'>['run']): RunSummary {
  const summary = runs.summary(id);
  if (summary === undefined)
    throw new Fault('no-such-run', `run ${id}: found none, wanted one of this database`);
  return summary;
}

/** What a run's file is best called: a scenario's name may have in it what a file's may not. */
const fileNameOf = ({ scenario, id }: RunSummary): string =>
  `${scenario.replace(/[^\w.-]+/g, '-').slice(0, 80)}.${id}.json`;

function entryOf({ store }: KeptRuns, run: Parsed<'log.entry'>['run'], index: number): LogEntry {
  const entry = store.entry(run, index);
  if (entry !== undefined) return entry;
  const summary = store.run(run);
  const found = summary === undefined ? 'no such run' : `${summary.entries} entries`;
  throw new Fault('no-such-entry', `run ${run}: found ${found}, wanted entry ${index}`);
}
