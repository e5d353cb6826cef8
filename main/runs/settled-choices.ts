import type { Plan } from '../../engine/index.ts';
import { type RunChoices, USUAL_VERBOSITY, type Verbosity } from '../../engine/model/index.ts';

/** How a run of `plan` is done: what was not asked for is as usual, and is written down with the rest. */
export const settled = (
  { verbosity = USUAL_VERBOSITY, ...asked }: RunChoices = {},
  { variant }: Plan,
): RunChoices & { readonly verbosity: Verbosity } => ({
  ...asked,
  verbosity,
  ...(variant === undefined ? {} : { variant }),
});
