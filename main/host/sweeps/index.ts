export { collectParts, finishedJobs, removeParts, resultsFile } from './collect.ts';
export { LOCAL_PART, runOnWorkers } from './local-workers.ts';
export { type Manifest, planSweep, readManifest } from './manifest.ts';
export { sweepResults } from './results.ts';
export { largestArray, slurmScripts } from './slurm.ts';
export { type AgentChoice, readSweepFile, type SweepRequest } from './sweep-file.ts';
export { sweepFolder, Sweeps } from './sweeps.ts';
