import { answerParent } from './host/workers/index.ts';

type Job = (request: never, tell: (progress: unknown) => void) => unknown;

/** The jobs of worker processes, by name. Not through an `index.ts` that gathers several files: so each loads only what it needs. */
const JOBS: Readonly<Record<string, () => Promise<Job>>> = {
  attempts: async () => (await import('./host/compare/attempts.ts')).attemptsJob,
  compare: async () => (await import('./host/compare/compare-job.ts')).compareJob,
  import: async () => (await import('./host/import/imports.ts')).importJob,
  judge: async () => (await import('./host/runs/judge.ts')).judgeJob,
  plan: async () => (await import('./host/runs/check-scenario.ts')).planJob,
  preview: async () => (await import('./host/preview/preview-job.ts')).previewJob(),
  probe: async () => (await import('./host/probes/probe-queries.ts')).probeJob(),
  query: async () => (await import('./host/database/query-worker.ts')).queryJob,
  run: async () => (await import('./host/runs/isolated-runs.ts')).runJob(),
  sweep: async () => (await import('./host/sweeps/local-workers.ts')).sweepJob(),
  sweepReader: async () => (await import('./host/sweeps/sweeps.ts')).sweepReaderJob(),
  sweepRun: async () => (await import('./host/sweeps/sweeps.ts')).sweepRunJob,
  tools: async () => (await import('./host/inspect/tools.ts')).toolsJob,
  types: async () => (await import('./host/scenarios/type-checks.ts')).typesJob(),
  version: async () => (await import('./host/runs/rerun-version.ts')).versionJob,
  verify: async () => (await import('./host/runs/verify.ts')).verifyJob,
};

const job = JOBS[process.argv[2]!]!();
answerParent<never, unknown, unknown>(async (request, tell) => (await job)(request, tell));
