import { realpathSync, statSync, type FSWatcher, watch } from 'node:fs';
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { LIMITS, type WorkspaceView } from '../../../preload/contract.ts';
import {
  isMissing,
  notWritten,
  ProblemError,
  type Readable,
  readText,
  readTextNow,
  writeAtomically,
} from '../system/index.ts';
import {
  AGENT_FILES,
  confinedPath,
  type FileKind,
  isOfFileKind,
  isSharedCode,
  listFiles,
  MCP_CLIENT,
  programsIn,
  PROMPT_FILES,
  requireGoodName,
  SCENARIO_FILES,
  SharedCode,
  SWEEP_PLANS,
  SWEEP_FILES,
  TRACE_FILES,
  TRAJECTORY_FILES,
  withinRoot,
} from './workspace-files.ts';

/** A folder with scenarios, traces and the database of their runs. */
export class Workspace {
  /** The folder's real path. */
  readonly folder: string;

  readonly #code: SharedCode;

  /** @throws {ProblemError} when there is no such folder. */
  constructor(folder: string) {
    try {
      this.folder = realpathSync(folder);
    } catch (thrown) {
      if (!isMissing(thrown)) throw thrown;
      throw new ProblemError(
        'no-such-file',
        `There is no folder ${folder}. Check the path, or make the folder first.`,
      );
    }
    if (!statSync(this.folder).isDirectory())
      throw new ProblemError('no-such-file', `${folder} is a file. Open the folder that it is in.`);
    this.#code = new SharedCode(this.folder);
  }

  get name(): string {
    return basename(this.folder);
  }

  /** The path of the database with the workspace's runs. */
  get database(): string {
    return join(this.folder, '.orrery/orrery.db');
  }

  /** The path of the file with the scenarios to run in worker processes. */
  get isolated(): string {
    return join(this.folder, '.orrery/isolated.json');
  }

