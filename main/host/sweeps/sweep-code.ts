import { codeHash, sha256Of } from '../system/index.ts';
import { readHeader } from './manifest.ts';
import { readBundle } from './sweep-files.ts';

/** The code that a planned sweep runs. */
export interface SweepCode {
  /** Hashes of the scenarios' code, and of the agents' commands with their files. */
  readonly hashes: readonly string[];
  readonly scenarios: readonly string[];
  readonly commands: readonly string[];
}

/** The code of the sweep in `folder`. @throws {ProblemError} when its files differ from the planned ones. */
export async function codeOfSweep(folder: string): Promise<SweepCode> {
  const { scenarios, agents } = await readHeader(folder);
  const hashes = new Set<string>();
  for (const { bundle: files, folder: where } of scenarios) {
    const hash = codeHash(await readBundle(folder, files));
    if (hash !== undefined) hashes.add(hash);
    // The same command starts another program elsewhere.
    if (where !== undefined) hashes.add(sha256Of(JSON.stringify([files, where])));
  }
  const programs = agents.filter((one) => one.kind === 'program');
  for (const { command, bundle: files, folder: where } of programs) {
    if (files !== undefined) await readBundle(folder, files);
    hashes.add(sha256Of(JSON.stringify([command, files ?? null, where ?? null])));
  }
  return {
    hashes: [...hashes],
    scenarios: scenarios.map(({ path }) => path),
    commands: programs.map(({ command }) => command),
  };
}
