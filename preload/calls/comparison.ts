import * as z from 'zod';
import type { Comparison, Divergence } from '../../engine/model/index.ts';
import type { StateDifferences } from '../answers.ts';
import { call } from './call.ts';
import { run, moment } from './values.ts';

/** Two runs side by side. */
export const comparisonCalls = {
  /** Lays two runs side by side. */
  'runs.compare': call(z.strictObject({ a: run, b: run })).answers<Comparison>(),
  /** Where two runs part, without all else; null when nothing differs. */
  'runs.parting': call(z.strictObject({ a: run, b: run })).answers<Divergence | null>(),
  /** How the apps' states differ, right after an entry of each of two runs; −1 is before the first. */
  'runs.states': call(z.strictObject({ a: moment, b: moment })).answers<readonly StateDifferences[]>(),
};
