/** What something took, several times: microseconds of processor time for one. */
export interface Sample {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** One thing to time, and what comes before each time and is not timed. */
export interface Contender {
  readonly before?: () => void;
  readonly work: () => unknown;
  /** How many of what is counted one call of `work` does. */
  readonly counts: number;
}

/** How often things are timed. */
export interface Effort {
  readonly rounds: number;
  /** In each of its turns a thing is done until so many are counted. */
  readonly least: number;
  /** Whether there is a round before, which is not counted. */
  readonly warm: boolean;
}

/** Times all `contenders` in turn, so that what disturbs the machine meets each alike. */
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
  // Of all threads, so that collecting garbage counts; other programs hardly do.
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** `times`, which may be of anything, in short. */
export function sampleOf(times: readonly number[]): Sample {
  const sorted = times.toSorted((one, other) => one - other);
  return { median: sorted[Math.floor(sorted.length / 2)]!, low: sorted[0]!, high: sorted.at(-1)! };
}

/** Collects garbage, so that none of it is counted with what comes next. */
export function sweep(): void {
  globalThis.gc?.();
}
