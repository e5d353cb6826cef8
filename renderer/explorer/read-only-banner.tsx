import type { JSX } from 'react';
import { useStore } from 'zustand';
import { Lock } from 'lucide-react';
import { Banner } from '../elements/banner.tsx';
import { useBench } from '../state/use-bench.ts';

/** Says, where the database must not be written, that its runs can be looked at and no more. */
export function ReadOnlyBanner(): JSX.Element | null {
  const bench = useBench();
  const readOnly = useStore(bench.workspace, ({ view }) => view?.readOnly === true);
  if (!readOnly) return null;
  return (
    <Banner icon={Lock} tone="warn" label="Read-only" role="complementary">
      <p className="banner-words">
        <strong>Read-only.</strong> The database of this workspace must not be written. Its runs are shown as
        they were when it was opened; none can be added or changed.
      </p>
    </Banner>
  );
}
