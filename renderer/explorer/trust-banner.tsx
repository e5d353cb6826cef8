import type { JSX } from 'react';
import { useStore } from 'zustand';
import { ShieldAlert } from 'lucide-react';
import { Banner } from '../elements/banner.tsx';
import { Button } from '../elements/button.tsx';
import { trustWorkspace } from '../state/file-control.ts';
import { useBench } from '../state/use-bench.ts';

/** Says, while the workspace is not trusted, what that means, and how to trust it. */
export function TrustBanner(): JSX.Element | null {
  const bench = useBench();
  const view = useStore(bench.workspace, (state) => state.view);
  if (view === undefined || view.trusted) return null;
  return (
    <Banner icon={ShieldAlert} tone="warn" label="Restricted" role="complementary">
      <p className="banner-words">
        <strong>Restricted.</strong> The code in <code className="mono">{view.folder}</code> can be read and
        checked, but does not run until you trust whoever wrote it.
      </p>
      <Button tone="primary" label="Trust this folder" onClick={() => void trustWorkspace(bench)} />
    </Banner>
  );
}
