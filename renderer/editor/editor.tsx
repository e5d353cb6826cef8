import { lazy, Suspense, type JSX } from 'react';
import { useStore } from 'zustand';
import { FileJson2 } from 'lucide-react';
import { Empty } from '../elements/empty.tsx';
import { Message } from '../elements/message.tsx';
import { Welcome } from '../explorer/welcome.tsx';
import { useBench, useShownRun } from '../state/use-bench.ts';
import './editor.css';

// The editor is most of the page's code; the window does not wait for it.
const MonacoPane = lazy(() => import('./monaco-pane.tsx'));

/** The source of the open scenario. */
export function Editor(): JSX.Element {
  const { documents } = useBench();
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
  if (refusal !== undefined) return <Message text={refusal.message} />;
  return (
    <Suspense fallback={null}>
      <MonacoPane path={open} />
    </Suspense>
  );
}
