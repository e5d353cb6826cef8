import { lazy, Suspense, type JSX } from 'react';
import { useStore } from 'zustand';
import { Message } from '../elements/message.tsx';
import { Welcome } from '../explorer/welcome.tsx';
import { useBench } from '../state/use-bench.ts';
import './editor.css';

// The editor is most of the page's code; the window does not wait for it.
const MonacoPane = lazy(() => import('./monaco-pane.tsx'));

/** The source of the open scenario. */
export function Editor(): JSX.Element {
  const { documents } = useBench();
  const { open, refusal } = useStore(documents);
  if (open === undefined) return <Welcome />;
  if (refusal !== undefined) return <Message text={refusal.message} />;
  return (
    <Suspense fallback={null}>
      <MonacoPane path={open} />
    </Suspense>
  );
}
