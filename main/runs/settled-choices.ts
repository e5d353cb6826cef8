import type { Plan } from '../../engine/index.ts';
import { USUAL_VERBOSITY, type Verbosity } from '../../engine/model/notification.ts';
import type { RunChoices } from '../../engine/model/run.ts';

/** How a run of `plan` is done: what was not asked for is as usual, and is written down with the rest. */
export const settled = (
  { verbosity = USUAL_VERBOSITY, ...asked }: RunChoices = {},
  { variant }: Plan,
): RunChoices & { readonly verbosity: Verbosity } => ({
  ...asked,
  verbosity,
  ...(variant === undefined ? {} : { variant }),
});
