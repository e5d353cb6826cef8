export { packing, sha256, sha256Of } from './hash-and-compress.ts';
export {
  BUILT,
  CACHE,
  PROJECT,
  readTrusted,
  readTrustedNow,
  SAMPLE_WORKSPACE,
  TEMPLATES,
  VERSION,
} from './installation.ts';
export { isMissing, type ProblemCode, ProblemError, problemsOf } from './problem.ts';
export { RUNTIME } from './runtime.ts';
export { codeHash, isTrustedCode, requireTrustedCode, trustCode, trustOwnCode } from './trusted-code.ts';
export {
  isInside,
  megabytes,
  openFile,
  type Readable,
  readBytes,
  readText,
  readTextNow,
} from './read-files.ts';
export {
  discardDrafts,
  inChunks,
  makeFolder,
  notWritten,
  writeAtomically,
  writeCached,
  writeOut,
} from './write-files.ts';
