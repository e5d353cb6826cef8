import { type JSX, use, useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Bridge } from '../../../preload/contract.ts';
import { toggleLineBreakpoint } from '../../stores/breakpoints.ts';
import { moveCursor, offerEditorCommands } from '../../stores/panels.ts';
import { eventLocation } from '../../stores/plan.ts';
import { foundIn } from '../../stores/problems.ts';
import { seek } from '../../stores/selection.ts';
import { ask, disposeAll } from '../../stores/sync.ts';
import { useCount, usePosition, useRows, useShownRun, useStores } from '../../stores/use-stores.ts';
import { syncModels } from './models.ts';
import MonacoPane from './monaco-pane.tsx';
import { loadTypes, setUpTypes } from './monaco.ts';
import { loadImportedFiles } from './imported-files.ts';

/** The lines of `path` with breakpoints, and the line of the entry at the playhead. */
function useStops(path: string): {
  readonly current: number | undefined;
  readonly following: boolean;
  readonly breakpoints: readonly number[];
} {
  const stores = useStores();
  const places = useStore(stores.places, (state) => state.places);
  const list = useStore(stores.breakpoints, (state) => state.list);
  const event = useRows()[usePosition()]?.event;
  const place = event === undefined ? undefined : eventLocation(places, event);
  const breakpoints = useMemo(() => {
    const lines = list.flatMap(({ condition, enabled }) => {
      const at = enabled && condition.on === 'event' ? eventLocation(places, condition.event) : undefined;
      return at?.file === path ? [at.line] : [];
    });
    return [...new Set(lines)];
  }, [list, places, path]);
  // The editor does not scroll by itself while the playhead follows a run that is not paused.
  const live = useStore(stores.selection, (state) => state.following);
  const following = useShownRun()?.state === 'paused' || !live;
  return { current: place?.file === path ? place.line : undefined, following, breakpoints };
}

const readTypes = (bridge: Bridge): Promise<void> =>
  setUpTypes(async () => {
    const reply = await ask(bridge, 'workspace.declarations', {});
    return reply.ok ? reply.value : undefined;
  });

/** Prepares the editor, so that the first scenario that is opened has its types soon. */
export const prepare = (bridge: Bridge): Promise<void> => readTypes(bridge).then(loadTypes);

/** The editor of the scenario at `path`. A separate file because it is loaded with Monaco, after the window. */
export default function Pane({ path }: { readonly path: string }): JSX.Element {
  const { bridge, documents, panels, problems, preferences, log, places, selection, breakpoints, notices } =
    useStores();
  // Before the first model, which starts Monaco's worker.
  use(readTypes(bridge));
  const onOpen = useCallback(
    () => disposeAll([syncModels(documents, problems), loadImportedFiles(bridge, documents)]),
    [bridge, documents, problems],
  );
  const found = useStore(problems);
  const onSeek = useCallback(
    (entry: number) => {
      seek(selection, entry, log.getState().rows.length);
    },
    [selection, log],
  );
  const onCommands = useCallback(
    (commands: Parameters<typeof offerEditorCommands>[1]) => {
      offerEditorCommands(panels, commands);
    },
    [panels],
  );
  const onToggle = useCallback(
    (line: number) => {
      toggleLineBreakpoint({ bridge, breakpoints, notices, places }, { file: path, line });
    },
    [bridge, breakpoints, notices, places, path],
  );
  const onCursor = useCallback(
    (line: number | undefined) => {
      moveCursor(panels, line === undefined ? undefined : { file: path, line });
    },
    [panels, path],
  );
  const rows = useRows();
  return (
    <MonacoPane
      {...{ path, onOpen, onSeek, onToggle, onCursor, onCommands }}
      stops={useStops(path)}
      read={useStore(documents, ({ texts }) => texts[path] !== undefined)}
      fontSize={useStore(preferences, (state) => state.fontSize)}
      reveal={useStore(panels, (state) => state.reveal)}
      problems={useMemo(() => foundIn(found, path), [found, path])}
      marks={{
        rows,
        count: useCount(),
        places: useStore(places, (state) => state.places),
        loading: useStore(log, (state) => state.loading),
      }}
    />
  );
}
