import { useEffect, useState, type JSX } from 'react';
import { useStore } from 'zustand';
import { FileX2 } from 'lucide-react';
import { Banner } from '../elements/banner.tsx';
import { Button } from '../elements/button.tsx';
import { forget, isDirty, isGone, move } from '../state/documents.ts';
import { newNameOf } from '../state/new-name.ts';
import { saveOpen } from '../state/scenario-control.ts';
import { useBench } from '../state/use-bench.ts';

/** Says that the file at `path` went while its text was open, and what can be done with the text. */
export function GoneBanner({ path }: { readonly path: string }): JSX.Element | null {
  const bench = useBench();
  const { documents } = bench;
  const gone = useStore(documents, (state) => isGone(state, path));
  const dirty = useStore(documents, (state) => isDirty(state, path));
  const to = useNewName(gone ? path : undefined);
  if (!gone) return null;
  return (
    <Banner icon={FileX2} tone="warn" label="File gone" role="status">
      <p className="banner-words">
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
      <Button label="Save it anew" onClick={() => void saveOpen(bench)} />
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
  const { lab, documents, workspace } = useBench();
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
