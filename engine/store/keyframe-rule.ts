import type { AppName } from '../model/index.ts';

/**
 * A keyframe is due when the changes since the last one are this many times as long as the state. To read changes
 * costs about twice what so much of a state does, so that at most a little more than half of a seek goes into them.
 */
const CHANGES_TO_STATE = 5 / 8;

/** Small states are not worth a keyframe of their own before so many characters of changes. */
const LEAST_CHANGES = 32_000;

/** No small state is further than so many entries from a keyframe, or a few more where entries are written many at once. */
const MOST_ENTRIES = 2_000;

/** To pass an entry over costs as much as to parse so much of a state: a large one is not written for fewer entries. */
const CHARACTERS_PER_ENTRY = 100;

interface Since {
  /** Characters of the last keyframe's JSON. */
  size: number;
  /** Characters of the changes since then. */
  written: number;
  /** How many entries there were then. */
  entries: number;
  /** The entry that changed it last: how many there were with it. */
  last: number;
}

/**
 * Decides when an app gets its next keyframe, by what was written since the last: so the keyframes of a log take no more
 * room than the log, and reading a state costs a small multiple of parsing it, whatever its size.
 */
export class KeyframeRule {
  readonly #apps: ReadonlyMap<AppName, Since>;
  #entries = 0;

  constructor(sizes: ReadonlyMap<AppName, number>) {
    this.#apps = new Map(
      Array.from(sizes, ([app, size]) => [app, { size, written: 0, entries: 0, last: 0 }]),
    );
  }

  /** Notes an entry with `changes` of `written` characters. Answers whether the keyframe of an app they are of is due. */
  note(changes: readonly { readonly app: AppName }[], written: number): boolean {
    this.#entries++;
    let due = false;
    for (const { app } of changes) {
      const since = this.#apps.get(app);
      if (since === undefined || since.last === this.#entries) continue;
      since.last = this.#entries;
      since.written += written;
      due ||= this.#isDue(since);
    }
    return due;
  }

  /** The apps whose keyframe is due, and whether they have changed since their last. */
  due(): readonly { readonly app: AppName; readonly changed: boolean }[] {
    return [...this.#apps]
      .filter(([, since]) => this.#isDue(since))
      .map(([app, { written }]) => ({ app, changed: written > 0 }));
  }

  /** Lets every app have its next keyframe at once: what was noted may not have been written. */
  restart(): void {
    for (const since of this.#apps.values()) since.written = Infinity;
  }

  /** Notes that the keyframe of `app` is written, `size` characters long where its state had changed. */
  done(app: AppName, size: number | undefined): void {
    const since = this.#apps.get(app);
    if (since !== undefined)
      Object.assign(since, { size: size ?? since.size, written: 0, entries: this.#entries });
  }

  #isDue({ size, written, entries }: Since): boolean {
    // One that is as it was costs nothing to write again.
    const most = written === 0 ? MOST_ENTRIES : Math.max(MOST_ENTRIES, size / CHARACTERS_PER_ENTRY);
    return this.#entries - entries >= most || written > Math.max(LEAST_CHANGES, size * CHANGES_TO_STATE);
  }
}
