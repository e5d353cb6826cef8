/** How a sweep is to run on a cluster. */
export interface SlurmPlan {
  /** The folder of the planned sweep, on a disk that all machines of the cluster share. */
  readonly folder: string;
  readonly name: string;
  /** What starts this program: its words, as they are. */
  readonly orrery: readonly string[];
  readonly tasks: number;
  /** Tasks that run at the same time; all of them when left out. */
  readonly atOnce: number | undefined;
  readonly cpus: number;
  /** As sbatch has it, such as `01:00:00`; the partition's when left out. */
  readonly time: string | undefined;
}

/** What the cluster's settings say on the largest array: its index stays below. Slurm's own setting is 1,001. */
export const largestArray = (config: string): number =>
  Number(/^MaxArraySize\s*=\s*(\d+)/m.exec(config)?.[1] ?? 1_001) - 1;

/** Seconds that a task has between the warning and its time limit. A run that is not finished by then is run again. */
const GRACE = 60;

/** The scripts that run a sweep as a Slurm array and collect it, by file name in `slurm/` of the sweep's folder. */
export function slurmScripts(plan: SlurmPlan): Readonly<Record<string, string>> {
  const { folder, name, orrery, tasks, atOnce, cpus, time } = plan;
  const command = orrery.map(quoted).join(' ');
  const place = quoted(folder);
  const job = name.replaceAll(' ', '-');
  const limit = atOnce === undefined ? '' : `%${atOnce}`;
  return {
    'work.sh': `#!/bin/bash
#SBATCH --job-name=${job}
#SBATCH --array=1-${tasks}${limit}
#SBATCH --cpus-per-task=${cpus}
${time === undefined ? '' : `#SBATCH --time=${time}\n`}#SBATCH --requeue
#SBATCH --signal=B:USR1@${GRACE}
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
tasks=$(sbatch --parsable "$@" ${quoted(`${folder}/slurm/work.sh`)})
collect=$(sbatch --parsable --dependency="afterany:\${tasks%%;*}" "$@" ${quoted(`${folder}/slurm/collect.sh`)})
echo "array \${tasks%%;*}, then \${collect%%;*} collects"
`,
  };
}

/** `word` as the shell reads it. */
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
