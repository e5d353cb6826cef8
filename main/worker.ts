import { answerParent } from './host/workers/index.ts';

type Job = (request: never, tell: (progress: unknown) => void) => unknown;

/** The jobs of worker processes, by name. Each loads only the modules it needs. */
const JOBS: Readonly<Record<string, () => Promise<Job>>> = {
  compare: async () => (await import('./host/compare/index.ts')).compareJob,
  import: async () => (await import('./host/import/index.ts')).importJob,
  judge: async () => (await import('./host/runs/index.ts')).judgeJob,
  plan: async () => (await import('./host/runs/index.ts')).planJob,
  probe: async () => (await import('./host/probes/index.ts')).probeJob(),
  run: async () => (await import('./host/runs/index.ts')).runJob(),
  // Not through its index, whose modules for the terminal would be bundled too.
  sweep: async () => (await import('./host/sweeps/local-workers.ts')).sweepJob(),
  sweepReader: async () => (await import('./host/sweeps/sweeps.ts')).sweepReaderJob(),
  sweepRun: async () => (await import('./host/sweeps/sweeps.ts')).sweepRunJob,
  tools: async () => (await import('./host/inspect/index.ts')).toolsJob,
  types: async () => (await import('./host/scenarios/index.ts')).typesJob(),
  verify: async () => (await import('./host/runs/index.ts')).verifyJob,
};

const job = JOBS[process.argv[2]!]!();
answerParent<never, unknown, unknown>(async (request, tell) => (await job)(request, tell));
