import * as z from 'zod';
import { Clock } from '../../engine/index.ts';
import type { Json } from '../../engine/model/json.ts';
import { fromSeconds, seconds, toSeconds, type SimSpan } from '../../engine/model/time.ts';
import { given } from './case-field.ts';
import type { Case } from './case-file.ts';
import { startOf } from './session.ts';
import { shaped } from './shaped.ts';

const step = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('advance'), seconds: z.number().min(0) }),
  z.strictObject({ do: z.literal('add_offset'), seconds: z.number() }),
  z.strictObject({ do: z.literal('set_offset'), seconds: z.number() }),
  z.strictObject({ do: z.literal('pause') }),
  z.strictObject({ do: z.literal('resume') }),
  z.strictObject({ do: z.literal('reset'), start_time: given(z.number()) }),
]);

/** Drives the engine's clock alone. */
export function runClock(spec: Case): Record<string, Json> {
  let clock = new Clock(startOf(spec));
  const steps = spec.script.map((given): Json => {
    const one = shaped(step, given);
    switch (one.do) {
      case 'advance':
        clock.pass(seconds(one.seconds));
        break;
      case 'add_offset':
        clock.skip(micros(one.seconds));
        break;
      case 'set_offset':
        clock.setOffset(micros(one.seconds));
        break;
      case 'pause':
        clock.pause();
        break;
      case 'resume':
        clock.resume();
        break;
      case 'reset':
        clock = new Clock(one.start_time === undefined ? clock.now : fromSeconds(one.start_time));
        break;
    }
    return {
      do: one.do,
      time: toSeconds(clock.now),
      passed: toSeconds(clock.passed as SimSpan),
      real_passed: toSeconds(clock.outside),
      paused: clock.paused,
    };
  });
  return { steps };
}

/** Offsets may be negative, spans may not. */
const micros = (value: number): number => Math.round(value * 1e6);
