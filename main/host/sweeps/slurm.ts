import { quotedForUnix } from '../system/index.ts';

/** Settings for running a sweep on a cluster. */
export interface SlurmPlan {
  /** The folder of the planned sweep, on a disk that all machines of the cluster share. */
  readonly folder: string;
  readonly name: string;
  /** The command that starts Orrery, word by word. */
  readonly orrery: readonly string[];
  readonly tasks: number;
  /** The maximum number of tasks that run at the same time; all of them by default. */
  readonly atOnce: number | undefined;
  readonly cpus: number;
  /** The time limit in the format of sbatch, such as `01:00:00`; by default the partition's limit. */
  readonly time: string | undefined;
}

/**
 * The largest number of tasks that the cluster's configuration allows, which is below `MaxArraySize`. Slurm's default is 1,001.
 */
export const largestArray = (config: string): number =>
  Number(/^MaxArraySize\s*=\s*(\d+)/m.exec(config)?.[1] ?? 1_001) - 1;

/** Seconds between the warning and a task's time limit. Unfinished runs are run again. */
const WARNING_SECONDS = 60;

/** The scripts that run a sweep as a Slurm array and collect its results, by file name in `slurm/` of the sweep's folder. */
export function slurmScripts(plan: SlurmPlan): Readonly<Record<string, string>> {
  const { folder, name, orrery, tasks, atOnce, cpus, time } = plan;
  const command = orrery.map(quotedForUnix).join(' ');
  const place = quotedForUnix(folder);
  const job = name.replaceAll(' ', '-');
  const limit = atOnce === undefined ? '' : `%${atOnce}`;
  return {
    'work.sh': `#!/bin/bash
#SBATCH --job-name=${job}
#SBATCH --array=1-${tasks}${limit}
#SBATCH --cpus-per-task=${cpus}
${time === undefined ? '' : `#SBATCH --time=${time}\n`}#SBATCH --requeue
#SBATCH --signal=B:USR1@${WARNING_SECONDS}
#SBATCH --open-mode=append
#SBATCH --output=${folder}/slurm/task-%a.log
# One task of the array: a shard of the sweep. What it has run is kept, however it ends.

again=
# The time limit is near: stop here and go back into the queue.
trap 'again=yes; kill -TERM "$work"' USR1
# Cancelled, or the machine is wanted by others.
trap 'kill -TERM "$work"' TERM

${command} sweep work ${place} --shard "$SLURM_ARRAY_TASK_ID/${tasks}" --workers "\${SLURM_CPUS_PER_TASK:-1}" &
work=$!
wait "$work"
code=$?
if [ "$code" -gt 128 ]; then
  # A signal ends this wait before the command has ended.
  wait "$work"
  code=$?
fi
if [ -n "$again" ] && [ "\${SLURM_RESTART_COUNT:-0}" -lt 100 ]; then
  scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"
`,
    'collect.sh': `#!/bin/bash
#SBATCH --job-name=${job}-collect
#SBATCH --output=${folder}/slurm/collect.log
# Brings the runs of all tasks together.

${command} sweep collect ${place}
code=$?
${command} sweep show ${place}
exit "$code"
`,
    'submit.sh': `#!/bin/sh
# Runs what is missing of the sweep and then collects it. Options are passed on to sbatch, such as --partition=long.
set -e
tasks=$(sbatch --parsable "$@" ${quotedForUnix(`${folder}/slurm/work.sh`)})
collect=$(sbatch --parsable --dependency="afterany:\${tasks%%;*}" "$@" ${quotedForUnix(`${folder}/slurm/collect.sh`)})
echo "array \${tasks%%;*}, then \${collect%%;*} collects"
`,
  };
}
