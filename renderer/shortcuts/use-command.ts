import { useEffect, useEffectEvent } from 'react';
import { useBench } from '../state/use-bench.ts';
import type { CommandName } from './registry.ts';

/** Has `run` carry out the command, by whatever way it is given, while `can` says so. */
export function useCommand(name: CommandName, run: (chord?: string) => void, can = true): void {
  const { commands } = useBench();
  const onRun = useEffectEvent(run);
  useEffect(
    () =>
      commands.bind(name, {
        run: (chord) => {
          onRun(chord);
        },
        can,
      }),
    [commands, name, can],
  );
}
