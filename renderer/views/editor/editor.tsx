import { FileJson2, FileX2 } from 'lucide-react';
import { type JSX, lazy, Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { forget, isDirty, isGone, move, newNameOf } from '../../stores/documents.ts';
import { saveOpen } from '../../stores/open-scenario.ts';
import { useStores, useShownRun } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, Empty, Message } from '../../ui/messages.tsx';
import { Welcome } from '../explorer/index.ts';
import styles from './editor.module.css';
import bannerStyles from '../../ui/banner.module.css';

/** Says that the file at `path` went while its text was open, and what can be done with the text. */
export function DeletedBanner({ path }: { readonly path: string }): JSX.Element | null {
  const stores = useStores();
  const { documents } = stores;
  const gone = useStore(documents, (state) => isGone(state, path));
  const dirty = useStore(documents, (state) => isDirty(state, path));
  const to = useNewName(gone ? path : undefined);
  if (!gone) return null;
  return (
    <Banner icon={FileX2} tone="warn" label="File gone" role="status">
      <p className={bannerStyles.words}>
        <strong>{path} is gone.</strong>{' '}
        {to === undefined
          ? 'Another program deleted or renamed it. Its text is still here.'
          : `${to} holds what it held.${dirty ? ' What you typed goes there with you.' : ''}`}
      </p>
      {to === undefined ? null : (
        <Button
          label={`Go on in ${to.split('/').at(-1)!}`}
          onClick={() => {
            move(documents, path, to);
          }}
        />
      )}
      <Button label="Save it anew" onClick={() => void saveOpen(stores)} />
      <Button
        label={dirty ? 'Close and discard' : 'Close'}
        onClick={() => {
          forget(documents, path);
        }}
      />
    </Banner>
  );
}

/** Under which name the text that was saved at `path` lies now; `undefined` while none is known. */
function useNewName(path: string | undefined): string | undefined {
  const { lab, documents, workspace } = useStores();
  const files = useStore(workspace, (state) => state.view?.scenarios);
  const [to, setTo] = useState<string>();
  useEffect(() => {
    if (path === undefined || files === undefined) return undefined;
    let left = false;
    void newNameOf(lab, files, documents.getState(), path).then((found) => {
      if (!left) setTo(found);
    });
    return () => {
      left = true;
      setTo(undefined);
    };
  }, [lab, documents, files, path]);
  return to;
}

// The editor is most of the page's code; the window does not wait for it.
const MonacoPane = lazy(() => import('./monaco-pane.tsx'));

/** The source of the open scenario. */
export function Editor(): JSX.Element {
  const { documents } = useStores();
  const { open, refusal } = useStore(documents);
  const run = useShownRun();
  if (open === undefined)
    return run?.source.endsWith('.json') === true ? (
      <Empty icon={FileJson2} title="A trace has no source">
        What happens in it stands under Graph, and its apps under Apps.
      </Empty>
    ) : (
      <Welcome />
    );
  if (refusal?.code === 'no-such-file')
    return (
      <Empty icon={FileX2} title={`${open} is not there`}>
        It was deleted, or has another name by now.
        <br />
        <Button
          label="Close"
          onClick={() => {
            forget(documents, open);
          }}
        />
      </Empty>
    );
  if (refusal !== undefined) return <Message text={refusal.message} />;
  return (
    <div className={styles.sourceEditor}>
      <DeletedBanner key={open} path={open} />
      <Suspense fallback={null}>
        <MonacoPane path={open} />
      </Suspense>
    </div>
  );
}
