import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { type RunOwners, StoreError } from '../../../engine/index.ts';
import { readSetting } from './settings.ts';

const kept = z.object({
  isolated: z.array(z.string()).catch([]),
  running: z.array(z.object({ owner: z.string(), scenarios: z.array(z.string()) })).catch([]),
});

/**
 * The scenarios of a workspace that run in worker processes: chosen by the person, or running when Orrery crashed. Running
 * scenarios are noted on disk before their code starts.
 */
export class IsolatedScenarios {
  /** Scenarios that were running when Orrery crashed, found by this start. */
  readonly found: readonly string[];
  readonly #file: string;
  readonly #owner: string;
  readonly #owners: RunOwners;
  #isolated: ReadonlySet<string>;
  /** Scenarios of runs that are starting, one item per run. */
  readonly #entering: string[] = [];
  #running: readonly string[] = [];
  /** The scenarios of this process as the file has them. */
  #noted: readonly string[] = [];

  /** `owner` is the name of this process; `owners` are the processes whose names `file` has. */
  constructor(file: string, owner: string, owners: RunOwners) {
    const { isolated, running } = kept.parse(readSetting(file));
    this.#file = file;
    this.#owner = owner;
    this.#owners = owners;
    this.found = running.filter((one) => !owners.isAlive(one.owner)).flatMap(({ scenarios }) => scenarios);
    this.#isolated = new Set(isolated);
    if (this.found.length > 0) this.#write((known) => [...known, ...this.found]);
  }

  get list(): readonly string[] {
    return [...this.#isolated];
  }

  has(scenario: string): boolean {
    return this.#isolated.has(scenario);
  }

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

  /** Notes the scenarios that this process runs now; call it with none before a regular exit. */
  note(running: Iterable<string>): void {
    this.#running = [...running];
    this.#noteChanges();
  }

  #noteChanges(): void {
    const now = [...new Set([...this.#entering, ...this.#running])].sort();
    if (now.join('\n') === this.#noted.join('\n')) return;
    this.#noted = now;
    this.#write((known) => known);
  }

  /** Reads the file again before writing, because other windows may have changed it. */
  #write(change: (isolated: readonly string[]) => readonly string[]): void {
    const { isolated, running } = kept.parse(readSetting(this.#file));
    this.#isolated = new Set(change(isolated));
    const others = running.filter(({ owner }) => owner !== this.#owner && this.#owners.isAlive(owner));
    const own = this.#noted.length === 0 ? [] : [{ owner: this.#owner, scenarios: this.#noted }];
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      if (own.length > 0) this.#owners.claim();
      writeFileSync(
        this.#file,
        JSON.stringify({ isolated: this.list, running: [...others, ...own] }, null, 2),
      );
    } catch (thrown) {
      // Without a writable folder nothing can run either.
      if (!(thrown instanceof StoreError || (thrown instanceof Error && 'syscall' in thrown))) throw thrown;
    }
  }
}
