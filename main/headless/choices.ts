import {
  type OutsideAgent,
  type RunChoices,
  USUAL_VERBOSITY,
  type Verbosity,
} from '../../engine/model/index.ts';

/** What a run may be asked for on the command line beside its mode and seed. */
export interface Asked {
  readonly variant?: string;
  readonly toolFailures?: number;
  readonly noise?: number;
  readonly noiseSeed?: number;
  readonly verbosity?: Verbosity;
  /** The name of the script that the agent follows. */
  readonly script?: string | undefined;
}

/** The same as the run keeps it, whose agent's part is done by `agent`. */
export function choicesOf(
  { variant, toolFailures, noise, noiseSeed, verbosity, script }: Asked,
  agent: OutsideAgent | undefined,
): RunChoices {
  const isNoisy = noise !== undefined || noiseSeed !== undefined;
  const isAugmented = toolFailures !== undefined || isNoisy;
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(script === undefined ? {} : { script }),
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
  agent,
  script,
}: RunChoices = {}): readonly string[] {
  const { toolFailures, noise } = augmentation ?? {};
  return [
    ...(agent === undefined ? [] : [`agent ${agent.command}, ${thinkingInWords(agent)}`]),
    ...(script === undefined ? [] : [`agent follows ${script}`]),
    ...(variant === undefined ? [] : [`variant ${variant}`]),
    ...(verbosity === USUAL_VERBOSITY ? [] : [`${verbosity} verbosity`]),
    ...(toolFailures === undefined ? [] : [`tool failures ${toolFailures}`]),
    ...(noise === undefined ? [] : [`noise ${noise.perMinute ?? 10} a minute, its seed ${noise.seed ?? 0}`]),
  ];
}

const thinkingInWords = ({ thinking }: OutsideAgent): string =>
  typeof thinking === 'number' ? `thinking ${thinking} s a turn` : `thinking ${thinking}`;
