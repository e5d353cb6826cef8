import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** What the figures were taken on; no name of a host in it. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  /** GiB. */
  readonly memory: number;
  readonly system: string;
  readonly node: string;
  /** How many programs wanted a core in the minute before; more than there are cores, and figures are worse than they are. */
  readonly busy: number;
}

export const machine = (): Machine => ({
  processor: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memory: Math.round(totalmem() / 2 ** 30),
  system: `${process.platform} ${process.arch}`,
  node: process.versions.node,
  busy: Math.round(loadavg()[0]! * 10) / 10,
});
