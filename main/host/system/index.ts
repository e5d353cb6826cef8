export { packing, sha256, sha256Of } from './hash-and-compress.ts';
export { BUILT, CACHE, PROJECT, SAMPLE_WORKSPACE, TEMPLATES, VERSION } from './installation.ts';
export { isMissing, type ProblemCode, ProblemError, problemsOf } from './problem.ts';
export { RUNTIME } from './runtime.ts';
export { codeHash, isTrustedCode, requireTrustedCode, trustCode, trustOwnCode } from './trusted-code.ts';
export {
  discardDrafts,
  inChunks,
  makeFolder,
  megabytes,
  notWritten,
  writeAtomically,
  writeCached,
  writeOut,
} from './write-files.ts';
