import { oracleOfRun } from '../../engine/index.ts';
import type { HandlersOf } from '../ipc.ts';
import type { Office } from './office.ts';
import { summaryOf } from './summary-of.ts';

/** Questions about a run's log. */
export function inspectHandlers({ kept }: Office): HandlersOf<'inspect'> {
  return {
    'inspect.oracle': ({ run }) => oracleOfRun(kept.store, summaryOf(kept, run)),
  };
}
