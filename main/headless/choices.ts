import { USUAL_VERBOSITY, type Verbosity } from '../../engine/model/notification.ts';
import type { RunChoices } from '../../engine/model/run.ts';

/** What a run may be asked for on the command line beside its mode and seed. */
export interface Asked {
  readonly variant?: string;
  readonly toolFailures?: number;
  readonly noise?: number;
  readonly noiseSeed?: number;
  readonly verbosity?: Verbosity;
}

/** The same as the run keeps it; `undefined` when it was asked for nothing. */
export function choicesOf({
  variant,
  toolFailures,
  noise,
  noiseSeed,
  verbosity,
}: Asked): RunChoices | undefined {
  const isNoisy = noise !== undefined || noiseSeed !== undefined;
  const isAugmented = toolFailures !== undefined || isNoisy;
  if (variant === undefined && verbosity === undefined && !isAugmented) return undefined;
  return {
    ...(verbosity === undefined ? {} : { verbosity }),
    ...(variant === undefined ? {} : { variant }),
    ...(isAugmented
      ? {
          augmentation: {
            ...(toolFailures === undefined ? {} : { toolFailures }),
            ...(isNoisy ? { noise: { perMinute: noise, seed: noiseSeed } } : {}),
          },
        }
      : {}),
  };
}

/** What a run was asked for, in words; nothing of what is as usual. */
export function choicesInWords({
  variant,
  augmentation,
  verbosity = USUAL_VERBOSITY,
}: RunChoices = {}): readonly string[] {
  const { toolFailures, noise } = augmentation ?? {};
  return [
    ...(variant === undefined ? [] : [`variant ${variant}`]),
    ...(verbosity === USUAL_VERBOSITY ? [] : [`${verbosity} verbosity`]),
    ...(toolFailures === undefined ? [] : [`tool failures ${toolFailures}`]),
    ...(noise === undefined ? [] : [`noise ${noise.perMinute ?? 10} a minute, its seed ${noise.seed ?? 0}`]),
  ];
}
