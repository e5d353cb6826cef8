import { Lock, ShieldAlert } from 'lucide-react';
import type { JSX } from 'react';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/messages.tsx';
import bannerStyles from '../../ui/banner.module.css';

/** Says that the database is read-only, so that runs can only be viewed. */
export function ReadOnlyBannerView(): JSX.Element {
  return (
    <Banner icon={Lock} tone="warn" label="Read-only" role="complementary">
      <p className={bannerStyles.words}>
        <strong>Read-only.</strong> Orrery cannot write this workspace’s database. You can view its runs as
        they were when it was opened. To add or change runs, check permissions, disk space and programs that
        use the file, then reopen the workspace.
      </p>
    </Banner>
  );
}

interface TrustBannerViewProps {
  readonly folder: string;
  readonly onTrust: () => void;
}

/** Says that the workspace is not trusted, what that means, and how to trust it. */
export function TrustBannerView({ folder, onTrust }: TrustBannerViewProps): JSX.Element {
  return (
    <Banner icon={ShieldAlert} tone="warn" label="Restricted" role="complementary">
      <p className={bannerStyles.words}>
        <strong>Restricted.</strong> The code in <code className="mono">{folder}</code> can be read and
        checked, but does not run until you trust this folder.
      </p>
      <Button tone="primary" label="Trust this folder" onClick={onTrust} />
    </Banner>
  );
}
