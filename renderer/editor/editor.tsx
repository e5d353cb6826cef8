import { lazy, Suspense, type JSX } from 'react';
import { useStore } from 'zustand';
import { FileCode } from 'lucide-react';
import { Empty } from '../elements/empty.tsx';
import { Message } from '../elements/message.tsx';
import { useBench } from '../state/use-bench.ts';
import './editor.css';

// The editor is most of the page's code; the window does not wait for it.
const MonacoPane = lazy(() => import('./monaco-pane.tsx'));

/** The source of the open scenario. */
export function Editor(): JSX.Element {
  const { documents, workspace } = useBench();
  const { open, refusal } = useStore(documents);
  const scenarios = useStore(workspace, ({ view }) => view?.scenarios.length);
  if (open === undefined)
    return (
      <Empty
        icon={FileCode}
        title={scenarios === 0 ? 'This workspace has no scenarios' : 'No scenario is open'}
      >
        {scenarios === 0
          ? 'Put a .ts file into its scenarios folder to begin.'
          : 'Pick one on the left, then press F5 to run it.'}
      </Empty>
    );
  if (refusal !== undefined) return <Message text={refusal.message} />;
  return (
    <Suspense fallback={null}>
      <MonacoPane path={open} />
    </Suspense>
  );
}
