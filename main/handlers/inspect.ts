import { compareRunWithOracle } from '../../engine/index.ts';
import type { HandlersOf } from '../ipc.ts';
import { agentLines, agentLogs } from '../runs/agent-lines.ts';
import { trailOf } from '../runs/trail.ts';
import type { Office } from './office.ts';
import { summaryOf } from './summary-of.ts';

/** Questions about a run's log. */
export function inspectHandlers({ kept }: Office): HandlersOf<'inspect'> {
  return {
    'inspect.trail': ({ at, ...followed }) => trailOf(kept.store, followed, at),
    'inspect.knowledge': async ({ run, app, at }) =>
      JSON.stringify(await kept.knowledge.at(summaryOf(kept, run), app, at)),
    'inspect.agent': ({ run, from }) => agentLines(kept.store, summaryOf(kept, run), from),
    'inspect.agentLogs': ({ run }) => agentLogs(kept.store, summaryOf(kept, run)),
    'inspect.oracle': ({ run }) => compareRunWithOracle(kept.store, summaryOf(kept, run)),
  };
}
