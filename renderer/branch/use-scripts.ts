import { useEffect, useState } from 'react';
import { ask } from '../state/ask.ts';
import { useBench } from '../state/use-bench.ts';

/** The scripts of agents in the workspace, by path; `undefined` until they have come. */
export function useScripts(): readonly string[] | undefined {
  const { lab } = useBench();
  const [scripts, setScripts] = useState<readonly string[]>();
  useEffect(() => {
    let wanted = true;
    void ask(lab, 'workspace.agents', {}).then((reply) => {
      if (wanted) setScripts(reply.ok ? reply.value : []);
    });
    return () => {
      wanted = false;
    };
  }, [lab]);
  return scripts;
}
