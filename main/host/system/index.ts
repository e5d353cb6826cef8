export { remoteHost } from './remote-host.ts';
export { packing, sha256, sha256Of } from './hash-and-compress.ts';
export {
  BUILT,
  CACHE,
  PROJECT,
  readTrusted,
  readTrustedNow,
  SAMPLE_WORKSPACE,
  settingsFolder,
  TEMPLATES,
  VERSION,
} from './installation.ts';
export { OwnedProcess } from './owned-process.ts';
export { isMissing, type ProblemCode, ProblemError, problemsOf } from './problem.ts';
export { RUNTIME } from './runtime.ts';
export { quotedForUnix, shellLine } from './shell-line.ts';
export {
  codeHash,
  isTrustedCode,
  requireTrustedCode,
  trustCode,
  trustOwnCode,
  trustOwnEdit,
} from './trusted-code.ts';
export {
  isInside,
  megabytes,
  openRegularFile,
  type Readable,
  readBytes,
  readText,
  readTextNow,
  entryStatus,
} from './read-files.ts';
export {
  appendNow,
  discardDrafts,
  inChunks,
  makeFolder,
  notWritten,
  resolveWithin,
  requireFolder,
  writeAtomically,
  writeCached,
  writeNow,
  writeOut,
} from './write-files.ts';
export { TemporaryLines } from './temporary-lines.ts';
