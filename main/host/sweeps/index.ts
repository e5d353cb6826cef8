export { type Collected, collectParts, collectSweep } from './collect.ts';
export { type JobsProgress, type LocalRunOptions, runJobs, runSweep } from './local-workers.ts';
export type { LostJob } from './lost-jobs.ts';
export { type Manifest, planSweep, readManifest, type SweepCode } from './manifest.ts';
export {
  type QueueAction,
  type QueueProgress,
  type QueueWorkOptions,
  serveSweep,
  steerQueue,
  workOnQueue,
} from './server-queue.ts';
export { SweepReader, sweepResults } from './results.ts';
export { largestArray, slurmScripts } from './slurm.ts';
export { type AgentChoice, AT_ONCE, readSweepFile, type SweepRequest } from './sweep-file.ts';
export { sweepFolder, Sweeps } from './sweeps.ts';
