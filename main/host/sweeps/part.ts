import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OrreryError } from '../../../engine/index.ts';
import { openDatabase, type OpenDatabase } from '../database/index.ts';
import { useTimers } from '../scenarios/index.ts';
import { ProblemError, VERSION } from '../system/index.ts';
import { JobRunner } from './job-runner.ts';
import { type Job, readHeader, type SweepHeader } from './manifest.ts';

/** What happens to a job. */
export type JobEvent =
  | { readonly kind: 'started'; readonly job: string }
  | { readonly kind: 'done'; readonly job: string }
  /** Its scenario cannot run like this. */
  | { readonly kind: 'refused'; readonly job: string; readonly message: string };

/** Whether the worker itself watches the scenario's code of `job`: of the scenarios in `watched`, and where a process plays the agent. */
export const isUnderTimers = (
  { scenario, agent }: Job,
  watched: readonly number[],
  agents: SweepHeader['agents'],
): boolean => watched.includes(scenario) || agents[agent]!.kind === 'program';

/** The database of one worker, in `parts/` of the sweep's folder. */
const partFile = (folder: string, name: string): string => join(folder, 'parts', `${name}.db`);

/** Where the agents of the part in `file` run. */
export const agentFolder = (file: string): string => file.replace(/\.db$/, '.agents');

/** A part of a sweep's results, while one process adds to it. */
export class Part implements Disposable {
  readonly #database: OpenDatabase;
  readonly #agents: string;
  readonly #runner: JobRunner;
  readonly #done: Set<string>;
  readonly #players: SweepHeader['agents'];

  private constructor(folder: string, header: SweepHeader, database: OpenDatabase, agents: string) {
    this.#database = database;
    this.#agents = agents;
    this.#players = header.agents;
    this.#runner = new JobRunner(folder, header, database.store, agents);
    const { store } = database;
    const runs = store.jobs();
    // Their process was killed: they are run again.
    for (const { run, ended } of runs)
      if (!ended && store.run(run)?.state === 'interrupted') store.remove(run);
    this.#done = new Set(runs.filter(({ ended }) => ended).map(({ job }) => job));
  }

  /** @throws {ProblemError} when the sweep was planned by another version of Orrery. */
  static async open(folder: string, name: string): Promise<Part> {
    const header = await readHeader(folder);
    const { engine } = header;
    if (engine !== VERSION)
      throw new ProblemError(
        'bad-sweep',
        `${folder}: The sweep was planned by Orrery ${engine}; this is ${VERSION}. Run it with the version that planned it, or plan it again.`,
      );
    const file = partFile(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    const agents = agentFolder(file);
    rmSync(agents, { recursive: true, force: true });
    return new Part(folder, header, openDatabase(file), agents);
  }

  /** Runs those of `jobs` that this part does not have; of the scenarios in `watched` under timers. */
  async runJobs(
    jobs: readonly Job[],
    watched: readonly number[],
    tell: (event: JobEvent) => void,
  ): Promise<void> {
    for (const job of jobs) {
      const { id } = job;
      useTimers(isUnderTimers(job, watched, this.#players));
      tell({ kind: 'started', job: id });
      try {
        if (!this.#done.has(id)) await this.#runner.run(job);
        this.#done.add(id);
        tell({ kind: 'done', job: id });
      } catch (thrown) {
        if (!(thrown instanceof OrreryError)) throw thrown;
        tell({ kind: 'refused', job: id, message: thrown.message });
      }
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#agents, { recursive: true, force: true });
    this.#database[Symbol.dispose]();
  }
}