  async files(): Promise<
    Pick<WorkspaceView, 'scenarios' | 'traces' | 'trajectories' | 'programs' | 'scripts' | 'prompts' | 'cut'>
  > {
    const [scenarios, traces, trajectories, scripts, prompts] = await Promise.all(
      [SCENARIO_FILES, TRACE_FILES, TRAJECTORY_FILES, AGENT_FILES, PROMPT_FILES].map((shelf) =>
        listFiles(this.folder, shelf),
      ),
    );
    const marked = scenarios!.files.map(async (file) =>
      (await this.#code.isShared(join(this.folder, file.path))) ? { ...file, shared: true as const } : file,
    );
    const { programs, cut: programsCut } = await programsIn(this.folder);
    const cut = [
      ...(scenarios!.cut ? [SCENARIO_FILES.folder] : []),
      ...(traces!.cut ? [TRACE_FILES.folder] : []),
      ...(trajectories!.cut ? [TRAJECTORY_FILES.folder] : []),
      ...(scripts!.cut || programsCut ? [AGENT_FILES.folder] : []),
      ...(prompts!.cut ? [PROMPT_FILES.folder] : []),
    ];
    return {
      scenarios: await Promise.all(marked),
      traces: traces!.files,
      trajectories: trajectories!.files,
      programs: [...programs.map(({ path }) => path), MCP_CLIENT],
      scripts: scripts!.files.map(({ path }) => path),
      prompts: prompts!.files.map(({ path }) => path),
      ...(cut.length === 0 ? {} : { cut }),
    };
  }

  /**
   * Whether the file, or its `unsaved` text, is code that scenarios import, not a scenario.
   * @throws {ProblemError} when the path is outside `scenarios/`.
   */
  async isShared(path: string, unsaved?: string): Promise<boolean> {
    if (unsaved !== undefined) return isSharedCode(unsaved);
    return this.#code.isShared(await confinedPath(this.folder, path, SCENARIO_FILES));
  }

  /** Unsaved texts by path. @throws {ProblemError} when a path is outside `scenarios/`. */
  async unsavedTexts(
    texts: readonly { readonly path: string; readonly text: string }[] = [],
  ): Promise<ReadonlyMap<string, string>> {
    for (const { path } of texts) await confinedPath(this.folder, path, SCENARIO_FILES);
    return new Map(texts.map(({ path, text }) => [path, text]));
  }

  /** The text of a scenario. @throws {ProblemError} when the path is outside `scenarios/`, or there is no such scenario. */
  readScenario(path: string): Promise<string> {
    return this.#read(path, SCENARIO_FILES, 'scenario');
  }

  /** The system prompt in the file at `path`. @throws {ProblemError} when the path is outside `prompts/`, or there is no such file. */
  readPrompt(path: string): Promise<string> {
    return this.#read(path, PROMPT_FILES, 'prompt');
  }

  async #read(path: string, kind: FileKind, noun: string): Promise<string> {
    const file = await confinedPath(this.folder, path, kind);
    try {
      return await readText(file, this.#readable);
    } catch (thrown) {
      if (isMissing(thrown)) throw new ProblemError('no-such-file', `${path}: there is no such ${noun}`);
      throw thrown;
    }
  }

  /**
   * Writes a scenario if its file still has the text `replaces`, or, for `null`, does not exist.
   *
   * @throws {ProblemError} when another program has changed the file, the path is outside `scenarios/`, or the file cannot be
   * written.
   */
  async saveScenario(
    path: string,
    text: string,
    { replaces }: { readonly replaces: string | null },
  ): Promise<void> {
    const file = await confinedPath(this.folder, path, SCENARIO_FILES);
    if (replaces === null) requireGoodName(path);
    await writtenText(path, async () => {
      const requireReplaceable = (): void => {
        const onDisk = this.#readIfThere(file);
        // The file already has the new text.
        if (onDisk === replaces || onDisk === text || (onDisk === null && replaces !== null)) return;
        throw new ProblemError(
          'file-changed',
          `${path} is not saved: Another program changed it. Compare the two texts, then keep one.`,
        );
      };
      await writeAtomically(file, text, { requireReplaceable, within: this.folder });
    });
  }

  /**
   * Creates a scenario.
   * @throws {ProblemError} when the file exists, the path is outside `scenarios/`, or the file cannot be written.
   */
  async createScenario(path: string, text: string): Promise<void> {
    await this.#demandFree(path);
    await this.saveScenario(path, text, { replaces: null });
  }

  /**
   * Writes `text` next to the scenario or trace at `path`, under its name with the next free number. Returns the new path.
   *
   * @throws {ProblemError} as {@link createScenario}.
   */
  async createVersion(path: string, text: string): Promise<string> {
    const shelf = path.endsWith(TRACE_FILES.ending) ? TRACE_FILES : SCENARIO_FILES;
    for (const next of versionsAfter(path)) {
      const file = await confinedPath(this.folder, next, shelf);
      if (await exists(file)) continue;
      await writtenText(next, () => writeAtomically(file, text));
      return next;
    }
    throw new ProblemError('file-exists', `${path} has a thousand versions already: give it another name`);
  }

  /** Renames a scenario. @throws {ProblemError} when `to` exists, or either path is outside `scenarios/`. */
  async renameScenario(path: string, to: string): Promise<void> {
    const file = await confinedPath(this.folder, path, SCENARIO_FILES);
    requireGoodName(to);
    await this.#demandFree(to);
    const goal = await confinedPath(this.folder, to, SCENARIO_FILES);
    await writtenText(path, async () => {
      await mkdir(dirname(goal), { recursive: true });
      await rename(file, goal);
    });
  }

  /**
   * Deletes the file with `trash`. @throws {ProblemError} when the path is outside `scenarios/`, or the system cannot delete
   * it.
   */
  async trashScenario(path: string, trash: (file: string) => Promise<void>): Promise<void> {
    const file = await confinedPath(this.folder, path, SCENARIO_FILES);
    try {
      await trash(file);
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      throw new ProblemError(
        'file-not-written',
        `${path}: could not be moved to the trash (${reason}); nothing was changed`,
      );
    }
  }

  async #demandFree(path: string): Promise<void> {
    const file = await confinedPath(this.folder, path, SCENARIO_FILES);
    if (await exists(file))
      throw new ProblemError('file-exists', `${path} is there already: choose another name`);
  }

  /** Whether the workspace has a scenario or trace at `path`. */
  async has(path: string): Promise<boolean> {
    const kind = path.endsWith(TRACE_FILES.ending) ? TRACE_FILES : SCENARIO_FILES;
    if (!isOfFileKind(kind, path)) return false;
    return exists(await confinedPath(this.folder, path, kind));
  }

  /** The path of a runnable scenario or trace. @throws {ProblemError} unless the workspace has it. */
  async requireScenario(path: string): Promise<string> {
    if (await this.has(path)) return path;
    throw new ProblemError('no-such-file', `${path}: there is no such scenario`);
  }

  /**
   * The absolute path of the trace or trajectory at `path`, or of the folder of all trajectories.
   *
   * @throws {ProblemError} when the path is outside `traces/` and `trajectories/`.
   */
  recording(path: string): Promise<string> {
    const { folder } = TRAJECTORY_FILES;
    if (path === folder) return withinRoot(this.folder, path);
    return confinedPath(
      this.folder,
      path,
      isOfFileKind(TRAJECTORY_FILES, path) ? TRAJECTORY_FILES : TRACE_FILES,
    );
  }

  /** The folder of the sweep's plan at `path`. @throws {ProblemError} when the path is outside `sweeps/`. */
  sweep(path: string): Promise<string> {
    return confinedPath(this.folder, path, SWEEP_PLANS);
  }

