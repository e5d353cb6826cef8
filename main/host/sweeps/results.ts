import type { JobResult, Store } from '../../../engine/index.ts';
import { between, type RunSummary, toSeconds } from '../../../engine/model/index.ts';
import { type LostJob, lostJobs } from './local-workers.ts';
import type { Manifest } from './manifest.ts';

/** What became of every job of the sweep in `folder`, whose runs were collected in `store`. */
export function sweepResults(folder: string, { header, jobs }: Manifest, store: Store): readonly JobResult[] {
  const runs = new Map(store.jobs().flatMap(({ job, run, ended }) => (ended ? [[job, run]] : [])));
  const lost = lostJobs(folder);
  return jobs.map(({ id, scenario, variant, seed, agent, settings, repeat }) => {
    const run = runs.get(id);
    const summary = run && store.run(run);
    return {
      scenario: header.scenarios[scenario]!.path,
      variant,
      seed: seed ?? summary?.seed,
      agent: header.agents[agent]!.name,
      settings: header.settings[settings]!.name,
      repeat,
      run,
      logHash: summary?.logHash,
      ...(summary === undefined ? withoutRun(lost.get(id)) : { ...resultOf(summary), ...sizeOf(summary) }),
    };
  });
}

const sizeOf = ({ entries, start, now }: RunSummary): Pick<JobResult, 'entries' | 'seconds'> => ({
  entries,
  seconds: toSeconds(between(start, now)),
});

type Result = Pick<JobResult, 'outcome' | 'reason'>;

function withoutRun(lost: LostJob | undefined): Result {
  if (lost === undefined) return { outcome: 'missing', reason: undefined };
  return { outcome: lost.reason === 'timed-out' ? 'timed-out' : 'lost', reason: lost.message };
}

function resultOf({ state, verdict, notes }: RunSummary): Result {
  if (state === 'interrupted')
    return { outcome: 'crashed', reason: notes.find(({ kind }) => kind === 'ending')?.text };
  if (verdict === undefined) return { outcome: 'not-judged', reason: undefined };
  const { outcome, sentence } = verdict;
  return { outcome, reason: outcome === 'failed' ? sentence : undefined };
}
