import { constants } from 'node:os';

/** @typedef {Pick<NodeJS.EventEmitter, 'on'>} Listens */

/**
 * What asked `program` to end, if anything has: from then on what runs may end, and nothing more is to begin.
 *
 * @param {Listens} [program]
 * @returns {{ readonly asked: boolean, readonly exitCode: number }} `exitCode` as shells have it, 0 while nothing asked
 */
export function watchForEnd(program = process) {
  let exitCode = 0;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    program.on(signal, () => (exitCode ||= 128 + constants.signals[signal]));
  }
  return {
    get asked() {
      return exitCode > 0;
    },
    get exitCode() {
      return exitCode;
    },
  };
}
