import { type JSX, lazy, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { AppStores } from '../../stores/app-stores.ts';
import {
  forget,
  isDirty,
  wasDeleted,
  keepMine,
  move,
  newNameOf,
  saveOpenFile,
  takeTheirs,
} from '../../stores/documents.ts';
import { useShownRun, useStores } from '../../stores/use-stores.ts';
import { Welcome } from '../explorer/explorer-container.tsx';
import type * as MonacoContainer from './monaco-container.tsx';
import { ChangedBannerView, DeletedBannerView, EditorView } from './editor.tsx';

// The editor is most of the page's code, so it is loaded after the window.
const loadPane = (): Promise<typeof MonacoContainer> => import('./monaco-container.tsx');

const Pane = lazy(loadPane);

/** Opening a large run takes no longer. */
const UNUSED_MILLISECONDS = 2_000;

/** Calls `work` once nobody has used the page for {@link UNUSED_MILLISECONDS}. */
function whenUnused(work: () => void): void {
  const waiting = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      waiting.abort();
      requestIdleCallback(work);
    }, UNUSED_MILLISECONDS);
  };
  for (const input of ['keydown', 'pointerdown', 'pointermove', 'wheel'])
    addEventListener(input, wait, { capture: true, passive: true, signal: waiting.signal });
  wait();
}

/** Loads the editor and the types while nobody uses the page, for that holds the page up for moments of 0.1 to 0.2 s. */
export function prepareEditor({ bridge, workspace }: Pick<AppStores, 'bridge' | 'workspace'>): void {
  const stop = workspace.subscribe(({ view }) => {
    if (view === undefined || view.scenarios.length === 0) return;
    stop();
    whenUnused(() => void loadPane().then(({ prepare }) => prepare(bridge)));
  });
}

/** The source of the open scenario. */
export function Editor(): JSX.Element {
  const stores = useStores();
  const { documents } = stores;
  const { open, problem, texts } = useStore(documents);
  const run = useShownRun();
  const [comparing, setComparing] = useState<string>();
  const source = open === undefined ? undefined : texts[open];
  const theirs = source?.theirs;
  return (
    <EditorView
      {...{ open, problem }}
      run={run}
      onClose={() => {
        forget(documents, open!);
      }}
      welcome={<Welcome />}
      compared={
        comparing === open && source !== undefined && theirs !== undefined
          ? { theirs, mine: source.text }
          : undefined
      }
      banner={
        open === undefined ? null : (
          <>
            <DeletedBanner key={open} path={open} />
            {theirs === undefined ? null : (
              <ChangedBannerView
                path={open}
                comparing={comparing === open}
                onCompare={() => {
                  setComparing(comparing === open ? undefined : open);
                }}
                onKeepMine={() => {
                  setComparing(undefined);
                  keepMine(documents, open);
                  void saveOpenFile(stores);
                }}
                onTakeTheirs={() => {
                  setComparing(undefined);
                  takeTheirs(documents, open);
                }}
              />
            )}
          </>
        )
      }
      pane={open === undefined ? null : <Pane path={open} />}
    />
  );
}

/** Says that the file at `path` was deleted while its text was open, and offers what to do with the text. */
export function DeletedBanner({ path }: { readonly path: string }): JSX.Element | null {
  const stores = useStores();
  const { documents } = stores;
  const gone = useStore(documents, (state) => wasDeleted(state, path));
  const dirty = useStore(documents, (state) => isDirty(state, path));
  const to = useNewName(gone ? path : undefined);
  if (!gone) return null;
  return (
    <DeletedBannerView
      {...{ path, to, dirty }}
      onMove={(other) => {
        move(documents, path, other);
      }}
      onSave={() => void saveOpenFile(stores)}
      onClose={() => {
        forget(documents, path);
      }}
    />
  );
}

/** The new path of the file last saved at `path`; `undefined` while not known. */
function useNewName(path: string | undefined): string | undefined {
  const { bridge, documents, workspace } = useStores();
  const files = useStore(workspace, (state) => state.view?.scenarios);
  const [to, setTo] = useState<string>();
  useEffect(() => {
    if (path === undefined || files === undefined) return undefined;
    let left = false;
    void newNameOf(bridge, files, documents.getState(), path).then((found) => {
      if (!left) setTo(found);
    });
    return () => {
      left = true;
      setTo(undefined);
    };
  }, [bridge, documents, files, path]);
  return to;
}
