import { lazy, Suspense, type JSX } from 'react';
import { useStore } from 'zustand';
import { FileJson2, FileX2 } from 'lucide-react';
import { Button } from '../elements/button.tsx';
import { Empty } from '../elements/empty.tsx';
import { Message } from '../elements/message.tsx';
import { Welcome } from '../explorer/welcome.tsx';
import { forget } from '../state/documents.ts';
import { useBench, useShownRun } from '../state/use-bench.ts';
import { GoneBanner } from './gone-banner.tsx';
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
    <div className="source-editor">
      <GoneBanner key={open} path={open} />
      <Suspense fallback={null}>
        <MonacoPane path={open} />
      </Suspense>
    </div>
  );
}
