import { availableParallelism } from 'node:os';
import { InvalidArgumentError, Option } from 'commander';
import {
  type CsvFormulas,
  type OutsideAgent,
  type RunChoices,
  type ThinkingTime,
  thinkingTime,
  USUAL_NOISE,
  USUAL_VERBOSITY,
} from '../../engine/model/index.ts';

/** Parses a share: a number from 0 to 1. */
export function parseShare(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('a number from 0 to 1');
  return value;
}

/** Parses a whole number of at least `least`. */
export function wholeNumberParser(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value) || value < least)
      throw new InvalidArgumentError(`a whole number, ${least} or more`);
    return value;
  };
}

/** Parses a thinking time: `frozen`, `measured` or a number of seconds. */
export function parseThinking(text: string): ThinkingTime {
  const number = text.trim() === '' ? NaN : Number(text);
  const { data } = thinkingTime.safeParse(Number.isNaN(number) ? text : number);
  if (data === undefined) throw new InvalidArgumentError('frozen, measured or a number of seconds');
  return data;
}

/** Parses seeds: `1..30`, or numbers separated by commas. */
export function parseSeeds(text: string): string | readonly number[] {
  if (/^\d{1,9}\.\.\d{1,9}$/.test(text)) return text;
  const seeds = text.split(',').map(Number);
  if (!/^\d+(,\d+)*$/.test(text) || !seeds.every(Number.isSafeInteger))
    throw new InvalidArgumentError('a range such as 1..30, or whole numbers with commas between them');
  return seeds;
}

const MAX_NAMES = 500;
const MAX_NAME = 1_000; // characters

/** Parses names separated by commas. */
export function nameList(text: string): string {
  const names = text.split(',');
  if (names.length > MAX_NAMES || names.some(({ length }) => length > MAX_NAME))
    throw new InvalidArgumentError(`at most ${MAX_NAMES} names of ${MAX_NAME} characters`);
  return text;
}

const VERDICTS = ['passed', 'failed', 'not-judged'];

/** Parses verdicts separated by commas. */
export function verdicts(text: string): string {
  if (!text.split(',').every((one) => VERDICTS.includes(one)))
    throw new InvalidArgumentError(`some of ${VERDICTS.join(', ')}, with commas between them`);
  return text;
}

/** The choices of a run that differ from the defaults, in words. */
export function describeChoices({
  variant,
  augmentation,
  verbosity = USUAL_VERBOSITY,
  agent,
  user,
  script,
}: RunChoices = {}): readonly string[] {
  const { toolFailures, noise } = augmentation ?? {};
  return [
    ...(agent === undefined ? [] : [`agent ${agent.command}, ${describeThinking(agent)}`]),
    ...(user === undefined ? [] : [`user ${user.command}, ${describeThinking(user)}`]),
    ...(script === undefined ? [] : [`agent follows ${script}`]),
    ...(variant === undefined ? [] : [`variant ${variant}`]),
    ...(verbosity === USUAL_VERBOSITY ? [] : [`${verbosity} verbosity`]),
    ...(toolFailures === undefined ? [] : [`tool failures ${toolFailures}`]),
    ...(noise === undefined
      ? []
      : [`noise ${noise.perMinute ?? USUAL_NOISE} a minute, its seed ${noise.seed ?? 0}`]),
  ];
}

const describeThinking = ({ thinking }: OutsideAgent): string =>
  typeof thinking === 'number' ? `thinking ${thinking} s a turn` : `thinking ${thinking}`;

/** The option for the runs that pass rates and tests are of. */
export const judgedOnly = (): Option =>
  new Option(
    '--judged-only',
    'put pass rates of judged runs first, and test these; otherwise runs that crashed, timed out or were interrupted count as not passed',
  );

/** The option for the number of worker processes. */
export const addWorkers = (): Option =>
  new Option('--workers <n>', 'worker processes for a sweep')
    .argParser(wholeNumberParser(1))
    .default(availableParallelism(), 'one per core');

/** The option for texts in comma-separated values that a spreadsheet would run. */
export const addRaw = (): Option =>
  new Option(
    '--raw',
    "in comma-separated values, leave texts such as =1+1 as they are; otherwise they begin with ', because spreadsheets run them",
  );

export const formulasFor = (raw: true | undefined): CsvFormulas => (raw ? 'raw' : 'as-text');
