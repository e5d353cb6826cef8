import { type JSX, useCallback } from 'react';
import { useStore } from 'zustand';
import { offerEditorCommands } from '../../stores/panels.ts';
import { seek } from '../../stores/selection.ts';
import { ask, disposeAll } from '../../stores/sync.ts';
import { useCount, useRows, useStores } from '../../stores/use-stores.ts';
import { syncModels } from './models.ts';
import MonacoPane from './monaco-pane.tsx';
import { setUpTypeScript } from './monaco.ts';
import { loadImportedFiles } from './neighbours.ts';

/** The text of the scenario at `path`. A file of its own: it comes with Monaco, for which the window does not wait. */
export default function Pane({ path }: { readonly path: string }): JSX.Element {
  const { bridge, documents, panels, problems, preferences, log, places, selection } = useStores();
  const onOpen = useCallback(() => {
    void ask(bridge, 'workspace.declarations', {}).then((reply) => {
      if (reply.ok) setUpTypeScript(reply.value);
    });
    return disposeAll([syncModels(documents), loadImportedFiles(bridge, documents)]);
  }, [bridge, documents]);
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
  const rows = useRows();
  return (
    <MonacoPane
      {...{ path, onOpen, onSeek, onCommands }}
      read={useStore(documents, ({ texts }) => texts[path] !== undefined)}
      fontSize={useStore(preferences, (state) => state.fontSize)}
      reveal={useStore(panels, (state) => state.reveal)}
      problems={useStore(problems)}
      marks={{
        rows,
        count: useCount(),
        places: useStore(places, (state) => state.places),
        loading: useStore(log, (state) => state.loading),
      }}
    />
  );
}
