import { setTimeout as sleep } from 'node:timers/promises';

/** A store of this machine alone, on a Unix socket, until it is disposed of. */
export interface TestStore extends AsyncDisposable {
  /** Its address, for `--queue`. */
  readonly url: string;
  /** Kills it as a power cut would, and starts it again with what it had written. */
  readonly crash: () => Promise<void>;
  /** Kills it. It stays away. */
  readonly kill: () => Promise<void>;
  /** Sends it one command. Returns its answer. */
  readonly ask: (...command: readonly string[]) => string;
}

/** Waits until `isSo`, which may throw until then. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    try {
      if (isSo()) return;
    } catch {
      // Not yet there.
    }
    await sleep(50);
  }
  throw new Error(`This did not become true in 20 s: ${isSo.toString()}`);
}
