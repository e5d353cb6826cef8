import { clearInterval, setInterval } from 'node:timers';

/**
 * Reports progress on standard error: a line when a long action begins, a line with the duration when a step is over and, on a
 * terminal only, a line in between that is overwritten.
 */
export class Progress {
  #verbose;
  #stream;

  /** @param {{ verbose?: boolean, stream?: NodeJS.WriteStream }} [options] `verbose`: also steps that had nothing to do */
  constructor({ verbose = false, stream = process.stderr } = {}) {
    this.#verbose = verbose;
    this.#stream = stream;
  }

  /**
   * Runs one step; `work` gets a note to announce long actions and the result.
   *
   * @template T
   * @param {string} name
   * @param {(note: Note) => T | Promise<T>} work
   * @returns {Promise<T>}
   */
  async step(name, work) {
    const started = Date.now();
    const seconds = () => (Date.now() - started) / 1000;
    const note = new Note(name, this.#stream);
    const clock = setInterval(() => note.tick(`${seconds().toFixed(0)} s`), 1_000);
    try {
      const answer = await work(note);
      note.clear();
      if (note.announced || this.#verbose) {
        this.#stream.write(`orrery: ${name}: ${note.result} (${seconds().toFixed(1)} s)\n`);
      }
      return answer;
    } finally {
      clearInterval(clock);
      note.clear();
    }
  }
}

/** Reports the progress of one step. */
export class Note {
  result = 'in place';
  announced = false;
  #name;
  #stream;
  #shown = 0; // ms since the epoch, when the passing line was last written; 0 while there is none

  /**
   * @param {string} name
   * @param {NodeJS.WriteStream} stream
   */
  constructor(name, stream) {
    this.#name = name;
    this.#stream = stream;
  }

  /** Announces a long action. @param {string} text */
  say(text) {
    this.clear();
    this.announced = true;
    this.#stream.write(`orrery: ${this.#name}: ${text} …\n`);
  }

  /** Shows the progress of the action on a terminal, at most ten times a second. @param {string} text */
  tick(text) {
    if (!this.#stream.isTTY || Date.now() - this.#shown < 100) return;
    this.#shown = Date.now();
    this.#stream.write(`\r\x1b[K  ${text}`);
  }

  /** Erases the overwritten line. */
  clear() {
    if (this.#shown > 0) this.#stream.write('\r\x1b[K');
    this.#shown = 0;
  }
}
