import { constants } from 'node:os';

/** @typedef {Pick<NodeJS.EventEmitter, 'on'>} Listens */

/**
 * Watches for a signal that asks `program` to end: running work may then finish, and nothing new may begin.
 *
 * @param {Listens} [program]
 * @returns {{ readonly asked: boolean, readonly exitCode: number }} `exitCode` as shells expect it, 0 before a signal
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
