import * as z from 'zod';
import { parseValue } from '../../engine/index.ts';
import type { Json } from '../../engine/model/json.ts';
import type { Case } from './case-file.ts';
import { shaped } from './shaped.ts';

const step = z.strictObject({ value: z.string().nullable(), type: z.string().nullable() });

/** Reads each text as a value of its type. */
export function runParse(spec: Case): Record<string, Json> {
  return {
    steps: spec.script.map((given): Json => {
      const { value, type } = shaped(step, given);
      try {
        const parsed = parseValue(value, type);
        return { value, type, result: parsed.value, result_type: parsed.type };
      } catch (thrown) {
        const { name, message } = thrown as Error;
        return { value, type, error: { type: name, message } };
      }
    }),
  };
}
