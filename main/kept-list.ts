import { calls, type Breakpoint, type Probe } from '../preload/contract.ts';
import { readSetting } from './read-setting.ts';
import { writeSetting } from './write-setting.ts';

/** What a person has set for a workspace, kept in a file of its own. */
export class KeptList<Item> {
  readonly #file: string;
  readonly #name: string;
  #list: readonly Item[];

  /** Begins with none when `file` is not there or holds something that `read` finds nothing in. */
  constructor(file: string, name: string, read: (kept: unknown) => readonly Item[]) {
    this.#file = file;
    this.#name = name;
    this.#list = read(readSetting(file));
  }

  /** Another object whenever they have changed. */
  get list(): readonly Item[] {
    return this.#list;
  }

  /** They hold at once. @throws {Fault} when they could not be kept for the next time. */
  async set(list: readonly Item[]): Promise<void> {
    this.#list = list;
    await writeSetting(this.#file, { [this.#name]: list });
  }
}

/** The breakpoints of a workspace. */
export const keptBreakpoints = (file: string): KeptList<Breakpoint> =>
  new KeptList(
    file,
    'breakpoints',
    (kept) => calls['breakpoints.set'].request.safeParse(kept).data?.breakpoints ?? [],
  );

/** The probes of a workspace. */
export const keptProbes = (file: string): KeptList<Probe> =>
  new KeptList(file, 'probes', (kept) => calls['probes.set'].request.safeParse(kept).data?.probes ?? []);
