import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './test-store.ts';

/** A cluster of this machine alone, with two cores, until it is disposed of. */
export interface Cluster extends AsyncDisposable {
  /** Runs a command of Slurm's and answers what it prints. */
  readonly run: (command: string, ...args: readonly string[]) => string;
}

/** Folders of munge, which refuses those of others. */
const MUNGE = ['/run/munge', '/etc/munge', '/var/lib/munge', '/var/log/munge'];

/** Starts munge, Slurm's controller and its daemon. Only root can. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-slurm-'));
  for (const name of ['state', 'spool']) mkdirSync(join(folder, name));
  const [uid, gid] = ['-u', '-g'].map((which) =>
    Number(execFileSync('id', [which, 'munge'], { encoding: 'utf8' })),
  );
  for (const place of MUNGE) {
    mkdirSync(place, { recursive: true });
    chownSync(place, uid!, gid!);
  }
  const file = join(folder, 'slurm.conf');
  writeFileSync(file, configuration(folder));
  const env = { ...process.env, SLURM_CONF: file };
  const started: ChildProcess[] = [];
  const start = (command: string, args: readonly string[], options: object = {}): void => {
    started.push(spawn(command, args, { env, stdio: 'ignore', ...options }));
  };
  const run = (command: string, ...args: readonly string[]): string =>
    execFileSync(command, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

  start('munged', ['--foreground', '--force'], { uid, gid });
  await until(() => existsSync('/run/munge/munge.socket.2'));
  start('slurmctld', ['-D']);
  start('slurmd', ['-D', '-N', 'localhost']);
  await until(() => run('sinfo', '--noheader', '--format=%T').trim() === 'idle');
  return {
    run,
    [Symbol.asyncDispose]: async () => {
      for (const daemon of started.reverse()) {
        const ended = once(daemon, 'exit');
        if (daemon.exitCode === null && daemon.kill('SIGTERM')) await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const configuration = (folder: string): string =>
  `
ClusterName=orrery
SlurmctldHost=localhost
SlurmUser=root
AuthType=auth/munge
AuthInfo=cred_expire=5
CryptoType=crypto/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MpiDefault=none
ReturnToService=2
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.pid
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/slurmd.log
SlurmctldPort=16817
SlurmdPort=16818
NodeName=localhost NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=localhost Default=YES MaxTime=INFINITE State=UP
`;
