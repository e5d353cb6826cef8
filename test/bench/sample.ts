/** Several timings of the same thing: microseconds of processor time for one unit. */
export interface Sample {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** A thing to time, and an untimed preparation before each timing. */
export interface Contender {
  readonly before?: () => void;
  readonly work: () => unknown;
  /** The number of units in one call of `work`. */
  readonly counts: number;
}

/** The number of timings. */
export interface Effort {
  readonly rounds: number;
  /** In each turn, a thing is repeated until this many units are done. */
  readonly least: number;
  /** Whether there is a warm-up round that is not counted. */
  readonly warm: boolean;
}

/** Times all `contenders` in turn, so that disturbances of the machine affect each alike. */
export function timed<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  { rounds, least, warm }: Effort,
): Readonly<Record<Name, Sample>> {
  const names = Object.keys(contenders) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = warm ? -1 : 0; round < rounds; round++)
    for (const name of names) {
      const time = turn(contenders[name], least);
      if (round >= 0) times[name].push(time);
    }
  return Object.fromEntries(names.map((name) => [name, sampleOf(times[name])])) as Record<Name, Sample>;
}

function turn({ before, work, counts }: Contender, least: number): number {
  sweep();
  let total = 0;
  let counted = 0;
  while (counted < least) {
    before?.();
    total += spent(work);
    counted += counts;
  }
  return total / counted;
}

/** Microseconds of processor time that `work` takes. */
export function spent(work: () => unknown): number {
  // Of all threads, so that garbage collection counts; other programs hardly affect it.
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** The median and the extremes of `times`, in any unit. */
export function sampleOf(times: readonly number[]): Sample {
  const sorted = times.toSorted((one, other) => one - other);
  return { median: sorted[Math.floor(sorted.length / 2)]!, low: sorted[0]!, high: sorted.at(-1)! };
}

/** Collects garbage now, so that it does not count for the next timing. */
export function sweep(): void {
  globalThis.gc?.();
}
