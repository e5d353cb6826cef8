import { dirname } from 'node:path';
import * as z from 'zod';
import { type RunOwners, StoreError } from '../../../engine/index.ts';
import { makeFolder, resolveWithin, ProblemError, writeNow } from '../system/index.ts';
import { readSetting, settingFile } from './settings.ts';

const kept = z.object({
  isolated: z.array(z.string()).catch([]),
  running: z.array(z.object({ owner: z.string(), scenarios: z.array(z.string()) })).catch([]),
});

/**
 * The scenarios of a workspace that run in worker processes: chosen by the person, or running when Orrery crashed. Running
 * scenarios are recorded on disk before their code starts.
 */
export class IsolatedScenarios {
  /** Scenarios that were running when Orrery crashed, detected at this start. */
  readonly found: readonly string[];
  readonly #folder: string;
  readonly #file: string;
  readonly #owner: string;
  readonly #owners: RunOwners;
  #isolated: ReadonlySet<string>;
  /** The scenarios of starting runs, one item per run. */
  readonly #entering: string[] = [];
  #running: readonly string[] = [];
  /** The scenarios of this process that the file contains. */
  #noted: readonly string[] = [];

  /**
   * @param folder the workspace's real path
   * @param owner the name of this process
   * @param owners the processes whose names are in the file
   */
  constructor(folder: string, owner: string, owners: RunOwners) {
    this.#folder = folder;
    this.#file = settingFile(folder, 'isolated');
    const { isolated, running } = kept.parse(readSetting(this.#file, folder));
    this.#owner = owner;
    this.#owners = owners;
    this.found = running.filter((one) => !owners.isAlive(one.owner)).flatMap(({ scenarios }) => scenarios);
    this.#isolated = new Set(isolated);
    if (this.found.length > 0) this.#note((known) => [...known, ...this.found]);
  }

  get list(): readonly string[] {
    return [...this.#isolated];
  }

  has(scenario: string): boolean {
    return this.#isolated.has(scenario);
  }

  /**
   * Sets whether a scenario runs in a worker process.
   * @throws {ProblemError} when the file is not a regular file, or a link leads out of the workspace.
   */
  set(scenario: string, isolated: boolean): void {
    this.#write((known) => (isolated ? [...known, scenario] : known.filter((other) => other !== scenario)));
  }

  /** Runs `work`, which executes code of `scenario` in this process. */
  async entering<Answer>(scenario: string, work: () => Promise<Answer>): Promise<Answer> {
    this.#entering.push(scenario);
    this.#noteChanges();
    try {
      return await work();
    } finally {
      this.#entering.splice(this.#entering.indexOf(scenario), 1);
      this.#noteChanges();
    }
  }

  /** Records the scenarios that this process runs now. Call it without any before a regular exit. */
  note(running: Iterable<string>): void {
    this.#running = [...running];
    this.#noteChanges();
  }

  #noteChanges(): void {
    const now = [...new Set([...this.#entering, ...this.#running])].sort();
    if (now.join('\n') === this.#noted.join('\n')) return;
    this.#noted = now;
    this.#note((known) => known);
  }

  /**
   * Changes the list. If the file cannot be written, the change applies only to this window, and the person was told when the
   * window opened.
   */
  #note(change: (isolated: readonly string[]) => readonly string[]): void {
    try {
      this.#write(change);
    } catch (thrown) {
      if (!(thrown instanceof ProblemError)) throw thrown;
    }
  }

  /** Reads the file again before writing, because other windows may have changed it. */
  #write(change: (isolated: readonly string[]) => readonly string[]): void {
    const { isolated, running } = kept.parse(readSetting(this.#file, this.#folder));
    this.#isolated = new Set(change(isolated));
    const others = running.filter(({ owner }) => owner !== this.#owner && this.#owners.isAlive(owner));
    const own = this.#noted.length === 0 ? [] : [{ owner: this.#owner, scenarios: this.#noted }];
    try {
      resolveWithin(this.#folder, this.#file);
      makeFolder(dirname(this.#file));
      if (own.length > 0) this.#owners.claim();
      const setting = { isolated: this.list, running: [...others, ...own] };
      writeNow(this.#file, JSON.stringify(setting, null, 2), this.#folder);
    } catch (thrown) {
      // Without a writable folder nothing can run either.
      if (!(thrown instanceof StoreError || (thrown instanceof Error && 'syscall' in thrown))) throw thrown;
    }
  }
}
