import { numberOf, type TypedChoices } from './run-settings.ts';

/** What a run may be asked for in numbers. */
export interface TypedOption {
  readonly name: keyof TypedChoices;
  readonly label: string;
  readonly unit: string;
  /** What may stand there. */
  readonly wanted: string;
}

export const TYPED_OPTIONS: readonly TypedOption[] = [
  {
    name: 'seed',
    label: 'Seed',
    unit: '',
    wanted: 'A whole number from 0 on; empty: the scenario’s own',
  },
  {
    name: 'toolFailures',
    label: 'Tool failures',
    unit: '% of the agent’s calls',
    wanted: 'From 0 to 100; empty: as the scenario says',
  },
  {
    name: 'noise',
    label: 'Noise',
    unit: 'events a minute',
    wanted: 'A number from 0 on; empty: as the scenario says',
  },
  {
    name: 'noiseSeed',
    label: 'Seed of the noise',
    unit: '',
    wanted: 'A whole number from 0 on; empty: as the scenario says',
  },
];

/** Where something was typed that cannot be, and what may stand there; `undefined` when all fits. */
export function unfitInWords(typed: TypedChoices): string | undefined {
  const unfit = TYPED_OPTIONS.find(({ name }) => numberOf(typed, name) === 'unfit');
  if (unfit === undefined) return undefined;
  const { name, label, wanted } = unfit;
  return `Run options, ${label}: found “${typed[name].trim()}”. ${wanted}.`;
}
