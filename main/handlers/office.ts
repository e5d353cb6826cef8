import type {
  Breakpoint,
  Declarations,
  Parsed,
  Preferences,
  Probe,
  Signals,
} from '../../preload/contract.ts';
import type { FileKind } from '../file-name.ts';
import type { KeptList } from '../kept-list.ts';
import type { KeptRuns } from '../kept-runs.ts';
import type { KnownFolders } from '../known-folders.ts';
import type { KeptPreferences } from '../preferences.ts';
import type { CheckTypes } from '../runs/prepare-run.ts';
import type { Trust } from '../trust.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What the handlers work with. */
export interface Office {
  readonly workspace: Workspace;
  readonly kept: KeptRuns;
  readonly breakpoints: KeptList<Breakpoint>;
  readonly probes: KeptList<Probe>;
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
  pickTarget(name: string, kind: FileKind): Promise<string | undefined>;
  /** To be called as an import goes on. */
  importProgressed(progress: Signals['import.progressed']): void;
  /** To be called as a run that is run again goes on. */
  verifyProgressed(progress: Signals['verify.progressed']): void;
  /** To be called when files or runs came or went. */
  workspaceChanged(): void;
}
