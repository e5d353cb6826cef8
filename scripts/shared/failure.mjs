/** A preparation that cannot go on: what failed, why, and the one command that fixes it. */
export class Failure extends Error {
  /**
   * @param {string} what the aim that was missed, as the rest of "Cannot …"
   * @param {{ why: string, mend: string }} rest `why` as the machine told it, `mend` a command to type
   */
  constructor(what, { why, mend }) {
    super(`Cannot ${what}.\n  why:  ${why.trim().replaceAll('\n', '\n        ')}\n  mend: ${mend}`);
    this.name = 'Failure';
  }
}

/** The message of whatever was thrown. @param {unknown} thrown */
export function reason(thrown) {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/**
 * The outcome of `work`. If it fails for a reason that a person can fix, prints the reason and ends this process.
 *
 * @template T
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export async function orExit(work) {
  try {
    return await work;
  } catch (error) {
    const failure = isOfSystem(error) ? notOurs(error) : error;
    if (!(failure instanceof Failure)) throw error;
    process.stderr.write(`\n${failure.message}\n`);
    process.exit(1);
  }
}

/**
 * Whether the system refused an operation, such as writing. @param {unknown} thrown @returns {thrown is NodeJS.ErrnoException}
 */
const isOfSystem = (thrown) => thrown instanceof Error && 'syscall' in thrown;

/** @param {NodeJS.ErrnoException} error */
const notOurs = ({ message }) =>
  new Failure('prepare this checkout', { why: message, mend: 'npm run setup   (as who may write there)' });