  /** The folders of all planned sweeps, by name. */
  async sweeps(): Promise<readonly string[]> {
    const folder = join(this.folder, SWEEP_PLANS.folder);
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const planned = entries.filter(
      (entry) => entry.isDirectory() && isOfFileKind(SWEEP_PLANS, `${SWEEP_PLANS.folder}/${entry.name}`),
    );
    return planned.map(({ name }) => join(folder, name)).sort();
  }

  /**
   * Writes the file of a new sweep. Returns its absolute path.
   *
   * @throws {ProblemError} when a sweep with this name exists, or the file cannot be written.
   */
  async createSweep(name: string, text: string): Promise<string> {
    const path = `${SWEEP_FILES.folder}/${name}${SWEEP_FILES.ending}`;
    requireGoodName(path);
    const file = await confinedPath(this.folder, path, SWEEP_FILES);
    // Also a plan with its runs, whose file is gone.
    const plan = await this.sweep(`${SWEEP_PLANS.folder}/${name}${SWEEP_PLANS.ending}`);
    if ((await exists(file)) || (await exists(plan)))
      throw new ProblemError('file-exists', `${path} is there already: choose another name`);
    await writtenText(path, async () => {
      await writeAtomically(file, text, { within: this.folder });
    });
    return file;
  }

  /** The limits for reading scenarios. A character takes at most three bytes, so every scenario that could be saved can be read. */
  get #readable(): Readable {
    return { most: 3 * LIMITS.sourceCharacters, within: this.folder };
  }

  #readIfThere(file: string): string | null {
    try {
      return readTextNow(file, this.#readable);
    } catch (thrown) {
      if (isMissing(thrown)) return null;
      throw thrown;
    }
  }

  /**
   * Calls `changed` when a file of the workspace, in a folder of scenarios, traces, trajectories, agents or prompts, or in one of the
   * folders `more`, within the workspace or absolute, is added, removed or written, until disposed.
   */
  watch(changed: () => void, more: () => readonly string[] = () => []): FolderWatch {
    return watchFolders(async () => {
      const listings = await Promise.all(
        [SCENARIO_FILES, TRACE_FILES, TRAJECTORY_FILES, AGENT_FILES, PROMPT_FILES].map((shelf) =>
          listFiles(this.folder, shelf),
        ),
      );
      const others = more().map((folder) => resolve(this.folder, folder));
      return [this.folder, ...listings.flatMap(({ folders }) => folders), ...others];
    }, changed);
  }
}

/** The names of later versions: `plan-2.ts`, `plan-3.ts` … after `plan.ts`; `plan-4.ts` … after `plan-3.ts`. */
function* versionsAfter(path: string): Generator<string> {
  const [, name, number = '1', ending] = /^(.*?)(?:-(\d{1,3}))?(\.[^./]+)$/.exec(path)!;
  for (let next = Number(number) + 1; next <= 1000; next++) yield `${name!}-${next}${ending!}`;
}

async function writtenText(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (thrown instanceof ProblemError || !(thrown instanceof Error && 'code' in thrown)) throw thrown;
    throw notWritten(path, thrown);
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (thrown) {
    if (isMissing(thrown)) return false;
    throw thrown;
  }
}

/** The time in milliseconds within which changes are reported as one, because editors and version control change many files at once. */
const QUIET_MILLISECONDS = 100;

/** Watches folders until it is disposed of. */
interface FolderWatch extends Disposable {
  /** Updates the list of folders to watch. */
  refresh(): void;
}

/**
 * Calls `changed` when a file in one of the folders is added, removed or written, until disposed. Calls `folders` again after
 * every change, because folders are added and removed too.
 *
 * Not `fs.watch` with `recursive`: on Linux that fails when a folder is deleted while it is being walked.
 */
function watchFolders(folders: () => Promise<readonly string[]>, changed: () => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let disposed = false;

  const settle = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void look().then(changed), QUIET_MILLISECONDS);
  };
  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const look = async (): Promise<void> => {
    const wanted = new Set(await folders());
    if (disposed) return;
    for (const folder of watchers.keys()) if (!wanted.has(folder)) forget(folder);
    for (const folder of wanted) if (!watchers.has(folder)) begin(folder);
  };
  const begin = (folder: string): void => {
    try {
      const watcher = watch(folder, { persistent: false }, settle);
      watcher.on('error', () => {
        forget(folder);
        settle();
      });
      watchers.set(folder, watcher);
    } catch {
      // The folder was deleted after it was listed; the watcher of its parent reports that.
    }
  };

  // Also reports changes made while the first listing was running.
  void look().then(changed);
  return {
    refresh: settle,
    [Symbol.dispose]: () => {
      disposed = true;
      clearTimeout(timer);
      for (const folder of watchers.keys()) forget(folder);
    },
  };
}
