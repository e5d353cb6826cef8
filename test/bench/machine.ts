import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** The machine on which the figures were measured, without its host name. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  /** GiB. */
  readonly memory: number;
  readonly system: string;
  readonly node: string;
  /** Load average of the last minute: programs that wanted a core. Beyond `cores`, the figures are worse than usual. */
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
