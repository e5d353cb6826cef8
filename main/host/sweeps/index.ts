export { type Collected, collectParts, collectSweep } from './collect.ts';
export { type JobsProgress, type LocalRunOptions, runJobs, runSweep } from './local-workers.ts';
export type { LostJob } from './lost-jobs.ts';
export { type Manifest, readManifest } from './manifest.ts';
export { planSweep } from './plan-sweep.ts';
export { type SweepCode } from './sweep-code.ts';
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
