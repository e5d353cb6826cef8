import { Lock, ShieldAlert } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import { trustWorkspace } from '../../stores/open-scenario.ts';
import { useStores } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/messages.tsx';
import bannerStyles from '../../ui/banner.module.css';

/** Says, where the database must not be written, that its runs can be looked at and no more. */
export function ReadOnlyBanner(): JSX.Element | null {
  const stores = useStores();
  const readOnly = useStore(stores.workspace, ({ view }) => view?.readOnly === true);
  if (!readOnly) return null;
  return (
    <Banner icon={Lock} tone="warn" label="Read-only" role="complementary">
      <p className={bannerStyles.words}>
        <strong>Read-only.</strong> The database of this workspace must not be written. Its runs are shown as
        they were when it was opened; none can be added or changed.
      </p>
    </Banner>
  );
}

/** Says, while the workspace is not trusted, what that means, and how to trust it. */
export function TrustBanner(): JSX.Element | null {
  const stores = useStores();
  const view = useStore(stores.workspace, (state) => state.view);
  if (view === undefined || view.trusted) return null;
  return (
    <Banner icon={ShieldAlert} tone="warn" label="Restricted" role="complementary">
      <p className={bannerStyles.words}>
        <strong>Restricted.</strong> The code in <code className="mono">{view.folder}</code> can be read and
        checked, but does not run until you trust whoever wrote it.
      </p>
      <Button tone="primary" label="Trust this folder" onClick={() => void trustWorkspace(stores)} />
    </Banner>
  );
}
