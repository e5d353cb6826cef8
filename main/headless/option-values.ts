import { InvalidArgumentError } from 'commander';
import type { OutsideAgent } from '../../engine/model/index.ts';

/** Reads a part of all: a number from 0 to 1. */
export function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('a number from 0 to 1');
  return value;
}

/** Reads a whole number of at `least` so much. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value) || value < least)
      throw new InvalidArgumentError(`a whole number from ${least} on`);
    return value;
  };
}

/** Reads a number above 0, up to a million. */
export function positive(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0 && value <= 1e6))
    throw new InvalidArgumentError('a number above 0, up to 1,000,000');
  return value;
}

const VERDICTS = ['passed', 'failed', 'none'];

/** Reads verdicts with commas between them. */
export function verdicts(text: string): string {
  if (!text.split(',').every((one) => VERDICTS.includes(one)))
    throw new InvalidArgumentError(`some of ${VERDICTS.join(', ')}, with commas between them`);
  return text;
}

/** Reads what starts a process. */
export function commandLine(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('the command of a process');
  return text;
}

/** Reads what an agent's thinking costs. */
export function thinkingTime(text: string): OutsideAgent['thinking'] {
  if (text === 'frozen' || text === 'measured') return text;
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1e6))
    throw new InvalidArgumentError('frozen, measured or a number of seconds');
  return value;
}
