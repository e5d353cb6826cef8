import { Fault } from './fault.ts';
import type { KnownFolders } from './known-folders.ts';

/** Whether the code of one workspace may run. Until then it can be read, checked and looked at. */
export class Trust {
  readonly #folder: string;
  readonly #known: KnownFolders;
  #given: boolean;

  /** `given` trusts the folder for as long as the window is open, whatever is known of it. */
  constructor(folder: string, known: KnownFolders, given: boolean) {
    this.#folder = folder;
    this.#known = known;
    this.#given = given || known.isTrusted(folder);
  }

  get given(): boolean {
    return this.#given;
  }

  /** It holds at once. @throws {Fault} when that could not be kept for the next time. */
  async give(): Promise<void> {
    this.#given = true;
    await this.#known.trust(this.#folder);
  }

  /** @throws {Fault} while the folder is not trusted. */
  demand(): void {
    if (!this.#given)
      throw new Fault(
        'not-trusted',
        `${this.#folder}: found a folder that is not trusted, wanted your trust before its code runs`,
      );
  }
}
