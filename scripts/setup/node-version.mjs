import { Failure } from '../shared/failure.mjs';

const OLDEST = { major: 20, minor: 19 };

/**
 * Refuses a Node that is too old for the tools this project uses.
 *
 * @param {string} version as in `process.versions.node`
 * @throws {Failure}
 */
export function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return;
  throw new Failure('work with this Node', {
    why: `It is ${version}; ${OLDEST.major}.${OLDEST.minor} or newer is needed.`,
    mend: 'npx --package node@22 npm start   (or install a newer Node)',
  });
}
